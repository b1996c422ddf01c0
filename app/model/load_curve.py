"""
Curves: time per token over load, for each draft length, and where two cross.

A curve is linear between measured neighbours. Beyond its ends it is the line
through the two nearest, down to 1 request and up to twice the largest measured
load, and marked as extrapolated; beyond that there is nothing. One point gives no
curve, though at that very load it tells what was measured.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

TIE = 1e-12
"""Times per token that differ by less, relatively, are the same."""


@dataclass(frozen=True)
class Curve:
    """
    Hold the times per token of one draft length.

    Attributes:
        gamma: Draft tokens per cycle; 0 without speculation.
        loads: The measured loads, in requests, rising; none where unknown.
        tpots_ms: The time per token at each, in milliseconds.
    """

    gamma: int
    loads: tuple[float, ...]
    tpots_ms: tuple[float, ...]

    def covers(self, load: float) -> bool:
        """Say whether *load* lies within the measured ones."""
        return bool(self.loads) and self.loads[0] <= load <= self.loads[-1]

    def reaches(self, load: float) -> bool:
        """Say whether the curve, or its extrapolation, tells about *load*."""
        if len(self.loads) < 2:
            return self.covers(load)
        return 1 <= load <= 2 * self.loads[-1]

    def tpot_ms(self, load: float) -> float | None:
        """
        Return the time per token at *load*, in milliseconds.

        Args:
            load: Requests decoded together.

        Returns:
            More than 0; None where the curve does not reach, or where its
            extrapolation has fallen to 0.
        """
        if not self.reaches(load):
            return None
        place = bisect_left(self.loads, load)
        if place < len(self.loads) and self.loads[place] == load:
            return self.tpots_ms[place]
        place = min(max(place, 1), len(self.loads) - 1)
        found = self._on_line(place, load)
        return found if found > 0 else None

    def _on_line(self, place: int, load: float) -> float:
        """Return the value at *load* of the line through *place* and before."""
        left, right = self.loads[place - 1 : place + 1]
        before, after = self.tpots_ms[place - 1 : place + 1]
        # Between the two both terms are above 0, and so is what comes out.
        weighed = before * (right - load) + after * (load - left)
        return weighed / (right - left)


class BreakEvenState(StrEnum):
    """Say how speculation pays over the loads that were measured."""

    PAYS_AT_ALL = "pays_at_all"
    PAYS_AT_NONE = "pays_at_none"
    STOPS = "stops"
    STARTS = "starts"
    SEVERAL = "several"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Crossing:
    """
    Hold where speculation stops paying, or starts.

    Attributes:
        between: The neighbouring measured loads.
        estimate: The load between them where both curves meet.
        stops: It pays below and not above; False: the other way round.
    """

    between: tuple[float, float]
    estimate: float
    stops: bool


@dataclass(frozen=True)
class BreakEven:
    """
    Hold at which loads a draft length pays.

    Attributes:
        gamma: Draft tokens per cycle.
        state: How it pays over the loads that both curves cover.
        crossings: Where that changes, by load.
    """

    gamma: int
    state: BreakEvenState
    crossings: tuple[Crossing, ...] = ()

    @property
    def between(self) -> tuple[float, float] | None:
        """Return the loads around the last change, if there is one."""
        return self.crossings[-1].between if self.crossings else None

    @property
    def estimate(self) -> float | None:
        """Return the load of the last change, if there is one."""
        return self.crossings[-1].estimate if self.crossings else None


def speedup_at(plain: Curve | None, curve: Curve, load: float) -> float | None:
    """Return S at *load*: plain time per token over that with speculation."""
    before = plain.tpot_ms(load) if plain else None
    after = curve.tpot_ms(load)
    return None if before is None or after is None else before / after


def break_even(plain: Curve | None, curve: Curve) -> BreakEven:
    """
    Return at which loads *curve* pays, as far as both curves are measured.

    Args:
        plain: The curve without speculation, where there is one.
        curve: That of a draft length.
    """
    loads = _common_loads(plain, curve) if plain else []
    if plain is None or len(loads) < 2:
        return BreakEven(curve.gamma, BreakEvenState.UNKNOWN)
    saved = [_saved(plain, curve, load) for load in loads]
    crossings = tuple(
        Crossing((left, right), _meeting(left, right, before, after), before > 0)
        for (left, right), (before, after) in zip(
            pairwise(loads), pairwise(saved), strict=True
        )
        if (before > 0) != (after > 0)
    )
    return BreakEven(curve.gamma, _state(crossings, saved[0] > 0), crossings)


def _common_loads(plain: Curve, curve: Curve) -> list[float]:
    """Return the measured loads of either curve that both cover."""
    measured = sorted({*plain.loads, *curve.loads})
    return [load for load in measured if plain.covers(load) and curve.covers(load)]


def _saved(plain: Curve, curve: Curve, load: float) -> float:
    """Return the time saved per token at a load that both cover; 0 for a tie."""
    before = plain.tpot_ms(load) or 0.0
    saved = before - (curve.tpot_ms(load) or 0.0)
    return 0.0 if abs(saved) <= TIE * before else saved


def _meeting(left: float, right: float, before: float, after: float) -> float:
    """Return where the line from *before* to *after* is 0; one is above it."""
    return left + (right - left) * (before / (before - after))


def _state(crossings: Sequence[Crossing], pays_first: bool) -> BreakEvenState:
    if not crossings:
        pays, never = BreakEvenState.PAYS_AT_ALL, BreakEvenState.PAYS_AT_NONE
        return pays if pays_first else never
    if len(crossings) > 1:
        return BreakEvenState.SEVERAL
    return BreakEvenState.STOPS if crossings[0].stops else BreakEvenState.STARTS
