"""
``trtllm-bench throughput``: one report, one run.

TTFT and TPOT are printed with ``--streaming`` only; else "Per User Output Speed"
gives TPOT, or the load over all output tokens/s, prefill included. Drafted and
accepted tokens stand in a block of their own.

Source:
    tensorrt_llm/bench/dataclasses/reporting.py.
"""

from dataclasses import replace

from app.engines.paste.paste import Paste
from app.engines.runs.notes import RunNote
from app.engines.runs.reports import Report
from app.engines.runs.run import EngineRun, tpot_of
from app.engines.runs.surroundings import before
from app.engines.tensorrt_llm import bench

ENGINE = "tensorrt-llm"
_LOAD = "number of concurrent requests"
_OUTPUT = "total output throughput (tokens/sec)"
_TPOT = "average time-per-output-token [tpot] (ms)"
_TTFT = "average time-to-first-token [ttft] (ms)"
_EACH = "per user output speed (tps/user)"
_LENGTH = "average output length (tokens)"
NAMES = frozenset({_LOAD, _OUTPUT, _TPOT, _TTFT, _EACH, _LENGTH})


def is_trtllm(report: Report) -> bool:
    """Say whether *report* is of trtllm-bench."""
    return _OUTPUT in report.values


def read_report(report: Report, text: str) -> EngineRun | None:
    """
    Return the run of *report*, or None where it has no speed.

    Args:
        report: Its names and values.
        text: From its first line to the next report, drafting statistics included.
    """
    speed, load = report.get(_OUTPUT), report.get(_LOAD)
    if not speed:
        return None
    tpot, each = report.get(_TPOT), report.get(_EACH)
    notes: tuple[RunNote, ...] = ()
    if not tpot and each:
        tpot = 1000 / each
    if not tpot:
        tpot, notes = tpot_of(speed, load), (RunNote.PREFILL_INCLUDED,)
    ttft, length = report.get(_TTFT), report.get(_LENGTH)
    if ttft and length and ttft > length * tpot:
        notes = (*notes, RunNote.QUEUEING)
    if not load:
        load = max(1.0, speed * tpot / 1000)
        notes = (*notes, RunNote.LOAD_FROM_SPEEDS)
    run = EngineRun(load, None, None, tpot, speed, ttft, engine=ENGINE, notes=notes)
    return _with_drafts(run, report, text)


def _with_drafts(run: EngineRun, report: Report, text: str) -> EngineRun:
    statistics = bench.read(Paste(text))
    said = before(report.before)
    if statistics:
        return run.with_drafts(statistics[0], said.gamma)
    if said.mode:
        lacking = () if said.gamma is not None else (RunNote.DRAFT_LENGTH_UNKNOWN,)
        return replace(run, gamma=said.gamma, notes=(*run.notes, *lacking))
    return replace(run, notes=(*run.notes, RunNote.SPECULATION_UNKNOWN))
