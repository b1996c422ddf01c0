"""
vLLM's metrics lines taken apart: where each begins, and what its fields say.

A line begins at ``SpecDecoding metrics:`` (V1) or ``Speculative metrics:``. Filters
leave those words out: what stands in front of the first of them is parted where
a field comes again, at the last line end before it.

The per-position list is believed to be whole only where something else follows it.
At the very end of the text it may be cut, and has to be borne out: by another
line's list, by the counts, or by the printed length.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from app.engines.paste.text import COUNT, NUMBER, number

_LONGEST = 6000
_SHARE_OFF = 0.00051
"""How far a percentage printed with one decimal may lie from the exact share."""
_RATE_OFF = 0.0051
"""How far a throughput printed with two decimals may lie from the exact one."""
_DECIMALS = 3
"""vLLM prints its rates per position with three decimals."""


def field(pattern: str) -> re.Pattern[str]:
    """Compile *pattern*, in which a blank stands for any white space."""
    return re.compile("(?i)" + pattern.replace(" ", r"\s++"))


BEGIN = field("(?:SpecDecoding|Speculative) metrics:")
LENGTH = field(rf"acceptance length:\s*+({NUMBER})")
_WHOLE = rf"(?={COUNT}(?:[,;.]|\s*+t))"
ACCEPTED = field(rf"(?:Accepted:\s*+{_WHOLE}|accepted tokens:\s*+)({COUNT})")
DRAFTED = field(rf"(?:Drafted:\s*+{_WHOLE}|draft tokens:\s*+)({COUNT})")
RATE = field(rf"Draft acceptance rate:\s*+({NUMBER})\s*+(%)?")
_THROUGHPUTS = field(
    rf"Accepted throughput:\s*+({NUMBER})\s*+tokens/s,"
    rf"\s*+Drafted throughput:\s*+({NUMBER})"
)
_DEPTH = field(rf"Current speculative depth:\s*+({COUNT})")
_LIST = field(
    rf"Per-\s*+position acceptance rate:\s*+\[?"
    rf"({NUMBER}(?:\s*+,\s*+{NUMBER}(?![%.\w])){{0,200}})"
)
_LIST_END = re.compile(r"""[ \t]*+(?:,\s*+[A-Za-z]|(\n|\\n|["')}\]|])|(\Z))""")
_ACROSS = field(r" (?:across|at|for|in) (?:all )?(\d{1,3}) positions")
_NUMBERS = re.compile(NUMBER)
# One class of first letters tells where to look: anything else would be slow.
_FIELDS = re.compile(
    rf"[MADPC](?:"
    rf"(?P<length>(?<=M)ean\s++acceptance\s++length:)"
    rf"|(?P<accepted>(?<=A)ccepted:\s*+{COUNT}\s*+tokens)"
    rf"|(?P<drafted>(?<=D)rafted:\s*+{COUNT}\s*+tokens)"
    rf"|(?P<rates>(?<=P)er-\s*+position\s++acceptance\s++rate:\s*+[01]\.\d\d\d)"
    rf"|(?P<share>(?<=D)raft\s++acceptance\s++rate:\s*+{NUMBER}\s*+%)"
    rf"|(?P<depth>(?<=C)urrent\s++speculative\s++depth:))"
)
_TELLING = ({"accepted", "drafted"}, {"length", "rates"}, {"length", "share"})
"""Fields which together show that a line without its beginning is vLLM's."""


@dataclass(frozen=True, slots=True)
class Positions:
    """
    Hold a line's list of rates per position.

    Attributes:
        rates: p_1, p_2, ... as printed.
        whole: Something behind the list shows that it is not cut.
        open: The text ends with the list, which may be cut or not.
        stated: How many positions there are, where that is said in words.
    """

    rates: tuple[float, ...] = ()
    whole: bool = False
    open: bool = False
    stated: int | None = None


_NO_POSITIONS = Positions()


@dataclass(frozen=True, slots=True)
class Line:
    """
    Hold the fields of one metrics line.

    Attributes:
        text: The line behind its beginning.
        length: The printed mean length.
        accepted: A.
        drafted: D.
        positions: The list of rates per position.
    """

    text: str
    length: float | None
    accepted: float | None
    drafted: float | None
    positions: Positions

    def number(self, pattern: re.Pattern[str]) -> float | None:
        """Return the number *pattern* finds."""
        return _find(pattern, self.text)

    @property
    def counted(self) -> bool:
        """Say whether the line has both its counts."""
        return self.accepted is not None and self.drafted is not None

    @property
    def share(self) -> tuple[float, float] | None:
        """Return A / D as printed, a fraction, and how far it may be rounded."""
        found = RATE.search(self.text)
        value = number(found[1]) if found else None
        if found is None or value is None:
            return self._share_of_throughputs()
        value = value / 100 if found[2] else value
        return (value, _SHARE_OFF) if value <= 1 else None

    def _share_of_throughputs(self) -> tuple[float, float] | None:
        found = _THROUGHPUTS.search(self.text)
        accepted, drafted = map(number, found.groups()) if found else (None, None)
        if not accepted or not drafted or accepted > drafted:
            return None
        return accepted / drafted, _RATE_OFF * (1 + accepted / drafted) / drafted

    @property
    def depth(self) -> int | None:
        """Return how many tokens were drafted each cycle at the time of printing."""
        depth = self.number(_DEPTH)
        return int(depth) if depth and depth.is_integer() else None


def _line(text: str) -> Line:
    """Take a metrics line apart."""
    return Line(
        text,
        _find(LENGTH, text),
        _find(ACCEPTED, text),
        _find(DRAFTED, text),
        _positions(text),
    )


def _find(pattern: re.Pattern[str], text: str) -> float | None:
    found = pattern.search(text)
    return number(found[1]) if found else None


def _positions(text: str) -> Positions:
    """Return the list of rates per position in *text*."""
    found = _LIST.search(text) if "osition" in text else None
    if found is None:
        return _NO_POSITIONS
    entries = _NUMBERS.findall(found[1])
    values = [number(entry) for entry in entries]
    rates = tuple(value for value in values if value is not None)
    across = _ACROSS.match(text, found.end())
    if across and len(rates) == 1:
        stated = int(across[1])
        return Positions(rates * stated if rates == (0.0,) else (), stated=stated)
    if len(rates) != len(entries):
        return _NO_POSITIONS
    return _ended_list(entries, rates, _LIST_END.match(text, found.end()))


def _ended_list(
    entries: list[str], rates: tuple[float, ...], end: re.Match[str] | None
) -> Positions:
    """Return the list with what the text behind it tells of its end."""
    if end is None:
        return _NO_POSITIONS
    if end[1] is None and end[2] is None:
        return Positions(rates, whole=True)
    if any(len(entry.partition(".")[2]) != _DECIMALS for entry in entries):
        return _NO_POSITIONS
    return Positions(rates, whole=end[2] is None, open=end[2] is not None)


def metrics_lines(text: str) -> list[Line]:
    """
    Return the metrics lines of *text*, those without their beginning first.

    Args:
        text: A cleaned paste.
    """
    begins = list(BEGIN.finditer(text))
    head = text[: begins[0].start()] if begins else text
    lines = [*_bare_lines(head)]
    ends = [*(begin.start() for begin in begins[1:]), len(text)]
    for begin, end in zip(begins, ends, strict=False):
        lines.append(_line(text[begin.end() : min(end, begin.end() + _LONGEST)]))
    return lines


def _bare_lines(text: str) -> Iterator[Line]:
    """Yield lines without their beginning, if one at least is vLLM's for certain."""
    parts = list(_parted(text))
    if any(_tells(fields, part) for part, fields in parts):
        for part, _ in parts:
            yield _line(part)


def _tells(fields: Collection[str], part: str) -> bool:
    """Say whether *fields* show that *part* is a line of vLLM's."""
    if any(together <= set(fields) for together in _TELLING):
        return True
    return "rates" in fields and _positions(part).whole


def _parted(text: str) -> Iterator[tuple[str, Collection[str]]]:
    """Yield text with no field twice, and the names of its fields."""
    start = 0
    seen: dict[str, int] = {}
    for found in _FIELDS.finditer(text):
        name, place = found.lastgroup or "", found.start()
        if name in seen:
            edge = text.rfind("\n", seen[name], place) + 1 or place
            yield text[max(start, edge - _LONGEST) : edge], _before(seen, edge)
            seen = {one: at for one, at in seen.items() if at >= edge}
            start = edge
        seen[name] = place
    if seen:
        first = min(seen.values())
        start = max(start, first - _LONGEST)
        yield text[start : first + _LONGEST], seen


def _before(seen: dict[str, int], edge: int) -> list[str]:
    return [name for name, place in seen.items() if place < edge]
