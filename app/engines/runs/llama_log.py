"""
llama.cpp's timings: log lines, the server's JSON and its benchmark's rows.

``eval time = ms / n tokens`` is decoding alone; a line about draft acceptance
follows where drafts were made. Requests are decoded one at a time unless several
slots appear. Neighbouring requests of one setting are one run.

Source:
    tools/server/server-context.cpp; see app/engines/llama_cpp.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from app.engines import llama_cpp
from app.engines.measurement import Measurement
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, NUMBER, number
from app.engines.runs.notes import RunNote
from app.engines.runs.run import EngineRun
from app.engines.runs.settings import Setting
from app.engines.runs.surroundings import before

ENGINE = "llama.cpp"
_EVENT = re.compile(
    rf"(?P<prompt>prompt\s{{1,3}})?eval\s{{1,3}}time\s{{0,20}}=\s{{0,20}}"
    rf"(?P<ms>{NUMBER})\s{{0,3}}ms\s{{0,3}}/\s{{0,20}}(?P<tokens>{COUNT})\s{{1,3}}"
    rf"(?:tokens|runs)"
    rf"|draft\s{{1,3}}acceptance(?:\s{{1,3}}rate)?\s{{0,3}}=[^\n]{{0,400}}"
    rf"|\bpred=\s{{0,9}}(?P<pred>{COUNT})\s{{1,9}}draft=\s{{0,9}}(?P<draft>{COUNT})"
    rf"[^\n]{{0,60}}?tok/s=\s{{0,9}}(?P<rate>{COUNT})"
    rf"|(?:decoded|generated)\s{{1,9}}(?P<decoded>{COUNT})\s{{1,3}}tokens\s{{1,3}}in"
    rf"\s{{1,9}}(?P<seconds>{COUNT})\s{{1,3}}seconds"
)
_SLOT = re.compile(r"id\s{1,3}(\d{1,4}) \|")
_EXAMPLE = re.compile(r"n_drafted")
_MOST = 6000
_MOST_JSON = 300
_FURTHEST = 1200


@dataclass
class Request:
    """Hold one request: its decoding time, its tokens, and whether it drafted."""

    ms: float
    tokens: float
    start: int
    end: int
    drafts: bool = False
    slot: str = ""
    said: Setting = field(default_factory=Setting)


def read_timings(text: str) -> Iterator[tuple[int, int, list[EngineRun]]]:
    """Yield begin, end and runs of llama.cpp's timings in *text*."""
    requests = list(_requests(text)) or list(_json(text))
    if not requests:
        return
    groups = _groups(requests, text)
    slots = {one.slot for one in requests}
    runs = [_run(group, groups, text) for group in groups]
    if len(slots - {""}) > 1:
        note = (RunNote.LOAD_UNKNOWN,)
        runs = [
            replace(run, concurrency=None, notes=(*run.notes, *note)) for run in runs
        ]
    yield requests[0].start, requests[-1].end, runs


def _requests(text: str) -> Iterator[Request]:
    """Yield the requests of log lines, drafts told by the line behind."""
    waiting: Request | None = None
    example = bool(_EXAMPLE.search(text))
    for found in islice(_EVENT.finditer(text), 4 * _MOST):
        one = _decoded(found, example)
        if one is not None:
            yield from filter(None, [waiting])
            waiting = one
            _note_slot(waiting, text)
        elif waiting and found[0].startswith("draft") and not example:
            waiting.drafts, waiting.end = True, found.end()
    yield from filter(None, [waiting])


def _decoded(found: re.Match[str], example: bool) -> Request | None:
    """Return the request of one line, None for a line of another kind."""
    start, end = found.span()
    if found["pred"]:
        tokens, rate = number(found["pred"]), number(found["rate"])
        drafts = bool(number(found["draft"]))
        if not tokens or not rate:
            return None
        return Request(1000 * tokens / rate, tokens, start, end, drafts)
    if found["decoded"]:
        tokens, seconds = number(found["decoded"]), number(found["seconds"])
        if not tokens or not seconds:
            return None
        return Request(
            1000 * seconds, tokens, max(0, start - 200), end + 300, drafts=example
        )
    return None if example else _evaluated(found)


