"""
Acceptance: how likely it is that drafted tokens survive the check.

One idea carries the whole model: an *acceptance profile*, the survival
probabilities s1 >= s2 >= ... of the draft positions. A constant per-token
acceptance rate alpha gives s_i = alpha**i; a measured per-position list is its
own profile. Everything else is written once, for both.

The share of drafted tokens that were accepted (``accepted_per_drafted``), which
engines print as "acceptance rate", is never alpha: at alpha = 0.7 and gamma = 5
it is 0.388.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, isfinite

MAX_GAMMA = 128
"""The longest draft we calculate, in tokens per cycle."""


@dataclass(frozen=True)
class AcceptanceProfile:
    """
    Hold the survival probabilities of the draft positions.

    Attributes:
        survival: s_1 ... s_n; s_i is the probability that at least i drafted
            tokens are accepted, 0 to 1, never rising.
        alpha: The constant per-token acceptance rate the profile was made from,
            or None where it was measured position by position.
    """

    survival: tuple[float, ...]
    alpha: float | None = None

    def __post_init__(self) -> None:
        previous = 1.0
        if not self.survival:
            raise ValueError("a profile needs at least one position")
        for chance in self.survival:
            if not 0 <= chance <= previous:
                raise ValueError(
                    "survival must fall from at most 1 to at least 0, "
                    f"not {self.survival!r}"
                )
            previous = chance

    @classmethod
    def constant(cls, alpha: float, length: int = MAX_GAMMA) -> "AcceptanceProfile":
        """
        Return the profile of a constant acceptance rate: s_i = alpha**i.

        Args:
            alpha: Per-token acceptance rate; a probability, 0 to 1.
            length: Positions to hold, 1 or more.

        Raises:
            ValueError: *alpha* is out of range.
        """
        check_probability("alpha", alpha)
        return cls(tuple([alpha**i for i in range(1, length + 1)]), alpha)

    @property
    def max_gamma(self) -> int:
        """Return the longest draft this profile can tell about."""
        return len(self.survival)

    def tau(self, gamma: int) -> float:
        """
        Return the expected number of tokens per cycle.

        tau = 1 + s_1 + ... + s_gamma: the drafts that survive, and the one
        token that the target model always adds. We add up the series because
        the closed form for constant alpha is 0/0 at alpha = 1.

        Args:
            gamma: Draft tokens per cycle, 1 to ``max_gamma``.

        Returns:
            Tokens per cycle, 1 to gamma + 1.

        Raises:
            ValueError: *gamma* is out of range.

        Source:
            Leviathan, Kalman and Matias (2023), arXiv:2211.17192, Eq. 1.
        """
        check_gamma(gamma, self.max_gamma)
        # fsum rounds once, the same on every version of Python.
        return fsum((1.0, *self.survival[:gamma]))

    def draft_yield(self, gamma: int) -> float:
        """
        Return tau - 1, the expected number of accepted drafts per cycle.

        Kept apart from tau because a tiny alpha would vanish beside its 1.

        Args:
            gamma: Draft tokens per cycle, 1 to ``max_gamma``.

        Raises:
            ValueError: *gamma* is out of range.
        """
        check_gamma(gamma, self.max_gamma)
        return fsum(self.survival[:gamma])


def check_probability(name: str, value: float) -> None:
    """Raise ValueError unless *value* is a number from 0 to 1."""
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must be between 0 and 1, not {value!r}")


def check_gamma(gamma: int, longest: int = MAX_GAMMA) -> None:
    """Raise ValueError unless *gamma* is a draft length from 1 to *longest*."""
    if not 1 <= gamma <= longest:
        raise ValueError(f"gamma must be between 1 and {longest}, not {gamma!r}")


def alpha_from_draft_yield(draft_yield: float, gamma: int) -> float:
    """
    Return the alpha at which gamma drafts yield *draft_yield* accepted tokens.

    Solves alpha + alpha^2 + ... + alpha^gamma = draft_yield by Newton's method.
    The left side is convex and rising, so that from the right, Newton's steps
    only ever fall towards the root.

    Args:
        draft_yield: Accepted draft tokens per cycle (tau - 1), 0 to gamma.
        gamma: Draft tokens per cycle, 1 to 128.

    Returns:
        A probability, 0 to 1.

    Raises:
        ValueError: *gamma* or *draft_yield* is out of range.
    """
    check_gamma(gamma)
    if not 0 <= draft_yield <= gamma:
        raise ValueError(f"draft_yield must be 0 to {gamma}, not {draft_yield!r}")
    if draft_yield in (0, gamma):
        return float(draft_yield > 0)

    alpha = min(1.0, draft_yield)
    while True:
        total = slope = 0.0
        for _ in range(gamma):
            # Horner: total = alpha (1 + total), and its derivative beside it.
            slope = 1 + total + alpha * slope
            total = alpha * (1 + total)
        following = alpha - (total - draft_yield) / slope
        if not following < alpha:
            return alpha
        alpha = following


def alpha_from_tau(tau: float, gamma: int) -> float:
    """
    Return alpha by the method of moments: the alpha whose tau is the given one.

    Args:
        tau: Mean tokens per cycle, the target's own token included. Below 1 it
            counts as 1, above gamma + 1 as gamma + 1 (a printed mean is
            rounded, and engines count tokens behind a stop).
        gamma: Draft tokens per cycle, 1 to 128.

    Returns:
        Per-token acceptance rate, 0 to 1.

    Raises:
        ValueError: *gamma* is out of range or *tau* is not finite.

    Source:
        Inverts Leviathan, Kalman and Matias (2023), arXiv:2211.17192, Eq. 1.
    """
    if not isfinite(tau):
        raise ValueError(f"tau must be finite, not {tau!r}")
    return alpha_from_draft_yield(min(max(tau - 1, 0.0), float(gamma)), gamma)


def alpha_from_accepted_per_drafted(share: float, gamma: int) -> float:
    """
    Return alpha (moments) from the share of drafted tokens that were accepted.

    Args:
        share: Accepted over drafted tokens, 0 to 1. An engine's "acceptance
            rate", not alpha.
        gamma: Draft tokens per cycle, 1 to 128.

    Raises:
        ValueError: *share* or *gamma* is out of range.
    """
    check_probability("accepted_per_drafted", share)
    return alpha_from_draft_yield(share * gamma, gamma)


def alpha_from_evaluations(accepted: float, rejected: float) -> float:
    """
    Return alpha by censored maximum likelihood: accepted / evaluated.

    The target evaluates the drafts of a cycle in order and stops at the first
    rejection; what stands behind it was never judged and does not count.

    Args:
        accepted: Accepted draft tokens, 0 or more.
        rejected: Cycles that ended in a rejection, 0 or more.

    Returns:
        Per-token acceptance rate, 0 to 1.

    Raises:
        ValueError: Nothing was evaluated, or a count is negative.
    """
    if not (accepted >= 0 and rejected >= 0 and accepted + rejected > 0):
        raise ValueError(f"nothing evaluated: {accepted!r} and {rejected!r}")
    return accepted / (accepted + rejected)


def alpha_mle_from_tau(tau: float, full_acceptance: float) -> float:
    """
    Return the censored maximum-likelihood alpha at a constant draft length.

    (tau - 1) / (tau - s_gamma): per cycle, tau - 1 drafts are accepted and
    1 - s_gamma cycles end in a rejection.

    Args:
        tau: Mean tokens per cycle, 1 or more.
        full_acceptance: s_gamma, the share of cycles that kept every draft, 0
            to 1.

    Raises:
        ValueError: An argument is out of range.
    """
    check_probability("full_acceptance", full_acceptance)
    return alpha_from_evaluations(tau - 1, 1 - full_acceptance)


def alpha_mle_bounds(
    num_drafts: float, num_accepted_tokens: float, gamma: int
) -> tuple[float, float]:
    """
    Return the least and the greatest maximum-likelihood alpha the totals allow.

    How many cycles kept every draft (F) is unknown, but
    max(0, A - N (gamma - 1)) <= F <= A / gamma at a constant draft length, and
    alpha = A / (A + N - F).

    Args:
        num_drafts: N, cycles with a draft, more than 0.
        num_accepted_tokens: A, accepted draft tokens, 0 to N gamma.
        gamma: Draft tokens per cycle, 1 to 128.

    Returns:
        Lower and upper bound, each 0 to 1; equal at gamma = 1.

    Raises:
        ValueError: An argument is out of range.
    """
    check_gamma(gamma)
    if not 0 <= num_accepted_tokens <= num_drafts * gamma:
        raise ValueError(f"{num_accepted_tokens!r} accepted of {num_drafts!r} drafts")
    full_least = max(0.0, num_accepted_tokens - num_drafts * (gamma - 1))
    full_most = num_accepted_tokens / gamma
    return (
        alpha_from_evaluations(num_accepted_tokens, num_drafts - full_least),
        alpha_from_evaluations(num_accepted_tokens, num_drafts - full_most),
    )


def profile_from_rates(per_position: Sequence[float]) -> AcceptanceProfile:
    """
    Return the profile of measured per-position acceptance rates.

    Args:
        per_position: p_1 ... p_gamma, the share of cycles in which at least i
            drafts were accepted (unconditional, as engines print them), each 0
            to 1, never rising.

    Raises:
        ValueError: The list is empty, too long, out of range, or rises.
    """
    check_gamma(len(per_position))
    return AcceptanceProfile(tuple(float(rate) for rate in per_position))
