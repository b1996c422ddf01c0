"""What to change first: the neighbours of a setting, and the grid of optima."""

from bisect import insort
from dataclasses import dataclass
from functools import lru_cache

from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, Point, Speedup, best_point

ALPHAS = (0.5, 0.6, 0.7, 0.8, 0.9)
CS = (0.02, 0.05, 0.1, 0.15, 0.25)
"""The grid's rows and columns; the visitor's own are put between them."""

MORE_ALPHA = 0.1


@dataclass(frozen=True)
class Cell:
    """
    Hold the optimum at one acceptance rate and one cost ratio.

    Attributes:
        best: The best draft length and its speedup.
        pays_off: It is faster than no draft.
        current: The visitor's own cell.
    """

    best: Point
    pays_off: bool
    current: bool


@dataclass(frozen=True)
class Grid:
    """Hold the optima over acceptance rates (rows) and cost ratios (columns)."""

    cs: tuple[float, ...]
    rows: tuple[tuple[float, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Choice:
    """
    Hold what single changes to a setting would bring.

    Attributes:
        more_alpha: The speedup with ten points more acceptance, or None where
            that is beyond 100 %.
        half_c: The speedup at half the draft's cost, or None where it is free.
    """

    more_alpha: float | None
    half_c: float | None


def choice(outcome: Speedup) -> Choice:
    """
    Return what a better or a cheaper draft would bring at the same gamma.

    Args:
        outcome: The visitor's setting, with a constant acceptance rate.
    """
    alpha = outcome.alpha or 0.0
    costs = Costs(outcome.c, outcome.verify_overhead)
    more = alpha + MORE_ALPHA
    cheaper = Costs(outcome.c / 2, outcome.verify_overhead)
    return Choice(
        more_alpha=_speedup(more, outcome.gamma, costs) if more <= 1 else None,
        half_c=_speedup(alpha, outcome.gamma, cheaper) if outcome.c else None,
    )


def grid(alpha: float, costs: Costs) -> Grid:
    """
    Return the best draft lengths around a setting, its own cell among them.

    Args:
        alpha: The visitor's acceptance rate.
        costs: The visitor's costs.
    """
    alphas, cs = _with(ALPHAS, alpha), _with(CS, costs.c)
    return Grid(
        cs,
        tuple((row, tuple(_cell(row, c, alpha, costs) for c in cs)) for row in alphas),
    )


def _with(usual: tuple[float, ...], own: float) -> tuple[float, ...]:
    values = [value for value in usual if value != own]
    insort(values, own)
    return tuple(values)


def _cell(alpha: float, c: float, own_alpha: float, costs: Costs) -> Cell:
    best = _best(alpha, c, costs.verify_overhead)
    return Cell(best, best.speedup > 1, (alpha, c) == (own_alpha, costs.c))


@lru_cache(maxsize=4096)
def _best(alpha: float, c: float, verify_overhead: float) -> Point:
    """Return the optimum; most cells are the same for every visitor."""
    profile = AcceptanceProfile.constant(alpha)
    return best_point(profile, Costs(c, verify_overhead))


def _speedup(alpha: float, gamma: int, costs: Costs) -> float:
    profile = AcceptanceProfile.constant(alpha, gamma)
    return profile.tau(gamma) / costs.cycle(gamma)
