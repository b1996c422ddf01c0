"""
Tables and prose: the same numbers as people pass them on.

Read only where no engine's own format is found: a header that names drafts,
drafted and accepted tokens, mean length, share or gamma, and one reading for
each row (or each column, where the names stand in the first one); or ``name:
value`` prose. Cells are parted by pipes, tabs, semicolons, commas or several
blanks. A longest draft (``n-max``) is taken for gamma, and so is an option above
the table; the reading says so. A row of the run without a draft is one of a run
without speculation. Rows of rising counts, each with its time, are a counter's: the
first is taken from the last.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise, takewhile

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste
from app.engines.tables.cells import cells_of, count_in, pair_in, rates_in
from app.engines.tables.headings import has_option, option, quantities, quantity
from app.engines.tables.pivots import by_setting, with_settings
from app.engines.tables.readings import Row, row_counts

_MOST_ROWS = 200
_MOST_LINES = 2000
_MOST_RECORDS = 500
_LONGEST_LINE = 1000
_MOST_CELLS = 25
_HINT = re.compile(r"[aAtTτ](?:(?<=τ)|(?i:cc|au|ok|l\b|kzept|ngenom|\.len))")
_DIGIT = re.compile(r"\d")
_TELLS = re.compile(rf"{_HINT.pattern}|\d|γ|gamma|rate")
Line = tuple[list[str], int | None]
"""The cells of a line, and the draft length that an option in it sets."""

_DRAFTING = re.compile(r"(?i)draft|spec|mtp|eagle|position|len|τ|tau|rate")
"""What names the drafts of a language model, or what only those have."""

_COUNTED = ("drafts", "drafted", "accepted")


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each row of a table in *paste*."""
    if not _HINT.search(paste.text):
        return []
    lines = list(islice(_table_lines(paste.text), _MOST_LINES))
    found = list(islice(_by_row(lines), _MOST_ROWS))
    found = found or list(_by_column(lines))
    found = found or list(islice(by_setting([cells for cells, _ in lines]), _MOST_ROWS))
    found = found or list(islice(_by_record(paste.records), _MOST_ROWS))
    return [derive(counts) for counts in found[:_MOST_ROWS]]


def _table_lines(text: str) -> Iterator[Line]:
    """Yield the cells of the lines that may be rows, with the option set there."""
    options = has_option(text)
    for line in text.split("\n"):
        if len(line) <= _LONGEST_LINE and _TELLS.search(line):
            yield cells_of(line), option(line) if options else None


def _by_row(lines: list[Line]) -> Iterator[Counts]:
    """Yield one reading for each row below a header."""
    rows: list[Line] = []
    header: list[tuple[str, ...]] = []
    size: int | None = None
    # Cells come again and again; nothing of them is kept behind this call.
    names_of = cache(quantities)
    for cells, set_here in lines:
        size = set_here or size
        if len(cells) == len(header) and cells[-1][:1].isdecimal():
            rows.append((cells, size))
            continue
        names = [names_of(cell) for cell in cells] if _may_head(cells) else []
        if _tells_enough(names, size):
            yield from _table(header, rows)
            header, rows = names, []
        elif len(cells) == len(header) and any(map(_DIGIT.search, cells)):
            rows.append((cells, size))
    yield from _table(header, rows)


def _table(header: list[tuple[str, ...]], lines: list[Line]) -> Iterator[Counts]:
    """Yield the readings of one table's rows."""
    timed = len(lines) > 1 and ("time",) in header
    rows = [
        (_row(header, cells), size)
        for cells, size in (lines if timed else lines[:_MOST_ROWS])
    ]
    if timed and _rising([row for row, _ in rows]):
        rows = [rows[0], rows[-1]]
    found = [counts for row, size in rows for counts in row_counts(row, size)]
    if timed and len(found) == len(rows) == len(("first", "last")):
        yield _difference(found[0], found[-1])
        return
    yield from found


def _rising(rows: list[Row]) -> bool:
    """Say whether each row has its time, and no count falls."""
    if not all(row.get("time") for row in rows):
        return False
    values = [[count_in(row.get(name, "")) for name in _COUNTED] for row in rows]
    return all(
        None not in (earlier[-1], later[-1])
        and all((a or 0) <= (b or 0) for a, b in zip(earlier, later, strict=True))
        for earlier, later in pairwise(values)
    )


