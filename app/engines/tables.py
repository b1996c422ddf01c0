"""
Tables and prose: the same numbers as people pass them on.

Read only where no engine's own format is found: a header that names drafts,
drafted and accepted tokens, mean length, share or gamma, and one reading for
each row (or each column, where the names stand in the first one); or ``name:
value`` prose. Cells are parted by pipes, tabs, commas or several blanks.
"""

import re
from collections.abc import Iterator

from app.engines.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste import Paste
from app.engines.text import COUNT, number

ENGINE = "unknown"
_MOST_ROWS = 200
_HINTS = ("ccept", "ACCEPT", "tau", "Tau", "TAU", "τ")

# The first that fits counts: the longer names stand before those they contain.
_COLUMNS = (
    (
        "length",
        r"(?:mean|avg|average)?\s?(?:accept(?:ance|ed)?|acc)[\s_.-](?:len|length)"
        r"|tau|τ|mean len",
    ),
    ("share", r"(?:draft |avg |mean )*accept(?:ance|ed)?[\s_-](?:rate|share|ratio)"),
    ("share", r"accepted\s?/\s?drafted"),
    (
        "accepted",
        r"(?:num_|number of |#\s?)?accept(?:ed)?(?:[\s_]draft)?(?:[\s_]tokens)?",
    ),
    ("drafted", r"(?:num_|number of |#\s?)?draft(?:ed)?[\s_]tokens|drafted|proposed"),
    ("drafts", r"(?:num_|number of |#\s?)?(?:drafts|rounds|verify[\s_]steps|cycles)"),
    ("gamma", r"γ|gamma|k|num_spec(?:ulative)?_tokens|speculative tokens|draft length"),
    ("label", r"model|drafter|draft model|method"),
)
_NAMES = tuple(
    (column, re.compile(rf"(?i)\s*+{pattern}\s*+(?:\(%\)|\[%\]|%)?\s*+"))
    for column, pattern in _COLUMNS
)
_CELL_ENDS = re.compile(r"[|\t┃│]|[ ]{2,}")
_CELL = re.compile(rf"\s*+(?:~\s?)?({COUNT})\s?(%|×|x|tokens)?\s*+")
_RULE = re.compile(r"[\s|:+=━─┡╇┼-]*+")


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each row of a table in *paste*."""
    if not paste.mentions(_HINTS):
        return []
    rows = [_cells(line) for line in _table_lines(paste.text)]
    found = list(_by_row(rows)) or list(_by_column(rows))
    return [derive(counts) for counts in found[:_MOST_ROWS]]


def _table_lines(text: str) -> Iterator[str]:
    """Yield the lines that may be rows, rules left out."""
    for line in text.split("\n"):
        if len(line) <= 1000 and not _RULE.fullmatch(line):
            yield line


def _cells(line: str) -> list[str]:
    line = line.strip()
    if line[:1] in ("|", "┃", "│"):
        line = line.strip("|┃│")
    if _CELL_ENDS.search(line):
        return [cell.strip() for cell in _CELL_ENDS.split(line)]
    return [cell.strip() for cell in re.split(r",|:\s", line)]


def _column(cell: str) -> str:
    """Return which quantity a heading names, or nothing."""
    if len(cell) > 60 or cell[:1].isdecimal():
        return ""
    cell = cell.rstrip(":")
    for column, pattern in _NAMES:
        if pattern.fullmatch(cell):
            return column
    return ""


def _by_row(rows: list[list[str]]) -> Iterator[Counts]:
    """Yield one reading for each row below a header."""
    header: list[str] = []
    for cells in rows:
        names = [_column(cell) for cell in cells]
        if _tells_enough(names):
            header = names
        elif header and len(cells) == len(header):
            yield from _row(dict(zip(header, cells, strict=True)))


def _tells_enough(names: list[str]) -> bool:
    found = set(names)
    return (
        "length" in found
        or {"accepted", "drafted"} <= found
        or ({"share", "gamma"} <= found)
    )


def _by_column(rows: list[list[str]]) -> Iterator[Counts]:
    """Yield one reading for each column beside a column of names."""
    named = [(_column(cells[0]), cells[1:]) for cells in rows if len(cells) > 1]
    named = [(name, cells) for name, cells in named if name]
    if not _tells_enough([name for name, _ in named]):
        return
    width = min(len(cells) for _, cells in named)
    for place in range(width):
        yield from _row({name: cells[place] for name, cells in reversed(named)})


def _row(cells: dict[str, str]) -> Iterator[Counts]:
    """Yield what a row says, if it says enough."""
    length = _number(cells, "length")
    drafts, gamma = _number(cells, "drafts"), _number(cells, "gamma")
    accepted, drafted = _number(cells, "accepted"), _number(cells, "drafted")
    share = _share(cells)
    if accepted is None and drafts is None:
        drafted = None
    whole = int(gamma) if gamma and gamma.is_integer() else None
    if length is None and whole and share is not None:
        length = 1 + share * whole
    if not _enough(length, accepted, drafted):
        return
    yield Counts(
        ENGINE,
        "table",
        gamma=whole,
        num_drafts=drafts,
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        tau=length,
        share=share,
        label=cells.get("label", "")[:100],
        notes=(Note.READ_FROM_TABLE,),
    )


def _enough(
    length: float | None, accepted: float | None, drafted: float | None
) -> bool:
    if length is not None:
        return 1 <= length <= 129
    return accepted is not None and drafted is not None


def _number(cells: dict[str, str], name: str) -> float | None:
    found = _CELL.fullmatch(cells.get(name, ""))
    return number(found[1]) if found and found[2] != "%" else None


def _share(cells: dict[str, str]) -> float | None:
    """Return the share as a fraction: by its percent sign, or by its size."""
    found = _CELL.fullmatch(cells.get("share", ""))
    value = number(found[1]) if found else None
    if found is None or value is None:
        return None
    if found[2] == "%" or value > 1:
        value /= 100
    return value if value <= 1 else None
