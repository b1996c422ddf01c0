"""
Columns: a dashboard's export, with a column for each series and a row for each time.

The first row names the series, as ``name{labels}`` or ``{__name__="name", ...}``.
A column with an entry that is no plain number, such as ``1.57 K``, is left out.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from app.engines.paste.text import COUNT, number

_HEAD = re.compile(r"[sS](?i:pec_|kipped_tokens)")
_SERIES = re.compile(r"\s*+(?P<name>[A-Za-z][\w:]{3,100}+)?(?:\{(?P<labels>.*)\})?\s*+")
_LABEL = re.compile(r"([A-Za-z_]\w{0,60}+)\s?=\s?\"([^\"]{0,200}+)")
_COUNT = re.compile(COUNT)
_DELIMITERS = "\t;,"
_MOST_HEADS = 50
_MOST_COLUMNS = 400
_MOST_ROWS = 6000

Column = tuple[str, dict[str, str], list[float]]


def columns(text: str) -> Iterator[Column]:
    """
    Yield name, labels and values of each column that names a series.

    Args:
        text: A cleaned paste.
    """
    end = 0
    for found in islice(_HEAD.finditer(text), _MOST_HEADS):
        if found.start() >= end:
            begin = text.rfind("\n", 0, found.start()) + 1
            head = _line(text, begin)
            end = begin + len(head) + 1
            yield from _table(head, islice(_lines(text, end), _MOST_ROWS))


def _table(head: str, lines: Iterable[str]) -> Iterator[Column]:
    """Yield the columns below *head*, up to a line that has other cells."""
    delimiter = _delimiter(head)
    if not delimiter:
        return
    series = _cells(head, delimiter)
    rows = []
    for line in lines:
        cells = _cells(line, delimiter)
        if len(cells) != len(series):
            break
        rows.append(cells)
    yield from _named(series, rows)


def _delimiter(head: str) -> str:
    """Return what parts the names in *head*; nothing where it holds numbers."""
    for delimiter in _DELIMITERS:
        cells = _cells(head, delimiter) if delimiter in head else []
        if 1 < len(cells) <= _MOST_COLUMNS:
            return "" if any(map(_COUNT.fullmatch, cells)) else delimiter
    return ""


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of one line."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _lines(text: str, begin: int) -> Iterator[str]:
    """Yield the lines of *text* from *begin* on, up to an empty one."""
    while 0 < begin < len(text):
        line = _line(text, begin)
        if not line.strip():
            return
        yield line
        begin += len(line) + 1


def _line(text: str, begin: int) -> str:
    end = text.find("\n", begin)
    return text[begin : end if end >= 0 else len(text)]


def _named(series: list[str], rows: list[list[str]]) -> Iterator[Column]:
    for place, cell in enumerate(series):
        found = _SERIES.fullmatch(cell)
        labels = dict(_LABEL.findall(found["labels"] or "")) if found else {}
        name = (found["name"] if found else None) or labels.pop("__name__", "")
        entries = [row[place].strip() for row in rows]
        entries = [entry for entry in entries if entry]
        if name and all(map(_COUNT.fullmatch, entries)):
            values = [number(entry) for entry in entries]
            yield name, labels, [value for value in values if value is not None]
