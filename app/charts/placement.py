"""Room: how bad a place for a label is, and which one is best."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import product, zip_longest
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

    def cost(self, box: Box, taken: Iterable[Box] = (), enough: float = inf) -> float:
        """
        Return how bad a place is; 0 is free.

        Args:
            box: The place.
            taken: What is there already.
            enough: As bad as this it need not be known exactly.
        """
        left, top, right, bottom = box
        cost = self._outside(box)
        for other in taken:
            # Most are far away: half the time of asking each for its overlap.
            other_left, other_top, other_right, other_bottom = other
            if (
                other_left < right
                and left < other_right
                and other_top < bottom
                and top < other_bottom
            ):
                cost += 40 + 4 * box.overlap(other)
        if cost >= enough:
            return cost
        guide_x, guide_top, _, guide_bottom = self.guide
        if left < guide_x < right and top < guide_bottom and guide_top < bottom:
            cost += 16
        first, last = max(0, int(left / COLUMN) + 1), int(right / COLUMN) + 1
        touched = len([y for y in self.line[first:last] if top < y < bottom])
        touched += self._touched(first, min(last, len(self.rising)), top, bottom)
        return cost + 8 * touched

    def _touched(self, first: int, last: int, top: float, bottom: float) -> int:
        """Return in how many columns a box covers the rising curve or the level."""
        if last <= first:
            return 0
        upper = bisect_left(self.rising, -top, first, last)
        lower = bisect_right(self.rising, -bottom, first, last)
        level = last - first if top < self.level < bottom else 0
        return max(0, upper - lower) + level

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
) -> tuple[Place | None, float]:
    """
    Return the best liked free place, or else the one that costs least.

    Args:
        places: The best liked first.
        room: What to keep away from.
        taken: What is there already.

    Returns:
        The place and its cost; None and infinity where there are no places.
    """
    best, least = None, inf
    for index, spot in enumerate(places):
        dislike = index / 4
        cost = room.cost(spot.box, taken, least - dislike)
        if not cost:
            return spot, 0.0
        if cost + dislike < least:
            best, least = spot, cost + dislike
    return best, least


def cheapest_pair(
    ones: Iterable[Place], others: Iterable[Place], room: Room, taken: Sequence[Box]
) -> tuple[Place, Place, float]:
    """
    Return two places that together cost least and do not meet, and their cost.

    A place costs its rank besides, so no pair is worth a look when the ranks
    alone are worse than what is found: a fifth of the time of weighing all.

    Args:
        ones: Places of one label, the best liked first.
        others: Places of the other.
        room: What to keep away from.
        taken: What is there already.
    """
    first: list[tuple[float, Place]] = []
    second: list[tuple[float, Place]] = []
    found: tuple[Place, Place] | None = None
    least = inf
    for rank, pair in enumerate(zip_longest(ones, others)):
        if rank >= least:
            break
        weighed = [
            [(room.cost(spot.box, taken, least) + rank, spot)] if spot else []
            for spot in pair
        ]
        met = [*product(weighed[0], second), *product(first + weighed[0], weighed[1])]
        first += weighed[0]
        second += weighed[1]
        for (cost, one), (other_cost, other) in met:
            both = cost + other_cost
            if both < least and not one.box.overlap(other.box):
                found, least = (one, other), both
    return (*(found or (first[0][1], second[0][1])), least)
