"""
Grids: the tables of a text as headings and rows of cells, with what stands above.

Cells are parted by pipes, tabs, semicolons, several blanks or commas (CSV). A
table that names its quantities in the first column is turned on its side.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_RULE = re.compile(r"[\s|:+=─━┡╇┩┼╪╞╡┏┳┓┌┬┐├┤└┴┘╒╤╕╘╧╛*_-]*+")
_PIPE = re.compile(r"[|┃│║]")
_BLANKS = re.compile(r" {2,}")
_SPEED = re.compile(r"[~≈]?\d[\d.,]{0,12}\s?(?:tok|t/s|tps)")
_LISTED = re.compile(
    r"[-*•\s]{0,6}[^:]{1,60}:\s{0,3}[~≈]?\d[\d.,]{0,12}\s?(?:tok|t/s|tps|ms/tok)", re.I
)
_DIGIT = re.compile(r"\d")
_WIDEST = 1500
_MOST_COLUMNS = 40
_MOST_ROWS = 130
_CAPTION = 14


@dataclass
class Grid:
    """
    Hold one table.

    Attributes:
        caption: The lines above it, the nearest last.
        header: Its headings.
        rows: Its cells, as many in each row as there are headings.
        odd: Rows that were left out, as their cells fit no headings.
        start: The line at which it begins.
    """

    caption: list[str]
    header: list[str]
    rows: list[list[str]] = field(default_factory=list)
    odd: int = 0
    start: int = 0


def find_grids(lines: list[str]) -> Iterator[Grid]:
    """
    Yield the tables in *lines*.

    Args:
        lines: Of a text freed from markdown marks.
    """
    block: list[list[str]] = []
    above: list[str] = []
    kind, start = "", 0
    for place, line in enumerate([*lines, ""]):
        if block and _RULE.fullmatch(line) and line.strip():
            continue
        found = _kind(line, kind)
        if block and found != kind:
            yield from _grid(block, above, start)
            above = above if len(block) < 2 else []
            above += [" ".join(block[0])] if len(block) < 2 else []
            block = []
        kind = found
        if found:
            start = start if block else place
            block.append(split(line, found) if len(block) <= _MOST_ROWS else [])
        elif line.strip() and not _RULE.fullmatch(line):
            above.append(line.strip())


def _kind(line: str, before: str) -> str:
    """Return what parts the cells of *line*; nothing for a line of prose."""
    if len(line) > _WIDEST or not (line := line.strip()):
        return ""
    if _PIPE.search(line):
        return "|"
    for mark in ("\t", ";"):
        if mark in line:
            return mark
    return _kind_of_list(line, before)


def _kind_of_list(line: str, before: str) -> str:
    if _LISTED.match(line):
        return ":"
    if _BLANKS.search(line):
        return "  "
    return "," if line.count(",") >= 1 and _listed(line, before) else ""


def _listed(line: str, before: str) -> bool:
    """Say whether the commas of *line* part values rather than clauses."""
    cells = line.split(",")
    short = all(len(cell) <= 40 for cell in cells)
    return short and (before == "," or ", " not in line or len(cells) > 2)


def split(line: str, mark: str) -> list[str]:
    """
    Return the cells of *line*.

    Args:
        line: One row.
        mark: What parts the cells: "|", a tab, ";", "  " or ",".
    """
    if mark == "|":
        line = line.strip()
        line = line[1:] if _PIPE.match(line) else line
        line = line[:-1] if line and _PIPE.match(line[-1]) else line
        cells = _PIPE.split(line)
    elif mark == "  ":
        cells = _BLANKS.split(line.strip())
    else:
        cells = line.strip("\n").split(mark, 1 if mark == ":" else -1)
    return [cell.strip().strip('"').strip() for cell in cells]


def _grid(block: list[list[str]], above: list[str], start: int) -> Iterator[Grid]:
    """Yield the table that *block* is, if it is one."""
    if len(block) < 2 or not 1 < len(block[0]) <= _MOST_COLUMNS:
        return
    header, rows = _headed(block)
    if rows and all(len(row) == len(header) + 1 for row in rows):
        header = ["", *header]
    grid = Grid(above[-_CAPTION:], header, start=start)
    fitted = [_fitted(row, len(header)) for row in rows[:_MOST_ROWS]]
    grid.rows = [row for row in fitted if row and any(row)]
    grid.odd = fitted.count(None) + max(0, len(rows) - _MOST_ROWS)
    if len(header) >= 2 and grid.rows:
        yield grid


def _headed(block: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Part headings from rows; two lines of headings become one."""
    first, second = block[0], block[1]
    if any(_SPEED.match(cell) for cell in first[1:]):
        return [""] * len(first), block
    open_headings = len(block) > 2 and len(first) == len(second) and "" in first[1:]
    if not open_headings or any(_DIGIT.match(cell) for cell in second[1:]):
        return first, block[1:]
    above, merged = "", []
    for upper, lower in zip(first, second, strict=True):
        above = upper or above
        merged.append(f"{above} {lower}".strip())
    return merged, block[2:]


def _fitted(row: list[str], width: int) -> list[str] | None:
    """Return *row* with *width* cells, None where cells would have to be guessed."""
    if len(row) > width:
        return None
    if len(row) < width - 1:
        return None
    return row + [""] * (width - len(row))


def turned(grid: Grid) -> Grid:
    """Return *grid* on its side: its first column becomes the headings."""
    columns = list(zip(grid.header, *grid.rows, strict=True))
    return Grid(
        grid.caption,
        list(columns[0]),
        [list(column) for column in columns[1:]],
        grid.odd,
        grid.start,
    )
