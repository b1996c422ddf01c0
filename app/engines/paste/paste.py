"""Paste: one cleaned text, with its JSON objects and samples found once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from app.engines.paste.json_records import Record, find_records
from app.engines.paste.prometheus import Series, find_series


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

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Return the places among the records at which a name stands."""
        places: dict[str, list[int]] = {}
        for place, record in enumerate(self.records):
            for name in record.values:
                places.setdefault(name, []).append(place)
        return places

    def records_with(self, *names: str) -> list[Record]:
        """
        Return the records that have one of *names*, in order.

        Most records of a long paste concern no reader but one: to ask the names
        is much quicker than to ask every record.

        Args:
            names: Names of entries, for any of which a record is wanted.
        """
        found = {place for name in names for place in self._places.get(name, ())}
        return [self.records[place] for place in sorted(found)]

    def mentions(self, phrases: Iterable[str]) -> bool:
        """Say whether one of *phrases* stands in the text."""
        return any(phrase in self.text for phrase in phrases)
