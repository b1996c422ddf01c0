"""Paste: one cleaned text, with its JSON objects and samples found once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from app.engines.records import Record, find_records
from app.engines.samples import Series, find_series


@dataclass(frozen=True)
class Paste:
    """
    Hold the text of one source, and what is found in it.

    Attributes:
        text: Cleaned, without prefixes.
    """

    text: str

    @cached_property
    def records(self) -> list[Record]:
        """Return the JSON objects, and what is left of broken ones."""
        return find_records(self.text)

    @cached_property
    def series(self) -> list[Series]:
        """Return the Prometheus series."""
        return find_series(self.text, self.records)

    def mentions(self, phrases: Iterable[str]) -> bool:
        """Say whether one of *phrases* stands in the text."""
        return any(phrase in self.text for phrase in phrases)
