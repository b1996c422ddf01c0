"""
Kinds of values that a query carries, each read and described in one place.

Numbers are written as JSON writes them, so that every language's standard
library sends them right, and nothing is guessed.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any, Protocol

from app.api.messages import ContradictionError, RefusalError

Schema = dict[str, Any]
"""A JSON Schema."""

JSON_NUMBER = r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?"
"""The pattern of a number as JSON writes it."""

_NUMBER = re.compile(JSON_NUMBER)

_PERCENT = 100


class Kind(Protocol):
    """What values a parameter takes."""

    def read(self, text: str) -> Any:
        """Return the value of a text; raise `RefusalError` where it is none."""
        ...

    @property
    def schema(self) -> Schema:
        """Return the JSON Schema of the values."""
        ...


def plain(value: float) -> str:
    """Write a number as JSON has it, whole numbers without a point."""
    return str(int(value)) if value == int(value) else repr(value)


@dataclass(frozen=True)
class Number:
    """
    A number from *least* to *most*.

    Attributes:
        least: The least value allowed.
        most: The greatest value allowed.
        example: A value to name in sentences.
        fraction: Whether people may well send percent instead.
    """

    least: float
    most: float
    example: float
    fraction: bool = False

    def read(self, text: str) -> float:
        """Return the number; raise `RefusalError` where it is none, or beyond."""
        if not _NUMBER.fullmatch(text):
            raise RefusalError("not_a_number", example=plain(self.example), text=text)
        value = float(text)
        if not self.least <= value <= self.most:
            raise self._beyond(text, value)
        return value + 0.0  # turns -0.0 into 0.0

    @property
    def schema(self) -> Schema:
        """Return the JSON Schema of the number."""
        return {"type": "number", "minimum": self.least, "maximum": self.most}

    def _beyond(self, text: str, value: float) -> RefusalError:
        bounds = {"least": plain(self.least), "most": plain(self.most), "text": text}
        if self.fraction and self.most < value <= _PERCENT:
            fraction = plain(float(Decimal(repr(value)) / _PERCENT))
            return RefusalError("fraction_expected", fraction=fraction, **bounds)
        return RefusalError("out_of_range", **bounds)


@dataclass(frozen=True)
class Whole:
    """
    A whole number from *least* to *most*, below 2^53; "5.0" is 5, as in JSON Schema.

    Attributes:
        least: The least value allowed.
        most: The greatest value allowed.
        example: A value to name in sentences.
    """

    least: int
    most: int
    example: int

    def read(self, text: str) -> int:
        """Return the number; raise `RefusalError` where it is none, or has decimals."""
        value = Number(self.least, self.most, self.example).read(text)
        if not value.is_integer():
            raise RefusalError("not_whole", text=text)
        return int(value)

    @property
    def schema(self) -> Schema:
        """Return the JSON Schema of the number."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Choice:
    """
    One of a few words.

    Attributes:
        words: The words.
    """

    words: tuple[str, ...]

    def read(self, text: str) -> str:
        """Return the word; raise `RefusalError` where it is another."""
        if text not in self.words:
            raise RefusalError(
                "not_a_choice", choices=" | ".join(self.words), text=text
            )
        return text

    @property
    def schema(self) -> Schema:
        """Return the JSON Schema of the words."""
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True)
class Falling:
    """
    Numbers that never rise, separated by commas.

    Attributes:
        item: What each of them is.
        most: How many there may be.
    """

    item: Number
    most: int

    def read(self, text: str) -> tuple[float, ...]:
        """Return the numbers; raise `RefusalError` at the first that is wrong."""
        texts = text.split(",")
        if len(texts) > self.most:
            raise RefusalError("too_many", most=self.most, count=len(texts))
        numbers = tuple(map(self.item.read, texts))
        for position, (before, number) in enumerate(pairwise(numbers), start=2):
            if number > before:
                raise ContradictionError(
                    "rising", position=position, text=texts[position - 1]
                )
        return numbers

    @property
    def schema(self) -> Schema:
        """Return the JSON Schema of the list; it cannot say "never rising"."""
        items = self.item.schema
        return {"type": "array", "items": items, "minItems": 1, "maxItems": self.most}
