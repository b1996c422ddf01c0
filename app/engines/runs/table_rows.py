"""
Rows: what the setting columns of a table say about each of its rows.

Draft length and load come from columns of their own first, then from names such
as "EAGLE3 k=3". Contexts, models and data make the curve that a row belongs to.
"""

import re
from dataclasses import dataclass

from app.engines.runs.cells import read_cell
from app.engines.runs.headings import Heading
from app.engines.runs.settings import MOST_GAMMA, Setting, load_of, read_setting

SUMMARY = re.compile(
    r"(?i)\W*(?:avg|average|mean|median|total|overall|geo\w*|sum|std\w*|Δ|delta\b|diff|"
    r"change|improve|speed-?up|ratio|min|max|best)(?![a-z])"
)
"""A pattern: the name of a row that sums up others or compares them."""

_PASSIVE = re.compile(
    r"(?i)model|target|gpu|hardware|quant|device|dataset|task|bench|workload|category|run$"
)
_PROMPT = re.compile(r"(?i)\W{0,3}(?:pp\s?\d|prefill|prompt (?:eval|proc))")
_MACHINE = re.compile(r"(?i)model|target|gpu|hardware|quant|device")
_LEADING = re.compile(r"\W{0,3}(\d{1,6}(?:\.\d{1,6})?)(?=$|[\s(*_,])")
_BLANK = re.compile(r"(?i)\W*(?:n/?a|none|off|no|-+|–|—)?\W*")


@dataclass(frozen=True)
class Row:
    """
    Hold what a row's settings are.

    Attributes:
        setting: Speculation, draft length and load, as far as the row says them.
        context: Context, model and data, which make a curve of its own.
        name: What else names the row: its method, its options.
        drafts: A column of draft lengths gave gamma.
        rate: The request rate it was measured at, as text.
        loaded: A column of loads gave the load.
    """

    setting: Setting
    context: str = ""
    name: str = ""
    drafts: bool = False
    rate: str = ""
    loaded: bool = False


def read_row(
    headings: list[Heading], cells: list[str], names: set[int], contexts: set[int]
) -> Row | None:
    """
    Return what the setting columns say; None for a row that sums up others.

    Args:
        headings: Of the table.
        cells: Of the row.
        names: Places of columns that hold names though no heading says so.
        contexts: Places of columns of names that come again for each method.
    """
    found = _Found()
    for place, (heading, cell) in enumerate(zip(headings, cells, strict=True)):
        if place in contexts:
            found.settle([cell[:80]])
        elif place in names or heading.kind in _READERS:
            _READERS.get("name" if place in names else heading.kind, _name)(
                found, heading, cell
            )
    if found.unread or (found.names and SUMMARY.match(found.names[0])):
        return None
    return found.row()


class _Found:
    """Gather what the columns of one row say."""

    def __init__(self) -> None:
        self.load: float | None = None
        self.gamma: int | None = None
        self.maximum = self.tree = self.cautious = self.unread = False
        self.drafts = False
        self.mode = ""
        self.contexts: list[str] = []
        self.names: list[str] = []
        self.rate = ""

    def settle(self, contexts: list[str]) -> None:
        """Add what columns of contexts without a heading of that kind say."""
        self.contexts += contexts

    def row(self) -> Row:
        """Return what was gathered, names read last."""
        named = read_setting(" ".join(self.names)) if self.names else Setting()
        gamma = self.gamma if self.gamma is not None else named.gamma
        mode = self.mode or named.mode
        if self.drafts:
            mode = "on" if gamma else "off"
        if mode == "off":
            gamma = 0
        setting = Setting(
            mode,
            gamma,
            self.load if self.load is not None else named.load,
            self.maximum or named.maximum,
            self.tree or named.tree,
            self.cautious or named.cautious,
            bool(self.rate),
        )
        return Row(
            setting,
            ", ".join(self.contexts),
            ", ".join(self.names),
            self.drafts,
            self.rate,
            self.load is not None,
        )


def _load(found: _Found, _: Heading, cell: str) -> None:
    """Read a load; other settings in the cell ("c=8 ctx=0") make a context."""
    leading = _LEADING.match(cell)
    load = load_of(cell)
    if load is None and leading:
        load = float(leading[1])
    if not load:
        found.unread = True
        return
    found.load = load
    rest = re.sub(r"\d+", "", cell)
    other = re.search(
        r"(?i)((?:ctx|context|isl|osl|pp|in|out)\s?[=:]?\s?\d[\w/.]*)", cell
    )
    if other and rest:
        found.contexts.append(other[1])


def _gamma(found: _Found, heading: Heading, cell: str) -> None:
    leading = _LEADING.match(cell)
    whole = float(leading[1]) if leading else 0.5
    if whole.is_integer() and whole <= MOST_GAMMA:
        found.gamma, found.drafts = int(whole), True
        found.maximum = "max" in heading.text.lower()
        return
    setting = read_setting(cell)
    if setting.gamma is not None:
        found.gamma, found.drafts = setting.gamma, True
    elif setting.mode == "off" or (_BLANK.fullmatch(cell) and cell.strip()):
        found.mode = found.mode or ("off" if setting.mode == "off" else "")
    elif cell.strip():
        found.unread = True


def _rooted(found: _Found, _: Heading, cell: str) -> None:
    """Read SGLang's number of draft tokens, which counts the root."""
    leading = _LEADING.match(cell)
    if leading and float(leading[1]) > 1:
        found.gamma, found.drafts = int(float(leading[1])) - 1, True


def _topk(found: _Found, _: Heading, cell: str) -> None:
    value = read_cell(cell)
    found.tree = bool(value and value.value > 1)


def _p_min(found: _Found, _: Heading, cell: str) -> None:
    value = read_cell(cell)
    found.cautious = bool(value and value.value > 0)
    found.names.append(f"p-min {cell}")


def _name(found: _Found, heading: Heading, cell: str) -> None:
    if _PASSIVE.search(heading.text):
        _context(found, heading, cell)
    elif cell:
        found.names.append(cell[:100])


def _context(found: _Found, heading: Heading, cell: str) -> None:
    if _PROMPT.match(cell):
        found.unread = True
    elif not _MACHINE.search(heading.text) and read_setting(cell).mode:
        found.names.append(cell[:100])
    elif cell:
        name = "" if _PASSIVE.search(heading.text) else f"{heading.text} "
        found.contexts.append(f"{name}{cell}"[:80].strip())


def _rate(found: _Found, heading: Heading, cell: str) -> None:
    found.rate = f"{heading.text} {cell}"
    found.contexts.append(found.rate)


_READERS = {
    "load": _load,
    "gamma": _gamma,
    "rooted": _rooted,
    "topk": _topk,
    "p_min": _p_min,
    "name": _name,
    "context": _context,
    "rate": _rate,
}
