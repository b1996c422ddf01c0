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
gamma.

Early V1 (0.8.x) printed no length at all, then a length *without* the bonus
token: told apart by comparing it with gamma A / D.

Source:
    vllm/v1/spec_decode/metrics.py; pull requests 15902, 16665, 17908, 24127.
"""

from collections.abc import Collection

from app.engines.counting.derivation import derive
from app.engines.counting.pooling import Interval, by_draft_length, pooled
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.vllm.lines import Line, field, metrics_lines
from app.engines.vllm.lists import cut_notes, depth_fits, known_rates, usual_lengths
from app.engines.vllm.short_lines import averaged, known_tau
from app.engines.vllm.v0_log import EFFICIENCY, ENGINE, read_old

_NUMBER_OF = field("Number of accepted tokens")


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of vLLM's log lines in *paste*."""
    lines = metrics_lines(paste.text)
    old = [line for line in lines if EFFICIENCY.search(line.text)]
    new = [line for line in lines if not EFFICIENCY.search(line.text)]
    return read_old(old) + _read_new(new)


def _read_new(lines: list[Line]) -> list[Measurement]:
    """Add up V1's lines; without counts, take the mean of what they say."""
    usual = usual_lengths(lines)
    drafting = [line for line in lines if line.counted and line.drafted]
    if drafting:
        return _added(drafting, lines, usual)
    short = [line for line in lines if not line.counted and known_tau(line, usual)]
    if short:
        return averaged(short, lines, usual)
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
    parts = [*by_draft_length(groups.pop(0, [])), *groups.values()]
    return [pooled(ENGINE, "log", found, notes) for found in parts]


def _skipped(line: Line) -> tuple[Note, ...]:
    """Say why a line is not added to the others."""
    if not line.counted:
        return (Note.INCOMPLETE_RECORD,)
    return () if line.drafted else (Note.IDLE_INTERVALS_SKIPPED,)


def _adopt(groups: dict[int, list[Interval]]) -> None:
    """Give lines whose list is cut to the only draft length that others show."""
    lengths = [length for length in groups if length]
    if len(lengths) != 1 or 0 not in groups:
        return
    (gamma,) = lengths
    kept = []
    for one in groups.pop(0):
        if one.length is not None and depth_fits(one, gamma):
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
    rates, notes = known_rates(line, usual), cut_notes(line, usual)
    length = line.length
    if length is not None and rates and _lacks_bonus(length, accepted, drafted, rates):
        length, notes = length + 1, (*notes, Note.LENGTH_WITHOUT_BONUS)
    interval = Interval(accepted, drafted, length, rates, notes=notes)
    depth = line.depth or line.positions.stated
    if depth and not any(rates[depth:]) and depth_fits(interval, depth):
        return depth, _of_length(interval, depth)
    return len(rates), interval


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
