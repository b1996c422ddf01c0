"""
Endings: whether a text breaks off inside a number that its reading rests on.

Nothing shows that ``48`` was ``489`` before the text was cut. But where no line end
follows it, and one more digit would change the reading, the reading may say so.
"""

import re
from collections.abc import Callable, Sequence

from app.engines.measurement import Measurement

_OPEN = re.compile(r"(?:\d[,]?(?:\s?(?:\.\.\.|\u2026))?|(?<![\d.])\d{1,11}\.)\Z")
_ELLIPSIS = re.compile(r"\s?(?:\.\.\.|\u2026)\Z")
_MANTISSA = re.compile(r"\b\d\.\d{3,}\Z")
_LONGEST = 8 * 1024
_HEAD = 2 * 1024
_SMALL = 0.01
"""What one digit more may change in a number that has enough of them: its share."""

Reader = Callable[[str], list[Measurement]]


def ends_open(text: str) -> bool:
    """
    Say whether *text* ends in a number, or in three dots behind one.

    Args:
        text: A paste as it came: a line end behind the number closes it.
    """
    return bool(_OPEN.search(text[-20:]))


def changed_by_a_digit(
    text: str, found: Sequence[Measurement], read: Reader
) -> list[bool]:
    """
    Return for each reading whether another digit at the end would change it.

    Of a long text only its beginning and its end are read again.

    Args:
        text: A cleaned paste that ends in a number.
        found: Its readings.
        read: What reads a cleaned paste.
    """
    text = _ELLIPSIS.sub("", text.rstrip())
    before = found
    if len(text) > _LONGEST:
        text = f"{text[:_HEAD]}\n{text[_HEAD - _LONGEST :]}"
        before = read(text)
    changed = _changed(before, read(text + "9"), _values)
    if _MANTISSA.search(text[-40:]):
        exponents = _changed(before, read(text + "e9"), _counts)
        changed = [any(pair) for pair in zip(changed, exponents, strict=True)]
    return changed if len(changed) == len(found) else [any(changed)] * len(found)


Values = tuple[float | None, ...]


def _changed(
    before: Sequence[Measurement],
    after: Sequence[Measurement],
    values: Callable[[Measurement], Values],
) -> list[bool]:
    if len(before) != len(after):
        return [True] * len(before)
    pairs = zip(before, after, strict=True)
    return [not _close(values(one), values(other)) for one, other in pairs]


def _close(some: Values, others: Values) -> bool:
    return len(some) == len(others) and all(map(_near, some, others))


def _near(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= _SMALL * max(abs(one), abs(other))


def _counts(one: Measurement) -> Values:
    return one.num_drafts, one.num_draft_tokens, one.num_accepted_tokens


def _values(one: Measurement) -> Values:
    return (
        *_counts(one),
        one.gamma,
        one.tau,
        one.accepted_per_drafted,
        one.generated_tokens,
        one.alpha_direct,
        one.num_records,
        *(one.per_position or ()),
    )
