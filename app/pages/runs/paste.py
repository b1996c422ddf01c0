"""A pasted benchmark, turned into what links carry."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.engines.runs import EngineRun, RunNote, RunReading
from app.forms.run_row import MAX_SPEED
from app.forms.runs import RUN_KEY
from app.model.acceptance import MAX_GAMMA
from app.model.load import MAX_CONCURRENCY, BenchmarkRun, evaluate_load
from app.pages.runs.notes import ONLY_IN_TEXTS, CarriedNote, carries, of_model
from app.web.links import Query

_SEVERAL = (
    RunNote.SEVERAL_CONTEXTS,
    RunNote.SEVERAL_MODELS,
    RunNote.SEVERAL_METHODS,
)
"""Notes that say that a text holds runs which must not be mixed."""

_MOST_NAMED = 2
"""Up to how many runs a note names; one about more is about the text."""

_NEARLY = 1e-3
"""How far throughput may be from load over time per token, relatively."""


@dataclass(frozen=True)
class Series:
    """
    Hold runs that belong together.

    Attributes:
        label: What tells them from the others of the text.
        runs: The runs.
    """

    label: str
    runs: tuple[EngineRun, ...]


def part(reading: RunReading) -> list[Series]:
    """Return the runs of a text, those parted that must not be mixed."""
    runs = [run for run in reading.runs if _usable(run)]
    labels = list(dict.fromkeys(run.label for run in runs if run.label))
    if len(labels) < 2 or not {*reading.notes} & {*_SEVERAL}:
        return [Series("", tuple(runs))] if runs else []
    return [Series(label, tuple(_belonging(runs, label))) for label in labels]


def _belonging(runs: Iterable[EngineRun], label: str) -> list[EngineRun]:
    """Return the runs of a label, and those that all labels are compared with."""
    runs = list(runs)
    own = [run for run in runs if run.label == label]
    shared = [run for run in runs if not run.label]
    if not any(run.gamma == 0 for run in (*own, *shared)):
        shared += [run for run in runs if run.gamma == 0]
    return [run for run in runs if run in own or run in shared]


def _usable(run: EngineRun) -> bool:
    load = run.concurrency
    return load is None or 1 <= load <= MAX_CONCURRENCY or 0 < load < 1


def fitting_unit(runs: Sequence[EngineRun]) -> str:
    """Return the unit in which the speeds of a text lose nothing."""
    return "tokens_per_second" if all(map(_plain_throughput, runs)) else "tpot_ms"


def _plain_throughput(run: EngineRun) -> bool:
    if run.tokens_per_second is None:
        return False
    expected = 1000 * (run.concurrency or 1) / run.tpot_ms
    return abs(run.tokens_per_second / expected - 1) <= _NEARLY


def link_runs(runs: Iterable[EngineRun], unit: str) -> list[tuple[str, str]]:
    """
    Return runs as links carry them.

    Args:
        runs: Those of a text.
        unit: The unit of the speeds in the link.
    """
    return [(RUN_KEY, ",".join(_parts(run, unit))) for run in runs]


def _parts(run: EngineRun, unit: str) -> list[str]:
    speed = _speed(run, unit)
    gamma = run.gamma if run.gamma is None or run.gamma <= MAX_GAMMA else None
    tau = run.tau if gamma != 0 else None
    if tau is None and gamma is None and run.accepted_per_drafted is not None:
        return [
            _text(_load(run)),
            "",
            f"{_text(100 * run.accepted_per_drafted)}%",
            _text(speed),
        ]
    return [_text(_load(run)), _text(gamma), _text(tau), _text(speed)]


def _load(run: EngineRun) -> float | None:
    return None if run.concurrency is None else max(1.0, run.concurrency)


def _speed(run: EngineRun, unit: str) -> float | None:
    per_request = 1000 / run.tpot_ms
    speed = {
        "tpot_ms": run.tpot_ms,
        "tokens_per_second_per_request": per_request,
        "tokens_per_second": per_request * (_load(run) or 1),
    }[unit]
    return speed if speed <= MAX_SPEED else None


def link_rates(runs: Iterable[EngineRun]) -> str | None:
    """Return the rates per position, where the runs have one draft length."""
    drafting = [run for run in runs if run.gamma]
    rates = {run.per_position for run in drafting if run.per_position}
    if len({run.gamma for run in drafting}) != 1 or len(rates) != 1:
        return None
    return " ".join(_text(rate) for rate in rates.pop())


def notes_of(codes: Iterable[RunNote], runs: Sequence[EngineRun]) -> list[CarriedNote]:
    """
    Return what readers should know of a text.

    Args:
        codes: Notes about all of it.
        runs: Its runs, each with notes of its own.
    """
    counts = Counter(code for run in runs for code in run.notes)
    general = {*codes, *(code for code, n in counts.items() if n > _MOST_NAMED)}
    found = [CarriedNote(code) for code in RunNote if code in general and carries(code)]
    found += [
        CarriedNote(code, _load(run), run.gamma)
        for run in runs
        for code in run.notes
        if carries(code) and code not in general
    ]
    return list(dict.fromkeys([*found, *_only_here(runs)]))


def _only_here(runs: Sequence[EngineRun]) -> Iterator[CarriedNote]:
    """Yield what the text shows beyond what a link carries."""
    known = [_benchmark_run(run) for run in runs if run.gamma is not None]
    for note in evaluate_load(known).notes:
        if note.code in ONLY_IN_TEXTS:
            yield of_model(note)
    for run in runs:
        # A run of an unknown draft length is compared with none, only with itself.
        alone = [_benchmark_run(replace(run, gamma=0))] if run.gamma is None else []
        for note in evaluate_load(alone).notes:
            if note.code in ONLY_IN_TEXTS:
                yield replace(of_model(note), gamma=None)


def _benchmark_run(run: EngineRun) -> BenchmarkRun:
    tau = run.tau if run.tau is None or run.tau >= 1 else None
    return BenchmarkRun(
        _load(run),
        run.gamma,
        tau if run.gamma != 0 else None,
        run.tpot_ms,
        tokens_per_second=run.tokens_per_second,
        ttft_ms=run.ttft_ms,
    )


def _text(value: float | None) -> str:
    """Write a number for a link: ten digits are more than anybody measures."""
    return "" if value is None else f"{value:.10g}"


def within(query: Query, room: int) -> tuple[list[tuple[str, str]], int]:
    """
    Return as many values as an address has room for, and how many it has not.

    Args:
        query: The values.
        room: The bytes left.
    """
    kept: list[tuple[str, str]] = []
    for key, value in query:
        room -= len(key) + len(value) + 2 + 2 * value.count(",")
        if room < 0:
            return kept, len(query) - len(kept)
        kept.append((key, value))
    return kept, 0
