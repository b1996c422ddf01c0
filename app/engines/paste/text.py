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
from itertools import islice, pairwise

from app.engines.paste.envelopes import unnumbered, unwrapped
from app.engines.paste.numbers import settled, ungrouped

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
_CELL_ENDS = re.compile(r"</t[dh]>\s{0,20}(?=<t[dh]\b)")
_TAGS = re.compile(r"</?(?:table|thead|tbody|t[dh]|b|strong|code)\b[^<>\n]{0,200}>")
_ROW_ENDS = re.compile(r"</?tr\b[^<>\n]{0,200}>")
_SAMPLES = re.compile(r"[sS](?i:pec_|kipped_tokens)")
_BROKEN_SAMPLE = re.compile(
    r"^(?P<name>[A-Za-z][\w:]{0,60}(?:spec_|skipped_tokens)[\w:]{0,60}"
    r"(?:\{[^{}\n]{0,800}\})?)[ \t]*+(?P<begun>\d[\d.eE+]{0,30}+)?"
    r"\n(?P<rest>(?:\d|\.\d|[eE]\+?\d)[\d.eE+]{0,30}+)[ \t]*+$",
    re.MULTILINE,
)
_SOURCE = re.compile(
    r"^[ \t]*+(?:"
    r"\[(?:pod/)?(?P<pod>[\w.-]{1,80}+/[\w.-]{1,80}+)\][ \t]"
    r"|(?P<service>[A-Za-z][\w.-]{0,60}+)[ \t]*+\|(?=[ \t]|$)[ \t]?"
    r"(?![ \t]*+[\d.,]++[ \t]*+%?[ \t]*+(?:\||$))"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,80}+ (?P<unit>[\w.@-]{1,60}+)"
    r"\[\d{1,9}\]: "
    r"|(?P<file>[\w./-]{1,80}\.(?:log|txt|out|jsonl?|prom)(?:\.\d{1,3})?):(?!\d)[ \t]?"
    r"|\[(?P<port>\d{4,5})\][ \t](?=[\d.]{8})"
    r"|(?:\d{4}-\d\d-\d\dT[\d:.]{8,20}Z|data:)[ \t]"
    r")",
    re.MULTILINE,
)
_MARKS = ("|", "] ", "]: ", "data:", "Z ", ".log", ".txt:", ".out:", ".json", ".prom:")
"""What every source has in its prefix."""

_RECORD = re.compile(
    r"(?:[A-Za-z]{2,20}+[:_][\w:]{2,90}+[{ ]|\(\w{2,40}+ pid=|\[?\d{4}-\d\d-\d\d"
    r"|\d\d?:\d\d:\d\d"
    r"|(?:INFO|WARN|WARNING|DEBUG|ERROR)\b|slot |srv |statistics |data: |[#{|])"
)
_GOES_ON = re.compile(r"[\d.,;:%)\]}/\"' \t]|[eE][+-]?\d")
_NUMBER_CELL = re.compile(r"[ \t]*+\d[\d.]{0,9}+%?[ \t]*+\|")
_REPLICA = re.compile(r"-\d{1,4}$")


_NARROWEST = 40
_WIDEST = 300
_MOST_SOURCES = 16


def clean(text: str) -> str:
    """Return *text* without what stands around it, its numbers in one notation."""
    text = _without_marks(ungrouped(_without_colours(text)))
    text = unnumbered(unwrapped(text))
    if _SAMPLES.search(text):
        text = _BROKEN_SAMPLE.sub(_whole_sample, text)
    return settled(text)


def strip_marks(text: str) -> str:
    """Return *text* without what terminals, mail and markdown put around it."""
    return _without_marks(_without_colours(text))


def _without_colours(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _COLOURS.sub("", text) if "\x1b" in text else text


def _without_marks(text: str) -> str:
    text = text.translate(_ODD_CHARACTERS)
    if _ENTITIES.search(text):
        text = unescape(text)
    if "m" in text and "[" in text:
        text = _ORPHANED_COLOURS.sub("", text)
    return _unmarked(text)


def _unmarked(text: str) -> str:
    """Return *text* without the marks of mail, markdown and HTML's tables."""
    if ">" in text:
        text = _QUOTES.sub("", text)
    if "<td" in text:
        text = _ROW_ENDS.sub("\n", _TAGS.sub("", _CELL_ENDS.sub(" | ", text)))
    return text.replace("**", "").replace("`", "").replace("\\_", "_")


def _whole_sample(found: re.Match[str]) -> str:
    """Return a sample on one line that was broken before or inside its number."""
    begun = found["begun"] or ""
    if "." in begun and "." in found["rest"]:
        return found[0]
    return f"{found['name']} {begun}{found['rest']}"


def strip_sources(text: str) -> dict[str, str]:
    """
    Return the lines of each container, service or router port, prefix removed.

    Replicas of one service (name-1, name-2) count as one source.

    Args:
        text: A cleaned paste.
    """
    if not any(mark in text for mark in _MARKS) or not _SOURCE.search(text):
        return {"": text}
    lines = text.split("\n")
    if _is_table(lines):
        return {"": text}
    sources: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        name, rest = _source_of(line, name)
        sources.setdefault(name, []).append(rest)
    if len(sources) > _MOST_SOURCES:
        sources = {"": [line for lines in sources.values() for line in lines]}
    return {name: "\n".join(lines) for name, lines in sources.items()}


def _is_table(lines: list[str]) -> bool:
    """Say whether words before a pipe are cells: more lines begin with numbers."""
    numbered = sum(bool(_NUMBER_CELL.match(line)) for line in lines)
    if not numbered:
        return False
    return numbered >= sum(bool(_SOURCE.match(line)) for line in lines)


def _source_of(line: str, before: str) -> tuple[str, str]:
    """
    Return the line's source and what stands behind its prefix.

    A line without a prefix is the rest of the line before it.
    """
    found = _SOURCE.match(line)
    if found is None:
        return before, line
    if found["pod"] or found["file"]:
        name = (found["pod"] or found["file"]).rpartition("/")[2]
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
    lengths = Counter(len(line) for line in lines if len(line) >= _NARROWEST)
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
        elif len(line) == edge - 1 or _ends_number(line, following):
            parts.append(" ")
    return "".join(parts).removesuffix("\n")


def _ends_number(line: str, following: str) -> bool:
    """Say whether *line* ends in a number that *following* cannot go on with."""
    return line[-1:].isdecimal() and bool(following) and not _GOES_ON.match(following)


def _begins_record(line: str) -> bool:
    """Say whether *line* looks like a beginning, not like the rest of another."""
    return bool(_RECORD.match(line) or _SOURCE.match(line))


def is_wrapped(text: str, least: float = 0) -> bool:
    """
    Say whether the edge of *text* is plainly a terminal's.

    No line is longer, and more than one line goes on beyond it.

    Args:
        text: A cleaned paste.
        least: Which share of the lines must reach the edge, and which must not, at
            the least; 0 to 0.5.
    """
    lines = text.split("\n")
    edge = max(map(len, lines))
    if edge < _NARROWEST:
        return False
    at_edge = sum(len(line) == edge for line in lines)
    if not least * len(lines) <= at_edge <= (1 - least) * len(lines):
        return False
    cut = (
        following
        for line, following in pairwise(lines)
        if len(line) == edge and following and not _begins_record(following)
    )
    return len(list(islice(cut, 2))) > 1


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
