"""
vLLM's log: one line for each interval, added up.

V1 (0.9 and later): ``Mean acceptance length`` = 1 + A / N, the list holds
p_1 ... p_gamma and is always gamma long, ``Avg Draft acceptance rate`` =
100 A / D. The counters are reset after each line: A and D are added over lines,
N = D / gamma (or A / (length - 1) where drafts were clipped). Lines with lists
of different length come from different settings: one reading each. ``nan``
lines are intervals without drafts.

Since mid-2026 a line says its ``Current speculative depth``, which may be below the
longest draft: the list then ends in zeros. Where D / N bears the depth out, it is
gamma. Lines shortened to length and share have no counts: their plain mean is
taken, and gamma is the whole number that (length - 1) / share allows.

Early V1 (0.8.x) printed no length at all, then a length *without* the bonus
token: told apart by comparing it with gamma A / D.

Source:
    vllm/v1/spec_decode/metrics.py; pull requests 15902, 16665, 17908, 24127.
"""

from collections.abc import Collection, Sequence
from math import ceil, floor

from app.engines.counting.derivation import derive
from app.engines.counting.pooling import Interval, pooled
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.vllm.lines import Line, field, metrics_lines
from app.engines.vllm.v0_log import EFFICIENCY, ENGINE, read_old
from app.model.acceptance import MAX_GAMMA

_NUMBER_OF = field("Number of accepted tokens")
_LENGTH_OFF = 0.0051
"""How far a length printed with two decimals may lie from the exact one."""
_SHARE_OFF = 0.00051
"""The same of a share: a percentage printed with one decimal."""


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of vLLM's log lines in *paste*."""
    lines = metrics_lines(paste.text)
    old = [line for line in lines if EFFICIENCY.search(line.text)]
    new = [line for line in lines if not EFFICIENCY.search(line.text)]
    return read_old(old) + _read_new(new)


def _read_new(lines: list[Line]) -> list[Measurement]:
    """Add up V1's lines; without counts, take the mean of what they say."""
    usual = _usual_lengths(lines)
    drafting = [line for line in lines if line.counted and line.drafted]
    if drafting:
        return _added(drafting, lines, usual)
    short = [line for line in lines if not line.counted and _tau(line, usual)]
    if short:
        return _averaged(short, lines, usual)
    return [_idle()] if any(line.counted for line in lines) else []


def _idle() -> Measurement:
    return derive(
        Counts(ENGINE, "log", num_drafts=0, num_draft_tokens=0, num_accepted_tokens=0)
    )


def _added(
    drafting: list[Line], lines: list[Line], usual: Collection[int]
) -> list[Measurement]:
    """Add up the lines with counts, those of the same draft length together."""
    groups: dict[int, list[Interval]] = {}
    for line in drafting:
        length, interval = _interval(line, usual)
        groups.setdefault(length, []).append(interval)
    _adopt(groups)
    _drop_twins(groups, lines)
    notes = tuple(dict.fromkeys(note for line in lines for note in _skipped(line)))
    return [pooled(ENGINE, "log", found, notes) for found in groups.values()]


def _skipped(line: Line) -> tuple[Note, ...]:
    """Say why a line is not added to the others."""
    if not line.counted:
        return (Note.INCOMPLETE_RECORD,)
    return () if line.drafted else (Note.IDLE_INTERVALS_SKIPPED,)


def _usual_lengths(lines: Sequence[Line]) -> set[int]:
    """Return how long the lists are that are whole."""
    return {len(line.positions.rates) for line in lines if line.positions.whole}


def _adopt(groups: dict[int, list[Interval]]) -> None:
    """Give lines whose list is cut to the only draft length that others show."""
    lengths = [length for length in groups if length]
    if len(lengths) != 1 or 0 not in groups:
        return
    (gamma,) = lengths
    kept = []
    for one in groups.pop(0):
        if one.length is not None and _depth_fits(one, gamma):
            groups[gamma].append(_of_length(one, gamma))
        else:
            kept.append(one)
    if kept:
        groups[0] = kept


def _drop_twins(groups: dict[int, list[Interval]], lines: list[Line]) -> None:
    """Keep one of two lines of the same interval in the two first formats."""
    kinds = {_NUMBER_OF.search(line.text) is None for line in lines}
    if len(kinds) > 1 and 0 in groups:
        twins = {(one.accepted, one.drafted): one for one in groups[0]}
        groups[0] = list(twins.values())


def _interval(line: Line, usual: Collection[int]) -> tuple[int, Interval]:
    """Return the draft length that a line shows, else 0, and what it counted."""
    accepted, drafted = line.accepted or 0.0, line.drafted or 0.0
    rates, notes = _rates(line, usual), _cut(line, usual)
    length = line.length
    if length is not None and rates and _lacks_bonus(length, accepted, drafted, rates):
        length, notes = length + 1, (*notes, Note.LENGTH_WITHOUT_BONUS)
    interval = Interval(accepted, drafted, length, rates, notes=notes)
    depth = line.depth or line.positions.stated
    if depth and not any(rates[depth:]) and _depth_fits(interval, depth):
        return depth, _of_length(interval, depth)
    return len(rates), interval


