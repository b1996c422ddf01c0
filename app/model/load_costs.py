"""
What a cycle costs at one load: over several draft lengths, and for shorter drafts.

With two draft lengths and more the costs are a line in gamma (`calibration`). With
one alone nobody can tell which part of the cost is there whatever the length, and
which comes with each draft; a shorter draft's speedup lies between the two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from app.model.acceptance import (
    AcceptanceProfile,
    alpha_from_tau,
    check_gamma,
    profile_from_rates,
)
from app.model.calibration import Calibration, calibrate, least_squares
from app.model.load_row import LoadRow
from app.model.runs import MAX_SPEEDUP, Run


@dataclass(frozen=True)
class MeasuredBest:
    """
    Hold the fastest of the draft lengths measured at a load.

    Attributes:
        concurrency: The load; None where unknown.
        gamma: The shortest draft with the largest speedup, 1 or more.
        speedup: That speedup; where it is below 1, none is faster still.
    """

    concurrency: float | None
    gamma: int
    speedup: float


@dataclass(frozen=True)
class CostLine:
    """
    Hold what a cycle costs over the draft lengths measured at one load.

    Attributes:
        concurrency: The load; None where unknown.
        intercept: Where the line through the costs begins, in target passes; by
            least squares alone, so that it may be below 1.
        slope: What one more draft token costs by that line; may be below 0.
        calibration: The same with neither overhead nor c below 0, and the best
            draft length by it.
    """

    concurrency: float | None
    intercept: float
    slope: float
    calibration: Calibration

    @property
    def trusted(self) -> bool:
        """
        Say whether the best draft length may be a headline.

        It may not where it is longer than any that was measured, nor where a run is
        faster than its tau allows.
        """
        return not (self.calibration.extrapolated or self.calibration.impossible)


@dataclass(frozen=True)
class SpeedupRange:
    """
    Hold between what a shorter draft's speedup lies.

    Attributes:
        gamma: Draft tokens per cycle.
        tau: Expected tokens per cycle at that length.
        cost_fixed: The speedup if all extra cost is there whatever the length.
        cost_per_draft: The speedup if all extra cost comes with the drafts.
    """

    gamma: int
    tau: float
    cost_fixed: float
    cost_per_draft: float

    @property
    def least(self) -> float:
        """Return the lower end."""
        return min(self.cost_fixed, self.cost_per_draft)

    @property
    def most(self) -> float:
        """Return the upper end."""
        return max(self.cost_fixed, self.cost_per_draft)


def measured_best(rows: Sequence[LoadRow]) -> tuple[MeasuredBest, ...]:
    """Return the fastest draft length of each load in *rows*, by load."""
    found = []
    for load, at_load in groupby(rows, attrgetter("concurrency")):
        speeds = [(row.speedup, -row.gamma) for row in at_load if row.speedup]
        if speeds:
            speedup, gamma = max(speeds)
            found.append(MeasuredBest(load, -gamma, speedup))
    return tuple(found)


def fit_costs(rows: Sequence[LoadRow]) -> tuple[CostLine, ...]:
    """
    Return the costs over draft length for each load with two lengths or more.

    Rows without tau or speedup do not count, nor do those with more tokens per
    cycle than their draft allows.

    Args:
        rows: By load and draft length.
    """
    lines = (
        _cost_line(load, [run for row in at_load if (run := _run(row))])
        for load, at_load in groupby(rows, attrgetter("concurrency"))
    )
    return tuple(line for line in lines if line)


def _cost_line(load: float | None, runs: Sequence[Run]) -> CostLine | None:
    if len(runs) < 2:
        return None
    gammas = [run.gamma for run in runs]
    intercept, slope = least_squares(gammas, [run.cycle_cost for run in runs])
    try:
        return CostLine(load, intercept, slope, calibrate(runs))
    except ValueError:  # A cost is beyond what we calculate.
        return None


def _run(row: LoadRow) -> Run | None:
    if row.tau is None or row.speedup is None or not 0 < row.speedup < MAX_SPEEDUP:
        return None
    return Run(row.gamma, row.tau, row.speedup) if row.tau <= row.gamma + 1 else None


def shorter_draft_ranges(
    gamma: int,
    tau: float,
    speedup: float,
    per_position: Sequence[float] | None = None,
) -> tuple[SpeedupRange, ...]:
    """
    Return between what the speedups of shorter drafts lie, from one run alone.

    Either the cost of a cycle stays, or what it costs beyond one pass shrinks with
    the draft: 1 + (cost - 1) gamma' / gamma.

    Args:
        gamma: Draft tokens per cycle of the run, 1 to 128.
        tau: Its mean tokens per cycle, 1 or more.
        speedup: Its measured speedup, more than 0.
        per_position: Its share of cycles that kept each draft position, never
            rising; of gamma - 1 positions or more. Otherwise the alpha that gives
            tau says how long shorter drafts get.

    Returns:
        A range for each length from 1 to gamma - 1.

    Raises:
        ValueError: *gamma* or *speedup* is out of range, or the rates rise.
    """
    check_gamma(gamma)
    if not 0 < speedup < MAX_SPEEDUP:
        raise ValueError(f"speedup must be above 0, not {speedup!r}")
    if gamma == 1:
        return ()
    profile = _profile(gamma, tau, per_position)
    return tuple(
        _range(length, profile.tau(length), tau / speedup, length / gamma)
        for length in range(1, gamma)
    )


def _profile(
    gamma: int, tau: float, per_position: Sequence[float] | None
) -> AcceptanceProfile:
    if per_position is not None and len(per_position) >= gamma - 1:
        return profile_from_rates(per_position)
    return AcceptanceProfile.constant(alpha_from_tau(tau, gamma), gamma)


def _range(gamma: int, tau: float, cost: float, share: float) -> SpeedupRange:
    return SpeedupRange(gamma, tau, tau / cost, tau / (1 + (cost - 1) * share))
