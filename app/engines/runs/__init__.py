"""
Runs: what benchmarks print and people write about speeds, read as runs.

:func:`read_runs` is the whole interface.
"""

from app.engines.runs.notes import RunNote
from app.engines.runs.reading import read_runs
from app.engines.runs.run import MOST_RUNS, EngineRun, RunReading

__all__ = ["MOST_RUNS", "EngineRun", "RunNote", "RunReading", "read_runs"]
