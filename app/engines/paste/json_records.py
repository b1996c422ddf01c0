"""
Records: the JSON objects of a paste, and what is left of broken ones.

Whole objects are decoded wherever they stand: in a document, one a line, behind
``data: `` or a log prefix. What cannot be decoded (cut JSON, a Python dict,
``key=value`` prose) is searched for names with values instead; a name that
comes again begins a new record.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from json import JSONDecoder
from math import isfinite

_MAX_FAILURES = 400
_MAX_OBJECTS = 2500
_DECODER = JSONDecoder()
_OPENING = re.compile(r"\{(?=\s*+\")")
_PAIR = re.compile(
    r"(?<![\w.])(?P<name>[A-Za-z_][\w.]{2,80}+)\\{0,3}[\"']?\s{0,20}+[:=|]\s{0,20}+"
    r"(?:(?P<list>\[[\d\s.,eE+-]{0,4000}+\])"
    r"|(?P<dict>\{[\d\s.,:\"'\\]{0,4000}+\})"
    r"|(?P<number>-?\d++(?:\.\d++)?(?:[eE][+-]?\d++)?)"
    r"|\\{0,3}(?P<quote>[\"'])(?P<text>[^\"'\n\\]{0,100}+)|(?P<other>(?=[A-Za-z])))"
)
_NUMBER = re.compile(r"\d++(?:\.\d++)?(?:[eE][+-]?\d++)?")
_HINT = re.compile(r"[dDaAsSpP](?i:raft|ccept|pec_|redicted|ecoded_tokens)")


@dataclass(frozen=True)
class Record:
    """
    Hold the entries of one object, and the object around it.

    Attributes:
        values: Names and values; lists and dicts as decoded.
        outer: The object it stands in, or None.
        decoded: It was decoded, so that what it lacks was not printed.
    """

    values: dict[str, object]
    outer: "Record | None" = field(default=None, repr=False)
    decoded: bool = False

    def has(self, *names: str) -> bool:
        """Say whether all *names* are there."""
        return self.values.keys() >= set(names)

    def number(self, *names: str) -> float | None:
        """Return the first finite number of 0 or more under one of *names*."""
        for name in names:
            value = _as_number(self.values.get(name))
            if value is not None:
                return value
        return None

    def whole(self, *names: str) -> int | None:
        """Return the first whole number under one of *names*."""
        value = self.number(*names)
        return int(value) if value is not None and value.is_integer() else None

    def numbers(self, *names: str) -> tuple[float, ...] | None:
        """Return the first list of numbers under *names*, a dict as dense list."""
        for name in names:
            found = _as_numbers(self.values.get(name))
            if found is not None:
                return found
        return None

    def text(self, *names: str) -> str:
        """Return a text under one of *names*, here or in an object around it."""
        record: Record | None = self
        while record is not None:
            for name in names:
                value = record.values.get(name)
                if isinstance(value, str):
                    return value[:100]
            record = record.outer
        return ""

    def around(self, *names: str) -> float | None:
        """Return a number under *names* here, around it, or beside it."""
        record: Record | None = self
        while record is not None:
            value = record.number(*names)
            usage = record.values.get("usage")
            if value is None and isinstance(usage, dict):
                value = Record(usage).number(*names)
            if value is not None:
                return value
            record = record.outer
        return None


def _as_number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        value = float(value)
    except OverflowError:
        return None
    return value if isfinite(value) and 0 <= value < 1e15 else None


def _as_numbers(value: object) -> tuple[float, ...] | None:
    if isinstance(value, dict):
        value = _dense(value)
    if not isinstance(value, list) or not 0 < len(value) <= 1000:
        return None
    numbers = [_as_number(entry) for entry in value]
    found = tuple(entry for entry in numbers if entry is not None)
    return found if len(found) == len(numbers) else None


def _dense(sparse: dict[str, object]) -> list[object]:
    """Return {"0": 39, "3": 3} as a list with zeros between."""
    places = [int(key) for key in sparse if key.isdecimal() and len(key) < 4]
    if len(places) != len(sparse) or not places:
        return []
    by_place = {int(key): value for key, value in sparse.items()}
    return [by_place.get(place, 0) for place in range(max(places) + 1)]


def find_records(text: str) -> list[Record]:
    """
    Return every object in *text* that has to do with drafts, in order.

    Args:
        text: A cleaned paste.
    """
    if not _HINT.search(text):
        return []
    records: list[Record] = []
    rest: list[str] = []
    for part in _documents(text):
        if isinstance(part, str):
            rest.append(part)
        else:
            records.extend(_objects(part, rest))
        if len(records) >= _MAX_OBJECTS:
            break
    pairs = islice(_pairs("\n".join(rest)), _MAX_OBJECTS)
    return records + list(pairs)


def _documents(text: str) -> Iterator[object]:
    """Yield decoded objects, and the text between them."""
    place = begin = failures = wasted = 0
    while failures < _MAX_FAILURES and wasted <= 2 * len(text):
        opening = _OPENING.search(text, place)
        if opening is None:
            break
        try:
            document, end = _DECODER.raw_decode(text, opening.start())
        except (ValueError, RecursionError) as error:
            failures += 1
            wasted += getattr(error, "pos", len(text)) - opening.start()
            place = opening.start() + 1
            continue
        yield text[begin : opening.start()]
        yield document
        place = begin = end
    yield text[begin:]


def _objects(document: object, rest: list[str]) -> Iterator[Record]:
    """Yield the objects of *document*; texts that may hold more go to *rest*."""
    waiting: list[tuple[object, Record | None]] = [(document, None)]
    while waiting:
        value, outer = waiting.pop()
        if isinstance(value, dict):
            outer = Record(value, outer, decoded=True)
            if "metric" in value or _HINT.search(" ".join(value)):
                yield outer
            waiting.extend((entry, outer) for entry in reversed(value.values()))
        elif isinstance(value, list):
            waiting.extend((entry, outer) for entry in reversed(value))
        elif isinstance(value, str) and len(value) > 20 and _HINT.search(value):
            rest.append(value)


def _pairs(text: str) -> Iterator[Record]:
    """Yield records of names with values found in running text."""
    values: dict[str, object] = {}
    for found in _PAIR.finditer(text):
        name, value = found["name"], _pair_value(found)
        if value is None:
            continue
        if name in values:
            if _tells(values):
                yield Record(values)
            values = {}
        values[name] = value
    if _tells(values):
        yield Record(values)


def _tells(values: dict[str, object]) -> bool:
    """Say whether *values* are more than a single number in prose."""
    return len(values) > 1 or "avg_spec_accept_length" in values


def _pair_value(found: re.Match[str]) -> object:
    if found["number"]:
        return _finite(found["number"])
    if found["list"]:
        return [_finite(entry) for entry in _NUMBER.findall(found["list"])]
    if found["dict"]:
        entries = _NUMBER.findall(found["dict"])
        return dict(zip(entries[::2], map(_finite, entries[1::2]), strict=False))
    return found["text"]


def _finite(text: str) -> float | None:
    return float(text) if len(text) <= 40 else None
