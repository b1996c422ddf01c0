"""
Text: what people paste, freed from what terminals and mail put around it.

:func:`clean` takes out colour codes, carriage returns, quoting, markdown marks,
odd blanks and decimal commas. :func:`strip_sources` takes the prefix of a
container or service off every line. :func:`unfold` joins lines that a terminal
broke at its right edge, in the middle of words and numbers, with nothing. Where
a mail program broke a line at a blank, nothing needs to be done: the readers
take any white space for a blank.
"""

import re
from collections import Counter
from html import unescape
from itertools import pairwise

NUMBER = r"(?:\d++(?:\.\d++)?(?:[eE][+-]?\d++)?|nan|inf)"
"""A pattern: one number as engines print it."""

COUNT = r"\d++(?>(?:,\d{3}(?!\d)){0,5})(?:\.\d++)?(?:[eE][+-]?\d++)?"
"""A pattern: one count, perhaps with grouping commas."""

# No pattern repeats a group possessively: before Python 3.11.5 such a repeat takes
# in what its failing last turn had matched.

GAP = r"[\s|:=\"'\\]*+"
"""A pattern: what may stand between a name and its value."""

_COLOURS = re.compile(r"\x1b\[[\d;?]*+[A-Za-z]|\x1b\][^\x07\x1b\n]{0,200}\x07")
_ORPHANED_COLOURS = re.compile(r"\[(?:\d{1,3}(?:;\d{1,3}){0,4}m|m(?!\w))")
_ENTITIES = re.compile(r"&(?:quot|amp|lt|gt|#39|#x27|nbsp);")
_QUOTES = re.compile(r"^[ \t]*+(?:>[ \t]?){1,50}", re.MULTILINE)
_ODD_CHARACTERS = {
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\x1b\x00"), None),
    **dict.fromkeys(map(ord, "\u00a0\u202f\u2007\u2009\u2003\u2002"), " "),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb"), '"'),
    **dict.fromkeys(map(ord, "\u2018\u2019"), "'"),
    ord("\u2212"): "-",
}
_DECIMAL_POINT = re.compile(r"(?<![\d.])(?<!\d:)\d{1,15}\.\d{1,20}(?![\d.])")
_DECIMAL_COMMA = re.compile(r"(?<![\d,.\[])(\d{1,15}),(\d{1,20})(?!,?\d)")
_TIGHT_LIST = re.compile(r"(?<=rate: )(?:[01],\d{3},){1,128}[01],\d{3}(?!,?\d)")
_SOURCE = re.compile(
    r"^[ \t]*+(?:"
    r"\[(?:pod/)?(?P<pod>[\w.-]{1,80}+/[\w.-]{1,80}+)\][ \t]"
    r"|(?P<service>[A-Za-z][\w.-]{0,60}+)[ \t]*+\|(?=[ \t]|$)[ \t]?"
    r"(?![ \t]*+[\d.,]++[ \t]*+%?[ \t]*+(?:\||$))"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,80}+ (?P<unit>[\w.@-]{1,60}+)"
    r"\[\d{1,9}\]: "
    r"|\[(?P<port>\d{4,5})\][ \t](?=[\d.]{8})"
    r"|(?:\d{4}-\d\d-\d\dT[\d:.]{8,20}Z|data:)[ \t]"
    r")",
    re.MULTILINE,
)
_RECORD = re.compile(
    r"(?:[A-Za-z]{2,20}+[:_][\w:]{2,90}+[{ ]|\(\w{2,40}+ pid=|\[?\d{4}-\d\d-\d\d"
    r"|(?:INFO|WARN|WARNING|DEBUG|ERROR)\b|slot |srv |statistics |data: |[#{|])"
)
_REPLICA = re.compile(r"-\d{1,4}$")


_WIDEST = 300
_MOST_SOURCES = 16


def clean(text: str) -> str:
    """Return *text* freed by :func:`strip_marks`, with decimal points."""
    return _with_decimal_points(strip_marks(text))


