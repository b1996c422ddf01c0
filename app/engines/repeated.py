"""
One measure and nothing else, line by line, as a filter prints it.

``grep -o`` leaves the same name with another value on every line. Without counts
the values weigh the same: their plain mean is taken, and the reading says so; of
means since the start, the last. Read are mean lengths, the bonus token included,
and drafted tokens' share accepted. Lines between them that come again with other
numbers, and have nothing to do with drafts, change nothing; with a heading above
each, they are runs of their own.
"""

import re
from dataclasses import replace
from itertools import islice

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import NUMBER, number

_MOST_LINES = 20_000
_LINE = re.compile(
    rf"""(?xi) \s*+
    (?: [\w./-]{{1,80}} : (?=\S) )? (?: \d{{1,8}} [:-] )? [ \t"'*-]*+
    (?P<name> (?P<vllm> mean[ ]acceptance[ ]length )
        | (?P<llama> mean[ ]len )
        | (?P<since> \#mean[ ]acc[ ]len | avg_spec_accept_length
            | average_tokens_per_forward )
        | (?P<share> (?:avg[ ])? draft[ ]acceptance (?:[ ]rate)? )
        | (?P<other> (?: (?:mean|avg|average|spec)[ _])?
            acc(?:ept(?:ance|ed)?)?[ _]?len(?:gth)? | tau | τ ) )
    ["']? \s*+ [:=]? \s*+ (?P<value>{NUMBER}) \s*+ (?P<percent>%)? [,;]? \s*+"""
)
_HINT = re.compile(r"(?i)acc|draft|spec|gamma|γ|tau|τ")
_COMMAND = re.compile(r"\s*+[$%>#]\s++\S")
_WITHOUT_NUMBERS = re.compile(r"[\d.,:]++")
_MOST_OTHERS = 400
_ENGINES = {"vllm": "vllm", "llama": "llama.cpp"}


def read(paste: Paste) -> list[Measurement]:
    """Return the mean of the one measure *paste* consists of, if it does."""
    known: list[re.Match[str]] = []
    others: list[str] = []
    for line in islice(paste.text.split("\n"), _MOST_LINES):
        found = _LINE.fullmatch(line)
        if found is not None and _name(found) == _name((known or [found])[0]):
            known.append(found)
        elif not _passed_over(line):
            others.append(line)
        if any(map(_HINT.search, others[-1:])) or len(others) > _MOST_OTHERS:
            return []
    values = [value for one in known if (value := _value(one)) is not None]
    if len(values) != len(known) or not _enough(known):
        return []
    return _readings(known, values, [other.strip() for other in others])


def _passed_over(line: str) -> bool:
    """Say whether a line is empty, or a command that was typed."""
    return not line.strip() or bool(_COMMAND.match(line))


def _readings(
    known: list[re.Match[str]], values: list[float], others: list[str]
) -> list[Measurement]:
    """Return one reading, or one for each heading; none beside anything else."""
    if others and all(other.endswith(":") for other in others):
        if len(others) != len(known):
            return []
        return [
            derive(replace(_counts(known[0], [value]), label=other[:-1][:100]))
            for other, value in zip(others, values, strict=True)
        ]
    bare = [_WITHOUT_NUMBERS.sub("", other) for other in others]
    if any(bare.count(other) < 2 for other in bare):
        return []
    return [derive(_counts(known[0], values))]


def _name(found: re.Match[str]) -> str:
    return " ".join(found["name"].lower().split())


def _enough(found: list[re.Match[str]]) -> bool:
    """Say whether the measure is repeated; most lengths alone are read elsewhere."""
    return len(found) > 1 or any(one["share"] or one["llama"] for one in found)


def _value(found: re.Match[str]) -> float | None:
    """Return a length of 1 or more, or a share as a fraction."""
    value = number(found["value"])
    if value is None or bool(found["percent"]) > bool(found["share"]):
        return None
    if not found["share"]:
        return value if value >= 1 else None
    value = value / 100 if found["percent"] else value
    return value if value <= 1 else None


def _counts(found: re.Match[str], values: list[float]) -> Counts:
    share = bool(found["share"])
    value, notes = _summed_up(found, values)
    kind = next((name for name in _ENGINES if found[name]), "")
    return Counts(
        _ENGINES.get(kind, "unknown"),
        "share" if share else "length",
        tau=None if share else value,
        share=value if share else None,
        varies=share,
        num_records=len(values),
        notes=notes,
    )


def _summed_up(
    found: re.Match[str], values: list[float]
) -> tuple[float, tuple[Note, ...]]:
    """Return the one value for all, and what is to be said about it."""
    if found["since"]:
        return values[-1], (Note.LAST_RECORD_USED,)
    notes = (Note.RECORDS_AVERAGED,) if len(values) > 1 else ()
    if found["other"]:
        notes = (*notes, Note.BONUS_UNCERTAIN)
    return sum(values) / len(values), notes
