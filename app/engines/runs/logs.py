"""
Logs: intervals of vLLM's and SGLang's log, gathered into runs by load.

vLLM prints ``Avg generation throughput`` and ``Running: N reqs``, and a line about
drafts behind it; SGLang one line with all of it. An interval counts where the one
before had the same load: at the ends of a load it is part idle.

Source:
    vllm/v1/metrics/loggers.py; SGLang's scheduler.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from app.engines import sglang, vllm
from app.engines.measurement import Measurement
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, number
from app.engines.runs.notes import RunNote
from app.engines.runs.run import EngineRun, tpot_of
from app.engines.runs.surroundings import before

_VLLM = re.compile(
    rf"Avg generation throughput:\s{{1,3}}({COUNT})\s{{1,3}}tokens/s,\s{{1,3}}"
    rf"Running:\s{{1,3}}({COUNT})\s{{1,3}}reqs?(?:,\s{{1,3}}Swapped:\s{{1,3}}\d+\s"
    rf"{{1,3}}reqs?)?(?:,\s{{1,3}}(?:Waiting|Pending):\s{{1,3}}({COUNT}))?"
)
_SGLANG = re.compile(
    rf"Decode batch[^\n]{{0,40}}#running-req:\s{{0,3}}({COUNT})[^\n]{{0,400}}?"
    rf"gen throughput \(token/s\):\s{{0,3}}({COUNT})(?:[^\n]{{0,60}}?#queue-req:"
    rf"\s{{0,3}}({COUNT}))?"
)
_DRAFTS = re.compile(r"SpecDecoding metrics|Speculative metrics|accept len:")
_MOST = 20000
_MOST_LOADS = 64


@dataclass(frozen=True)
class Interval:
    """Hold one line: load, tokens/s, waiting requests, drafts, and its text."""

    load: float
    speed: float
    waiting: bool
    drafts: bool
    start: int
    end: int


def read_logs(text: str) -> Iterator[tuple[int, int, list[EngineRun]]]:
    """Yield begin, end and runs of each engine's log in *text*."""
    for engine, pattern in (("vllm", _VLLM), ("sglang", _SGLANG)):
        intervals = list(_intervals(engine, pattern, text))
        if intervals:
            runs = _runs(engine, intervals, text)
            yield intervals[0].start, intervals[-1].end, runs


def _intervals(engine: str, pattern: re.Pattern[str], text: str) -> Iterator[Interval]:
    found = list(pattern.finditer(text))[:_MOST]
    for place, one in enumerate(found):
        following = found[place + 1].start() if place + 1 < len(found) else len(text)
        end = min(following, one.end() + 1500) if engine == "vllm" else one.end()
        first, second = number(one[1]) or 0.0, number(one[2]) or 0.0
        speed, load = (first, second) if engine == "vllm" else (second, first)
        drafts = bool(_DRAFTS.search(text, one.start(), end))
        yield Interval(load, speed, bool(number(one[3])), drafts, one.start(), end)


def _runs(engine: str, intervals: list[Interval], text: str) -> list[EngineRun]:
    busy = [one for one in intervals if one.load and one.speed]
    blocks = [(on, list(part)) for on, part in groupby(busy, lambda one: one.drafts)]
    runs: list[EngineRun] = []
    for place, (drafts, block) in enumerate(blocks):
        ended = blocks[place - 1][1][-1].end if place else 0
        above = text[max(ended, block[0].start - 3000) : block[0].start]
        runs += _block(engine, drafts, block, text, above, len(blocks))
    return runs


def _block(
    engine: str,
    drafts: bool,
    block: list[Interval],
    text: str,
    above: str,
    blocks: int,
) -> list[EngineRun]:
    """Return a run for each load of a block with or without drafts."""
    steady: dict[float, list[Interval]] = {}
    every: dict[float, list[Interval]] = {}
    for earlier, one in zip([None, *block], block, strict=False):
        every.setdefault(one.load, []).append(one)
        if earlier is not None and earlier.load == one.load:
            steady.setdefault(one.load, []).append(one)
    loads = dict(sorted((steady or every).items())[:_MOST_LOADS])
    notes = () if steady else (RunNote.UNSTEADY,)
    runs = []
    for load, several in loads.items():
        run = _averaged(engine, load, several, notes)
        if drafts:
            run = _with_drafts(run, engine, several, text, above)
        else:
            run = _without(run, engine, blocks, above)
        runs.append(run)
    return runs


def _averaged(
    engine: str, load: float, several: list[Interval], notes: tuple[RunNote, ...]
) -> EngineRun:
    speed = sum(one.speed for one in several) / len(several)
    notes += (RunNote.AVERAGED,) if len(several) > 1 else ()
    notes += (RunNote.QUEUEING,) if any(one.waiting for one in several) else ()
    return EngineRun(
        load, None, None, tpot_of(speed, load), speed, engine=engine, notes=notes
    )


def _without(run: EngineRun, engine: str, blocks: int, above: str) -> EngineRun:
    """Return *run* without drafts: plain where SGLang or another block shows it."""
    mode = before(above).mode
    if engine == "sglang" or mode == "off" or (blocks == 2 and mode != "on"):
        return replace(run, gamma=0)
    return replace(run, notes=(*run.notes, RunNote.SPECULATION_UNKNOWN))


def _with_drafts(
    run: EngineRun, engine: str, several: list[Interval], text: str, above: str
) -> EngineRun:
    lines = "\n".join(text[one.start : one.end] for one in several)
    one = _measured(engine, lines)
    said = before(above)
    gamma = (one.gamma if one else None) or said.gamma or None
    lacking = () if gamma else (RunNote.DRAFT_LENGTH_UNKNOWN,)
    run = replace(run, gamma=gamma, notes=(*run.notes, *lacking))
    if one is None:
        return run
    return replace(
        run,
        tau=one.tau,
        accepted_per_drafted=one.accepted_per_drafted,
        per_position=one.per_position,
    )


def _measured(engine: str, lines: str) -> Measurement | None:
    reader = vllm.log if engine == "vllm" else sglang.log
    found = reader.read(Paste(lines))
    return found[0] if len(found) == 1 else None
