"""
Labels: where words find room beside the marks of a figure.

Figures are fluid: x is a percentage, y in pixels, text has its true size. Places
are chosen for the narrowest plot, where room is scarcest; what fits there fits
everywhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

NARROWEST = 286.0
"""Width of the narrowest plot, in pixels."""

SMALL = 6.6
"""Width of a character of the small sans text, in pixels, on average."""

LARGE = 10.4
"""Width of a character of the large serif numbers, in pixels, on average."""

Anchor = Literal["start", "middle", "end"]
_SHIFT: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True)
class Box:
    """Hold a rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """Return the area that both share, in square pixels."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    def holds(self, x: float, y: float) -> bool:
        """Say whether a point lies inside."""
        return self.left < x < self.right and self.top < y < self.bottom


@dataclass(frozen=True)
class Text:
    """
    Hold the size of a label.

    Attributes:
        lines: Its lines; with two, the first is a large number.
    """

    lines: tuple[str, ...]

    @property
    def width(self) -> float:
        """Return the estimated width in pixels."""
        sizes = (LARGE, SMALL) if len(self.lines) == 2 else (SMALL,)
        return max(
            len(line) * size for line, size in zip(self.lines, sizes, strict=True)
        )

    @property
    def height(self) -> float:
        """Return the height in pixels."""
        return 34.0 if len(self.lines) == 2 else 15.0


@dataclass(frozen=True)
class Place:
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


@dataclass(frozen=True)
class Room:
    """
    Hold what labels must keep away from.

    Attributes:
        edges: Where labels may stand.
        points: Points of the curves, close enough to notice a crossing.
    """

    edges: Box
    points: Sequence[tuple[float, float]]

    def cost(self, box: Box, taken: Iterable[Box] = ()) -> float:
        """Return how bad a place is; 0 is free."""
        outside = (
            max(0.0, self.edges.left - box.left)
            + max(0.0, box.right - self.edges.right)
            + max(0.0, self.edges.top - box.top)
            + max(0.0, box.bottom - self.edges.bottom)
        )
        crossed = sum(box.holds(x, y) for x, y in self.points)
        covered = sum(box.overlap(other) for other in taken)
        return 60 * outside + 8 * crossed + 4 * covered


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
    first_line = 16.0 if len(text.lines) > 1 else 12.0
    box = Box(left, top, left + text.width, top + text.height)
    return Place(x, dx, top + first_line, anchor, box)


def around(text: Text, x: float, y: float, gap: float, width: float) -> list[Place]:
    """
    Return the places around a mark, the best liked first.

    Args:
        text: The label.
        x: The mark's percentage of the plot's width.
        y: The mark's height, in pixels.
        gap: Room to leave round the mark's centre, in pixels.
        width: Width of the plot, in pixels.
    """
    above, below = y - gap - text.height, y + gap
    middle = y - text.height / 2
    anchors: tuple[tuple[Anchor, float], ...] = (
        ("middle", 0),
        ("start", -6),
        ("end", 6),
    )
    places = [
        place(text, x, top, anchor, dx, width)
        for top in (above, below)
        for anchor, dx in anchors
    ]
    places.append(place(text, x, middle, "start", gap, width))
    places.append(place(text, x, middle, "end", -gap, width))
    places += [
        place(text, x, top, anchor, dx, width)
        for top in (above - 22, below + 22, above - 44, below + 44)
        for anchor, dx in anchors
    ]
    return places


def cheapest(
    places: Sequence[Place], room: Room, taken: Sequence[Box]
) -> tuple[Place, float]:
    """Return the place that costs least, and its cost; the earlier of equals."""
    costs = [room.cost(p.box, taken) + index / 4 for index, p in enumerate(places)]
    best = min(range(len(places)), key=costs.__getitem__)
    return places[best], costs[best]


def cheapest_pair(
    ones: Sequence[Place], others: Sequence[Place], room: Room, taken: Sequence[Box]
) -> tuple[Place, Place]:
    """Return the two places that together cost least and do not meet."""
    first = [room.cost(p.box, taken) + i / 4 for i, p in enumerate(ones)]
    second = [room.cost(p.box, taken) + i / 4 for i, p in enumerate(others)]
    pairs = (
        (first[i] + second[j] + 4 * one.box.overlap(other.box), i, j)
        for i, one in enumerate(ones)
        for j, other in enumerate(others)
    )
    _, i, j = min(pairs)
    return ones[i], others[j]
