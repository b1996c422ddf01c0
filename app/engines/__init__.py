"""
Engines: what inference engines print, read into one neutral record.

:func:`read` is the whole interface. To add an engine, write a module with a
``read(paste)`` and add its line to :data:`ENGINES`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.engines import (
    aiperf,
    atom,
    counters,
    eagle,
    exllama,
    gaudi,
    ik_llama_cpp,
    llama_cpp,
    lmstudio,
    mlc_llm,
    mlx,
    openvino,
    pairs,
    prose,
    repeated,
    sglang,
    tabbyapi,
    tables,
    tensorrt_llm,
    tgi,
    vllm,
)
from app.engines.endings import changed_by_a_digit, ends_open
from app.engines.measurement import Measurement
from app.engines.notes import DOUBTS, Note, Problem
from app.engines.paste.paste import Paste
from app.engines.paste.text import clean, is_wrapped, strip_sources, unfold

__all__ = ["MAX_PASTE_BYTES", "Measurement", "Note", "Problem", "Reading", "read"]

MAX_PASTE_BYTES = 256 * 1024
"""The longest paste we read, in bytes of UTF-8."""

_MOST_UNFOLDED = 64 * 1024
_FEW = 0.05
"""The share of lines from which a long text may have a terminal's edge."""

_STEMS = re.compile(
    r"[aAdDlLsSpPeEτtT\[]"
    r"(?:(?<=τ)|(?i:cc|kzept|ngenom|ra|en|pec|red|kip|val|ecode|ff\.|a[lr]]|au))"
)
"""What every text has in it that any reader reads, short enough for any wrap."""

_UNEXPLAINED = re.compile(
    r"(?i)accept(?:ance|ed)?[\s_-](?:rates?|lengths?|counts?|tokens?)"
    r"[\"']?\s{0,9}+[:=]\s{0,9}+\[\s{0,9}+\d"
)
"""A list of numbers by request, prompt or position: which of them is not said."""

ENGINES: tuple[Callable[[Paste], list[Measurement]], ...] = (
    *vllm.READERS,
    *llama_cpp.READERS,
    ik_llama_cpp.read,
    *sglang.READERS,
    *tensorrt_llm.READERS,
    aiperf.read,
    mlx.read,
    lmstudio.read,
    exllama.read,
    tabbyapi.read,
    tgi.read,
    eagle.read,
    counters.read,
    mlc_llm.read,
    openvino.read,
    atom.read,
    gaudi.read,
)
"""The readers, one line for each engine and kind of text."""


@dataclass(frozen=True)
class Reading:
    """
    Hold all that a paste says.

    Attributes:
        measurements: One for each engine, model, drafter or setting.
        problems: Why there is none, or what the whole paste lacks.
    """

    measurements: tuple[Measurement, ...] = ()
    problems: tuple[Problem, ...] = ()


def read(text: str) -> Reading:
    """
    Read *text*, whatever engine it is from; never raises.

    Args:
        text: Log lines, Prometheus text, JSON, tables; up to 256 KiB.
    """
    if len(text) > MAX_PASTE_BYTES or len(text.encode(errors="replace")) > (
        MAX_PASTE_BYTES
    ):
        return Reading(problems=(Problem.TOO_LONG,))
    cleaned = clean(text)
    if not cleaned.strip():
        return Reading(problems=(Problem.EMPTY,))
    found = _read_folded(cleaned) if _STEMS.search(cleaned) else []
    if _ends_in_a_number(cleaned):
        found = [_with(one, Note.INCOMPLETE_RECORD) for one in found]
    elif found and ends_open(text):
        cut = changed_by_a_digit(cleaned, found, _read_folded)
        pairs = zip(found, cut, strict=True)
        found = [
            _with(one, Note.LAST_LINE_MAY_BE_CUT)
            if open_ or _is_list_alone(one)
            else one
            for one, open_ in pairs
        ]
    return Reading(tuple(_marked(found)), _problems(found, cleaned))


