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
from app.engines.runs.settings import Setting
from app.engines.runs.surroundings import before

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
    run = read_speeds(report, report.get("maximum request concurrency"), ENGINE)
    return _with_drafts(run, report) if run else None


def read_speeds(report: Report, load: float | None, engine: str) -> EngineRun | None:
    """
    Return the run of *report* without what it says about drafts.

    Args:
        report: Of vLLM's or SGLang's benchmark.
        load: The printed number of concurrent requests.
        engine: The program that printed it.
    """
    speed = report.get(*OUTPUT)
    tpot, notes = _tpot(report, speed, load)
    if not tpot:
        return None
    if load is None:
        load = max(1.0, speed * tpot / 1000) if speed else None
        notes.append(RunNote.LOAD_FROM_SPEEDS if speed else RunNote.LOAD_UNKNOWN)
    return EngineRun(
        load,
        None,
        None,
        tpot,
        tokens_per_second=speed,
        ttft_ms=report.get("mean ttft (ms)"),
        engine=engine,
        notes=(*notes, *queueing(report, tpot)),
    )


def _tpot(
    report: Report, speed: float | None, load: float | None
) -> tuple[float | None, list[RunNote]]:
    """Return the mean TPOT, else the median, else what load and speed give."""
    tpot = report.get("mean tpot (ms)")
    if tpot:
        return tpot, []
    tpot = report.get("median tpot (ms)")
    if tpot:
        return tpot, [RunNote.MEDIAN_USED]
    if speed and load:
        return tpot_of(speed, load), [RunNote.PREFILL_INCLUDED]
    return None, []


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
    if drafts and accepted is not None:
        length = 1 + accepted / drafts
    if length is None:
        return _by_latencies(run, report)
    rates = _rates(report)
    gamma = len(rates) or (_whole(drafted / drafts) if drafts and drafted else None)
    gamma = gamma or before(report.before).gamma or None
    return replace(
        run,
        gamma=gamma,
        tau=length,
        per_position=rates or None,
        accepted_per_drafted=_share(report),
        notes=run.notes if gamma else (*run.notes, RunNote.DRAFT_LENGTH_UNKNOWN),
    )


def _share(report: Report) -> float | None:
    """Return the share of drafts accepted, by the counts where they stand."""
    accepted, drafted = report.get("accepted tokens"), report.get("draft tokens")
    if accepted is not None and drafted:
        return accepted / drafted
    share = report.get("acceptance rate (%)")
    return share / 100 if share is not None else None


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
    said = before(report.before)
    if ratio is None:
        return _as_said(run, said)
    if ratio < _SAME and said.mode != "on":
        return replace(run, gamma=0)
    if ratio > _PLAINLY_MORE and said.mode != "off":
        lacking = () if said.gamma else (RunNote.DRAFT_LENGTH_UNKNOWN,)
        notes = (*run.notes, RunNote.TAU_FROM_LATENCIES, *lacking)
        return replace(run, gamma=said.gamma or None, tau=ratio, notes=notes)
    return _as_said(run, said)


def _as_said(run: EngineRun, said: Setting) -> EngineRun:
    """Return *run* with the draft length that the text above it names."""
    if said.gamma is not None:
        return replace(run, gamma=said.gamma)
    note = RunNote.DRAFT_LENGTH_UNKNOWN if said.mode else RunNote.SPECULATION_UNKNOWN
    return replace(run, notes=(*run.notes, note))
