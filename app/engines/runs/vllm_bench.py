"""
``vllm bench serve`` (and ``benchmark_serving.py``): one report, one run.

The load is ``Maximum request concurrency``; without that line it is output
tokens/s times mean TPOT. "Peak output token throughput" counts stream events and
"Peak concurrent requests" the queue: neither is used. With speculation a stream
event carries a whole cycle, so mean ITL / mean TPOT is tau; without, it is 1.

Source:
    vllm/benchmarks/serve.py.
"""

from dataclasses import replace

from app.engines.runs.notes import RunNote
from app.engines.runs.reports import Report
from app.engines.runs.run import EngineRun, tpot_of

ENGINE = "vllm"
OUTPUT = ("output token throughput (tok/s)", "output token throughput (tokens/s)")
NAMES = frozenset(
    {
        "successful requests",
        "maximum request concurrency",
        "total generated tokens",
        *OUTPUT,
        "mean ttft (ms)",
        "mean tpot (ms)",
        "median tpot (ms)",
        "mean itl (ms)",
        "acceptance rate (%)",
        "acceptance length",
        "drafts",
        "draft tokens",
        "accepted tokens",
        "request rate configured (rps)",
        "traffic request rate",
    }
)
_SAME = 1.05
_PLAINLY_MORE = 1.25


def read_report(report: Report) -> EngineRun | None:
    """Return the run of *report*, or None where it has no speed."""
    tpot, speed = report.get("mean tpot (ms)"), report.get(*OUTPUT)
    concurrency = report.get("maximum request concurrency")
    notes: list[RunNote] = []
    if not tpot:
        tpot = report.get("median tpot (ms)")
        notes.append(RunNote.MEDIAN_USED)
    if not tpot:
        if not speed or not concurrency:
            return None
        tpot, notes = tpot_of(speed, concurrency), [RunNote.PREFILL_INCLUDED]
    if concurrency is None:
        concurrency = speed * tpot / 1000 if speed else None
        notes.append(RunNote.LOAD_FROM_SPEEDS if speed else RunNote.LOAD_UNKNOWN)
    run = EngineRun(
        concurrency,
        None,
        None,
        tpot,
        tokens_per_second=speed,
        ttft_ms=report.get("mean ttft (ms)"),
        engine=ENGINE,
        notes=(*notes, *queueing(report, tpot)),
    )
    return _with_drafts(run, report)


def queueing(report: Report, tpot: float) -> tuple[RunNote, ...]:
    """Say whether requests waited longer than their decoding took."""
    requests = report.get("successful requests")
    tokens = report.get("total generated tokens")
    wait = report.get("mean ttft (ms)")
    if not (requests and tokens and wait):
        return ()
    return (RunNote.QUEUEING,) if wait > tokens / requests * tpot else ()


def _with_drafts(run: EngineRun, report: Report) -> EngineRun:
    drafts, accepted = report.get("drafts"), report.get("accepted tokens")
    drafted, length = report.get("draft tokens"), report.get("acceptance length")
    if drafts == 0 or drafted == 0:
        return replace(run, notes=(*run.notes, RunNote.SPECULATION_UNKNOWN))
    if length is None and not (drafts and accepted is not None):
        return _by_latencies(run, report)
    tau = 1 + accepted / drafts if drafts and accepted is not None else length
    rates = _rates(report)
    gamma = len(rates) or (_whole(drafted / drafts) if drafts and drafted else None)
    share = report.get("acceptance rate (%)")
    return replace(
        run,
        gamma=gamma or None,
        tau=tau,
        per_position=rates or None,
        accepted_per_drafted=accepted / drafted
        if accepted is not None and drafted
        else (share / 100 if share is not None else None),
        notes=run.notes if gamma else (*run.notes, RunNote.DRAFT_LENGTH_UNKNOWN),
    )


def _whole(value: float) -> int | None:
    """Return the whole number within 3 % of *value*, if there is one."""
    return round(value) if abs(value - round(value)) <= 0.03 * value else None


def _rates(report: Report) -> tuple[float, ...]:
    rates: list[float] = []
    while (value := report.get(f"position {len(rates)}")) is not None:
        rates.append(value / 100)
    return tuple(rates)


def _by_latencies(run: EngineRun, report: Report) -> EngineRun:
    """Tell by ITL / TPOT whether speculation ran: without it they are alike."""
    itl, tpot = report.get("mean itl (ms)"), report.get("mean tpot (ms)")
    ratio = itl / tpot if itl and tpot else None
    if ratio is not None and ratio < _SAME:
        return replace(run, gamma=0)
    if ratio is not None and ratio > _PLAINLY_MORE:
        more = (RunNote.TAU_FROM_LATENCIES, RunNote.DRAFT_LENGTH_UNKNOWN)
        return replace(run, tau=ratio, notes=(*run.notes, *more))
    return replace(run, notes=(*run.notes, RunNote.SPECULATION_UNKNOWN))
