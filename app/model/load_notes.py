"""Notes: what in benchmark runs contradicts itself, or cannot be relied on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from operator import attrgetter

from app.model.calibration import possible
from app.model.load_row import LoadRow
from app.model.load_run import BenchmarkRun

LENGTH_ROUNDING = 0.005
"""How far a tau of two decimals may be from what it was."""

DECODING_TOLERANCE = 0.10
"""How far throughput * TPOT may be from the concurrency, relatively."""

SPEEDUP_TOLERANCE = 0.15
"""How far S by throughput may be from S by TPOT, relatively."""

SWING = 0.05
"""How much S or tau has to change over load to count, relatively."""

QUEUE = 2
"""From how many decoding times on the first token came out of a queue."""


class LoadNoteCode(StrEnum):
    """Name what is doubtful about runs; each says what its note's value is."""

    # This many runs without a known draft length were left out.
    GAMMA_UNKNOWN = "gamma_unknown"
    # This many runs have no load while others have several: compared alone.
    CONCURRENCY_UNKNOWN = "concurrency_unknown"
    # There is no run without speculation to compare with.
    NO_PLAIN_RUN = "no_plain_run"
    # This many runs at one setting were averaged.
    AVERAGED = "averaged"
    # Tau is this, less than at a shorter draft.
    TAU_FALLS_WITH_GAMMA = "tau_falls_with_gamma"
    # Tau is this, more than gamma + 1.
    TAU_ABOVE_DRAFT = "tau_above_draft"
    # Tau is above this, 1 / (1 - alpha), which no chain exceeds: a tree drafts.
    TAU_ABOVE_CEILING = "tau_above_ceiling"
    # A cycle cost this, less than the pass that it takes.
    CYCLE_COST_BELOW_ONE_PASS = "cycle_cost_below_one_pass"  # noqa: S105
    # This many requests were decoding, far from the concurrency.
    OTHER_LOAD_DECODED = "other_load_decoded"
    # By throughput S is this, far from S by TPOT.
    SPEEDUPS_DISAGREE = "speedups_disagree"
    # S turns at this load, where it is this.
    SPEEDUP_UP_AND_DOWN = "speedup_up_and_down"
    # The greatest tau is this many times the least.
    TAU_VARIES_WITH_LOAD = "tau_varies_with_load"
    # The first token took this many times as long as all others: a queue.
    OVERLOAD = "overload"


@dataclass(frozen=True)
class LoadNote:
    """
    Hold one note, and the run that it is about.

    Attributes:
        code: What is doubtful.
        concurrency: The load, or None where it is about no single one.
        gamma: The draft length, or None where it is about no single one.
        value: The number that the code says, or None.
    """

    code: LoadNoteCode
    concurrency: float | None = None
    gamma: int | None = None
    value: float | None = None


def above_ceiling(tau: float, alpha: float) -> bool:
    """
    Say whether *tau* is above 1 / (1 - alpha), which no chain of drafts exceeds.

    Args:
        tau: Mean tokens per cycle, 1 or more; rounded to two decimals or better.
        alpha: Per-token acceptance rate, 0 to 1.
    """
    return (tau - LENGTH_ROUNDING) * (1 - alpha) > 1


def find_notes(
    runs: Sequence[BenchmarkRun],
    averaged: Sequence[BenchmarkRun],
    rows: Sequence[LoadRow],
) -> tuple[LoadNote, ...]:
    """
    Return all notes, in the order of the codes and then of load and draft length.

    Args:
        runs: The runs as given.
        averaged: One for each setting, by load and draft length.
        rows: What those with speculation come to, in the same order.
    """
    plain = {run.concurrency: run for run in averaged if run.gamma == 0}
    return (
        *_about_all(runs, averaged),
        *_repeated(runs, averaged),
        *_falling(rows),
        *_each(averaged, LoadNoteCode.TAU_ABOVE_DRAFT, _beyond_draft),
        *_each(averaged, LoadNoteCode.TAU_ABOVE_CEILING, _ceiling_passed),
        *_cheap(rows),
        *_each(averaged, LoadNoteCode.OTHER_LOAD_DECODED, _decoding),
        *_disagreeing(averaged, plain),
        *_over_load(rows),
        *_each(averaged, LoadNoteCode.OVERLOAD, _queue),
    )


def _about_all(
    runs: Sequence[BenchmarkRun], averaged: Sequence[BenchmarkRun]
) -> Iterator[LoadNote]:
    if unknown := sum(run.gamma is None for run in runs):
        yield LoadNote(LoadNoteCode.GAMMA_UNKNOWN, value=unknown)
    known = [run for run in averaged if run.concurrency is not None]
    if known and (unknown := sum(run.concurrency is None for run in runs)):
        yield LoadNote(LoadNoteCode.CONCURRENCY_UNKNOWN, value=unknown)
    if averaged and all(run.gamma for run in averaged):
        yield LoadNote(LoadNoteCode.NO_PLAIN_RUN)


