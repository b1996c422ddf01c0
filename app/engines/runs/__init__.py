"""
Runs: what benchmarks print and people write about speeds, read as runs.

:func:`read_runs` is the whole interface.
"""

from app.engines.paste.text import clean
from app.engines.runs import vllm_bench
from app.engines.runs.notes import RunNote
from app.engines.runs.reports import find_reports
from app.engines.runs.run import MOST_RUNS, EngineRun, RunReading

__all__ = ["MOST_RUNS", "EngineRun", "RunNote", "RunReading", "read_runs"]

_LONGEST = 256 * 1024


def read_runs(text: str) -> RunReading:
    """
    Read the runs in *text*: reports, logs and tables; never raises.

    Args:
        text: One benchmark's output or several, or tables; up to 256 KiB.
    """
    if len(text) > _LONGEST or len(text.encode(errors="replace")) > _LONGEST:
        return RunReading(notes=(RunNote.TOO_LONG,))
    text = clean(text)
    if not text.strip():
        return RunReading(notes=(RunNote.EMPTY,))
    lines = text.split("\n")
    found = map(vllm_bench.read_report, find_reports(lines, vllm_bench.NAMES))
    runs = tuple(run for run in found if run is not None)
    return RunReading(runs[:MOST_RUNS], () if runs else (RunNote.NO_RUNS,))
