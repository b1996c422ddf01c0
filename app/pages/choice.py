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
"""How much better the better draft is, as a share of all drafted tokens."""

_PROFILES = {alpha: AcceptanceProfile.constant(alpha) for alpha in ALPHAS}


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
    """
    Hold the optima over acceptance rates (rows) and cost ratios (columns).

    Attributes:
        cs: The columns' cost ratios, rising.
        rows: Each row's acceptance rate, rising, and its cells.
    """

    cs: tuple[float, ...]
    rows: tuple[tuple[float, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Choice:
    """
    Hold what single changes to a setting would bring, its gamma kept.

    Attributes:
        better_alpha: An acceptance rate ten points higher, at most 1; None
            where it is 1 already, and for a measured profile.
        more_alpha: The speedup at better_alpha, or None without one.
        half_c: The speedup at half the draft's cost, or None where it is free.
    """

    better_alpha: float | None
    more_alpha: float | None
    half_c: float | None


def choice(outcome: Speedup) -> Choice:
    """
    Return what a better or a cheaper draft would bring at the same gamma.

    Args:
        outcome: What the visitor's setting comes to.
    """
    better = _better(outcome.alpha)
    costs = Costs(outcome.c, outcome.verify_overhead)
    cheaper = Costs(outcome.c / 2, outcome.verify_overhead)
    return Choice(
        better_alpha=better,
        more_alpha=None if better is None else _speedup(better, outcome.gamma, costs),
        half_c=outcome.tau / cheaper.cycle(outcome.gamma) if outcome.c else None,
    )


def grid(alpha: float, costs: Costs) -> Grid:
    """
    Return the best draft lengths around a setting, its own cell among them.

    Args:
        alpha: The visitor's acceptance rate.
        costs: The visitor's costs; their overhead holds for every cell.
    """
    cs = _with(CS, costs.c)
    own = (alpha, costs.c)
    rows = [(row, _optima(row, cs, costs)) for row in _with(ALPHAS, alpha)]
    return Grid(
        cs,
        tuple(
            (row, tuple(_cell(best, (row, c) == own) for c, best in optima))
            for row, optima in rows
        ),
    )


def _better(alpha: float | None) -> float | None:
    return None if alpha is None or alpha == 1 else min(alpha + MORE_ALPHA, 1.0)


def _with(usual: tuple[float, ...], own: float) -> tuple[float, ...]:
    values = [value for value in usual if value != own]
    insort(values, own)
    return tuple(values)


def _optima(
    alpha: float, cs: tuple[float, ...], costs: Costs
) -> list[tuple[float, Point]]:
    """Return each column's cost ratio and optimum; the usual ones are at hand."""
    known = _usual_optima(costs.verify_overhead)
    profile = _PROFILES.get(alpha) or AcceptanceProfile.constant(alpha)
    return [
        (
            c,
            known.get((alpha, c))
            or best_point(profile, Costs(c, costs.verify_overhead)),
        )
        for c in cs
    ]


@lru_cache(maxsize=64)
def _usual_optima(verify_overhead: float) -> dict[tuple[float, float], Point]:
    """Return the optima that do not depend on the visitor's alpha and c."""
    return {
        (alpha, c): best_point(profile, Costs(c, verify_overhead))
        for alpha, profile in _PROFILES.items()
        for c in CS
    }


def _cell(best: Point, current: bool) -> Cell:
    return Cell(best, pays_off=best.speedup > 1, current=current)


def _speedup(alpha: float, gamma: int, costs: Costs) -> float:
    profile = AcceptanceProfile.constant(alpha, gamma)
    return profile.tau(gamma) / costs.cycle(gamma)
