"""
vLLM's lines shortened to length, share or list: means without counts.

Intervals weigh the same, so that their plain mean is taken. gamma is the whole
number that (length - 1) / share allows, where it allows but one.
"""

from collections.abc import Collection
from math import ceil, floor

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.vllm.lines import RATE, Line
from app.engines.vllm.lists import LENGTH_OFF, cut_notes, known_rates
from app.engines.vllm.v0_log import ENGINE
from app.model.acceptance import MAX_GAMMA


def known_tau(line: Line, usual: Collection[int]) -> float | None:
    """Return the length as printed, or as the list adds up to it."""
    if line.length is not None:
        return line.length if line.length >= 1 else None
    rates = known_rates(line, usual)
    return 1 + sum(rates) if rates else None


def averaged(
    short: list[Line], lines: list[Line], usual: Collection[int]
) -> list[Measurement]:
    """Return the means of lines without counts, one for each draft length."""
    groups: dict[int, list[Line]] = {}
    for line in short:
        groups.setdefault(_short_length(line, usual), []).append(line)
    if len(groups) == 2 and 0 in groups:
        (gamma,) = (length for length in groups if length)
        groups[gamma].extend(groups.pop(0))
    idle = any(line.counted for line in lines)
    skipped = [Note.IDLE_INTERVALS_SKIPPED] if idle else []
    return [_mean(found, gamma, usual, skipped) for gamma, found in groups.items()]


def _short_length(line: Line, usual: Collection[int]) -> int:
    """Return the draft length that a line without counts shows, else 0."""
    depth, rates = line.depth or line.positions.stated, known_rates(line, usual)
    if depth and not any(rates[depth:]):
        allowed = _lengths(line)
        if allowed is None or depth in allowed:
            return depth
    return len(rates)


def _mean(
    lines: list[Line], gamma: int, usual: Collection[int], skipped: list[Note]
) -> Measurement:
    """Return the plain means of *lines*, and gamma as their shares allow it."""
    notes = [
        note for line in lines for note in (*cut_notes(line, usual), *_ended(line))
    ]
    if len(lines) > 1:
        notes.append(Note.RECORDS_AVERAGED)
    if not gamma:
        gamma = _length_by_share(lines)
        notes += [Note.GAMMA_FROM_PRINTED_RATE] if gamma else []
    taus = [tau for line in lines if (tau := known_tau(line, usual)) is not None]
    lists = [known_rates(line, usual)[:gamma] for line in lines]
    shares = [share[0] for line in lines if (share := line.share) is not None]
    return derive(
        Counts(
            ENGINE,
            "log",
            gamma=gamma or None,
            tau=sum(taus) / len(taus),
            share=sum(shares) / len(shares) if len(shares) == len(lines) else None,
            per_position=_mean_rates(lists),
            varies=not gamma,
            num_records=len(lines),
            notes=tuple(dict.fromkeys((*skipped, *notes))),
        )
    )


def _ended(line: Line) -> tuple[Note, ...]:
    """Note a line that has neither its counts nor anything behind them."""
    told = RATE.search(line.text) or line.positions.rates
    return () if told else (Note.INCOMPLETE_RECORD,)


def _mean_rates(lists: list[tuple[float, ...]]) -> tuple[float, ...] | None:
    known = [rates for rates in lists if rates]
    if not known or len({len(rates) for rates in known}) > 1:
        return None
    return tuple(sum(rates) / len(known) for rates in zip(*known, strict=True))


def _length_by_share(lines: list[Line]) -> int:
    """Return the only draft length that all lines allow; 0 if there is no such."""
    allowed = set(range(1, MAX_GAMMA + 1))
    for line in lines:
        allowed &= set(_lengths(line) or ())
    return allowed.pop() if len(allowed) == 1 else 0


def _lengths(line: Line) -> range | None:
    """Return the draft lengths of which length and share may be; None if unknown."""
    share = line.share
    if line.length is None or share is None or not share[0]:
        return None
    value, off = share
    least = (line.length - 1 - LENGTH_OFF) / (value + off)
    most = (line.length - 1 + LENGTH_OFF) / max(value - off, 1e-6)
    return range(max(1, ceil(least)), min(MAX_GAMMA, floor(most)) + 1)
