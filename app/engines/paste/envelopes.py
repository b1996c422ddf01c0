"""
Envelopes: what a container's log, ``grep -n`` or ``cat -n`` put around each line.

A container's log may have one JSON object for each line, with the line as a text in
it: the line is taken out, unless the object itself tells of drafts. Numbers before
lines are taken off where every line has one and they rise.
"""

import re
from json import JSONDecoder

_NAMES = ("log", "message", "msg", "MESSAGE", "line", "textPayload")
_ENVELOPE = re.compile(rf"\"(?:{'|'.join(_NAMES)})\"\s?:\s?\"")
_TELLS = re.compile(r"(?i)draft|accept|spec_|predicted")
_DECODER = JSONDecoder()
_MOST_LINES = 6000
_MOST_NUMBERED = 20_000

_NUMBERED = re.compile(
    r"[ \t]*+(?:(?P<file>[\w./@-]{1,120}+)(?::|(?<=-)))?"
    r"(?P<number>\d{1,7}+)(?:[:-]|[ ]*+\t)"
)
_SEPARATOR = re.compile(r"\s*+(?:--)?\s*+")


def unwrapped(text: str) -> str:
    """
    Return *text* with the lines that JSON objects hold in their place.

    Args:
        text: A paste with unix line ends.
    """
    if not _ENVELOPE.search(text):
        return text
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        return text
    return "\n".join(_inner(line) for line in lines)


def _inner(line: str) -> str:
    """Return the line that an object on *line* holds, or *line* itself."""
    begin = line.find("{")
    if begin < 0 or not _ENVELOPE.search(line, begin):
        return line
    try:
        record, end = _DECODER.raw_decode(line, begin)
    except (ValueError, RecursionError):
        return line
    name = next((name for name in _NAMES if isinstance(record.get(name), str)), "")
    others = " ".join(key for key in record if key != name)
    if not name or _TELLS.search(others) or line[end:].strip(" ,]"):
        return line
    return f"{_pod(record)}{record[name]}".rstrip("\n")


def _pod(record: dict[str, object]) -> str:
    """Return the prefix that names the container, as kubectl writes it."""
    around = record.get("kubernetes")
    if not isinstance(around, dict):
        return ""
    pod, container = around.get("pod_name"), around.get("container_name")
    return f"[pod/{pod}/{container}] " if pod and container else ""


def unnumbered(text: str) -> str:
    """
    Return *text* without the numbers of its lines.

    Args:
        text: A paste with unix line ends.
    """
    if not _NUMBERED.match(text.lstrip("\n")) or text.count("\n") > _MOST_NUMBERED:
        return text
    lines = [line for line in text.split("\n") if not _SEPARATOR.fullmatch(line)]
    found = [_NUMBERED.match(line) for line in lines]
    marks = [mark for mark in found if mark]
    if len(marks) < max(2, len(lines)) or not _rising(marks):
        return text
    several = len({mark["file"] for mark in marks}) > 1
    return "\n".join(_unmarked(mark, several) for mark in marks)


def _rising(marks: list[re.Match[str]]) -> bool:
    """Say whether the numbers rise in each file, and not all are one line's."""
    last: dict[str, int] = {}
    for mark in marks:
        name, number = mark["file"], int(mark["number"])
        if number <= last.get(name, -1):
            return False
        last[name] = number
    return len(marks) > len(last)


def _unmarked(mark: re.Match[str], several: bool) -> str:
    """Return the line behind its number, with the file's name if there are more."""
    line = mark.string[mark.end() :]
    name = (mark["file"] or "").rpartition("/")[2].rstrip("-")
    return f"[file/{name}] {line}" if several and name else line
