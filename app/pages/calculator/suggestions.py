"""What to change first: the neighbours of a setting, and the grid of optima."""

from bisect import insort
from dataclasses import dataclass
from typing import NamedTuple

from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, Point, Speedup, best_point

ALPHAS = (0.5, 0.6, 0.7, 0.8, 0.9)
CS = (0.02, 0.05, 0.1, 0.15, 0.25)
"""The grid's rows and columns; the visitor's own are put between them."""

MORE_ALPHA = 0.1
"""How much better the better draft is, as a share of all drafted tokens."""

_PROFILES = {alpha: AcceptanceProfile.constant(alpha) for alpha in ALPHAS}


class Cell(NamedTuple):
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


def grid(profile: AcceptanceProfile, costs: Costs) -> Grid:
    """
    Return the best draft lengths around a setting, its own cell among them.

    Args:
        profile: The visitor's constant acceptance rate.
        costs: The visitor's costs; their overhead holds for every cell.

    Raises:
        ValueError: The acceptance rate is not constant.
    """
    if profile.alpha is None:
        raise ValueError("the grid needs one acceptance rate for all positions")
    known = _usual_optima(costs.verify_overhead)
    profiles = {**_PROFILES, profile.alpha: profile}
    columns = {c: Costs(c, costs.verify_overhead) for c in _with(CS, costs.c)}
    own = (profile.alpha, costs.c)

    def cell(alpha: float, c: float) -> Cell:
        at = (alpha, c)
        best = known.get(at) or best_point(profiles[alpha], columns[c])
        return Cell(best, best.speedup > 1, at == own)

    return Grid(
        tuple(columns),
        tuple(
            (alpha, tuple([cell(alpha, c) for c in columns]))
            for alpha in _with(ALPHAS, profile.alpha)
        ),
    )


def _better(alpha: float | None) -> float | None:
    return None if alpha is None or alpha == 1 else min(alpha + MORE_ALPHA, 1.0)


def _with(usual: tuple[float, ...], own: float) -> tuple[float, ...]:
    values = [value for value in usual if value != own]
    insort(values, own)
    return tuple(values)


def _usual_optima(verify_overhead: float) -> dict[tuple[float, float], Point]:
    """Return the optima that do not depend on the visitor's alpha and c."""
    return {
        (alpha, c): best_point(profile, Costs(c, verify_overhead))
        for alpha, profile in _PROFILES.items()
        for c in CS
    }


def _speedup(alpha: float, gamma: int, costs: Costs) -> float:
    profile = AcceptanceProfile.constant(alpha, gamma)
    return profile.tau(gamma) / costs.cycle(gamma)
