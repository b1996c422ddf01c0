"""The comparison: the curves of several settings in one figure."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.charts.axis import (
    grid_path,
    last_gamma,
    polyline,
    x_labels,
    x_percent,
    y_ticks,
)
from app.model.speedup import Point, Speedup

HEIGHT, TOP, FOOT = 320, 24.0, 30.0
LEADER = 9.0
"""How far a leader reaches from a curve's end to its label, in pixels."""

LABEL_GAP = 16.0
"""Least distance of two labels at the right end, in pixels."""


@dataclass(frozen=True)
class Line:
    """
    Hold one curve; x in percent (in the polyline per mille), y in pixels.

    Attributes:
        points: Points of the polyline.
        label_y: Where its label stands, kept apart from the others.
        x: The setting's draft length.
        y: The setting's speedup.
    """

    points: str
    label_y: float
    x: float
    y: float


@dataclass(frozen=True)
class Lines:
    """
    Hold the geometry of the comparison.

    Attributes:
        height: Height of the figure.
        base: Where the axis lies, S = 0.
        one: Where S = 1 lies.
        last: The draft length at the right end.
        y_ticks: Factors to mark, with their y.
        x_labels: Draft lengths to write, with their x.
        grid: Path of the lines at the ticks but for S = 1.
        leaders: Path from each curve's end to its label, in pixels, from the
            right end of the plot.
        lines: One per setting, in the order given.
    """

    height: int
    base: float
    one: float
    last: int
    y_ticks: tuple[tuple[int, float], ...]
    x_labels: tuple[tuple[int, float], ...]
    grid: str
    leaders: str
    lines: tuple[Line, ...]


def comparison_curves(settings: Sequence[tuple[Speedup, Sequence[Point]]]) -> Lines:
    """
    Return the curves of several settings.

    Args:
        settings: Each setting, and what each draft length comes to in it.
    """
    last = last_gamma(16, *(outcome.gamma for outcome, _ in settings))
    base = HEIGHT - FOOT
    top = max(1.25, *(p.speedup for _, points in settings for p in points[:last]))
    scale = (base - TOP) / top
    ends = [base - points[last - 1].speedup * scale for _, points in settings]
    labels = spread(ends, LABEL_GAP, TOP, base - 4)
    ticks = tuple((t, base - t * scale) for t in y_ticks(top, 15 / (base - TOP)))
    return Lines(
        height=HEIGHT,
        base=base,
        one=base - scale,
        last=last,
        y_ticks=ticks,
        x_labels=tuple((g, x_percent(g, last)) for g in x_labels(last, [])),
        grid=grid_path(y for tick, y in ticks if tick != 1),
        leaders="".join(
            f"M1 {end:.1f}L{LEADER:g} {label:.1f}"
            for end, label in zip(ends, labels, strict=True)
        ),
        lines=tuple(
            Line(
                points=polyline(
                    [base - p.speedup * scale for p in points[:last]],
                ),
                label_y=label,
                x=x_percent(outcome.gamma, last),
                y=base - outcome.speedup * scale,
            )
            for (outcome, points), label in zip(settings, labels, strict=True)
        ),
    )


def spread(
    places: Sequence[float], gap: float, least: float, most: float
) -> list[float]:
    """
    Move places apart until no two are closer than *gap*, as little as need be.

    Args:
        places: Where the labels would like to stand, in pixels.
        gap: Least distance, in pixels.
        least: The uppermost place allowed.
        most: The lowest place allowed.
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    spots = [max(places[i], least) for i in order]
    for k in range(1, len(spots)):
        spots[k] = max(spots[k], spots[k - 1] + gap)
    if spots:
        spots[-1] = min(spots[-1], most)
    for k in range(len(spots) - 2, -1, -1):
        spots[k] = min(spots[k], spots[k + 1] - gap)
    moved = [0.0] * len(places)
    for i, spot in zip(order, spots, strict=True):
        moved[i] = spot
    return moved