def _depth_fits(interval: Interval, depth: int) -> bool:
    """Say whether the printed length allows D / *depth* cycles."""
    cycles = interval.drafted / depth
    if interval.length is None or not interval.accepted:
        return interval.length is None or cycles.is_integer()
    return abs(1 + interval.accepted / cycles - interval.length) <= _LENGTH_OFF


def _of_length(interval: Interval, gamma: int) -> Interval:
    """Return *interval* with drafts of *gamma* tokens."""
    cycles = interval.drafted / gamma
    return Interval(
        interval.accepted,
        interval.drafted,
        interval.length,
        interval.rates[:gamma],
        cycles if cycles.is_integer() else None,
        notes=interval.notes,
    )


def _rates(line: Line, usual: Collection[int]) -> tuple[float, ...]:
    """Return the list where it is whole for certain; else an empty one."""
    found = line.positions
    if found.open and not (len(found.rates) in usual or _borne_out(line)):
        return ()
    return found.rates if found.whole or found.open or found.stated else ()


def _cut(line: Line, usual: Collection[int]) -> tuple[Note, ...]:
    """Note a list that is cut, or may be."""
    begun = "position acceptance" in " ".join(line.text.lower().split())
    lacking = begun and not _rates(line, usual) and line.positions.stated is None
    return (Note.INCOMPLETE_RECORD,) if lacking else ()


def _borne_out(line: Line) -> bool:
    """
    Say whether length and counts leave no room for a longer list.

    A list without any acceptance never is: zeros behind it would change nothing.
    """
    rates = line.positions.rates
    if line.length is None or not rates or not rates[-1]:
        return False
    missing = line.length - 1 - sum(rates)
    if abs(missing) > _LENGTH_OFF + 0.0005 * len(rates):
        return False
    return not line.counted or not _longer_fits(line, len(rates) + 1)


def _longer_fits(line: Line, gamma: int) -> bool:
    accepted, drafted = line.accepted or 0.0, line.drafted or 0.0
    return _depth_fits(Interval(accepted, drafted, line.length), gamma)


def _lacks_bonus(
    length: float, accepted: float, drafted: float, rates: tuple[float, ...]
) -> bool:
    """
    Say whether *length* leaves the bonus token out.

    The list's sum tells, also where drafts are shorter than the list.
    """
    total = sum(rates)
    if abs(length - 1 - total) <= 0.01 + 0.001 * len(rates) or not drafted:
        return False
    bare = accepted * len(rates) / drafted
    return abs(length - bare) < abs(length - bare - 1)


def _tau(line: Line, usual: Collection[int]) -> float | None:
    """Return the length as printed, or as the list adds up to it."""
    if line.length is not None:
        return line.length if line.length >= 1 else None
    rates = _rates(line, usual)
    return 1 + sum(rates) if rates else None


def _averaged(
    short: list[Line], lines: list[Line], usual: Collection[int]
) -> list[Measurement]:
    """Return the means of lines without counts, one for each draft length."""
    groups: dict[int, list[Line]] = {}
    for line in short:
        groups.setdefault(_short_length(line, usual), []).append(line)
    if len(groups) == 2 and 0 in groups:
        (gamma,) = (length for length in groups if length)
        groups[gamma].extend(groups.pop(0))
    skipped = [note for line in lines if line.counted for note in _skipped(line)]
    return [_mean(found, gamma, usual, skipped) for gamma, found in groups.items()]


def _short_length(line: Line, usual: Collection[int]) -> int:
    """Return the draft length that a line without counts shows, else 0."""
    depth, rates = line.depth or line.positions.stated, _rates(line, usual)
    if depth and not any(rates[depth:]):
        allowed = _lengths(line)
        if allowed is None or depth in allowed:
            return depth
    return len(rates)


def _mean(
    lines: list[Line], gamma: int, usual: Collection[int], skipped: list[Note]
) -> Measurement:
    """Return the plain means of *lines*, and gamma as their shares allow it."""
    notes = [note for line in lines for note in (*_cut(line, usual), *_ended(line))]
    if len(lines) > 1:
        notes.append(Note.RECORDS_AVERAGED)
    if not gamma:
        gamma = _length_by_share(lines)
        notes += [Note.GAMMA_FROM_PRINTED_RATE] if gamma else []
    taus = [tau for line in lines if (tau := _tau(line, usual)) is not None]
    shares = [line.share for line in lines if line.share is not None]
    return derive(
        Counts(
            ENGINE,
            "log",
            gamma=gamma or None,
            tau=sum(taus) / len(taus),
            share=sum(shares) / len(shares) if len(shares) == len(lines) else None,
            per_position=_mean_rates([_rates(line, usual)[:gamma] for line in lines]),
            varies=not gamma,
            num_records=len(lines),
            notes=tuple(dict.fromkeys((*skipped, *notes))),
        )
    )


def _ended(line: Line) -> tuple[Note, ...]:
    """Note a line that has neither its counts nor anything behind them."""
    told = line.share is not None or line.positions.rates
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
    if line.length is None or not line.share:
        return None
    least = (line.length - 1 - _LENGTH_OFF) / (line.share + _SHARE_OFF)
    most = (line.length - 1 + _LENGTH_OFF) / max(line.share - _SHARE_OFF, 1e-6)
    return range(max(1, ceil(least)), min(MAX_GAMMA, floor(most)) + 1)
