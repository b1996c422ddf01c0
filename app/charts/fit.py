"""The cost of a cycle over the draft length: what was measured, and the line."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.charts.axis import grid_path, y_ticks

HEIGHT, TOP, FOOT = 240, 20.0, 30.0


@dataclass(frozen=True)
class Fit:
    """
    Hold the geometry of the fitted line.

    Attributes:
        height: Height of the figure.
        base: Where the axis lies, a cost of 0.
        last: The draft length at the right end; 0 is at the left.
        y_ticks: Costs to mark, with their y.
        grid: Path of the lines at these.
        line: Path of the fitted line in a box that is 1000 wide.
        points: Percentage and y of each measured run.
    """

    height: int
    base: float
    last: int
    y_ticks: tuple[tuple[int, float], ...]
    grid: str
    line: str
    points: tuple[tuple[float, float], ...]


def line_fit(runs: Sequence[tuple[int, float]], intercept: float, slope: float) -> Fit:
    """
    Return the geometry of runs and their line.

    Args:
        runs: Draft length and cost of a cycle of each run.
        intercept: The line's cost at no draft, in target passes.
        slope: What one draft token adds.
    """
    last = max(gamma for gamma, _ in runs) + 1
    top = max(1.25, intercept + slope * last, *(cost for _, cost in runs)) * 1.05
    base = HEIGHT - FOOT
    scale = (base - TOP) / top
    ticks = tuple((t, base - t * scale) for t in y_ticks(top, 15 / (base - TOP)))
    start, end = base - intercept * scale, base - (intercept + slope * last) * scale
    return Fit(
        height=HEIGHT,
        base=base,
        last=last,
        y_ticks=ticks,
        grid=grid_path(height for _, height in ticks),
        line=f"M0 {start:.1f}L1000 {end:.1f}",
        points=tuple((100 * g / last, base - cost * scale) for g, cost in runs),
    )
