"""
Numbers: grouped digits, decimal commas and percents, written as readers expect.

A number keeps its size or is left as it is: ``11'043``, ``11_043`` and ``11 043``
with a narrow blank are grouped whatever stands around them; ``11 043`` with a plain
blank is where a sign stands before and a unit, a delimiter or the line's end behind;
``11.043`` is where the text has decimal commas or numbers of two groups, or where a
name says that tokens are counted, which no fraction can be.
"""

import re
from collections.abc import Iterator

# A pattern that begins with a set of characters is found several times as fast as one
# that begins with a look back, or takes capitals for small letters: so they do.

_GROUPED = re.compile(r"[1-9]\d{0,2}[ .'\u2019\u2032_\u202f\u2009\u2007]\d{3}")
_MARKED = re.compile(
    r"[1-9](?<![\w.,'\u2019]\d)\d{0,2}"
    r"(?:['\u2019\u2032_\u202f\u2009\u2007]\d{3}){1,4}(?![\w'\u2019])"
)
_MARKS = re.compile(r"['\u2019\u2032_\u202f\u2009\u2007]")
_SPACED = re.compile(
    r"(?P<sign>[=:|/(\t](?<!\)=)(?<!\) =)[ \t]{0,20}+)"
    r"(?P<count>[1-9]\d{0,2}(?: \d{3}){1,4})"
    r"(?=[ \t]{0,20}+(?:(?i:tokens?|accepted|generated|drafts?|jetons?|rounds)\b"
    r"|[,;|)/\t]|$))",
    re.MULTILINE,
)
_ZEROS = re.compile(
    r"(?P<sign>)(?P<count>[1-9](?<![\w.,:]\d)\d{0,2} 0\d\d(?: \d{3})?)(?![\w:]|[.,]\d)"
)
_INDIAN = re.compile(r"\d(?<![\w.,]\d)\d?(?:,\d\d){1,4},\d{3}(?![\d,]|\.\d)")
_POINT = re.compile(r"\d(?<![\d.]\d)(?<!\d:\d)\d{0,14}\.\d{1,20}(?![\d.])")
_ONE_GROUP = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_COMMA_GROUP = re.compile(r"[1-9]\d{0,2},\d{3}")
_COMMA = re.compile(r"(\d(?<![\d,.\[]\d)\d{0,14}),(\d{1,20})(?!,?\d)")
_DOTTED = re.compile(r"[1-9](?<![\w.,]\d)\d{0,2}(?:\.\d{3}){1,4}(?![\w.]|,\d{3}(?!\d))")
_TWO_GROUPS = re.compile(r"[1-9](?<![\w.,:]\d)\d{0,2}(?:\.\d{3}){2,4}(?![\w.])")
_GERMAN_COMMA = re.compile(
    r"\d(?<![\w,.\[]\d)(?:(?<=0),\d{1,9}|\d{0,5},\d\d?)(?=[\s%;|)×]|,\s|\.?$)",
    re.MULTILINE,
)
_COUNTED = re.compile(
    r"(?P<name>[adgpenADGPEN](?<!\w.)(?<!(?:avg|AVG|Avg) .)(?<!(?:mean|Mean) .)"
    r"(?<!(?:average|Average) .)(?i:ccepted|rafted|rafts"
    r"|(?:um_)?(?:a?ccepted|d?raft|d?rafted|g?enerated|p?roposed|e?mitted)[ _]tokens)"
    r"[ \t]{0,20}+[:=|][ \t]{0,20}+)(?P<count>[1-9]\d{0,2}(?:[. ]\d{3}){1,4})"
    r"(?=[ \t]{0,20}+(?:[,;|)A-Za-z]|$))",
    re.MULTILINE,
)
_DIGIT_COMMA = re.compile(r"\d,\d")
_NAMED_COMMA = re.compile(
    r"([lrstLRSTτ](?i:(?<=τ)|en|ength|ate|hare|au)[ \t]{0,20}+[:=|][ \t]{0,20}+"
    r"\d{1,3}),(\d\d?)(?![\d,.]|\s?,\s?\d)"
)
_TIGHT_LIST = re.compile(r"(?<=rate: )(?:[01],\d{3},){1,128}[01],\d{3}(?!,?\d)")
_PERCENTS = re.compile(
    r"(?P<name>[pP](?i:er)[- ]?(?i:pos(?:ition)?\b)[A-Za-z \t()]{0,40}+"
    r"[:=|][ \t]{0,20}+\[?)"
    r"(?P<list>\d{1,3}(?:\.\d{1,9})?\s?%(?:\s{0,9}[,/;]\s{0,9}\d{1,3}(?:\.\d{1,9})?\s?%)"
    r"{0,128})"
)
_ADDRESS = 4
_PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,9})?)\s?%")


