"""The reading itself: every reader on one text, its runs in the text's order."""

from app.engines.paste.text import strip_marks
from app.engines.runs.notes import RunNote
from app.engines.runs.numerals import with_points
from app.engines.runs.run import MOST_RUNS, RunReading
from app.engines.runs.settings import Setting
from app.engines.runs.tables import read_tables

_LONGEST = 256 * 1024


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
    tables = read_tables(text.split("\n"), Setting())
    runs = [one.run for one in tables.found]
    notes = tables.notes if runs else [*tables.notes, RunNote.NO_RUNS]
    return RunReading(tuple(runs[:MOST_RUNS]), tuple(notes))