def strip_marks(text: str) -> str:
    """Return *text* without what terminals, mail and markdown put around it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    text = text.translate(_ODD_CHARACTERS)
    if _ENTITIES.search(text):
        text = unescape(text)
    if "m" in text and "[" in text:
        text = _ORPHANED_COLOURS.sub("", text)
    text = _QUOTES.sub("", text)
    return text.replace("**", "").replace("`", "").replace("\\_", "_")


def _with_decimal_points(text: str) -> str:
    """Turn decimal commas into points, unless the text has points already."""
    if _DECIMAL_POINT.search(text):
        return text
    text = _TIGHT_LIST.sub(_parted, text)
    return _DECIMAL_COMMA.sub(r"\1.\2", text)


def _parted(rates: re.Match[str]) -> str:
    """Return 0,800,0,600 with a blank behind each number."""
    return re.sub(r"(\d{3}),", r"\1, ", rates[0])


def strip_sources(text: str) -> dict[str, str]:
    """
    Return the lines of each container, service or router port, prefix removed.

    Replicas of one service (name-1, name-2) count as one source.

    Args:
        text: A cleaned paste.
    """
    if not _SOURCE.search(text):
        return {"": text}
    sources: dict[str, list[str]] = {}
    name = ""
    for line in text.split("\n"):
        name, rest = _source_of(line, name)
        sources.setdefault(name, []).append(rest)
    if len(sources) > _MOST_SOURCES:
        sources = {"": [line for lines in sources.values() for line in lines]}
    return {name: "\n".join(lines) for name, lines in sources.items()}


def _source_of(line: str, before: str) -> tuple[str, str]:
    """
    Return the line's source and what stands behind its prefix.

    A line without a prefix is the rest of the line before it.
    """
    found = _SOURCE.match(line)
    if found is None:
        return before, line
    if found["pod"]:
        name = found["pod"].rpartition("/")[2]
    else:
        service = found["service"] or found["unit"] or found["port"] or ""
        name = _REPLICA.sub("", service)
    return name, line[found.end() :]


def unfold(text: str) -> str:
    """
    Return *text* with the lines joined that a terminal broke at its right edge.

    The edge is the most frequent length of long lines, the greatest of those
    equally frequent. A line one short of it lost a blank at its end.
    """
    lines = text.split("\n")
    lengths = Counter(len(line) for line in lines if len(line) >= 40)
    if not lengths:
        return text
    edge = max(lengths, key=lambda length: (lengths[length], length))
    if edge > _WIDEST:
        return text
    parts: list[str] = []
    for line, following in pairwise([*lines, ""]):
        parts.append(line)
        if len(line) not in (edge, edge - 1) or _begins_record(following):
            parts.append("\n")
        elif len(line) == edge - 1:
            parts.append(" ")
    return "".join(parts).removesuffix("\n")


def _begins_record(line: str) -> bool:
    """Say whether *line* looks like a beginning, not like the rest of another."""
    return bool(_RECORD.match(line) or _SOURCE.match(line))


def is_wrapped(text: str) -> bool:
    """
    Say whether the edge of *text* is plainly a terminal's.

    No line is longer, and more than one line goes on beyond it.

    Args:
        text: A cleaned paste.
    """
    lines = text.split("\n")
    edge = max(len(line) for line in lines)
    cut = sum(
        len(line) == edge and bool(following) and not _begins_record(following)
        for line, following in pairwise(lines)
    )
    return edge >= 40 and cut > 1


def number(text: str | None) -> float | None:
    """
    Return the number *text* names, or None for none, nan and infinity.

    Args:
        text: A match of :data:`NUMBER` or :data:`COUNT`.
    """
    if text is None or len(text) > 40:
        return None
    try:
        value = float(text.replace(",", ""))
    except ValueError:
        return None
    return value if 0 <= value < 1e15 else None
