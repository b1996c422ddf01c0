"""What the runs say besides: costs at one load, shorter drafts, the calculator."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.charts.fit import Fit, line_fit
from app.model.acceptance import alpha_from_tau
from app.model.load import (
    BenchmarkRun,
    CostLine,
    LoadEvaluation,
    LoadRow,
    SpeedupRange,
    shorter_draft_ranges,
)
from app.model.speedup import MAX_C, MAX_VERIFY_OVERHEAD
from app.pages.calculator.links import percentages
from app.pages.runs.answer import Answer

ODD = 1.1
"""By what factor numbers have to differ that are called different."""


@dataclass(frozen=True)
class Line:
    """
    Hold what a cycle costs over the draft lengths of one load.

    Attributes:
        line: The costs.
        fit: Their figure.
        calculator: Values for the calculator, or None.
    """

    line: CostLine
    fit: Fit
    calculator: dict[str, str] | None


@dataclass(frozen=True)
class OneLength:
    """
    Hold what one draft length tells, where no other was measured beside it.

    Attributes:
        row: The run that is told about.
        cycle_ms: What a cycle took, in milliseconds.
        ranges: Between what the speedups of shorter drafts lie.
        first: The same draft length at the least load.
        last: At the greatest load.
        calculator: Values for the calculator, or None.
    """

    row: LoadRow
    cycle_ms: float
    ranges: tuple[SpeedupRange, ...]
    first: LoadRow
    last: LoadRow
    calculator: dict[str, str] | None

    @property
    def cost(self) -> float:
        """Return what a cycle costs, in plain passes."""
        return self.row.cycle_cost or 0.0

    @property
    def dearer_with_load(self) -> bool:
        """Say whether the cost rises with the load while the drafts stay as good."""
        costs = self.first.cycle_cost or 0.0, self.last.cycle_cost or 0.0
        taus = self.first.tau or 1.0, self.last.tau or 1.0
        return costs[1] > ODD * costs[0] and max(taus) < ODD * min(taus)


def cost_lines(evaluation: LoadEvaluation) -> list[Line]:
    """Return the costs at each load with two draft lengths or more."""
    return [_line(line) for line in evaluation.cost_lines]


def _line(line: CostLine) -> Line:
    known = line.calibration
    fit = line_fit(
        [(run.gamma, run.cycle_cost) for run in known.runs],
        1 + known.verify_overhead,
        known.c,
    )
    if known.impossible:
        return Line(line, fit, None)
    pays_off = (known.best_speedup or 0) > 1 and not known.extrapolated
    gamma = (known.best_gamma if pays_off else None) or known.runs[0].gamma
    values = {
        "alpha_percent": alpha_from_tau(known.profile.tau(gamma), gamma),
        "c_percent": known.c,
        "verify_overhead_percent": known.verify_overhead,
    }
    return Line(line, fit, _for_calculator(values, gamma))


def one_length(
    evaluation: LoadEvaluation,
    answer: Answer,
    rates: tuple[float, ...] | None,
    c: float,
) -> OneLength | None:
    """
    Return what the headline's draft length tells, where it stands alone.

    Args:
        evaluation: All that the runs say.
        answer: What is said first.
        rates: Measured rates per position, where they were entered.
        c: The draft cost ratio of the calculator.
    """
    row = answer.row
    if row is None or row.cycle_cost is None or row.tau is None:
        return None
    at_load = [one for one in evaluation.loads if one.concurrency == row.concurrency]
    if len({one.gamma for one in at_load if one.cycle_cost is not None}) > 1:
        return None
    own = [
        one
        for one in evaluation.loads
        if one.gamma == row.gamma and one.cycle_cost is not None
    ]
    return OneLength(
        row=row,
        cycle_ms=row.tau * row.tpot_ms,
        ranges=_ranges(row, rates),
        first=own[0],
        last=own[-1],
        calculator=_calculator(row, c),
    )


def _ranges(row: LoadRow, rates: tuple[float, ...] | None) -> tuple[SpeedupRange, ...]:
    if row.tau is None or row.speedup is None or row.tau > row.gamma + 1:
        return ()
    return shorter_draft_ranges(row.gamma, row.tau, row.speedup, rates)


def _calculator(row: LoadRow, c: float) -> dict[str, str] | None:
    """
    Return the values with which the calculator gives the measured speedup.

    Where the cycle was cheaper than 1 + gamma c, the draft must have been cheaper
    than c, and c is lowered instead.
    """
    if row.tau is None or row.cycle_cost is None or row.tau > row.gamma + 1:
        return None
    overhead = row.cycle_cost - 1 - row.gamma * c
    values = {
        "alpha_percent": alpha_from_tau(row.tau, row.gamma),
        "c_percent": c if overhead >= 0 else (row.cycle_cost - 1) / row.gamma,
        "verify_overhead_percent": max(overhead, 0.0),
    }
    return _for_calculator(values, row.gamma)


def _for_calculator(values: dict[str, float], gamma: int) -> dict[str, str] | None:
    """Write values for the calculator; None where it does not take them."""
    if not 0 <= values["c_percent"] <= MAX_C:
        return None
    if values["verify_overhead_percent"] > MAX_VERIFY_OVERHEAD:
        return None
    return {**percentages(values), "gamma": str(gamma), "from": "measured"}


@dataclass(frozen=True)
class Repeats:
    """
    Hold runs at one setting whose tokens per cycle differ though their speeds do not.

    Attributes:
        concurrency: Their load, or None.
        gamma: Their draft length.
        taus: The least and the greatest tokens per cycle.
        tpots_ms: The least and the greatest time per token.
    """

    concurrency: float | None
    gamma: int
    taus: tuple[float, float]
    tpots_ms: tuple[float, float]

    @property
    def spread(self) -> float:
        """Return how many times slower the slowest run is than the fastest."""
        return self.tpots_ms[1] / self.tpots_ms[0]


def odd_repeats(runs: Sequence[BenchmarkRun]) -> list[Repeats]:
    """
    Return the settings whose runs differ more in tau than in speed.

    An option that drafts only where the draft is sure raises the rate so, not the
    speed.

    Args:
        runs: The runs as entered.
    """
    groups: dict[tuple[float, int], list[BenchmarkRun]] = {}
    for run in runs:
        if run.gamma and run.tau:
            groups.setdefault((run.concurrency or 0.0, run.gamma), []).append(run)
    found = (_repeats(groups[key]) for key in sorted(groups))
    return [one for one in found if one.taus[1] / one.taus[0] > ODD * one.spread]


def _repeats(runs: Sequence[BenchmarkRun]) -> Repeats:
    taus = [run.tau for run in runs if run.tau]
    tpots = [run.tpot_ms for run in runs]
    return Repeats(
        runs[0].concurrency,
        runs[0].gamma or 0,
        (min(taus), max(taus)),
        (min(tpots), max(tpots)),
    )
