"""
Runs and load: from measured speeds to the draft length, and up to which load it pays.

Everything is interpolated from measurements: S at a load is the time per token
without speculation over that with it, each on its own curve (`load_curve`). What a
cycle cost is tau / S, in plain passes of the target model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.load_costs import (
    CostLine,
    MeasuredBest,
    SpeedupRange,
    fit_costs,
    measured_best,
    shorter_draft_ranges,
)
from app.model.load_curve import (
    BreakEven,
    BreakEvenState,
    Crossing,
    Curve,
    break_even,
    speedup_at,
)
from app.model.load_notes import LoadNote, LoadNoteCode, find_notes
from app.model.load_row import LoadRow, make_rows
from app.model.load_run import (
    MAX_BENCHMARK_RUNS,
    MAX_CONCURRENCY,
    BenchmarkRun,
    SpeedEntry,
    SpeedUnit,
    make_runs,
    settings,
    share_load,
    tpot_from_throughput,
)
from app.model.load_schedule import LoadRange, schedule

__all__ = [
    "MAX_BENCHMARK_RUNS",
    "MAX_CONCURRENCY",
    "BenchmarkRun",
    "BreakEven",
    "BreakEvenState",
    "CostLine",
    "Crossing",
    "Curve",
    "LoadEvaluation",
    "LoadNote",
    "LoadNoteCode",
    "LoadRange",
    "LoadRow",
    "MeasuredBest",
    "SpeedEntry",
    "SpeedUnit",
    "SpeedupAt",
    "SpeedupRange",
    "evaluate_load",
    "make_runs",
    "shorter_draft_ranges",
    "tpot_from_throughput",
]


@dataclass(frozen=True)
class SpeedupAt:
    """
    Hold the speedup at a load that was asked for.

    Attributes:
        concurrency: The load asked for.
        gamma: Draft tokens per cycle.
        speedup: S there; None where a curve does not reach so far.
        extrapolated: The load is not within what was measured of both curves.
    """

    concurrency: float
    gamma: int
    speedup: float | None
    extrapolated: bool


@dataclass(frozen=True)
class LoadEvaluation:
    """
    Hold all that runs say.

    Attributes:
        loads: What speculation came to, by load and draft length.
        break_even: At which loads each draft length pays.
        schedule: The fastest draft length for every whole load measured.
        at: The speedups at the loads asked for, in that order.
        notes: What is doubtful.
        runs: One run for each setting, averaged, by load and draft length; those
            of an unknown draft length are left out.
        curves: Time per token over load, by draft length, 0 first.
        best: The fastest draft length measured at each load.
        cost_lines: What a cycle costs over draft length, for each load with two
            or more draft lengths.
    """

    loads: tuple[LoadRow, ...]
    break_even: tuple[BreakEven, ...]
    schedule: tuple[LoadRange, ...]
    at: tuple[SpeedupAt, ...]
    notes: tuple[LoadNote, ...]
    runs: tuple[BenchmarkRun, ...]
    curves: tuple[Curve, ...]
    best: tuple[MeasuredBest, ...]
    cost_lines: tuple[CostLine, ...]

    @property
    def plain(self) -> Curve | None:
        """Return the curve without speculation, where there is one."""
        return next((curve for curve in self.curves if not curve.gamma), None)


def evaluate_load(
    runs: Sequence[BenchmarkRun], at: Sequence[float] = ()
) -> LoadEvaluation:
    """
    Return all that *runs* say; their order does not matter.

    Args:
        runs: Measured runs of one engine and pair of models, with and without
            speculation. Those without a load share the one load of the others;
            where these have several, they are compared among themselves.
        at: Loads to tell the speedup at, 1 to 100,000 requests.
    """
    runs = share_load(runs)
    groups = list(settings(runs))
    averaged = tuple(run for run, _ in groups)
    curves = _curves(averaged)
    plain = curves[0] if curves and not curves[0].gamma else None
    drafting = [curve for curve in curves if curve.gamma]
    rows = make_rows(averaged, curves)
    return LoadEvaluation(
        loads=rows,
        break_even=tuple(break_even(plain, curve) for curve in drafting),
        schedule=schedule(curves),
        at=tuple(_at(plain, curve, load) for load in at for curve in drafting),
        notes=find_notes(runs, averaged, rows),
        runs=averaged,
        curves=curves,
        best=measured_best(rows),
        cost_lines=fit_costs(rows),
    )


def _curves(averaged: Sequence[BenchmarkRun]) -> tuple[Curve, ...]:
    """Return the curve of each draft length; runs of an unknown load have none."""
    found: dict[int, list[tuple[float, float]]] = {}
    for run in averaged:
        points = found.setdefault(run.gamma or 0, [])
        if run.concurrency is not None:
            points.append((run.concurrency, run.tpot_ms))
    return tuple(
        Curve(
            gamma,
            tuple(load for load, _ in found[gamma]),
            tuple(tpot for _, tpot in found[gamma]),
        )
        for gamma in sorted(found)
    )


def _at(plain: Curve | None, curve: Curve, load: float) -> SpeedupAt:
    within = plain is not None and plain.covers(load) and curve.covers(load)
    speedup = speedup_at(plain, curve, load)
    return SpeedupAt(load, curve.gamma, speedup, not within)
