"""
Characters: a text in the pieces that a reader takes for one.

Neither bytes nor code points: an accented letter written as two code points, a
flag, or an emoji of several people stays whole, so that no model can tear it
apart and no mark is left standing alone.

These are the extended grapheme clusters of Unicode, with three simplifications:
the ranges of pictures are coarse; Indic conjuncts are not joined; a cluster ends
after a bounded number of code points, so that a heap of combining marks does not
count as one character.

Source:
    Unicode Standard Annex #29, Text Segmentation, section 3; for the bound of 30
    marks Annex #15, Normalization Forms, section 13 (Stream-Safe Text Format).
"""

import re
from collections.abc import Iterable
from unicodedata import category

_PICTURES = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2"
    "\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"
)
_FLAG_LETTERS = "\U0001f1e6-\U0001f1ff"
_JOINER = "\u200d"

_MARKS = frozenset(("Mn", "Mc", "Me"))

_MORE_MARKS = re.compile(
    "[\u200c\u200d"  # joiner and non-joiner
    "\u0e33\u0eb3"  # the vowels am of Thai and Lao
    "\u1160-\u11ff\ud7b0-\ud7fb"  # vowels and finals of Korean syllables
    "\uff9e\uff9f"  # sound marks of half-width Japanese
    "\U0001f3fb-\U0001f3ff"  # skin tones
    "\U000e0020-\U000e007f]"  # letters of the flags of regions
)


def characters(text: str) -> list[str]:
    """
    Return the characters of a text, in order.

    Joined, they are the text again, but that every line ends with one line feed
    (browsers send two code points).

    Args:
        text: Any text, in any script.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii():
        return list(text)
    return _pattern(dict.fromkeys(text)).findall(text)


def _pattern(alphabet: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of one character, with the marks that the text uses."""
    marks = "".join(filter(_extends, alphabet))
    # One class is never empty: the joiner counts as a mark whether used or not.
    mark = f"[{_JOINER}{re.escape(marks)}]"
    picture = f"[{_PICTURES}]"
    return re.compile(
        f"(?:[{_FLAG_LETTERS}]{{2}}"
        f"|{picture}(?:{mark}{{0,4}}{_JOINER}{picture}){{0,5}}"
        f"|.){mark}{{0,30}}",
        re.DOTALL,
    )


def _extends(code_point: str) -> bool:
    """Say whether a code point belongs to the character before it."""
    return category(code_point) in _MARKS or bool(_MORE_MARKS.match(code_point))
