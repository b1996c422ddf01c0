"""Figure 1: the speedup over the draft length."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.charts.axis import (
    grid_path,
    polyline,
    x_labels,
    x_percent,
    xs_per_mille,
    y_ticks,
)
from app.charts.labels import (
    COLUMN,
    NARROWEST,
    Box,
    Place,
    Room,
    Text,
    around,
    cheapest,
    cheapest_pair,
    columns,
    place,
)
from app.model.speedup import Point, Speedup

TOP, FOOT = 45.0, 30.0
"""Room above the highest value and below the axis, in pixels."""

DOTS_UP_TO = 32
"""Beyond this draft length dots would run together."""


class Mark(NamedTuple):
    """Hold a point of the figure: x in percent of the plot, y in pixels."""

    gamma: int
    x: float
    y: float
    value: float


@dataclass(frozen=True)
class Curve:
    """
    Hold the geometry of figure 1; x in percent (in polylines per mille), y in px.

    Attributes:
        height: Height of the figure.
        base: Where the axis lies, S = 0.
        one: Where S = 1 lies.
        last: The draft length at the right end.
        slow: The current setting is slower than decoding without a draft.
        y_ticks: Factors to mark, with their y.
        x_labels: Draft lengths to write, with their x.
        speedups: Points of the polyline of S.
        taus: Points of the polyline of tau.
        grid: Path of the lines at the ticks but for S = 1.
        dots: Path of the dots where S >= 1, but for the current one and the best.
        loss_dots: Path of the dots where S < 1.
        now: The current setting.
        ceiling: tau at the current draft length.
        best: The optimum, or None where no draft pays off or it is not shown.
    """

    height: int
    base: float
    one: float
    last: int
    slow: bool
    y_ticks: tuple[tuple[int, float], ...]
    x_labels: tuple[tuple[int, float], ...]
    speedups: str
    taus: str
    grid: str
    dots: str
    loss_dots: str
    now: Mark
    ceiling: Mark
    best: Mark | None
    _curves: tuple[Sequence[float], ...]

    @property
    def merged(self) -> bool:
        """Say whether the current setting is the optimum."""
        return self.best is not None and self.best.gamma == self.now.gamma

    def labels(self, words: dict[str, tuple[str, ...]]) -> dict[str, Place]:
        """
        Return where each label stands; one that finds no room is left out.

        Args:
            words: The lines of each label: "now", "best" or "both", "tau",
                "ceiling", "curve" and "zone".
        """
        texts = {name: Text.of(lines) for name, lines in words.items()}
        room = Room(Box(-30, 18, NARROWEST + 8, self.base - 3), self._curves)
        taken = self._marks()
        found = self._setting_labels(texts, room, taken)
        taken += [spot.box for spot in found.values()]
        for name, places, most in (
            ("ceiling", self._ceiling_places(texts["ceiling"]), 30.0),
            ("tau", self._tau_places(texts["tau"]), 40.0),
            ("zone", self._zone_places(texts["zone"]), 12.0),
            ("curve", self._curve_places(texts["curve"]), 30.0),
        ):
            spot, cost = cheapest(places, room, taken)
            if cost <= most:
                found[name] = spot
                taken.append(spot.box)
        return found

    def _marks(self) -> list[Box]:
        marks = [(self.now, 7), (self.ceiling, 4)]
        if self.best:
            marks.append((self.best, 9))
        return [
            Box(x - size, mark.y - size, x + size, mark.y + size)
            for mark, size in marks
            for x in [mark.x / 100 * NARROWEST]
        ]

    def _setting_labels(
        self, texts: dict[str, Text], room: Room, taken: list[Box]
    ) -> dict[str, Place]:
        now, best = self.now, self.best
        name = "both" if self.merged else "now"
        gap = 16 if self.merged else 12

        def ones() -> Iterator[Place]:
            return around(texts[name], now.x, now.y, gap, NARROWEST)

        one, cost = cheapest(ones(), room, taken)
        if best is None or self.merged:
            return {name: one}

        def others() -> Iterator[Place]:
            return around(texts["best"], best.x, best.y, 13, NARROWEST)

        other, other_cost = cheapest(others(), room, [*taken, one.box])
        if cost or other_cost:
            # Each alone found no free place: weigh all pairs.
            one, other = cheapest_pair([*ones()], [*others()], room, taken)
        return {"now": one, "best": other}

    def _ceiling_places(self, text: Text) -> Iterator[Place]:
        for top in (22.0, 18.0):
            yield place(text, 100, top, "end", 0, NARROWEST)
        for top in (22.0, 18.0):
            yield place(text, 0, top, "start", 6, NARROWEST)
        for top in (52.0, 62.0, 76.0):
            yield place(text, 100, top, "end", 0, NARROWEST)

    def _tau_places(self, text: Text) -> Iterator[Place]:
        return around(text, self.ceiling.x, self.ceiling.y, 6, NARROWEST)

    def _zone_places(self, text: Text) -> Iterator[Place]:
        top = self.base - 20
        yield place(text, 0, top, "start", 8, NARROWEST)
        yield place(text, 100, top, "end", -8, NARROWEST)
        yield place(text, 50, top, "middle", 0, NARROWEST)

    def _curve_places(self, text: Text) -> Iterator[Place]:
        line = self._curves[0]
        for share in (0.67, 0.5, 0.85, 0.33, 0.2):
            column = round(share * (len(line) - 1))
            y, percent = line[column], column * COLUMN / NARROWEST * 100
            for top in (y - 24, y + 9, y - 36, y + 20):
                yield place(text, percent, top, "middle", 0, NARROWEST)


def speedup_curve(
    points: Sequence[Point], outcome: Speedup, height: int = 350
) -> Curve:
    """
    Return the geometry of the speedup over the draft length.

    Args:
        points: What each draft length comes to, from 1 to the axis's end; see
            `last_gamma`.
        outcome: The current setting and its optimum.
        height: Height of the figure, in pixels.
    """
    last = len(points)
    base = height - FOOT
    top_value = max(1.25, points[-1].tau)
    scale = (base - TOP) / top_value

    def y(value: float) -> float:
        return base - value * scale

    def mark(gamma: int, value: float) -> Mark:
        return Mark(gamma, x_percent(gamma, last), y(value), value)

    now = points[outcome.gamma - 1]
    best = points[outcome.best_gamma - 1] if outcome.pays_off else None
    important = {now.gamma} | ({best.gamma} if best else set())
    speedup_ys = [base - p.speedup * scale for p in points]
    tau_ys = [base - p.tau * scale for p in points]
    dots, loss_dots = _dots(points, speedup_ys, important)
    ticks = tuple((t, y(t)) for t in y_ticks(top_value, 15 / (base - TOP)))
    return Curve(
        height=height,
        base=base,
        one=y(1),
        last=last,
        slow=outcome.speedup < 1,
        y_ticks=ticks,
        x_labels=tuple(
            (g, x_percent(g, last))
            for g in x_labels(last, [now.gamma, *([best.gamma] if best else [])])
        ),
        speedups=polyline(speedup_ys),
        taus=polyline(tau_ys),
        grid=grid_path(height for tick, height in ticks if tick != 1),
        dots=dots,
        loss_dots=loss_dots,
        now=mark(now.gamma, now.speedup),
        ceiling=mark(now.gamma, now.tau),
        best=mark(best.gamma, best.speedup) if best else None,
        _curves=(
            columns(speedup_ys),
            columns(tau_ys),
            [y(1)] * (int(NARROWEST / COLUMN) + 1),
        ),
    )


def _dots(
    points: Sequence[Point], ys: Sequence[float], left_out: Container[int]
) -> tuple[str, str]:
    """
    Return paths of strokes without length, which round ends make dots.

    Args:
        points: What each draft length comes to.
        ys: The height of each point, in pixels.
        left_out: Draft lengths without a dot.

    Returns:
        The dots where S >= 1, and those where S < 1.
    """
    paths: tuple[list[str], list[str]] = ([], [])
    if len(points) <= DOTS_UP_TO:
        for point, x, y in zip(points, xs_per_mille(len(points)), ys, strict=True):
            if point.gamma not in left_out:
                paths[point.speedup < 1].append(f"M{x} {y:.1f}h0")
    return "".join(paths[0]), "".join(paths[1])