def _is_list_alone(one: Measurement) -> bool:
    """Say whether nothing but its own end tells how long a list is."""
    return one.per_position is not None and one.num_drafts is None


def _with(one: Measurement, note: Note) -> Measurement:
    """Return a reading with one note more."""
    return one if note in one.notes else replace(one, notes=(*one.notes, note))


def _read_folded(text: str) -> list[Measurement]:
    """Return the readings of *text* as it stands or unfolded, whichever tell more."""
    found = _read_all(text)
    if len(text) > _MOST_UNFOLDED and not is_wrapped(text, _FEW):
        return found
    unfolded = unfold(text)
    if unfolded == text:
        return found
    ways = [found, _read_all(unfolded)]
    return max(reversed(ways) if is_wrapped(text) else ways, key=_worth)


def _ends_in_a_number(text: str) -> bool:
    """Say whether *text* breaks off within a JSON object, behind a digit."""
    text = text.rstrip()
    return text[-1:].isdigit() and text.count("{") > text.count("}")


def _read_all(text: str) -> list[Measurement]:
    """Return the readings of every source in *text*."""
    sources = strip_sources(text)
    several = len(sources) > 1
    found = []
    for name, lines in sources.items():
        for one in _read_source(lines):
            label = one.label or (name if several else "")
            found.append(replace(one, label=label))
    return found


def _read_source(text: str) -> list[Measurement]:
    paste = Paste(text)
    found = _single([one for engine in ENGINES for one in engine(paste)])
    found = [one for one in found if not _says_nothing(one)] or found
    return (
        found
        or repeated.read(paste)
        or pairs.read(paste)
        or tables.read(paste)
        or prose.read(paste)
        or sglang.log.read_summary(paste)
    )


def _says_nothing(one: Measurement) -> bool:
    """Say whether a reading only tells that the text has timings without drafts."""
    silent = Note.SPECULATION_DID_NOT_RUN in one.notes
    return silent and one.num_drafts is None and one.num_accepted_tokens is None


def _single(found: list[Measurement]) -> list[Measurement]:
    """Leave out what another format says better about the same tokens."""
    best: dict[object, Measurement] = {}
    for place, one in enumerate(found):
        key: object = place
        if one.num_draft_tokens and one.num_accepted_tokens is not None:
            key = one.label, one.num_draft_tokens, one.num_accepted_tokens
        known = best.get(key)
        if known is None or (
            one.format != known.format and _known(one) > _known(known)
        ):
            best[key] = one
    return list(best.values())


def _worth(found: list[Measurement]) -> tuple[int, int, int]:
    """Say how much a way to unfold the text brings: records, values, doubts."""
    doubts = sum(len(DOUBTS.intersection(one.notes)) for one in found)
    values = min((_known(one) for one in found), default=0)
    return sum(one.num_records for one in found), values, -doubts


def _known(one: Measurement) -> int:
    """Return how many values of a reading are known."""
    values = (
        one.gamma,
        one.num_drafts,
        one.num_draft_tokens,
        one.num_accepted_tokens,
        one.tau,
        one.generated_tokens,
        one.alpha_direct,
    )
    return sum(value is not None for value in values) + len(one.per_position or ())


def _marked(found: list[Measurement]) -> list[Measurement]:
    """Note where there is more than one reading to choose from."""
    if len(found) < 2:
        return found
    return [_with(one, Note.SEVERAL_READINGS) for one in found]


def _problems(found: list[Measurement], text: str) -> tuple[Problem, ...]:
    if not found:
        listed = bool(_UNEXPLAINED.search(text))
        return (Problem.LIST_WITHOUT_MEANING if listed else Problem.NOT_RECOGNISED,)
    if all(Note.SPECULATION_DID_NOT_RUN in one.notes for one in found):
        return (Problem.SPECULATION_DID_NOT_RUN,)
    return ()
