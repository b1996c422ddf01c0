"""
Labels: where words find room beside the marks of a figure.

Figures are fluid: x is a percentage, y in pixels, text has its true size. Places
are chosen for the narrowest plot, where room is scarcest; what fits there fits
everywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

NARROWEST = 286.0
"""Width of the narrowest plot, in pixels."""

COLUMN = 6.0
"""Distance of the places at which curves are looked at, in pixels."""

SMALL = 6.6
"""Width of a character of the small sans text, in pixels, on average."""

LARGE = 10.4
"""Width of a character of the large serif numbers, in pixels, on average."""

# Dozens of places are weighed for each figure, so they are tuples: a frozen
# dataclass takes four times as long to make.

Anchor = Literal["start", "middle", "end"]
_SHIFT: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Box(NamedTuple):
    """Hold a rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """Return the area that both share, in square pixels."""
        width = min(self.right, other.right) - max(self.left, other.left)
        if width <= 0:
            return 0.0
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if height > 0 else 0.0


class Text(NamedTuple):
    """
    Hold the size of a label, in pixels.

    Attributes:
        width: Its estimated width.
        height: Its height.
        first_line: From its upper edge to the baseline of its first line.
    """

    width: float
    height: float
    first_line: float

    @classmethod
    def of(cls, lines: Sequence[str]) -> "Text":
        """
        Measure a label.

        Args:
            lines: One line, or a large number and a line below it.
        """
        if len(lines) == 1:
            return cls(len(lines[0]) * SMALL, 15.0, 12.0)
        number, below = lines
        return cls(max(len(number) * LARGE, len(below) * SMALL), 34.0, 16.0)


class Place(NamedTuple):
    """
    Hold where a label stands.

    Attributes:
        x: Percentage of the plot's width.
        dx: Shift in pixels.
        y: Baseline of the first line, in pixels.
        anchor: SVG's text-anchor.
        box: What it covers at the narrowest width.
    """

    x: float
    dx: float
    y: float
    anchor: Anchor
    box: Box


class Room(NamedTuple):
    """
    Hold what labels must keep away from.

    Attributes:
        edges: Where labels may stand.
        curves: Height of each line at every `COLUMN` pixels, from the left.
    """

    edges: Box
    curves: Sequence[Sequence[float]]

    def cost(self, box: Box, taken: Iterable[Box] = ()) -> float:
        """Return how bad a place is; 0 is free."""
        left, top, right, bottom = box
        cost = 60 * self._outside(box)
        first, last = max(0, int(left / COLUMN) + 1), int(right / COLUMN) + 1
        for curve in self.curves:
            for y in curve[first:last]:
                if top < y < bottom:
                    cost += 8
        for other in taken:
            # Most are far away: half the time of asking each for its overlap.
            other_left, other_top, other_right, _ = other
            if other_left < right and left < other_right and other_top < bottom:
                cost += 4 * box.overlap(other)
        return cost

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
        return (
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


def place(
    text: Text, x: float, top: float, anchor: Anchor, dx: float, width: float
) -> Place:
    """
    Return the place of a label.

    Args:
        text: The label.
        x: Percentage of the plot's width that it is tied to.
        top: Its upper edge, in pixels.
        anchor: SVG's text-anchor.
        dx: Shift in pixels.
        width: Width of the plot, in pixels.
    """
    left = x / 100 * width + dx - _SHIFT[anchor] * text.width
    box = Box(left, top, left + text.width, top + text.height)
    return Place(x, dx, top + text.first_line, anchor, box)


def around(text: Text, x: float, y: float, gap: float, width: float) -> Iterator[Place]:
    """
    Yield the places around a mark, the best liked first.

    Args:
        text: The label.
        x: The mark's percentage of the plot's width.
        y: The mark's height, in pixels.
        gap: Room to leave round the mark's centre, in pixels.
        width: Width of the plot, in pixels.
    """
    above, below = y - gap - text.height, y + gap
    anchors: tuple[tuple[Anchor, float], ...] = (
        ("middle", 0),
        ("start", -6),
        ("end", 6),
    )
    for top in (above, below):
        for anchor, dx in anchors:
            yield place(text, x, top, anchor, dx, width)
    middle = y - text.height / 2
    yield place(text, x, middle, "start", gap, width)
    yield place(text, x, middle, "end", -gap, width)
    for top in (above - 22, below + 22, above - 44, below + 44):
        for anchor, dx in anchors:
            yield place(text, x, top, anchor, dx, width)


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


def cheapest_pair(
    ones: Sequence[Place], others: Sequence[Place], room: Room, taken: Sequence[Box]
) -> tuple[Place, Place]:
    """Return the two places that together cost least and do not meet."""
    first = [room.cost(p.box, taken) + i / 4 for i, p in enumerate(ones)]
    second = [room.cost(p.box, taken) + i / 4 for i, p in enumerate(others)]
    _, i, j = min(
        (first[i] + second[j] + 4 * one.box.overlap(other.box), i, j)
        for i, one in enumerate(ones)
        for j, other in enumerate(others)
    )
    return ones[i], others[j]
