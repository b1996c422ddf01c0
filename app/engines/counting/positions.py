"""Positions: what a printed per-position list must fulfil to be believed."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import sqrt

from app.engines.notes import Note
from app.model.acceptance import MAX_GAMMA

PRINTED = 0.006
"""How far a rate printed with two decimals may lie from the exact one."""


def checked_positions(
    rates: Sequence[float],
    draft_yield: float | None,
    mean_draft: float | None,
    note: Callable[[Note], None],
) -> tuple[float, ...] | None:
    """
    Return *rates* as survival probabilities, or None where they cannot be.

    Args:
        rates: p_1 ... p_n as printed.
        draft_yield: A / N, what the rates must add up to; None where unknown.
        mean_draft: D / N in tokens, None where unknown.
        note: Takes what is wrong with them.
    """
    if not _possible(rates):
        note(Note.PER_POSITION_IMPOSSIBLE)
        return None
    falling = tuple(accumulate((min(rate, 1.0) for rate in rates), min))
    if draft_yield is None or _adds_up(falling, draft_yield):
        return falling
    if _tail_missing(falling, draft_yield, mean_draft):
        note(Note.POSITIONS_MISSING)
        return falling
    note(Note.PER_POSITION_CONTRADICTS_TOTALS)
    return None


def _possible(rates: Sequence[float]) -> bool:
    """Say whether *rates* lie in 0 to 1 and never rise, but for rounding."""
    if not 1 <= len(rates) <= MAX_GAMMA:
        return False
    previous = 1.0
    for rate in rates:
        if not 0 <= rate <= previous + PRINTED:
            return False
        previous = rate
    return True


def _adds_up(rates: Sequence[float], draft_yield: float) -> bool:
    """Say whether the rates add up to the mean number of accepted drafts."""
    allowed = 0.015 + PRINTED * sqrt(len(rates)) + 0.005 * draft_yield
    return abs(sum(rates) - draft_yield) <= allowed


def _tail_missing(
    rates: Sequence[float], draft_yield: float, mean_draft: float | None
) -> bool:
    """Say whether positions cut off at the end would explain the difference."""
    if mean_draft is None or mean_draft <= len(rates):
        return False
    rest = draft_yield - sum(rates)
    return 0 < rest <= (mean_draft - len(rates) + PRINTED) * rates[-1] + PRINTED


def survival_from_histogram(histogram: Sequence[float]) -> tuple[float, ...]:
    """
    Return the survival probabilities behind a histogram of accepted drafts.

    Args:
        histogram: Entry j counts the cycles that accepted exactly j drafts.

    Returns:
        p_1 ... p_gamma; empty where nothing was counted.
    """
    total = sum(histogram)
    if not total:
        return ()
    at_least = list(accumulate(reversed(histogram)))
    return tuple(count / total for count in reversed(at_least[:-1]))
