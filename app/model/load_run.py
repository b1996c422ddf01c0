"""
Benchmark runs: what was measured at one load and one draft length.

Inside, every speed is the time per output token of one request (TPOT), in
milliseconds: 1000 * concurrency over tokens per second of all requests.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import fsum, inf
from typing import NamedTuple

from app.model.acceptance import MAX_GAMMA

MAX_CONCURRENCY = 100_000
"""The largest load we calculate, in requests decoded together; the least is 1."""

MAX_BENCHMARK_RUNS = 64
"""The most runs that are evaluated together."""

TINY = 1e-15
"""Less than any throughput, or length of an answer, that we calculate."""

MIN_TPOT_MS = 1e-9
"""The least time per token we calculate, in milliseconds."""

MAX_TPOT_MS = 1e18
"""The greatest."""


@dataclass(frozen=True)
class BenchmarkRun:
    """
    Hold one measured run.

    Attributes:
        concurrency: Requests decoded together, 1 to 100,000; None where unknown.
        gamma: Draft tokens per cycle, 0 to 128; 0 without speculation, None where
            a reader could not tell.
        tau: Mean tokens per cycle, 1 or more; None where unknown.
        tpot_ms: Time per output token of one request, 1e-9 to 1e18.
        tokens_per_second: Output of all requests, where it was measured beside
            tpot_ms; 1e-15 or more.
        alpha: Per-token acceptance rate, 0 to 1, where it was measured beside tau.
        ttft_ms: Mean time to first token, 0 or more.
        num_output_tokens: Mean tokens of an answer, 1e-15 or more.
    """

    concurrency: float | None
    gamma: int | None
    tau: float | None
    tpot_ms: float
    tokens_per_second: float | None = None
    alpha: float | None = None
    ttft_ms: float | None = None
    num_output_tokens: float | None = None

    def __post_init__(self) -> None:
        _check("concurrency", self.concurrency, 1, MAX_CONCURRENCY)
        _check("gamma", self.gamma, 0, MAX_GAMMA)
        _check("tau", self.tau, 1)
        _check("alpha", self.alpha, 0, 1)
        _check("ttft_ms", self.ttft_ms, 0)
        _check("tpot_ms", self.tpot_ms, MIN_TPOT_MS, MAX_TPOT_MS)
        _check("tokens_per_second", self.tokens_per_second, TINY)
        _check("num_output_tokens", self.num_output_tokens, TINY)

    @property
    def decoding_requests(self) -> float | None:
        """Return how many requests were really decoding: throughput * TPOT."""
        if self.tokens_per_second is None:
            return None
        return self.tokens_per_second * self.tpot_ms / 1000


class SpeedUnit(StrEnum):
    """Name the unit of speeds."""

    TOKENS_PER_SECOND = "tokens_per_second"
    TOKENS_PER_SECOND_PER_REQUEST = "tokens_per_second_per_request"
    TPOT_MS = "tpot_ms"


class SpeedEntry(NamedTuple):
    """
    Hold a run as people enter it, with a speed in one of the units.

    Attributes:
        concurrency: Requests decoded together, or None.
        gamma: Draft tokens per cycle, or None.
        tau: Mean tokens per cycle, or None.
        speed: More than 0.
    """

    concurrency: float | None
    gamma: int | None
    tau: float | None
    speed: float


def tpot_from_throughput(
    tokens_per_second: float, concurrency: float | None = None
) -> float:
    """
    Return the time per token of one request, in milliseconds.

    Args:
        tokens_per_second: Output of all requests, more than 0.
        concurrency: Requests decoded together; None counts as one.
    """
    return 1000 * (1 if concurrency is None else concurrency) / tokens_per_second


def tpot_from_speed(
    speed: float, unit: SpeedUnit, concurrency: float | None = None
) -> float:
    """
    Return the time per token of one request, in milliseconds.

    Args:
        speed: In *unit*, more than 0.
        unit: What the speed is measured in.
        concurrency: Requests decoded together; None counts as one.
    """
    if unit == SpeedUnit.TPOT_MS:
        return speed
    together = concurrency if unit == SpeedUnit.TOKENS_PER_SECOND else 1
    return tpot_from_throughput(speed, together)


def make_runs(
    entries: Sequence[SpeedEntry], unit: SpeedUnit
) -> tuple[BenchmarkRun, ...]:
    """
    Return the runs of *entries*.

    Where one load alone is known, entries without a load share it: their speed may
    be that of all requests together.

    Args:
        entries: What was entered.
        unit: The unit of all speeds.

    Raises:
        ValueError: A value is out of range.
    """
    shared = _shared_load(entry.concurrency for entry in entries)
    runs = []
    for entry in entries:
        load = shared if entry.concurrency is None else entry.concurrency
        tpot = tpot_from_speed(entry.speed, unit, load)
        runs.append(BenchmarkRun(load, entry.gamma, entry.tau, tpot))
    return tuple(runs)


def share_load(runs: Sequence[BenchmarkRun]) -> tuple[BenchmarkRun, ...]:
    """
    Return the runs with an unknown load set to the one load that is known.

    Where several loads are known, or none, the runs stay as they are.
    """
    shared = _shared_load(run.concurrency for run in runs)
    return tuple(
        replace(run, concurrency=shared) if run.concurrency is None else run
        for run in runs
    )


def _shared_load(loads: Iterable[float | None]) -> float | None:
    """Return the one load that is known, or None."""
    known = {load for load in loads if load is not None}
    return known.pop() if len(known) == 1 else None


def settings(
    runs: Iterable[BenchmarkRun],
) -> Iterator[tuple[BenchmarkRun, tuple[BenchmarkRun, ...]]]:
    """
    Yield each setting's average and its runs, by load and draft length.

    Speeds are averaged as times per token. Runs of an unknown load stand first;
    those of an unknown draft length are left out.
    """
    groups: dict[tuple[float, int], list[BenchmarkRun]] = {}
    for run in runs:
        if run.gamma is not None:
            groups.setdefault((run.concurrency or 0.0, run.gamma), []).append(run)
    for key in sorted(groups):
        yield _average(groups[key]), tuple(groups[key])


def _average(runs: Sequence[BenchmarkRun]) -> BenchmarkRun:
    """Return the mean of *runs*, all at one setting, whatever their order."""
    if len(runs) == 1:
        return runs[0]
    return BenchmarkRun(
        runs[0].concurrency,
        runs[0].gamma,
        mean_known(run.tau for run in runs),
        mean([run.tpot_ms for run in runs]),
        _throughput(runs),
        mean_known(run.alpha for run in runs),
        mean_known(run.ttft_ms for run in runs),
        mean_known(run.num_output_tokens for run in runs),
    )


def _throughput(runs: Sequence[BenchmarkRun]) -> float | None:
    """Return the throughput whose time per token is the mean one."""
    times = [1 / run.tokens_per_second for run in runs if run.tokens_per_second]
    return 1 / mean(times) if times else None


def mean(values: Sequence[float]) -> float:
    """Return the mean of *values*, at least one; their order does not matter."""
    return fsum(values) / len(values)


def mean_known(values: Iterable[float | None]) -> float | None:
    """Return the mean of those *values* that are known, or None."""
    known = [value for value in values if value is not None]
    return mean(known) if known else None


def _check(name: str, value: float | None, least: float, most: float = inf) -> None:
    """Raise ValueError unless *value* is unknown or a finite number in range."""
    if value is not None and not (least <= value <= most and value < inf):
        raise ValueError(f"{name} must be {least:g} to {most:g}, not {value!r}")
