"""
Tables and prose: the same numbers as people pass them on.

Read only where no engine's own format is found: a header that names drafts,
drafted and accepted tokens, mean length, share or gamma, and one reading for
each row (or each column, where the names stand in the first one); or ``name:
value`` prose. Cells are parted by pipes, tabs, semicolons, commas or several
blanks. A longest draft (``n-max``) is taken for gamma, and the reading says so.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, number
from app.model.acceptance import MAX_GAMMA

ENGINE = "unknown"
_MOST_ROWS = 200
_MOST_LINES = 6000
_MOST_CELLS = 25
_HINT = re.compile(r"(?i)acc|tau|τ")

# The first that fits counts: the longer names stand before those they contain.
_HEADING = re.compile(
    r"""(?ix) \s*+ (?:
    (?P<length> (?:mean|avg|average)? \s? (?:accept(?:ance|ed)?|acc)
        [\s_.-] (?:len|length) | a\.len | mean[ ]len | τ | tau )
    | (?P<share> (?:(?:draft|avg|mean|aggregate)[\s_])* accept(?:ance|ed)?
        [\s_-] (?:rate|share|ratio) | accepted \s? / \s? drafted )
    | (?P<accepted> (?:num_|number[ ]of[ ]|\#\s?)? accept(?:ed)?
        (?:[\s_]draft)? (?:[\s_]tokens)? )
    | (?P<drafted> (?:num_|number[ ]of[ ]|\#\s?)?
        (?:draft(?:ed)?[\s_]tokens | drafted | proposed) )
    | (?P<drafts> (?:num_|number[ ]of[ ]|\#\s?)?
        (?:drafts | rounds | verify[\s_]steps | cycles) )
    | (?P<gamma> γ | gamma | k | num_spec(?:ulative)?_tokens | speculative[ ]tokens
        | draft[ ]length )
    | (?P<longest> (?:-{0,2}spec-)? (?:draft[\s_-])? (?:n[\s_-])? max )
    | (?P<label> model | drafter | draft[ ]model | method )
    ) \s*+ (?: \(%\) | \[%\] | % )? \s*+"""
)
_CELL_ENDS = tuple(map(re.compile, (r"[|┃│]", r"\t", r" {2,}", r";")))
_CELL = re.compile(rf"\s*+(?:~\s?)?({COUNT})\s?(%|×|x|tokens)?\s*+")
_RULE = re.compile(r"[\s|:+=━─┡╇┼-]*+")


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each row of a table in *paste*."""
    if not _HINT.search(paste.text):
        return []
    lines = islice(_table_lines(paste.text), _MOST_LINES)
    rows = [_cells(line) for line in lines]
    found = list(islice(_by_row(rows), _MOST_ROWS)) or list(_by_column(rows))
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
    for ends in _CELL_ENDS:
        if ends.search(line):
            return [cell.strip() for cell in ends.split(line)]
    return [cell.strip() for cell in re.split(r",|:\s", line)]


def _column(cell: str) -> str:
    """Return which quantity a heading names, or nothing."""
    if len(cell) > 60 or cell[:1].isdecimal():
        return ""
    found = _HEADING.fullmatch(cell.rstrip(":"))
    return (found.lastgroup or "") if found else ""


def _by_row(rows: list[list[str]]) -> Iterator[Counts]:
    """Yield one reading for each row below a header."""
    header: list[str] = []
    for cells in rows:
        names = [_column(cell) for cell in cells] if _may_head(cells) else []
        if _tells_enough(names):
            header = names
        elif header and len(cells) == len(header):
            yield from _row(_parted(dict(zip(header, cells, strict=True))))


def _parted(cells: dict[str, str]) -> dict[str, str]:
    """Part "accepted/drafted" in one cell."""
    accepted, slash, drafted = cells.get("accepted", "").partition("/")
    return {**cells, "accepted": accepted, "drafted": drafted} if slash else cells


def _may_head(cells: list[str]) -> bool:
    """Say whether a name without which no header tells enough is in *cells*."""
    return len(cells) <= _MOST_CELLS and bool(_HINT.search(" ".join(cells)))


def _tells_enough(names: list[str]) -> bool:
    found = set(names)
    return (
        "length" in found
        or {"accepted", "drafted"} <= found
        or ("share" in found and bool(found & {"gamma", "longest"}))
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
    gamma, notes = _gamma(cells)
    counts = Counts(
        ENGINE,
        "table",
        gamma=gamma,
        num_drafts=_number(cells, "drafts"),
        num_draft_tokens=_number(cells, "drafted"),
        num_accepted_tokens=_number(cells, "accepted"),
        tau=_number(cells, "length"),
        share=_share(cells),
        label=cells.get("label", "")[:100],
        notes=(Note.READ_FROM_TABLE, *notes),
    )
    if counts.num_accepted_tokens is None and counts.num_drafts is None:
        counts = replace(counts, num_draft_tokens=None)
    counts = _with_cycles(counts)
    if _enough(counts):
        yield counts


def _gamma(cells: dict[str, str]) -> tuple[int | None, tuple[Note, ...]]:
    """Return gamma, or the longest draft with a note that it is that."""
    stated = _number(cells, "gamma")
    gamma = _number(cells, "longest") if stated is None else stated
    if not gamma or not gamma.is_integer():
        return None, ()
    return int(gamma), (Note.GAMMA_FROM_OPTIONS,) if stated is None else ()


def _with_cycles(counts: Counts) -> Counts:
    """Fill in tau or N where gamma and the share or D give them."""
    if counts.gamma is None or counts.tau is not None:
        return counts
    if counts.share is not None:
        return replace(counts, tau=1 + counts.share * counts.gamma)
    if counts.num_draft_tokens and counts.num_drafts is None:
        return replace(counts, num_drafts=counts.num_draft_tokens / counts.gamma)
    return counts


def _enough(counts: Counts) -> bool:
    if counts.tau is not None:
        return 1 <= counts.tau <= MAX_GAMMA + 1
    return None not in (counts.num_accepted_tokens, counts.num_draft_tokens)


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
