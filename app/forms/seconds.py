"""Seconds as people write them, in fields that count milliseconds."""

import re
from decimal import Decimal
from typing import Any

from app.forms.fields import NumberField
from app.forms.numbers import MILLISECONDS, read

_SECONDS = ("s", "sec", "secs", "sek", "second", "seconds", "Sekunde", "Sekunden")
_NAMES_SECONDS = re.compile(
    rf"[\d.,]\s*(?:{'|'.join(_SECONDS)})\.?"
    r"(?: ?/ ?tok(?:en)?| (?:per|pro|je) token)?\s*$",
    re.IGNORECASE,
)
_PER_TOKEN = re.compile(r"\.?(?: ?/ ?tok(?:en)?| (?:per|pro|je) token)?\s*$", re.I)


def names_seconds(text: str) -> bool:
    """Say whether a text ends with a unit of seconds: "2 s", "0.02 s/token"."""
    return bool(_NAMES_SECONDS.search(text))


def read_seconds(text: str) -> Decimal:
    """
    Return the milliseconds that a text in seconds says.

    Args:
        text: What was typed; `names_seconds` says yes to it.

    Raises:
        NumberError: The text is no number, or could be more than one.
    """
    bare = _PER_TOKEN.sub("", text, count=1)
    return 1000 * read(bare, thousands=True, units=_SECONDS)


class MillisecondsField(NumberField):
    """Read a time in milliseconds; seconds are taken where they are named."""

    def __init__(self, label: Any = None, **kwargs: Any) -> None:
        """
        Set the field up.

        Args:
            label: The field's name in its sentences; may be a lazy text.
            kwargs: As for `NumberField`; bounds and default are milliseconds.
        """
        super().__init__(label, thousands=True, unit="ms", units=MILLISECONDS, **kwargs)

    def read(self, text: str) -> Decimal:
        """Return the milliseconds typed."""
        return read_seconds(text) if names_seconds(text) else super().read(text)
