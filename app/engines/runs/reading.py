"""The reading itself: every reader on one text, its runs in the text's order."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, islice

from app.engines.paste.text import strip_marks
from app.engines.runs import sglang_bench, trtllm_bench, vllm_bench
from app.engines.runs.aiperf_report import read_aiperf
from app.engines.runs.llama_bench import read_lines
from app.engines.runs.llama_log import read_timings
from app.engines.runs.logs import read_logs
from app.engines.runs.notes import RunNote
from app.engines.runs.numerals import with_points
from app.engines.runs.reports import Report, find_reports
from app.engines.runs.run import MOST_RUNS, EngineRun, RunReading
from app.engines.runs.surroundings import options
from app.engines.runs.tables import read_tables

_LONGEST = 256 * 1024
_NAMES = vllm_bench.NAMES | sglang_bench.NAMES | trtllm_bench.NAMES
_VALUE = re.compile(r"[=-]{5}|\s*+[A-Za-z][^:|\n]{1,60}+:\s")
_MOST_REST = 20
_PRINTS_DRAFTS = ("vllm", "tensorrt-llm", "aiperf")

Part = tuple[int, int, list[EngineRun]]


def read_runs(text: str) -> RunReading:
    """
    Read the runs in *text*: reports, logs and tables; never raises.

    Args:
        text: One benchmark's output or several, or tables; up to 256 KiB.
    """
    if len(text) > _LONGEST or len(text.encode(errors="replace")) > _LONGEST:
        return RunReading(notes=(RunNote.TOO_LONG,))
    text = with_points(strip_marks(text))
    if not text.strip():
        return RunReading(notes=(RunNote.EMPTY,))
    lines = text.split("\n")
    parts = list(_printed(text, lines))
    tables = read_tables(_without(lines, parts), options(text))
    parts += [(one.line, one.line, [one.run]) for one in tables.found]
    runs = [run for part in sorted(parts, key=lambda one: one[0]) for run in part[2]]
    more = tables.notes if tables.found or not runs else []
    return _reading(_beside_each_other(runs), more)


def _printed(text: str, lines: list[str]) -> Iterator[Part]:
    """Yield lines and runs of what programs print: reports first, logs without them."""
    reports = list(_reports(lines))
    yield from reports
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    found = [(a, b, [run]) for a, b, run in read_aiperf(text)]
    if not reports:
        found += [(a, b, [run]) for a, b, run in sglang_bench.read_summaries(text)]
    if not reports and not found:
        found += [*read_logs(text), *read_timings(text)]
    for begin, end, runs in found:
        first, last = bisect_right(starts, begin) - 1, bisect_right(starts, end)
        yield first, last, runs
    for place, run in read_lines(lines):
        yield place, place + 1, [run]


def _reports(lines: list[str]) -> Iterator[Part]:
    found = list(islice(find_reports(lines, _NAMES), MOST_RUNS + 1))
    for report, following in zip(found, [*found[1:], None], strict=False):
        end = following.start if following else len(lines)
        run = _report(report, lines, end)
        if run is not None:
            yield report.start, _rest(lines, report.end), [run]


def _rest(lines: list[str], end: int) -> int:
    """Return the line behind the last of a report, percentiles included."""
    most = min(len(lines), end + _MOST_REST)
    while end < most and _VALUE.match(lines[end]):
        end += 1
    return end


def _report(report: Report, lines: list[str], end: int) -> EngineRun | None:
    if trtllm_bench.is_trtllm(report):
        section = "\n".join(lines[report.start : min(end, report.start + 200)])
        return trtllm_bench.read_report(report, section)
    if sglang_bench.is_sglang(report):
        return sglang_bench.read_report(report)
    return vllm_bench.read_report(report)


def _without(lines: list[str], parts: list[Part]) -> list[str]:
    """Return *lines* with those blank that have been read."""
    kept = list(lines)
    for begin, end, _ in parts:
        kept[begin:end] = [""] * (end - begin)
    return kept


def _beside_each_other(runs: list[EngineRun]) -> list[EngineRun]:
    """Take a report without drafts for plain, beside one of its kind with drafts."""
    unknown = RunNote.SPECULATION_UNKNOWN
    drafting = {run.engine for run in runs if run.tau and unknown not in run.notes}
    return [
        replace(run, gamma=0, notes=tuple(n for n in run.notes if n is not unknown))
        if unknown in run.notes
        and run.engine in _PRINTS_DRAFTS
        and run.engine in drafting
        and run.tau is None
        else run
        for run in runs
    ]


def _reading(runs: list[EngineRun], more: list[RunNote]) -> RunReading:
    """Return *runs* with all notes together, those of single runs first."""
    notes = [note for run in runs for note in run.notes] + more
    if len(runs) > MOST_RUNS:
        runs, notes = runs[:MOST_RUNS], [*notes, RunNote.TOO_MANY_RUNS]
    if not runs:
        notes.append(RunNote.NO_RUNS)
    return RunReading(tuple(runs), tuple(dict.fromkeys(notes)))
