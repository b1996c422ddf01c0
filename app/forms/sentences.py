"""
What a number field says when it cannot use what was typed.

Each sentence names the field and says what to enter. A percent sign never
stands in a message: it comes with the values.
"""

import unicodedata
from urllib.parse import quote_plus

from flask_babel import lazy_gettext as _

_SENTENCES = {
    "too_long": _("%(label)s must be a number of at most %(length)s characters."),
    "not_a_number": _(
        "%(label)s must be a number such as %(example)s, not “%(text)s”."
    ),
    "not_finite": _("%(label)s must be a finite number, not “%(text)s”."),
    "too_large": _(
        "%(label)s must be from %(least)s to %(most)s; "
        "“%(text)s” is too large to calculate with."
    ),
    "too_small": _(
        "%(label)s must be from %(least)s to %(most)s; "
        "“%(text)s” is too close to 0 to calculate with."
    ),
    "ambiguous": _(
        "%(label)s: “%(text)s” could mean %(decimal)s or %(thousands)s. "
        "Enter one of these."
    ),
    "fraction": _(
        "%(label)s must be a decimal number such as %(example)s, "
        "not the fraction “%(text)s”."
    ),
    "grouping": _(
        "%(label)s: the commas and points in “%(text)s” fit no number. "
        "Enter it without thousands separators, such as %(example)s."
    ),
    "several_numbers": _(
        "%(label)s must be one number, but “%(text)s” looks like several."
    ),
    "unknown_unit": _("%(label)s: enter the number without “%(unknown)s”."),
    "other_unit": _("%(label)s: enter the number in %(unit)s, without “%(unknown)s”."),
    "out_of_range": _("%(label)s must be from %(least)s to %(most)s, not %(value)s."),
    "not_whole": _(
        "%(label)s must be a whole number from %(least)s to %(most)s, not %(value)s."
    ),
}

_QUOTED_LENGTH = 20

MAX_LINKED = 128
"""The longest value of a link, as it is written there: a number has up to 64 signs."""


def sentence(code: str, **values: object) -> str:
    """
    Return the sentence for an error, in the language of the request.

    Args:
        code: A code of `app.forms.numbers.NumberError`, "other_unit",
            "out_of_range" or "not_whole".
        values: What the sentences may name; none needs all of them.
    """
    return str(_SENTENCES[code] % values)


def quoted(text: str) -> str:
    """Return what was typed, fit to stand within a sentence."""
    return shortened(" ".join(printable(text).split()))


def shortened(text: str) -> str:
    """Cut a text that is too long for a sentence."""
    return cut(text, _QUOTED_LENGTH)


def cut(text: str, most: int) -> str:
    """Return a text of at most *most* signs, the last "…" where more would follow."""
    return text if len(text) <= most else text[: most - 1] + "…"


def linked(text: str) -> str:
    """
    Return what was typed, fit to stand in the many links of a page.

    What is too long to be a number is cut so that it stays wrong: the page it leads
    to says so.
    """
    shown = printable(text)
    return shown if len(quote_plus(shown)) <= MAX_LINKED else shortened(shown)


def printable(text: str) -> str:
    """Leave out direction marks, and the signs that HTML cannot carry."""
    return "".join(sign for sign in text if unicodedata.category(sign)[0] != "C")