def _difference(first: Counts, last: Counts) -> Counts:
    """Return what was counted between two rows."""

    def between(name: str) -> float | None:
        before, after = getattr(first, name), getattr(last, name)
        return None if None in (before, after) else after - before

    return replace(
        last,
        num_drafts=between("num_drafts"),
        num_draft_tokens=between("num_draft_tokens"),
        num_accepted_tokens=between("num_accepted_tokens"),
        tau=None,
        share=None,
        per_position=None,
        notes=(*last.notes, Note.SCRAPES_SUBTRACTED),
    )


def _may_head(cells: list[str]) -> bool:
    """Say whether a name without which no header tells enough is in *cells*."""
    return len(cells) <= _MOST_CELLS and bool(_HINT.search(" ".join(cells)))


def _tells_enough(names: list[tuple[str, ...]], size: int | None) -> bool:
    """Say whether a header, with the option above it, leads to readings."""
    found = {name for several in names for name in several}
    if found & {"length", "positions"}:
        return True
    sized = bool(size or found & {"gamma", "longest", "draft", "drafted", "place"})
    return sized and bool(found & {"share", "chance", "accepted"})


def _row(header: list[tuple[str, ...]], cells: list[str]) -> Row:
    """Return the cells under their names, cells of two numbers parted."""
    row: Row = {}
    for names, cell in zip(header, cells, strict=True):
        parts = pair_in(cell) if len(names) > 1 else (cell,)
        if len(parts) != len(names):
            names, parts = _single(names), (cell,)
        for name, part in zip(names, parts, strict=True):
            places = f"{row.get('positions', '')}/{part}"
            row["positions" if name == "place" else name] = (
                places if name == "place" else part.strip()
            )
    return _parted(_with_draft(row))


def _with_draft(row: Row) -> Row:
    """Tell what "draft" is: the drafted tokens beside accepted ones, else gamma."""
    counted = count_in(row.get("accepted", "")) is not None and "drafted" not in row
    draft = row.get("draft")
    return row if draft is None else {"drafted" if counted else "gamma": draft, **row}


def _single(names: tuple[str, ...]) -> tuple[str]:
    """Return what one number under two names is: accepted / drafted is a share."""
    return ("share",) if set(names) == {"accepted", "drafted"} else ("",)


def _parted(row: Row) -> Row:
    """Part "accepted/drafted", and rates by position, that stand in one cell."""
    for name in ("accepted", "share", "chance"):
        parts = pair_in(row.get(name, ""))
        if len(parts) < len(("one", "other")):
            continue
        if "%" in row[name]:
            return {**row, name: "", "positions": row[name]}
        if len(parts) == len(("accepted", "drafted")):
            return {**row, name: "", "accepted": parts[0], "drafted": parts[1]}
    return row


def _by_column(lines: list[Line]) -> Iterator[Counts]:
    """Yield one reading for each column beside a column of names."""
    rows = (cells for cells, _ in lines if len(cells) > 1)
    name_of = cache(quantity)
    named = [_named(with_settings(cells), name_of) for cells in rows]
    named = [(name, cells) for name, cells in named if name]
    sizes = {size for _, size in lines if size}
    size = sizes.pop() if len(sizes) == 1 else None
    if not _tells_enough([(name,) for name, _ in named], size):
        return
    width = min(len(cells) for _, cells in named)
    for place in range(width):
        row = {name: cells[place] for name, cells in reversed(named)}
        yield from row_counts(_parted(_with_draft(row)), size)


def _by_record(records: list[Record]) -> Iterator[Counts]:
    """Yield one reading for each object with names of quantities, whosever it is."""
    name_of = cache(quantity)
    for record in records[:_MOST_RECORDS]:
        row = {
            name: f"{value:.15g}"
            for key, value in record.values.items()
            if isinstance(value, int | float) and (name := name_of(key))
        }
        if _tells_enough([(name,) for name in row], None) and _of_drafts(record, row):
            yield from row_counts(_with_draft(row), None)


def _of_drafts(record: Record, row: dict[str, str]) -> bool:
    """Say whether it is drafts that were accepted, and no more of them than drafted."""
    drafted, accepted = float(row.get("drafted", "inf")), float(row.get("accepted", 0))
    return accepted <= drafted and any(map(_DRAFTING.search, record.values))


def _named(cells: list[str], name_of: Callable[[str], str]) -> tuple[str, list[str]]:
    """Return what a row's first cell names, and its values; a list is one of them."""
    name = name_of(cells[0])
    if name != "positions" or any("/" in cell for cell in cells):
        return name, cells[1:]
    return name, ["/".join(takewhile(rates_in, cells[1:]))]
