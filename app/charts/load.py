"""
The speedup over load: a line for each draft length, with what was measured on it.

The axis of the load is logarithmic, since loads are measured in powers of two. A
line is drawn through points close together, as the ratio of two lines is none.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log2

from app.charts.axis import grid_path
from app.charts.comparison import LABEL_GAP, spread

HEIGHT, TOP, FOOT = 340, 24.0, 30.0

STEPS = 72
"""Into how many steps the axis is parted for the lines."""

NARROW_GAP, WIDE_GAP = 19.0, 7.5
"""Least distance of two labels of the axis in the smallest and in a wide plot, %."""

BAND = (0.93, 1.07)
"""Speedups between these are about the same speed."""

SpeedupOf = Callable[[float], float | None]


@dataclass(frozen=True)
class LoadLine:
    """
    Hold one draft length; x in percent (in the paths per mille), y in pixels.

    Attributes:
        gamma: Draft tokens per cycle.
        solid: Path over the loads that both curves measure.
        dashed: Path over those beyond.
        points: The measured speedups.
        end: Where the line ends.
        label_y: Where its label stands, kept apart from the others.
    """

    gamma: int
    solid: str
    dashed: str
    points: tuple[tuple[float, float], ...]
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True)
class LoadFigure:
    """
    Hold the geometry of the speedup over load.

    Attributes:
        height: Height of the figure.
        base: Where the axis lies, S = 0.
        one: Where S = 1 lies.
        band: Upper edge and height of the band of about the same speed.
        y_ticks: Factors to mark, with their y.
        x_labels: Loads to write, with their x, and whether only wide plots have room.
        grid: Path of the lines at the ticks but for S = 1.
        lines: One for each draft length, by length.
        guides: The loads asked for, as percentages.
    """

    height: int
    base: float
    one: float
    band: tuple[float, float]
    y_ticks: tuple[tuple[float, float], ...]
    x_labels: tuple[tuple[float, float, bool], ...]
    grid: str
    lines: tuple[LoadLine, ...]
    guides: tuple[float, ...]


@dataclass(frozen=True)
class LoadSeries:
    """
    Hold what is drawn of one draft length.

    Attributes:
        gamma: Draft tokens per cycle.
        measured: Loads and speedups as measured, by load.
        speedup_at: The speedup at any load, None where it is not known.
        covered: The least and the greatest load that both curves measure.
    """

    gamma: int
    measured: Sequence[tuple[float, float]]
    speedup_at: SpeedupOf
    covered: tuple[float, float]


class _Plane:
    """Turn loads and speedups into places."""

    def __init__(self, least: float, most: float, top: float) -> None:
        self.low, self.width = log2(least), log2(most / least)
        self.base = HEIGHT - FOOT
        self.top = top
        self.scale = (self.base - TOP) / top

    def x(self, load: float) -> float:
        return 100 * (log2(load) - self.low) / self.width

    def y(self, speedup: float) -> float:
        return self.base - speedup * self.scale

    def loads(self) -> list[float]:
        """Return loads all along the axis."""
        return [2 ** (self.low + self.width * i / STEPS) for i in range(STEPS + 1)]

    def path(self, points: Iterable[tuple[float, float]]) -> str:
        """Return the path through loads and speedups."""
        texts = [f"{10 * self.x(load):.1f} {self.y(s):.1f}" for load, s in points]
        return "M" + "L".join(texts) if len(texts) > 1 else ""


def load_figure(
    series: Sequence[LoadSeries], asked: Sequence[float] = ()
) -> LoadFigure:
    """
    Return the geometry of the speedup over load.

    Args:
        series: At least one draft length, each with two measured loads or more.
        asked: Loads asked for; those beyond the axis are left out.
    """
    loads = sorted({load for one in series for load, _ in one.measured})
    top = 1.08 * max(1.25, *(s for one in series for _, s in one.measured))
    plane = _Plane(max(1.0, loads[0] / 2), 2 * loads[-1], top)
    ticks = tuple((tick, plane.y(tick)) for tick in _y_ticks(top))
    lines = [_line(plane, one) for one in series]
    spots = spread([line.end[1] for line in lines], LABEL_GAP, TOP, plane.base - 4)
    upper, lower = plane.y(BAND[1]), plane.y(BAND[0])
    return LoadFigure(
        height=HEIGHT,
        base=plane.base,
        one=plane.y(1),
        band=(upper, lower - upper),
        y_ticks=ticks,
        x_labels=_x_labels(plane, loads),
        grid=grid_path(y for tick, y in ticks if tick != 1),
        lines=tuple(
            LoadLine(one.gamma, one.solid, one.dashed, one.points, one.end, spot)
            for one, spot in zip(lines, spots, strict=True)
        ),
        guides=tuple(x for load in asked if 0 <= (x := plane.x(load)) <= 100),
    )


def _line(plane: _Plane, one: LoadSeries) -> LoadLine:
    first, last = one.covered
    places = sorted({*plane.loads(), *(load for load, _ in one.measured), first, last})
    known = [
        (load, s)
        for load in places
        if (s := one.speedup_at(load)) is not None and 0 < s <= plane.top
    ]
    inside = [point for point in known if first <= point[0] <= last]
    before = [point for point in known if point[0] <= first]
    after = [point for point in known if point[0] >= last]
    end = max(known)
    return LoadLine(
        gamma=one.gamma,
        solid=plane.path(inside),
        dashed=plane.path(before) + plane.path(after),
        points=tuple((plane.x(load), plane.y(s)) for load, s in one.measured),
        end=(plane.x(end[0]), plane.y(end[1])),
        label_y=0.0,
    )


def _y_ticks(top: float) -> list[float]:
    """Return the factors to mark: 1 among them, at most nine."""
    step = next(step for step in (0.5, 1, 2, 5, 10, 20, 50, 1e9) if top / step < 8)
    ticks = {step * n for n in range(1, int(top / step) + 1)}
    return sorted(
        tick for tick in {1.0, *ticks} if tick == 1 or tick > 1 + step / 3 or tick < 1
    )


def _x_labels(
    plane: _Plane, loads: Sequence[float]
) -> tuple[tuple[float, float, bool], ...]:
    """Return the loads to write: first those that the smallest plot has room for."""
    wanted = [loads[0], loads[-1], *loads[1:-1]]
    narrow = _apart(plane, wanted, [], NARROW_GAP)
    wide = _apart(plane, wanted, narrow, WIDE_GAP)
    return tuple((load, plane.x(load), load not in narrow) for load in sorted(wide))


def _apart(
    plane: _Plane, wanted: Sequence[float], taken: Sequence[float], gap: float
) -> list[float]:
    found = list(taken)
    for load in wanted:
        if load not in found and all(
            abs(plane.x(load) - plane.x(other)) >= gap for other in found
        ):
            found.append(load)
    return found
