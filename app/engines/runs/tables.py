"""
Tables that people write: each row, or each cell of a matrix, gives a run.

Nothing is guessed in silence: a column whose meaning cannot be told is left out
with a note, a draft length or load that is not named stays None.
"""

import re
from dataclasses import replace

from app.engines.runs import llama_bench
from app.engines.runs.cells import read_cell
from app.engines.runs.columns import Layout, Slot, context_columns, layout_of, upright
from app.engines.runs.grids import Grid, find_grids
from app.engines.runs.notes import RunNote
from app.engines.runs.plausibility import look_per_request, unit_of_unnamed
from app.engines.runs.run import MOST_RUNS, EngineRun
from app.engines.runs.settings import Setting
from app.engines.runs.speedups import add_missing, only_speedups
from app.engines.runs.table_rows import Row, read_row
from app.engines.runs.table_runs import Entry, Found, entry_at, found_run

_REPLICAS = re.compile(r"(?i)replica|(?<![a-z])dp\s?=?\s?[2-9]\b|data[- ]parallel")
_MOST_CELLS = 900
_NO_ENTRY = Entry(Row(Setting()), Slot(Setting(), ""), {}, {})


class Reading:
    """Gather the runs of a text's tables, and what is to be said of them."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.notes: list[RunNote] = []

    def note(self, *notes: RunNote) -> None:
        """Add each of *notes* once."""
        self.notes += [note for note in notes if note not in self.notes]

    def add_plain(self, runs: list[EngineRun], grid: Grid) -> None:
        """Add what llama.cpp's own tables hold."""
        self.found += [
            Found(run, run.label, "", False, _NO_ENTRY, line=grid.start) for run in runs
        ]
        if llama_bench.prompt_rows(grid):
            self.note(RunNote.PROMPT_ROWS_SKIPPED)


def read_tables(lines: list[str], hints: Setting) -> Reading:
    """
    Return the runs of the tables in *lines*.

    Args:
        lines: Of a text freed from markdown marks.
        hints: Draft length and load that the whole text names once.
    """
    reading = Reading()
    cells = 0
    for grid in find_grids(lines):
        if cells > _MOST_CELLS or len(reading.found) > MOST_RUNS:
            reading.note(RunNote.TOO_MANY_RUNS)
            break
        cells += len(grid.header) * (len(grid.rows) + 4)
        _read_grid(grid, hints, reading)
    reading.found = _told_apart(reading.found)
    _note_variety(reading)
    return reading


def _told_apart(found: list[Found]) -> list[Found]:
    """Name runs by what stands above their tables, where two tables have the same."""
    tables: dict[object, set[int]] = {}
    for one in found:
        key = (one.context, one.method, one.run.gamma, one.run.concurrency)
        tables.setdefault(key, set()).add(one.line)
    if all(len(lines) == 1 for lines in tables.values()):
        return found
    places = sorted({one.line for one in found})
    return [_named(one, places.index(one.line) + 1) for one in found]


def _named(one: Found, place: int) -> Found:
    name = one.caption or f"#{place}"
    context = ", ".join(part for part in (name, one.context) if part)
    label = ", ".join(part for part in (name, one.run.label) if part)[:160]
    return replace(one, context=context, run=replace(one.run, label=label))


def _read_grid(grid: Grid, hints: Setting, reading: Reading) -> None:
    plain = llama_bench.read_grid(grid)
    if plain is not None:
        reading.add_plain(plain, grid)
        return
    grid = upright(grid)
    layout = layout_of(grid)
    if layout.slots:
        _read_slots(layout, grid, hints, reading)
        return
    if only_speedups(layout, grid):
        reading.note(RunNote.ONLY_SPEEDUPS)
    reading.note(*layout.notes)


def _read_slots(layout: Layout, grid: Grid, hints: Setting, reading: Reading) -> None:
    """Add the runs of a table that has columns of speeds."""
    entries = _entries(layout, grid, reading)
    if not _units_told(layout, entries, reading):
        return
    found = [
        one
        for entry in entries
        if (one := found_run(entry, layout, hints, entries)) is not None
    ]
    if grid.odd or len(found) < sum(bool(entry.figures) for entry in entries):
        reading.note(RunNote.SKIPPED_ROWS)
    if not layout.total and look_per_request(found):
        reading.note(RunNote.UNIT_UNKNOWN, RunNote.SKIPPED_COLUMNS)
        return
    found = add_missing(found, layout, hints)
    above = grid.caption[-1].strip("# *:")[:80] if grid.caption else ""
    reading.found += [replace(one, line=grid.start, caption=above) for one in found]
    reading.note(*layout.notes)
    if found and _REPLICAS.search(" ".join([*grid.caption[-4:], *grid.header])):
        reading.note(RunNote.SEVERAL_REPLICAS)


def _entries(layout: Layout, grid: Grid, reading: Reading) -> list[Entry]:
    """Return what each row holds for each setting; say what holds no number."""
    entries = []
    contexts = context_columns(layout, grid)
    for cells in grid.rows:
        row = read_row(layout.headings, cells, layout.names, contexts)
        if row is None:
            if any(read_cell(cell) for cell in cells):
                reading.note(RunNote.SKIPPED_ROWS)
            continue
        entries += _row_entries(layout, row, cells, reading)
    return entries


def _row_entries(
    layout: Layout, row: Row, cells: list[str], reading: Reading
) -> list[Entry]:
    entries = []
    for slot in layout.slots:
        entry = entry_at(layout, row, slot, cells)
        places = [place for kind in slot.places.values() for place in kind]
        if any(cells[place] and not read_cell(cells[place]) for place in places):
            reading.note(RunNote.SKIPPED_CELLS)
        entries.append(entry)
    return entries


def _units_told(layout: Layout, entries: list[Entry], reading: Reading) -> bool:
    """Settle what numbers without any unit are; say so, or that it cannot be."""
    if layout.unit:
        return True
    unit = unit_of_unnamed(entries)
    reading.note(RunNote.UNIT_UNKNOWN)
    if not unit:
        reading.note(RunNote.SKIPPED_COLUMNS)
        return False
    for entry in entries:
        if "unnamed" in entry.figures:
            entry.figures[unit] = entry.figures.pop("unnamed")
    return True


def _note_variety(reading: Reading) -> None:
    """Say whether the runs are of several contexts, methods or request rates."""
    found = reading.found
    if len({one.context for one in found}) > 1:
        reading.note(RunNote.SEVERAL_CONTEXTS)
    if len({one.method for one in found if one.run.gamma != 0}) > 1:
        reading.note(RunNote.SEVERAL_METHODS)
    if any(one.rate for one in found):
        reading.note(RunNote.RATE_IS_NO_LOAD)
