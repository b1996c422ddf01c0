"""Rows: what speculation came to at each measured load and draft length."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.load_curve import Curve
from app.model.load_run import BenchmarkRun


@dataclass(frozen=True)
class LoadRow:
    """
    Hold one draft length at one load.

    Attributes:
        concurrency: Requests decoded together; None where unknown.
        gamma: Draft tokens per cycle, 1 or more.
        tau: Mean tokens per cycle, where known.
        plain_tpot_ms: Time per token without speculation at this load: measured,
            or on the line between measured neighbours; None where neither is.
        tpot_ms: Time per token with speculation.
        speedup: plain_tpot_ms / tpot_ms.
        cycle_cost: tau / speedup, in plain passes.
        perfect_speedup: What the speedup would be if every draft were accepted.
    """

    concurrency: float | None
    gamma: int
    tau: float | None
    plain_tpot_ms: float | None
    tpot_ms: float
    speedup: float | None
    cycle_cost: float | None
    perfect_speedup: float | None


def make_rows(
    averaged: Sequence[BenchmarkRun], curves: Sequence[Curve]
) -> tuple[LoadRow, ...]:
    """
    Return what the runs with speculation come to, by load and draft length.

    Args:
        averaged: One run for each setting, in that order.
        curves: By gamma.
    """
    unknown = {run.gamma: run for run in averaged if run.concurrency is None}
    plain = curves[0] if curves and not curves[0].gamma else None
    rows = []
    for run in averaged:
        if run.concurrency is None:
            base = unknown[0].tpot_ms if 0 in unknown else None
        else:
            covered = plain is not None and plain.covers(run.concurrency)
            base = plain.tpot_ms(run.concurrency) if plain and covered else None
        if run.gamma:
            rows.append(_row(run, run.gamma, base))
    return tuple(rows)


def _row(run: BenchmarkRun, gamma: int, base: float | None) -> LoadRow:
    speedup = None if base is None else base / run.tpot_ms
    cost = perfect = None
    if speedup is not None and run.tau is not None:
        cost = run.tau / speedup
        perfect = speedup * (gamma + 1) / run.tau
    return LoadRow(
        run.concurrency, gamma, run.tau, base, run.tpot_ms, speedup, cost, perfect
    )
