"""
Reports: blocks of ``name: value`` lines, as benchmarks print them.

A report begins where a name comes again that the one before has already, or at a
title. What stands between two reports is the later one's context: commands and
headings there often say what the report does not.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.engines.paste.text import COUNT, number

_LINE = re.compile(
    rf"[\s=+*-]*+(?P<name>[A-Za-z][^:|\n]{{2,60}}+):\s*+"
    rf"(?:(?P<value>{COUNT})|(?P<word>[A-Za-z][\w.-]{{0,40}}+))?"
)
_TITLE = re.compile(r"(?i)serving benchmark result|request details|engine details")

_CONTEXT = 60
_WIDEST = 300


@dataclass
class Report:
    """
    Hold one report.

    Attributes:
        values: Numbers by name, names in lower case.
        words: Values that are no numbers.
        before: The text between the report before and this one.
        start: Line at which it begins.
        end: Line behind its last one.
    """

    values: dict[str, float] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    before: str = ""
    start: int = 0
    end: int = 0

    def get(self, *names: str) -> float | None:
        """Return the value of the first of *names* that there is."""
        return next((self.values[n] for n in names if n in self.values), None)


def find_reports(lines: list[str], names: frozenset[str]) -> Iterator[Report]:
    """
    Yield the reports in *lines*.

    Args:
        lines: Of a cleaned text.
        names: The names that reports are made of, in lower case.
    """
    report, ended = Report(), 0
    for place, line in enumerate(lines):
        found = _named(line, names)
        if report.values and _begins(line, found, report):
            yield report
            report, ended = Report(), report.end
        if found:
            if not report.end:
                report.start = place
                report.before = "\n".join(lines[max(ended, place - _CONTEXT) : place])
            _add(report, *found)
            report.end = place + 1
    if report.values:
        yield report


def _named(line: str, names: frozenset[str]) -> tuple[str, re.Match[str]] | None:
    """Return the known name that *line* begins with, and the whole match."""
    found = _LINE.match(line) if len(line) <= _WIDEST else None
    if found is None:
        return None
    name = " ".join(found["name"].lower().split())
    known = name in names or name.startswith("position ")
    return (name, found) if known else None


def _begins(line: str, found: tuple[str, re.Match[str]] | None, report: Report) -> bool:
    """Say whether a report begins at *line*: a title, or a name that was there."""
    if found is None:
        return bool(_TITLE.search(line))
    return found[0] in report.values


def _add(report: Report, name: str, found: re.Match[str]) -> None:
    value = number(found["value"])
    if value is not None:
        report.values[name] = value
    elif found["word"]:
        report.words[name] = found["word"].lower()