def _evaluated(found: re.Match[str]) -> Request | None:
    tokens, ms = number(found["tokens"]), number(found["ms"])
    if found["prompt"] or not tokens or not ms or tokens < 2:
        return None
    return Request(ms, tokens, *found.span())


def _note_slot(request: Request, text: str) -> None:
    begin = text.rfind("\n", max(0, request.start - 120), request.start) + 1
    found = _SLOT.search(text, max(begin, request.start - 120), request.start)
    request.slot = found[1] if found else ""


def _json(text: str) -> Iterator[Request]:
    """Yield the requests of timings objects."""
    if '"predicted_ms"' not in text:
        return
    place = 0
    cut = list(islice(re.finditer('"predicted_ms"', text), _MOST_JSON))[-1].end() + 2000
    for record in Paste(text[:cut]).records_with("predicted_ms"):
        place = max(place, text.find('"predicted_ms"', place))
        tokens, ms = record.number("predicted_n"), record.number("predicted_ms")
        start, end = max(0, text.rfind("{", 0, place)), text.find("}", place)
        place += 1
        if tokens and ms and tokens >= 2:
            drafts = bool(record.number("draft_n"))
            yield Request(ms, tokens, start, end + 1 if end > 0 else len(text), drafts)


def _groups(requests: list[Request], text: str) -> list[list[Request]]:
    """Return neighbouring requests of one setting together."""
    groups: list[list[Request]] = []
    ended = 0
    for one in requests:
        above = text[max(ended, one.start - _FURTHEST) : one.start]
        one.said = before(above) if "\n" in above.strip() or not groups else Setting()
        last = groups[-1][-1] if groups else None
        if last is None or last.drafts != one.drafts or _changed(last.said, one.said):
            groups.append([one])
        else:
            one.said = last.said
            groups[-1].append(one)
        ended = max(ended, one.end)
    return groups


def _changed(earlier: Setting, later: Setting) -> bool:
    """Say whether the text between two requests names another setting."""
    named = bool(later.mode or later.gamma is not None)
    return named and (later.mode, later.gamma) != (earlier.mode, earlier.gamma)


def _run(group: list[Request], groups: list[list[Request]], text: str) -> EngineRun:
    ms = sum(one.ms for one in group)
    tokens = sum(one.tokens for one in group)
    notes = (RunNote.AVERAGED,) if len(group) > 1 else ()
    run = EngineRun(
        1.0, None, None, ms / tokens, 1000 * tokens / ms, engine=ENGINE, notes=notes
    )
    said = group[0].said
    if group[0].drafts:
        return _with_drafts(run, group, text)
    if said.mode != "on" and (said.mode == "off" or _plain(group, groups)):
        return replace(run, gamma=0)
    return replace(run, notes=(*notes, RunNote.SPECULATION_UNKNOWN))


def _plain(group: list[Request], groups: list[list[Request]]) -> bool:
    """Say whether requests without drafts stand before or behind those with."""
    drafting = [one[0].drafts for one in groups]
    ends = group is groups[0] or group is groups[-1]
    return any(drafting) and ends and drafting.count(False) == 1


def _with_drafts(run: EngineRun, group: list[Request], text: str) -> EngineRun:
    said = group[0].said
    one = _measured(text[group[0].start : group[-1].end])
    gamma = (one.gamma if one else None) or said.gamma or None
    lacking = () if gamma else (RunNote.DRAFT_LENGTH_UNKNOWN,)
    if one and not one.gamma and gamma:
        lacking = (RunNote.DRAFT_LENGTH_IS_A_MAXIMUM,)
    run = replace(run, gamma=gamma, notes=(*run.notes, *lacking))
    if one is None:
        return run
    return replace(
        run,
        tau=one.tau or one.tau_all_passes,
        accepted_per_drafted=one.accepted_per_drafted,
        per_position=one.per_position,
    )


def _measured(text: str) -> Measurement | None:
    paste = Paste(text)
    for reader in llama_cpp.READERS:
        found = [one for one in reader(paste) if one.num_draft_tokens]
        if found:
            return found[0] if len(found) == 1 else None
    return None