def ungrouped(text: str) -> str:
    """
    Return *text* without marks that can only group digits.

    Args:
        text: A paste with its blanks as they came.
    """
    if _GROUPED.search(text):
        text = _MARKED.sub(lambda found: _MARKS.sub("", found[0]), text)
    return _INDIAN.sub(lambda found: found[0].replace(",", ""), text)


def settled(text: str) -> str:
    """
    Return *text* with points for decimal commas, and without the digits' groups.

    Args:
        text: A paste whose odd blanks are plain ones already.
    """
    if _GROUPED.search(text):
        text = _ZEROS.sub(_joined, _SPACED.sub(_joined, text))
        text = _COUNTED.sub(_joined, text)
    text = _with_points(text)
    return _PERCENTS.sub(_fractions, text) if "%" in text else text


def _joined(found: re.Match[str]) -> str:
    """Return the sign or name before a count, and the count's digits together."""
    return found[1] + found["count"].replace(" ", "").replace(".", "")


def _with_points(text: str) -> str:
    """Turn decimal commas into points, unless the text has points already."""
    point = next(_true_points(text), None)
    if point is not None:
        text = _TWO_GROUPS.sub(_undotted, text) if _GROUPED.search(text) else text
        named = _NAMED_COMMA if _DIGIT_COMMA.search(text) else None
        return named.sub(r"\1.\2", text) if named else text
    if _GERMAN_COMMA.search(text) or _TWO_GROUPS.search(text):
        text = _TIGHT_LIST.sub(_parted, _DOTTED.sub(_undotted, text))
        return _COMMA.sub(r"\1.\2", text)
    if _POINT.search(text):
        return text
    return _COMMA.sub(_pointed, _TIGHT_LIST.sub(_parted, text))


def _pointed(found: re.Match[str]) -> str:
    """Return 0,800 as 0.800; but 11,043 groups its digits where no comma else is."""
    grouped = _COMMA_GROUP.fullmatch(found[0])
    return found[0] if grouped else f"{found[1]}.{found[2]}"


def _true_points(text: str) -> Iterator[str]:
    """Yield the numbers with a point that groups no digits."""
    for found in _POINT.finditer(text):
        if not _ONE_GROUP.fullmatch(found[0]):
            yield found[0]


def _undotted(found: re.Match[str]) -> str:
    """Return 1.234.567 as 1234567; an address of four parts stays one."""
    parts = found[0].split(".")
    if len(parts) == _ADDRESS and all(int(part) < 256 for part in parts):
        return found[0]
    return "".join(parts)


def _parted(rates: re.Match[str]) -> str:
    """Return 0,800,0,600 with a blank behind each number."""
    return re.sub(r"(\d{3}),", r"\1, ", rates[0])


def _fractions(found: re.Match[str]) -> str:
    """Return rates by position as engines print them, not in percent."""
    rates = _PERCENT.findall(found["list"])
    return found["name"] + ", ".join(f"{float(rate) / 100:.6g}" for rate in rates)
