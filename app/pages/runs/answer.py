"""The answer to the runs, as values: which draft length, and up to which load."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.charts.load import BAND
from app.model.load import (
    BreakEven,
    BreakEvenState,
    Crossing,
    LoadEvaluation,
    LoadRange,
    LoadRow,
)

ALIKE = BAND
"""Speedups between these are about the same speed."""


class Kind(StrEnum):
    """Say what the runs allow to be answered."""

    NOTHING = "nothing"
    ONLY_PLAIN = "only_plain"
    NO_PLAIN = "no_plain"
    NOT_COMPARABLE = "not_comparable"
    ONE_LOAD = "one_load"
    LOADS = "loads"


@dataclass(frozen=True)
class Answer:
    """
    Hold what the page says first.

    Attributes:
        kind: What can be answered.
        row: The run that the headline is about, or None.
        first: The run at the least load with the same draft length, or None.
        last: That at the greatest load.
        gammas: The draft lengths that were compared.
        loads: The loads at which they were.
        break_even: At which loads the headline's draft length pays, or None.
        crossing: Where it stops paying, or starts; or None.
        ranges: The schedule, where several draft lengths were measured.
    """

    kind: Kind
    row: LoadRow | None = None
    first: LoadRow | None = None
    last: LoadRow | None = None
    gammas: tuple[int, ...] = ()
    loads: tuple[float | None, ...] = ()
    break_even: BreakEven | None = None
    crossing: Crossing | None = None
    ranges: tuple[LoadRange, ...] = ()

    @property
    def speedup(self) -> float | None:
        """Return the speedup of the headline."""
        return self.row.speedup if self.row else None

    @property
    def alike(self) -> bool:
        """Say whether the headline's speedup is about none."""
        return self.speedup is not None and alike(self.speedup)

    @property
    def state(self) -> BreakEvenState:
        """Return how the headline's draft length pays over the loads."""
        return self.break_even.state if self.break_even else BreakEvenState.UNKNOWN


def alike(speedup: float) -> bool:
    """Say whether a speedup is about none."""
    least, most = ALIKE
    return least <= speedup <= most


def find_answer(evaluation: LoadEvaluation) -> Answer:
    """
    Return what the runs say first.

    Args:
        evaluation: All that they say.
    """
    compared = [row for row in evaluation.loads if row.speedup is not None]
    if not compared:
        return Answer(_what_is_missing(evaluation))
    gammas = tuple(sorted({row.gamma for row in compared}))
    loads = tuple(dict.fromkeys(row.concurrency for row in compared))
    if len(loads) == 1:
        best = _fastest(compared)
        return Answer(Kind.ONE_LOAD, best, best, best, gammas, loads)
    return _over_loads(evaluation, compared, gammas, loads)


def _what_is_missing(evaluation: LoadEvaluation) -> Kind:
    plain = any(run.gamma == 0 for run in evaluation.runs)
    drafting = any(run.gamma for run in evaluation.runs)
    if plain and drafting:
        return Kind.NOT_COMPARABLE
    if plain:
        return Kind.ONLY_PLAIN
    return Kind.NO_PLAIN if drafting else Kind.NOTHING


def _over_loads(
    evaluation: LoadEvaluation,
    compared: list[LoadRow],
    gammas: tuple[int, ...],
    loads: tuple[float | None, ...],
) -> Answer:
    ranges = evaluation.schedule
    gamma = _lasting_gamma(compared, ranges)
    own = [row for row in compared if row.gamma == gamma]
    found = next((one for one in evaluation.break_even if one.gamma == gamma), None)
    crossing = found.crossings[-1] if found and found.crossings else None
    row = _headline_row(own, crossing)
    several = len(gammas) > 1
    if several:
        row = _fastest(one for one in compared if one.concurrency == row.concurrency)
    return Answer(
        Kind.LOADS if len(own) > 1 else Kind.ONE_LOAD,
        row,
        row if several else own[0],
        row if several else own[-1],
        gammas,
        loads,
        found,
        crossing,
        ranges if several else (),
    )


def _fastest(rows: Iterable[LoadRow]) -> LoadRow:
    return max(rows, key=lambda row: (row.speedup or 0.0, -row.gamma))


def _lasting_gamma(compared: Iterable[LoadRow], ranges: Iterable[LoadRange]) -> int:
    """Return the draft length that pays up to the greatest load."""
    paying = [one.gamma for one in ranges if one.gamma]
    if paying:
        return paying[-1]
    return _fastest(compared).gamma


def _headline_row(own: list[LoadRow], crossing: Crossing | None) -> LoadRow:
    """Return the run of the greatest load at which the draft length pays."""
    if crossing is None:
        paying = [row for row in own if (row.speedup or 0.0) > 1]
        return paying[-1] if paying else _fastest(own)
    estimate = crossing.estimate
    if crossing.stops:
        below = [row for row in own if (row.concurrency or 0.0) <= estimate]
        return below[-1] if below else own[0]
    above = [row for row in own if (row.concurrency or 0.0) >= estimate]
    return above[0] if above else own[-1]
