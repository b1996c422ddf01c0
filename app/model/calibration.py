"""
Calibration: what a cycle costs on a real engine, from measured runs.

The cost of a cycle is tau / S, in plain passes of the target model, and on real
engines a line in gamma:

    tau / S = 1 + verify_overhead + c * gamma

We fit it by least squares to runs at several gamma. Its intercept - 1 is
verify_overhead, its slope the effective c. Neither can be negative: where one
comes out so, it is set to 0 and the other fitted anew.

One run fixes but one number. With c given it is verify_overhead; without, it is
what the cycle costs beyond a plain pass at that gamma, drafting included, and c
stays 0: right for this gamma only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.acceptance import AcceptanceProfile
from app.model.runs import Run, profile_from_runs
from app.model.speedup import Costs, best_point

ROUNDING = 0.02
"""How far a cost may lie below 1, since lengths and speeds are rounded."""


@dataclass(frozen=True)
class FittedRun:
    """
    Hold one run beside what the fitted line says of it.

    Attributes:
        gamma: Draft tokens per cycle.
        tau: Mean tokens per cycle.
        speedup: The measured speedup.
        cycle_cost: tau / speedup, in target passes.
        predicted_speedup: tau over the fitted cost.
    """

    gamma: int
    tau: float
    speedup: float
    cycle_cost: float
    predicted_speedup: float

    @property
    def possible(self) -> bool:
        """Say whether its speed is one that its tokens per cycle allow."""
        return possible(self.cycle_cost)


@dataclass(frozen=True)
class Calibration:
    """
    Hold the fitted line and what follows from it.

    Attributes:
        verify_overhead: Intercept - 1, 0 or more, in target passes.
        c: Slope: what one draft token costs, 0 or more, in target passes.
        best_gamma: The draft length with the largest predicted speedup; None where
            only one length was measured, which tells nothing of the others.
        best_speedup: That speedup, or None.
        runs: The runs, by gamma.
        profile: The survival probabilities that the prediction uses.
        own_gamma_only: A single draft length without c: right for that one only.
    """

    verify_overhead: float
    c: float
    best_gamma: int | None
    best_speedup: float | None
    runs: tuple[FittedRun, ...]
    profile: AcceptanceProfile
    own_gamma_only: bool

    @property
    def costs(self) -> Costs:
        """Return the costs for the calculator."""
        return Costs(self.c, self.verify_overhead)

    @property
    def impossible(self) -> tuple[FittedRun, ...]:
        """Return the runs that are faster than their tau allows."""
        return tuple(run for run in self.runs if not run.possible)

    @property
    def extrapolated(self) -> bool:
        """Say whether the best draft is longer than any that was measured."""
        return self.best_gamma is not None and self.best_gamma > self.runs[-1].gamma


@dataclass(frozen=True)
class SpeedExplained:
    """
    Hold what one measured speedup says about the cycle.

    Attributes:
        speedup: Speed after over speed before.
        cycle_cost: tau / speedup: what a cycle really cost, in target passes.
        verify_overhead: What explains it at the given c and gamma; negative where
            the cycle was cheaper than a plain pass and the drafts together, which
            means that c is set too high.
    """

    speedup: float
    cycle_cost: float
    verify_overhead: float

    @property
    def possible(self) -> bool:
        """Say whether the speed is one that the tokens per pass allow."""
        return possible(self.cycle_cost)


def possible(cycle_cost: float) -> bool:
    """
    Say whether a cycle can have cost this much: no less than the pass it takes.

    Args:
        cycle_cost: Measured cost, in target passes; 0.98 may be 1 rounded.
    """
    return cycle_cost >= 1 - ROUNDING


def explain_speed(
    tau: float, gamma: float, c: float, speed_before: float, speed_after: float
) -> SpeedExplained:
    """
    Return what the speeds before and after say about the cost of a cycle.

    Args:
        tau: Mean tokens per target pass, 1 or more; over all target passes where
            some had no draft.
        gamma: Draft tokens per cycle; their mean per pass where it varies.
        c: Draft cost ratio, 0 or more.
        speed_before: Speed without speculation, in tokens per second.
        speed_after: Speed with it, in the same unit.

    Raises:
        ValueError: A speed is not above 0.
    """
    if not (speed_before > 0 and speed_after > 0):
        raise ValueError(f"speeds must be above 0: {speed_before!r}, {speed_after!r}")
    speedup = speed_after / speed_before
    cost = tau / speedup
    return SpeedExplained(speedup, cost, cost - 1 - gamma * c)


def calibrate(runs: Sequence[Run], c: float | None = None) -> Calibration:
    """
    Fit the cost of a cycle to *runs*.

    Args:
        runs: Measured runs of one engine and pair of models, at least one.
        c: Draft cost ratio, where it is known; then only the overhead is fitted.

    Raises:
        ValueError: There are no runs, or a cost is beyond what we calculate.
    """
    if not runs:
        raise ValueError("calibration needs at least one run")
    ordered = sorted(runs, key=lambda run: run.gamma)
    overhead, slope = _fit(ordered, c)
    costs = Costs(slope, overhead)
    one_gamma = len({run.gamma for run in runs}) == 1
    profile = profile_from_runs(ordered)
    best = None if one_gamma else best_point(profile, costs)
    return Calibration(
        costs.verify_overhead,
        costs.c,
        best.gamma if best else None,
        best.speedup if best else None,
        tuple(_fitted(run, costs) for run in ordered),
        profile,
        one_gamma and c is None,
    )


def _fitted(run: Run, costs: Costs) -> FittedRun:
    predicted = run.tau / costs.cycle(run.gamma)
    return FittedRun(run.gamma, run.tau, run.speedup, run.cycle_cost, predicted)


def _fit(runs: Sequence[Run], c: float | None) -> tuple[float, float]:
    """Return verify_overhead and c by least squares, both bounded below by 0."""
    extras = [run.cycle_cost - 1 for run in runs]
    gammas = [run.gamma for run in runs]
    mean_extra, mean_gamma = sum(extras) / len(runs), sum(gammas) / len(runs)
    if c is not None:
        return max(0.0, mean_extra - c * mean_gamma), c
    if len(set(gammas)) == 1:
        return max(0.0, mean_extra), 0.0
    intercept, slope = least_squares(gammas, extras)
    return _bounded(intercept, slope, gammas, extras)


def least_squares(gammas: Sequence[int], costs: Sequence[float]) -> tuple[float, float]:
    """
    Return intercept and slope of the line nearest to costs over draft lengths.

    Args:
        gammas: Draft lengths, at least two different ones.
        costs: The cost at each, in any unit.
    """
    mean_gamma, mean_cost = sum(gammas) / len(gammas), sum(costs) / len(costs)
    products = sum(
        (gamma - mean_gamma) * (cost - mean_cost)
        for gamma, cost in zip(gammas, costs, strict=True)
    )
    slope = products / sum((gamma - mean_gamma) ** 2 for gamma in gammas)
    return mean_cost - slope * mean_gamma, slope


def _bounded(
    intercept: float, slope: float, gammas: Sequence[int], extras: Sequence[float]
) -> tuple[float, float]:
    """Set what is negative to 0, and fit the other to the runs again."""
    if slope < 0:
        return max(0.0, sum(extras) / len(extras)), 0.0
    if intercept < 0:
        products = sum(g * extra for g, extra in zip(gammas, extras, strict=True))
        return 0.0, max(0.0, products / sum(g * g for g in gammas))
    return intercept, slope
