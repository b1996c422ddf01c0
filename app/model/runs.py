"""Runs: measured pairs of tau and speedup, and the profile they show."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.model.acceptance import (
    MAX_GAMMA,
    AcceptanceProfile,
    alpha_from_tau,
    check_gamma,
)

MAX_SPEEDUP = 1e6
"""A speedup is less than this."""


@dataclass(frozen=True)
class Run:
    """
    Hold one measured run.

    Attributes:
        gamma: Draft tokens per cycle, 1 to 128.
        tau: Mean tokens per cycle, 1 to gamma + 1.
        speedup: Speed with over speed without speculation, more than 0.
    """

    gamma: int
    tau: float
    speedup: float

    def __post_init__(self) -> None:
        check_gamma(self.gamma)
        if not 1 <= self.tau <= self.gamma + 1:
            raise ValueError(f"tau must be 1 to {self.gamma + 1}, not {self.tau!r}")
        if not 0 < self.speedup < MAX_SPEEDUP:
            raise ValueError(f"speedup must be above 0, not {self.speedup!r}")

    @property
    def cycle_cost(self) -> float:
        """Return what the cycle cost, in plain passes of the target model."""
        return self.tau / self.speedup


def mean_tau(runs: Sequence[Run]) -> float:
    """Return the mean tau of *runs*, at least one."""
    return sum(run.tau for run in runs) / len(runs)


def profile_from_runs(runs: Sequence[Run]) -> AcceptanceProfile:
    """
    Return how likely each draft position survives, from tau at several gamma.

    Where the runs have gamma = 1, 2, ..., n without a gap, s_i is the difference
    of neighbouring tau; beyond n, the rate of acceptance given that the position
    before survived keeps falling as it fell from 1 to n. Otherwise each run's tau
    gives an alpha by moments; between runs we take it on the line between them,
    beyond them that of the nearest, and s_i is again the difference of the tau
    that follow. Noise cannot make survival rise.

    Args:
        runs: Measured runs, by gamma, at least one.
    """
    taus = _tau_by_gamma(runs)
    if list(taus) == list(range(1, len(taus) + 1)):
        measured = [1.0, *taus.values()]
        survival = _carried_on(
            [later - earlier for earlier, later in pairwise(measured)]
        )
    else:
        known = {gamma: alpha_from_tau(tau, gamma) for gamma, tau in taus.items()}
        predicted = [_tau_between(known, gamma) for gamma in range(MAX_GAMMA + 1)]
        survival = [later - earlier for earlier, later in pairwise(predicted)]
    return AcceptanceProfile(_falling(survival))


def _carried_on(survival: Sequence[float]) -> list[float]:
    """Return *survival* to the longest draft, its conditional rate falling on."""
    carried = list(_falling(survival))
    first, last = carried[0], carried[-1]
    before = carried[-2] if len(carried) > 1 else 1.0
    conditional = last / before if before else 0.0
    fall = 1.0
    if len(carried) > 1 and first:
        fall = min(1.0, (conditional / first) ** (1 / (len(carried) - 1)))
    while len(carried) < MAX_GAMMA:
        conditional *= fall
        carried.append(carried[-1] * conditional)
    return carried


def _tau_by_gamma(runs: Sequence[Run]) -> dict[int, float]:
    """Return the mean tau at each gamma, in order."""
    gammas = sorted({run.gamma for run in runs})
    return {
        gamma: mean_tau([run for run in runs if run.gamma == gamma]) for gamma in gammas
    }


def _tau_between(alphas: dict[int, float], gamma: int) -> float:
    """Return tau at *gamma* with alpha on the line between its neighbours."""
    if not gamma:
        return 1.0
    below = max((g for g in alphas if g <= gamma), default=min(alphas))
    above = min((g for g in alphas if g >= gamma), default=max(alphas))
    share = (gamma - below) / (above - below) if above > below else 0.0
    alpha = alphas[below] + share * (alphas[above] - alphas[below])
    return AcceptanceProfile.constant(alpha, gamma).tau(gamma)


def _falling(survival: Sequence[float]) -> tuple[float, ...]:
    """Return *survival* held between 0 and the position before."""
    held: list[float] = []
    previous = 1.0
    for chance in survival:
        previous = min(previous, max(0.0, chance))
        held.append(previous)
    return tuple(held)
