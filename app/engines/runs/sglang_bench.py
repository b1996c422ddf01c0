"""
SGLang's benchmarks: ``bench_serving``, and the summaries of SpecForge and mtbench.

``Accept length`` is tau and printed with speculation only; 1.000 means off. Mean
ITL is mean TPOT here. The load is ``Max request concurrency``; the line
``Concurrency`` counts prefill and waiting too, and stands in only without it and
without TPOT.

Source:
    sglang/bench_serving.py; SpecForge's benchmarks.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from app.engines.paste.text import COUNT, number
from app.engines.runs.notes import RunNote
from app.engines.runs.reports import Report
from app.engines.runs.run import EngineRun, tpot_of
from app.engines.runs.surroundings import before
from app.engines.runs.vllm_bench import read_speeds

ENGINE = "sglang"
NAMES = frozenset(
    {
        "backend",
        "max request concurrency",
        "concurrency",
        "accept length",
        "traffic request rate",
    }
)
_SUMMARY = re.compile(
    rf"(?im)(?:^|,)[ \t]{{0,8}}(?:output[ ]|average[ ])?throughput:[ ]{{0,20}}({COUNT})"
    r"[ ]?tok(?:en)?s?/s(?:ec)?"
)
_LENGTH = re.compile(rf"(?i)accept(?:ance)?[ ]length:[ ]{{0,20}}({COUNT})")
_NEAR = 300


def is_sglang(report: Report) -> bool:
    """Say whether *report* is of SGLang's benchmark."""
    return bool(
        "backend" in report.words
        or report.get("max request concurrency", "accept length")
        or "max request concurrency" in report.words
    )


def read_report(report: Report) -> EngineRun | None:
    """Return the run of *report*, or None where it has no speed."""
    load = report.get("max request concurrency")
    if not report.get("mean tpot (ms)", "median tpot (ms)"):
        load = load or report.get("concurrency")
    backend = report.words.get("backend", ENGINE)
    own = backend.startswith(("sglang", "sgl"))
    run = read_speeds(report, load, ENGINE if own else backend)
    return _with_length(run, report.get("accept length"), report.before, own)


def _with_length(
    run: EngineRun | None, length: float | None, text: str, own: bool
) -> EngineRun | None:
    """Return *run* with tau and gamma, as accept length and commands tell them."""
    if run is None:
        return None
    said = before(text)
    if length is not None and length > 1:
        missing = (RunNote.TREE_DRAFTS,) if said.tree else ()
        if not said.gamma and not missing:
            missing = (RunNote.DRAFT_LENGTH_UNKNOWN,)
        return replace(
            run, gamma=said.gamma or None, tau=length, notes=(*run.notes, *missing)
        )
    if length is not None or said.mode == "off":
        return replace(run, gamma=0)
    if said.mode == "on" or not own:
        note = RunNote.SPECULATION_UNKNOWN
        return replace(run, notes=(*run.notes, note))
    return replace(run, gamma=0, notes=(*run.notes, RunNote.SPECULATION_NOT_PRINTED))


def read_summaries(text: str) -> Iterator[tuple[int, int, EngineRun]]:
    """Yield begin, end and run of each ``Throughput: … Accept length: …``."""
    ended = 0
    for found in _SUMMARY.finditer(text):
        speed = number(found[1])
        length = _LENGTH.search(text, found.end(), found.end() + _NEAR)
        if not speed or length is None:
            continue
        above = text[max(ended, found.start() - 1500) : found.start()]
        said = before(above)
        lacking = () if said.load else (RunNote.LOAD_UNKNOWN,)
        run: EngineRun | None = EngineRun(
            said.load, None, None, tpot_of(speed, said.load), speed, engine=ENGINE
        )
        run = _with_length(run, number(length[1]), above, own=True)
        if run is not None:
            notes = (*lacking, RunNote.PREFILL_INCLUDED, *run.notes)
            yield found.start(), length.end(), replace(run, notes=notes)
        ended = length.end()
