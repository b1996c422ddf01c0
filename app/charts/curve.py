"""Figure 1: the speedup over the draft length."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from app.charts.axis import (
    grid_path,
    polyline,
    x_labels,
    x_percent,
    xs_per_mille,
    y_ticks,
)
from app.charts.curve_labels import Drawing, Mark, Words, place_labels
from app.charts.labels import Place
from app.charts.placement import columns
from app.model.speedup import Point, Speedup

TOP, FOOT = 45.0, 30.0
"""Room above the highest value and below the axis, in pixels."""

DOTS_UP_TO = 32
"""Beyond this draft length dots would run together."""


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
    _drawing: Drawing

    @property
    def merged(self) -> bool:
        """Say whether the current setting is the optimum."""
        return self.best is not None and self.best.gamma == self.now.gamma

    def labels(self, words: Words) -> dict[str, Place]:
        """Return where each label stands; see `place_labels`."""
        return place_labels(self._drawing, words)


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
    drawing = Drawing(
        now=mark(now.gamma, now.speedup),
        ceiling=mark(now.gamma, now.tau),
        best=mark(best.gamma, best.speedup) if best else None,
        one=y(1),
        base=base,
        line=columns(speedup_ys),
        rising=[-y for y in columns(tau_ys)],
    )
    return Curve(
        height=height,
        base=base,
        one=drawing.one,
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
        now=drawing.now,
        ceiling=drawing.ceiling,
        best=drawing.best,
        _drawing=drawing,
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
