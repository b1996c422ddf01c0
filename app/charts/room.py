"""Room: how bad a place for a label is, and which one is best."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from app.charts.labels import NARROWEST, Box, Place

COLUMN = 6.0
"""Distance of the places at which curves are looked at, in pixels."""


class Room(NamedTuple):
    """
    Hold what labels must keep away from.

    Attributes:
        edges: Where labels may stand.
        line: Height of the curve at every `COLUMN` pixels, from the left.
        rising: The same of a curve that never falls, negated so that it rises.
        level: Height of a line all across.
        guide: A dotted line straight up, as a box without width.
    """

    edges: Box
    line: Sequence[float]
    rising: Sequence[float]
    level: float
    guide: Box

    def cost(self, box: Box, taken: Iterable[Box] = ()) -> float:
        """Return how bad a place is; 0 is free."""
        left, top, right, bottom = box
        first, last = max(0, int(left / COLUMN) + 1), int(right / COLUMN) + 1
        touched = len([y for y in self.line[first:last] if top < y < bottom])
        touched += self._touched(first, min(last, len(self.rising)), top, bottom)
        cost = 8 * touched + self._outside(box)
        if left < self.guide.left < right:
            cost += self._crossed(top, bottom)
        for other in taken:
            # Most are far away: half the time of asking each for its overlap.
            other_left, other_top, other_right, _ = other
            if other_left < right and left < other_right and other_top < bottom:
                area = box.overlap(other)
                cost += 40 + 4 * area if area else 0.0
        return cost

    def _touched(self, first: int, last: int, top: float, bottom: float) -> int:
        """Return in how many columns a box covers the rising curve or the level."""
        if last <= first:
            return 0
        upper = bisect_left(self.rising, -top, first, last)
        lower = bisect_right(self.rising, -bottom, first, last)
        level = last - first if top < self.level < bottom else 0
        return max(0, upper - lower) + level

    def _crossed(self, top: float, bottom: float) -> float:
        return 16.0 if top < self.guide.bottom and self.guide.top < bottom else 0.0

    def _outside(self, box: Box) -> float:
        left, top, right, bottom = box
        least_left, least_top, most_right, most_bottom = self.edges
        if (
            left >= least_left
            and top >= least_top
            and right <= most_right
            and bottom <= most_bottom
        ):
            return 0.0
        return 60 * (
            max(0.0, least_left - left)
            + max(0.0, right - most_right)
            + max(0.0, least_top - top)
            + max(0.0, bottom - most_bottom)
        )


def columns(ys: Sequence[float]) -> list[float]:
    """
    Return the height of a curve at every `COLUMN` pixels of the narrowest plot.

    Args:
        ys: Heights of points that are spread evenly over the plot.
    """
    return [
        ys[index] + part * (ys[following] - ys[index])
        for index, following, part in _columns(len(ys))
    ]


@lru_cache(maxsize=128)
def _columns(points: int) -> list[tuple[int, int, float]]:
    """Return for each column the points beside it and the way between them."""
    step = (points - 1) * COLUMN / NARROWEST
    found = []
    for column in range(int(NARROWEST / COLUMN) + 1):
        index = int(column * step)
        following = min(index + 1, points - 1)
        found.append((index, following, column * step - index))
    return found


def cheapest(
    places: Iterable[Place], room: Room, taken: Sequence[Box]
) -> tuple[Place, float]:
    """
    Return the best liked free place, or else the one that costs least.

    Args:
        places: At least one, the best liked first.
        room: What to keep away from.
        taken: What is there already.
    """
    costs: list[tuple[float, int, Place]] = []
    for index, spot in enumerate(places):
        cost = room.cost(spot.box, taken)
        if not cost:
            return spot, 0.0
        costs.append((cost + index / 4, index, spot))
    least, _, best = min(costs)
    return best, least


def weighed(
    places: Iterable[Place], room: Room, taken: Sequence[Box], dislike: int = 0
) -> list[tuple[float, int, Place]]:
    """
    Return places with what they cost and their rank.

    Args:
        places: The best liked first.
        room: What to keep away from.
        taken: What is there already.
        dislike: Rank of the first.
    """
    return [
        (room.cost(spot.box, taken) + rank, rank, spot)
        for rank, spot in enumerate(places, dislike)
    ]


def cheapest_pair(
    ones: Iterable[tuple[float, int, Place]], others: Iterable[tuple[float, int, Place]]
) -> tuple[Place, Place, float]:
    """
    Return two places that together cost least and do not meet, and their cost.

    Args:
        ones: Places of one label; see `weighed`.
        others: Places of the other.
    """
    first, second = sorted(ones), sorted(others)
    found: tuple[Place, Place, float] = (first[0][2], second[0][2], inf)
    for cost, _, one in first:
        for other_cost, _, other in second:
            both = cost + other_cost
            if both >= found[2]:
                break
            if not one.box.overlap(other.box):
                found = (one, other, both)
    return found