def _repeated(
    runs: Sequence[BenchmarkRun], averaged: Sequence[BenchmarkRun]
) -> Iterator[LoadNote]:
    counts: dict[tuple[float | None, int | None], int] = {}
    for run in runs:
        key = run.concurrency, run.gamma
        counts[key] = counts.get(key, 0) + 1
    for run in averaged:
        count = counts[run.concurrency, run.gamma]
        if count > 1:
            yield _about(run, LoadNoteCode.AVERAGED, count)


def _falling(rows: Sequence[LoadRow]) -> Iterator[LoadNote]:
    """Note each tau below that of a shorter draft at the same load."""
    for _, at_load in groupby(rows, attrgetter("concurrency")):
        known = [row for row in at_load if row.tau is not None]
        for shorter, row in pairwise(known):
            if (row.tau or 0) < (shorter.tau or 0) - LENGTH_ROUNDING:
                yield _about(row, LoadNoteCode.TAU_FALLS_WITH_GAMMA, row.tau)


def _cheap(rows: Sequence[LoadRow]) -> Iterator[LoadNote]:
    for row in rows:
        cost = row.cycle_cost
        if cost is not None and not possible(cost):
            yield _about(row, LoadNoteCode.CYCLE_COST_BELOW_ONE_PASS, cost)


def _disagreeing(
    averaged: Sequence[BenchmarkRun], plain: dict[float | None, BenchmarkRun]
) -> Iterator[LoadNote]:
    """Note where throughput gives another S than the time per token."""
    for run in averaged:
        base = plain.get(run.concurrency)
        if not run.gamma or base is None:
            continue
        if run.tokens_per_second and base.tokens_per_second:
            by_throughput = run.tokens_per_second / base.tokens_per_second
            if _apart(by_throughput, base.tpot_ms / run.tpot_ms, SPEEDUP_TOLERANCE):
                yield _about(run, LoadNoteCode.SPEEDUPS_DISAGREE, by_throughput)


def _over_load(rows: Sequence[LoadRow]) -> Iterator[LoadNote]:
    """Note, draft length by draft length, what changes oddly over load."""
    for gamma in sorted({row.gamma for row in rows}):
        own = [row for row in rows if row.gamma == gamma]
        measured = [row for row in own if row.speedup is not None]
        turns = (_turn(measured, place) for place in range(1, len(measured) - 1))
        if turn := max(filter(None, turns), default=None, key=lambda found: found[0]):
            yield _about(turn[1], LoadNoteCode.SPEEDUP_UP_AND_DOWN, turn[1].speedup)
    for gamma in sorted({row.gamma for row in rows}):
        taus = [row.tau for row in rows if row.gamma == gamma and row.tau]
        if taus and _apart(max(taus), min(taus), SWING):
            code, ratio = LoadNoteCode.TAU_VARIES_WITH_LOAD, max(taus) / min(taus)
            yield LoadNote(code, gamma=gamma, value=ratio)


def _turn(rows: Sequence[LoadRow], place: int) -> tuple[float, LoadRow] | None:
    """Return how far S turns at *place*, and the row, where that is far enough."""
    here, *_ = speedups = [row.speedup or 0.0 for row in rows[place:]]
    before, after = [row.speedup or 0.0 for row in rows[:place]], speedups[1:]
    peak = here / max(min(before), min(after))
    trough = min(max(before), max(after)) / here
    swing = max(peak, trough) - 1
    return (swing, rows[place]) if swing > SWING else None


def _each(
    runs: Iterable[BenchmarkRun],
    code: LoadNoteCode,
    value_of: Callable[[BenchmarkRun], float | None],
) -> Iterator[LoadNote]:
    """Note the runs for which *value_of* finds something."""
    for run in runs:
        value = value_of(run)
        if value is not None:
            yield _about(run, code, value)


def _beyond_draft(run: BenchmarkRun) -> float | None:
    if run.tau is None or run.gamma is None:
        return None
    return run.tau if run.tau > run.gamma + 1 + LENGTH_ROUNDING else None


def _ceiling_passed(run: BenchmarkRun) -> float | None:
    if run.tau is None or run.alpha is None or not above_ceiling(run.tau, run.alpha):
        return None
    return 1 / (1 - run.alpha)


def _decoding(run: BenchmarkRun) -> float | None:
    found = run.decoding_requests
    if found is None or run.concurrency is None:
        return None
    return found if abs(found / run.concurrency - 1) > DECODING_TOLERANCE else None


def _queue(run: BenchmarkRun) -> float | None:
    if run.ttft_ms is None or run.num_output_tokens is None:
        return None
    ratio = run.ttft_ms / run.tpot_ms / run.num_output_tokens
    return ratio if ratio > QUEUE else None


def _apart(one: float, other: float, tolerance: float) -> bool:
    return max(one, other) / min(one, other) - 1 > tolerance


def _about(
    subject: BenchmarkRun | LoadRow, code: LoadNoteCode, value: float | None
) -> LoadNote:
    return LoadNote(code, subject.concurrency, subject.gamma, value)
