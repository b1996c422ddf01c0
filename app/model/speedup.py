"""
Speedup: tokens per cycle against the cycle's price.

    S(gamma) = tau(gamma) / (1 + verify_overhead + gamma * c)

in units of one plain pass of the target model. The formula holds for any
acceptance profile, so curve, optimum and break-even are written once.

Source:
    Leviathan, Kalman and Matias (2023), arXiv:2211.17192, Eq. 1, Theorem 3.8 and
    Corollary 3.9. verify_overhead is our addition; at 0 it is their formula.
"""

from dataclasses import dataclass

from app.model.acceptance import (
    MAX_GAMMA,
    AcceptanceProfile,
    alpha_from_draft_yield,
)

MAX_C = 10.0
"""The dearest draft we calculate, in target passes per draft pass."""

MAX_VERIFY_OVERHEAD = 10.0
"""The greatest extra cost of a cycle we calculate, in target passes."""


@dataclass(frozen=True)
class Costs:
    """
    Hold what a cycle costs, in plain passes of the target model.

    Attributes:
        c: Draft cost ratio: time of one draft pass over one target pass, 0 to 10.
        verify_overhead: What a verifying cycle costs beyond one plain target
            pass, in target passes, 0 to 10.
    """

    c: float
    verify_overhead: float = 0.0

    def __post_init__(self) -> None:
        check_between("c", self.c, MAX_C)
        check_between("verify_overhead", self.verify_overhead, MAX_VERIFY_OVERHEAD)

    def cycle(self, gamma: int) -> float:
        """Return the cost of one cycle with *gamma* drafts, in target passes."""
        return 1 + self.verify_overhead + gamma * self.c


@dataclass(frozen=True)
class Point:
    """
    Hold one draft length and what it comes to.

    Attributes:
        gamma: Draft tokens per cycle.
        tau: Expected tokens per cycle.
        speedup: S, the factor on decoding speed without a draft.
    """

    gamma: int
    tau: float
    speedup: float


@dataclass(frozen=True)
class Speedup:
    """
    Hold the answer of the calculator: the inputs and what they come to.

    Attributes:
        alpha: Per-token acceptance rate, or None for a measured profile.
        per_position: The measured survival probabilities, or None.
        gamma: Draft tokens per cycle.
        c: Draft cost ratio.
        verify_overhead: Extra cost of a cycle, in target passes.
        tau: Expected tokens per cycle.
        speedup: S, the factor on decoding speed without a draft.
        accepted_per_drafted: Share of drafted tokens that are accepted; what
            engines print as "acceptance rate". Not alpha.
        full_acceptance: Probability that the whole draft is accepted.
        best_gamma: Smallest draft length with the largest speedup.
        best_speedup: The speedup at best_gamma.
        still_rising: The speedup would still grow beyond the longest draft.
        break_even_alpha: The constant alpha at which S = 1 for this gamma and
            these costs; None where even alpha = 1 loses.
        break_even_c: The c at which S = 1 for this gamma; None where even a
            free draft loses.
        ceiling: The limit of tau for ever longer drafts, 1 / (1 - alpha); None
            at alpha = 1 and for a measured profile.
        pays_off: Some draft length gives a speedup above 1.
    """

    alpha: float | None
    per_position: tuple[float, ...] | None
    gamma: int
    c: float
    verify_overhead: float
    tau: float
    speedup: float
    accepted_per_drafted: float
    full_acceptance: float
    best_gamma: int
    best_speedup: float
    still_rising: bool
    break_even_alpha: float | None
    break_even_c: float | None
    ceiling: float | None
    pays_off: bool


def check_between(name: str, value: float, most: float) -> None:
    """Raise ValueError unless *value* is a number from 0 to *most*."""
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be between 0 and {most:g}, not {value!r}")


def sweep(
    profile: AcceptanceProfile, costs: Costs, gamma_max: int | None = None
) -> list[Point]:
    """
    Return what the draft lengths come to, from 1 on.

    Args:
        profile: How likely each draft position survives.
        costs: What a cycle costs.
        gamma_max: The longest draft; as long as the profile by default.

    Raises:
        ValueError: *gamma_max* is out of range.
    """
    last = profile.max_gamma if gamma_max is None else gamma_max
    return [point(profile, gamma, costs) for gamma in range(1, last + 1)]


