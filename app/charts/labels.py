"""
Labels: where words find room beside the marks of a figure.

Figures are fluid: x is a percentage, y in pixels, text has its true size. Places
are chosen for a narrow plot, where room is scarcest; what fits there fits in any
that is wider. In a plot even narrower than `NARROWEST` the same text covers more
of it, so it is measured with a stretch above 1.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

NARROWEST = 286.0
"""Width of the narrowest plot of a usual phone, in pixels; boxes have its scale."""

SMALLEST = 206.0
"""Width of the plot in the smallest frame we serve, 280 pixels wide."""

SMALL = 8.0
"""Room for a character of the small sans text, in pixels; which font a system has
is not known: on average DejaVu Sans takes 6.9, a typewriter font 8."""

LARGE = 10.4
"""Width of a character of the large serif numbers, in pixels, on average."""

# Dozens of places are weighed for each figure, so they are tuples: a frozen
# dataclass takes four times as long to make.

Anchor = Literal["start", "middle", "end"]
_ANCHORS: tuple[tuple[Anchor, float], ...] = (("middle", 0), ("start", -6), ("end", 6))
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
        width: Its estimated width, stretched.
        height: Its height.
        first_line: From its upper edge to the baseline of its first line.
        stretch: How many times narrower than `NARROWEST` the plot is.
    """

    width: float
    height: float
    first_line: float
    stretch: float

    @classmethod
    def of(cls, lines: Sequence[str], stretch: float = 1.0) -> "Text":
        """
        Measure a label.

        Args:
            lines: One line, or a large number and a line below it.
            stretch: How many times narrower than `NARROWEST` the plot is.
        """
        if len(lines) == 1:
            return cls(len(lines[0]) * SMALL * stretch, 15.0, 12.0, stretch)
        number, below = lines
        width = max(len(number) * LARGE, len(below) * SMALL)
        return cls(width * stretch, 34.0, 16.0, stretch)


class Place(NamedTuple):
    """
    Hold where a label stands.

    Attributes:
        x: Percentage of the plot's width.
        dx: Shift in pixels.
        y: Baseline of the first line, in pixels.
        anchor: SVG's text-anchor.
        box: What it covers at the width it was sought for.
        roomy: It has no room in plots narrower than `NARROWEST`.
    """

    x: float
    dx: float
    y: float
    anchor: Anchor
    box: Box
    roomy: bool = False


def place(text: Text, x: float, top: float, anchor: Anchor, dx: float) -> Place:
    """
    Return the place of a label.

    Args:
        text: The label.
        x: Percentage of the plot's width that it is tied to.
        top: Its upper edge, in pixels.
        anchor: SVG's text-anchor.
        dx: Shift in pixels.
    """
    left = x / 100 * NARROWEST + dx * text.stretch - _SHIFT[anchor] * text.width
    box = Box(left, top, left + text.width, top + text.height)
    return Place(x, dx, top + text.first_line, anchor, box)


def around(text: Text, x: float, y: float, gap: float) -> Iterator[Place]:
    """
    Yield the places close to a mark, the best liked first.

    Args:
        text: The label.
        x: The mark's percentage of the plot's width.
        y: The mark's height, in pixels.
        gap: Room to leave round the mark's centre, in pixels.
    """
    yield from _over(text, x, (y - gap - text.height, y + gap))
    # Level with the mark the curve would cross them, the more the wider the plot.
    for top in (y + 3, y - 3 - text.height):
        yield place(text, x, top, "start", gap)
        yield place(text, x, top, "end", -gap)


def farther(text: Text, x: float, y: float, gap: float) -> Iterator[Place]:
    """Yield the places a little off a mark; see `around`."""
    above, below = y - gap - text.height, y + gap
    yield from _over(text, x, (above - 22, below + 22, above - 44, below + 44))


def _over(text: Text, x: float, tops: Sequence[float]) -> Iterator[Place]:
    """Yield places above or below a mark."""
    fitted = [*_fitted(text, x)]
    for top in tops:
        for anchor, dx in _ANCHORS:
            yield place(text, x, top, anchor, dx)
        for dx in fitted:
            yield place(text, x, top, "start", dx)


def _fitted(text: Text, x: float) -> Iterator[float]:
    """Yield the shifts that fit a long label into the plot, its mark beside it."""
    mark = x / 100 * NARROWEST
    right = NARROWEST + 6 * text.stretch - text.width
    for left in (right, -5 * text.stretch):
        dx = (left - mark) / text.stretch
        if 6 - text.width / text.stretch < dx < -6:
            yield dx
