"""
Prose: accepted of drafted tokens, as people write it in a sentence.

    764 of 833 draft tokens accepted; accepted 1393/13548 tokens

Read only where nothing else is. The draft length is an option in the text, or one
that is written as ``k=2``; then each cycle drafted as many.
"""

import re
from collections.abc import Iterator
from itertools import chain, islice

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import number
from app.engines.tables.headings import option

ENGINE = "unknown"
_MOST = 100
_OF = r"\s?(?:/|\sof\s(?:the\s)?|\sout\sof\s|\svon\s)\s?"
_KIND = r"(?:(?:draft|drafted|proposed|speculated|speculative)\s)?tokens?"
_TOKENS = r"\d{1,15}(?:,\d{3}){0,4}"
_COUNTS_FIRST = re.compile(
    rf"(\d(?<![\w.,/]\d)\d{{0,14}}(?:,\d{{3}}){{0,4}}){_OF}({_TOKENS})"
    rf"(?i:\s(?:draft(?:s|ed)?|{_KIND})\s(?:were\s|are\s|got\s)?"
    r"(?:accepted|angenommen|akzeptiert))"
)
_COUNTS_LAST = re.compile(
    rf"[aA](?<!\w[aA])(?i:ccepted(?:\s{_KIND})?:?\s)({_TOKENS}){_OF}({_TOKENS})"
    rf"(?i:\s(?:draft|{_KIND}))"
)
_SIZE = re.compile(r"(?i)(?<![\w.])(?:gamma|γ|k)\s?[=:]\s?(\d{1,3})\b(?!\.\d)")


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each sentence of *paste* that has both counts."""
    if "ccept" not in paste.text and "angenommen" not in paste.text:
        return []
    return [derive(counts) for counts in _sentences(paste.text)]


def _sentences(text: str) -> Iterator[Counts]:
    gamma = _gamma(text)
    first, last = _COUNTS_FIRST.finditer(text), _COUNTS_LAST.finditer(text)
    for found in islice(chain(first, last), _MOST):
        accepted, drafted = number(found[1]), number(found[2])
        if accepted is not None and drafted:
            yield Counts(
                ENGINE,
                "counts",
                gamma=gamma,
                num_drafts=drafted / gamma if gamma else None,
                num_draft_tokens=drafted,
                num_accepted_tokens=accepted,
                notes=(Note.GAMMA_FROM_OPTIONS,) if gamma else (),
            )


def _gamma(text: str) -> int | None:
    """Return the only draft length that *text* names."""
    found = {int(size) for size in _SIZE.findall(text)}
    return (found.pop() or None) if len(found) == 1 else option(text)