def point(profile: AcceptanceProfile, gamma: int, costs: Costs) -> Point:
    """
    Return what one draft length comes to.

    Args:
        profile: How likely each draft position survives.
        gamma: Draft tokens per cycle, 1 to the profile's longest.
        costs: What a cycle costs.

    Raises:
        ValueError: *gamma* is out of range.
    """
    tau = profile.tau(gamma)
    return Point(gamma, tau, tau / costs.cycle(gamma))


def best_point(profile: AcceptanceProfile, costs: Costs) -> Point:
    """
    Return the smallest draft length with the largest speedup.

    The speedup has a single peak, as each further position adds less to tau and
    the same to the cost: we climb until the next step no longer rises. Where
    drafting is free it always rises, even by what a float cannot hold any more.
    """
    if profile.alpha and not costs.c:
        return point(profile, profile.max_gamma, costs)
    gamma, tau, cost = 1, 1.0 + profile.survival[0], costs.cycle(1)
    for survival in profile.survival[1:]:
        if not _rises(survival, tau, cost, costs.c):
            break
        gamma, tau, cost = gamma + 1, tau + survival, costs.cycle(gamma + 1)
    return point(profile, gamma, costs)


def _rises(survival: float, tau: float, cost: float, c: float) -> bool:
    """
    Say whether one more draft position raises the speedup.

    (tau + s) / (cost + c) > tau / cost, without the rounding of two quotients
    that may differ by less than a float can show.
    """
    return survival * cost > tau * c


def break_even_alpha(gamma: int, costs: Costs) -> float | None:
    """
    Return the constant alpha at which drafting neither helps nor harms.

    S = 1 where alpha + ... + alpha^gamma equals what the cycle costs beyond a
    plain pass.

    Args:
        gamma: Draft tokens per cycle, 1 to 128.
        costs: What a cycle costs.

    Returns:
        A probability, or None where even alpha = 1 loses.
    """
    needed = costs.verify_overhead + gamma * costs.c
    return None if needed > gamma else alpha_from_draft_yield(needed, gamma)


def break_even_c(
    draft_yield: float, gamma: int, verify_overhead: float
) -> float | None:
    """
    Return the draft cost ratio at which drafting neither helps nor harms.

    Args:
        draft_yield: Expected accepted drafts per cycle (tau - 1), 0 or more.
        gamma: Draft tokens per cycle, 1 or more.
        verify_overhead: Extra cost of a cycle, in target passes.

    Returns:
        A cost ratio, or None where even a free draft loses.
    """
    spare = draft_yield - verify_overhead
    return None if spare < 0 else spare / gamma


def evaluate(profile: AcceptanceProfile, gamma: int, costs: Costs) -> Speedup:
    """
    Return everything the calculator says about one setting.

    Args:
        profile: How likely each draft position survives.
        gamma: Draft tokens per cycle, 1 to the profile's longest.
        costs: What a cycle costs.

    Raises:
        ValueError: *gamma* is out of range.
    """
    alpha = profile.alpha
    draft_yield = profile.draft_yield(gamma)
    now = point(profile, gamma, costs)
    best = best_point(profile, costs)
    return Speedup(
        alpha=alpha,
        per_position=profile.survival if alpha is None else None,
        gamma=gamma,
        c=costs.c,
        verify_overhead=costs.verify_overhead,
        tau=now.tau,
        speedup=now.speedup,
        accepted_per_drafted=draft_yield / gamma,
        full_acceptance=profile.survival[gamma - 1],
        best_gamma=best.gamma,
        best_speedup=best.speedup,
        still_rising=_still_rising(profile, best, costs),
        break_even_alpha=break_even_alpha(gamma, costs),
        break_even_c=break_even_c(draft_yield, gamma, costs.verify_overhead),
        ceiling=None if alpha is None or alpha == 1 else 1 / (1 - alpha),
        pays_off=_pays_off(profile, best.gamma, costs),
    )


def _pays_off(profile: AcceptanceProfile, gamma: int, costs: Costs) -> bool:
    """Say whether S > 1, without the 1 beside which a tiny alpha vanishes."""
    return profile.draft_yield(gamma) > costs.verify_overhead + gamma * costs.c


def _still_rising(profile: AcceptanceProfile, best: Point, costs: Costs) -> bool:
    """Say whether a draft longer than the longest would be faster still."""
    if profile.alpha is None or best.gamma < MAX_GAMMA:
        return False
    if not costs.c:
        return profile.alpha > 0
    following = profile.survival[-1] * profile.alpha
    return _rises(following, best.tau, costs.cycle(best.gamma), costs.c)
