"""
The schedule: for every whole load the draft length with the least time per token.

Between neighbouring measured loads the curves are lines, so the fastest changes
only where lines cross, and no curve is the fastest twice: we look for the last
load of each by halving, not load by load.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from app.model.load_curve import TIE, Curve


@dataclass(frozen=True)
class LoadRange:
    """
    Hold neighbouring loads and the draft length that is the fastest there.

    Attributes:
        first: The least load, whole.
        last: The greatest, whole.
        gamma: Draft tokens per cycle; 0: do not speculate.
    """

    first: int
    last: int
    gamma: int


def schedule(curves: Sequence[Curve]) -> tuple[LoadRange, ...]:
    """
    Return the fastest draft length for the whole loads of the plain curve.

    A curve counts where it is measured, not where it is extrapolated. Of those that
    are equally fast, the shortest draft counts.

    Args:
        curves: By gamma, without speculation first; curves of one point are none.
    """
    curves = [curve for curve in curves if len(curve.loads) > 1]
    if not curves or curves[0].gamma:
        return ()
    joined: list[LoadRange] = []
    for first, last in _pieces(curves):
        for found in _ranges(curves, first, last):
            if joined and joined[-1].gamma == found.gamma:
                found = LoadRange(joined.pop().first, found.last, found.gamma)
            joined.append(found)
    return tuple(joined)


def _pieces(curves: Sequence[Curve]) -> Iterator[tuple[int, int]]:
    """Yield the whole loads in pieces on which every curve is a line, or absent."""
    plain = curves[0]
    loads = sorted({load for curve in curves for load in curve.loads})
    nodes = [load for load in loads if plain.covers(load)]
    for left, right in pairwise(nodes):
        yield from _unless_empty(ceil(left), floor(left))
        yield from _unless_empty(floor(left) + 1, ceil(right) - 1)
    yield from _unless_empty(ceil(nodes[-1]), floor(nodes[-1]))


def _unless_empty(first: int, last: int) -> Iterator[tuple[int, int]]:
    if first <= last:
        yield first, last


def _ranges(curves: Sequence[Curve], first: int, last: int) -> Iterator[LoadRange]:
    """Yield the ranges of one piece."""
    while first <= last:
        gamma, end = _fastest(curves, first), last
        low = first
        while low < end:
            middle = (low + end + 1) // 2
            if _fastest(curves, middle) == gamma:
                low = middle
            else:
                end = middle - 1
        yield LoadRange(first, end, gamma)
        first = end + 1


def _fastest(curves: Sequence[Curve], load: int) -> int:
    """Return the shortest draft with the least time per token at *load*."""
    tpots = {
        curve.gamma: tpot
        for curve in curves
        if curve.covers(load) and (tpot := curve.tpot_ms(load)) is not None
    }
    least = min(tpots.values()) * (1 + TIE)
    return min(gamma for gamma, tpot in tpots.items() if tpot <= least)
