"""
Prose: accepted of drafted tokens, as people write it in a sentence.

    764 of 833 draft tokens accepted; accepted 1393/13548 tokens

Read only where nothing else is. The draft length is an option in the text, or one
that is written as ``k=2``; then each cycle drafted as many.
"""

import re
from collections.abc import Iterator
from itertools import islice

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import number
from app.engines.tables.headings import option
from app.engines.tables.readings import cycles_of

ENGINE = "unknown"
_MOST = 100
_OF_TWO = re.compile(r"\d\s(?:accepted\s)?(?:/|of\s|out\s|von\s)|\d/\s?\d")
_OF = r"\s?(?:/|\sof\s(?:the\s)?|\sout\sof\s|\svon\s)\s?"
_KIND = (
    r"(?:(?:(?:draft|drafted|proposed|speculated|speculative|entworfenen)\s)?tokens?"
    r"|entwurfs-?token)"
)
_TOKENS = r"\d{1,15}(?:,\d{3}){0,4}"
_COUNTS_FIRST = re.compile(
    rf"(\d(?<![\w.,/]\d)\d{{0,14}}(?:,\d{{3}}){{0,4}}){_OF}({_TOKENS})"
    rf"(?i:\s(?:draft(?:s|ed)?|{_KIND})\s(?:were\s|are\s|got\s|wurden\s)?"
    r"(?:accepted|angenommen|akzeptiert))"
)
_COUNTS_LAST = re.compile(
    rf"[aA](?<!\w[aA])(?i:ccepted(?:\s{_KIND})?:?\s)({_TOKENS}){_OF}({_TOKENS})"
    rf"(?i:\s(?:draft|{_KIND}))"
)
_GENERATED = re.compile(
    rf"(\d(?<![\w.,/]\d)\d{{0,14}}(?:,\d{{3}}){{0,4}})\saccepted{_OF}({_TOKENS})"
    r"\s(?:generated|drafted|proposed)"
)
_RATE_FIRST = re.compile(
    r"[aA](?<!\w[aA])(?i:cc(?:ept(?:ance|ed)?)?(?:[ _]rate)?[ \t]{0,9}[:=]?[ \t]{0,9})"
    rf"(?P<rate>\d{{1,3}}(?:\.\d{{1,9}})?)\s?(?P<percent>%?)\s?"
    rf"\(({_TOKENS})\s?/\s?({_TOKENS})"
)
_SIZE = re.compile(
    r"(?i)(?<![\w.])(?:gamma|γ|k|depth|n_max)\s?[=:]\s?(\d{1,3})\b(?!\.\d)"
)
_NEAR = 0.006


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each sentence of *paste* that has both counts."""
    if not _OF_TWO.search(paste.text):
        return []
    return [derive(counts) for counts in _sentences(paste.text)]


def _sentences(text: str) -> Iterator[Counts]:
    gamma = _gamma(text)
    for one, other in islice(_pairs(text), _MOST):
        accepted, drafted = number(one), number(other)
        if accepted is not None and drafted:
            cycles, tau = cycles_of(accepted, drafted, gamma)
            yield Counts(
                ENGINE,
                "counts",
                gamma=gamma,
                num_drafts=cycles,
                tau=tau,
                num_draft_tokens=drafted,
                num_accepted_tokens=accepted,
                notes=(Note.GAMMA_FROM_OPTIONS,) if gamma else (),
            )


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield accepted and drafted tokens as they stand in a sentence."""
    for pattern in (_COUNTS_FIRST, _COUNTS_LAST, _GENERATED):
        for found in pattern.finditer(text):
            yield found[1], found[2]
    for found in islice(_RATE_FIRST.finditer(text), _MOST):
        rate = float(found["rate"]) / (100 if found["percent"] else 1)
        accepted, drafted = number(found[3]) or 0, number(found[4]) or 0
        if drafted and abs(accepted / drafted - rate) <= _NEAR:
            yield found[3], found[4]


def _gamma(text: str) -> int | None:
    """Return the only draft length that *text* names."""
    found = {int(size) for size in _SIZE.findall(text)}
    return (found.pop() or None) if len(found) == 1 else option(text)
