"""
AIPerf (and GenAI-Perf): the console's table and the exported JSON.

Its inter-token latency is (request latency - TTFT) / (output tokens - 1), which is
TPOT, with speculation too. The load stands in the command or the JSON's settings.

Source:
    aiperf/metrics; see app/engines/aiperf.py.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from app.engines import aiperf
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, number
from app.engines.runs.notes import RunNote
from app.engines.runs.run import EngineRun
from app.engines.runs.settings import Setting
from app.engines.runs.surroundings import before

ENGINE = "aiperf"
_BEGIN = re.compile(r"(?i)(?:aiperf|genai-perf|profiler) \| LLM Metrics|LLM Metrics")
_ROW = re.compile(
    r"(?im)^[^\S\n]{0,40}[│|┃][^\S\n]{0,60}(?P<name>Time to First Token|Inter[- ]Token "
    r"Latency|Output Token Throughput|Request Concurrency|Effective Concurrency)"
    rf"(?! Per)[^│|┃\n]{{0,40}}[│|┃][^\S\n]{{0,40}}(?P<value>{COUNT})"
)
_JSON = re.compile(
    r"\"(?P<name>time_to_first_token|inter_token_latency|output_token_throughput"
    r"|effective_concurrency)\"\s{0,5}:\s{0,5}\{[^{}]{0,1500}?\"avg\"\s{0,5}:\s{0,5}"
    rf"(?P<value>{COUNT})"
)
_CONCURRENCY = re.compile(r"\"concurrency\"\s{0,5}:\s{0,5}(\d{1,6})\b")
_MOST = 200


def read_aiperf(text: str) -> Iterator[tuple[int, int, EngineRun]]:
    """Yield begin, end and run of each of AIPerf's reports in *text*."""
    begins = [found.start() for found in _BEGIN.finditer(text)][:_MOST]
    pattern = _ROW
    if not begins and '"inter_token_latency"' in text:
        begins, pattern = _json_begins(text), _JSON
    ended = 0
    if not begins:
        return
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        found = list(pattern.finditer(text, begin, end))
        values = _values(found)
        if "inter token latency" in values:
            said = before(text[max(ended, begin - 2000) : begin])
            section = text[begin:end]
            yield begin, found[-1].end(), _run(values, section, said)
            ended = found[-1].end()


def _json_begins(text: str) -> list[int]:
    places = [found.start() for found in re.finditer(r"\"inter_token_latency\"", text)]
    return [0, *places[1:]] if len(places) == 1 else [0, *places[1:_MOST]]


def _values(found: list[re.Match[str]]) -> dict[str, float]:
    values: dict[str, float] = {}
    for one in found:
        value = number(one["value"])
        if value:
            name = one["name"].lower().replace("_", " ").replace("-", " ")
            values.setdefault(name, value)
    return values


def _run(values: dict[str, float], section: str, said: Setting) -> EngineRun:
    tpot, speed = values["inter token latency"], values.get("output token throughput")
    stated = _CONCURRENCY.search(section)
    load = float(stated[1]) if stated else said.load
    load = load or values.get("request concurrency")
    notes: tuple[RunNote, ...] = ()
    if load is None and speed:
        load, notes = max(1.0, speed * tpot / 1000), (RunNote.LOAD_FROM_SPEEDS,)
    elif load is None:
        notes = (RunNote.LOAD_UNKNOWN,)
    ttft = values.get("time to first token")
    run = EngineRun(load, None, None, tpot, speed, ttft, engine=ENGINE, notes=notes)
    return _with_drafts(run, section, said)


def _with_drafts(run: EngineRun, section: str, said: Setting) -> EngineRun:
    measured = [one for one in aiperf.read(Paste(section)) if one.tau]
    if not measured:
        if said.gamma is not None:
            return replace(run, gamma=said.gamma)
        missing = RunNote.SPECULATION_UNKNOWN
        missing = RunNote.DRAFT_LENGTH_UNKNOWN if said.mode else missing
        return replace(run, notes=(*run.notes, missing))
    return run.with_drafts(measured[0], said.gamma)
