"""Alphas: which estimates of the per-token acceptance rate the counts allow."""

from dataclasses import dataclass

from app.engines.measurement import Counts
from app.model.acceptance import (
    alpha_from_evaluations,
    alpha_from_tau,
    alpha_mle_bounds,
    alpha_mle_from_tau,
)


@dataclass(frozen=True)
class Alphas:
    """
    Hold the estimates that can be had; None where one cannot.

    Attributes:
        moment: The alpha whose tau is the measured one.
        mle: Censored maximum likelihood: accepted / evaluated.
        mle_bounds: Its bounds, where only the totals are known.
    """

    moment: float | None = None
    mle: float | None = None
    mle_bounds: tuple[float, float] | None = None


def estimate(
    counts: Counts,
    gamma: int | None,
    tau: float | None,
    per_position: tuple[float, ...] | None,
) -> Alphas:
    """
    Return what can be estimated.

    Nothing accepted of some drafted is alpha = 0 whatever gamma is. Trees have no
    alpha. The rejections give the maximum likelihood for varying drafts too.

    Args:
        counts: What was printed.
        gamma: Draft tokens per cycle, None where it varies or is unknown.
        tau: Mean tokens per drafting cycle, None where it is unknown.
        per_position: Survival probabilities that passed the checks, or None.
    """
    if counts.tree:
        return Alphas()
    if counts.num_accepted_tokens == 0 and counts.num_draft_tokens:
        return Alphas(0.0, 0.0)
    if gamma is None or tau is None:
        return Alphas(mle=_from_rejections(counts))
    moment = alpha_from_tau(tau, gamma)
    mle = _from_rejections(counts)
    if mle is None:
        mle = _from_last_position(gamma, tau, per_position)
    return Alphas(moment, mle, _bounds(gamma, tau) if mle is None else None)


def _from_rejections(counts: Counts) -> float | None:
    if counts.num_rejections is None or not counts.num_accepted_tokens:
        return None
    return alpha_from_evaluations(counts.num_accepted_tokens, counts.num_rejections)


def _from_last_position(
    gamma: int, tau: float, per_position: tuple[float, ...] | None
) -> float | None:
    if per_position is not None and len(per_position) == gamma:
        return alpha_mle_from_tau(max(tau, 1.0), per_position[-1])
    return alpha_from_tau(tau, 1) if gamma == 1 else None


def _bounds(gamma: int, tau: float) -> tuple[float, float]:
    return alpha_mle_bounds(1, min(max(tau - 1, 0.0), float(gamma)), gamma)
