"""The figure of the runs page, from what was evaluated."""

from functools import partial

from app.charts.load import LoadFigure, LoadSeries, load_figure
from app.model.load import Curve, LoadEvaluation
from app.model.load_curve import speedup_at


def draw(evaluation: LoadEvaluation, at: tuple[float, ...]) -> LoadFigure | None:
    """
    Return the speedup over load, or None where fewer than two loads compare.

    Args:
        evaluation: All that the runs say.
        at: Loads asked for.
    """
    plain = evaluation.plain
    if plain is None:
        return None
    series = [
        one
        for curve in evaluation.curves
        if curve.gamma and (one := _series(evaluation, plain, curve)) is not None
    ]
    return load_figure(series, at) if series else None


def _series(
    evaluation: LoadEvaluation, plain: Curve, curve: Curve
) -> LoadSeries | None:
    measured = [
        (row.concurrency, row.speedup)
        for row in evaluation.loads
        if row.gamma == curve.gamma
        and row.concurrency is not None
        and row.speedup is not None
    ]
    if len(measured) < 2:
        return None
    covered = (
        max(plain.loads[0], curve.loads[0]),
        min(plain.loads[-1], curve.loads[-1]),
    )
    return LoadSeries(curve.gamma, measured, partial(speedup_at, plain, curve), covered)
