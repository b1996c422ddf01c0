"""
llama.cpp's server log: one line for each request, added up.

    draft acceptance = A / D ( A accepted / D generated), mean len = 1 + A / N

in three generations; the older ones print no length. The ``eval time`` line
above it counts the generated tokens P, the first included: P - A target passes,
and, where every pass but the first had a draft of the same length, N = P - A - 1
and D = gamma N exactly. Otherwise tau is P / (P - A), over all target passes. Older
servers and ik_llama.cpp's call P the ``runs`` of their ``generation eval time``.

Source:
    tools/server/server-context.cpp; pull requests 14132, 23269, 24536.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from app.engines.counters import read_counters
from app.engines.counting.derivation import derive
from app.engines.llama_cpp.draft_length import Request
from app.engines.llama_cpp.requests import ENGINE, request_readings
from app.engines.llama_cpp.rounds import read_rounds
from app.engines.llama_cpp.statistics import read_statistics
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, NUMBER, number

_LIST = rf"\(\s*+({NUMBER}(?:\s*+,\s*+{NUMBER}){{0,200}})\s*+\)"
_EVENT = re.compile(
    rf"accepted\s*+/\s*+(?P<drafted>{COUNT})\s++generated\b\s*+\)?"
    rf"(?:,\s*+mean\s++(?:acceptance\s++length|len)\s*+=\s*+(?P<length>\d++\.\d\d))?"
    r"(?:[,\s]\s*+(?:acceptance\s++rate\s++per\s++position|acc\s++per\s++pos"
    r"|#acc\s++rate/pos)\s*+=\s*+"
    rf"{_LIST.replace('(' + NUMBER, '(?P<rates>' + NUMBER, 1)})?"
    rf"|(?P<prompt>prompt\s++)?(?P<generation>generation\s++)?eval\s++time\s*+="
    rf"\s*+{NUMBER}\s*+ms\s*+/\s*+(?P<tokens>{COUNT})\s*+"
    r"(?(generation)(?:tokens|runs)|tokens)"
)
_ACCEPTED = re.compile(rf"(?<![\d.,])({COUNT})\s++\Z")
_LONGEST_COUNT = 60

_BEGUN = re.compile(rf"draft\s++acceptance(?:\s++rate)?\s*+=\s*+({NUMBER})?")
_DRAFTS = re.compile(r"draft\s++acc|draft_n|n_draft|#gen\s|\d/\s*+\d++\s++draft")
_TASK = re.compile(r"task\s++(-?\d{1,9})\b")
_NUMBERS = re.compile(NUMBER)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of llama.cpp's server log and counters in *paste*."""
    counters = read_counters(paste.series, ENGINE, "llamacpp:")
    text = paste.text
    statistics = read_statistics(text) if "#" in text else []
    requests = list(_requests(text)) if "eval" in text or "accepted" in text else []
    drafting = [request for request in requests if request.drafted is not None]
    readings = _combined(drafting, statistics, text)
    begun = _BEGUN.findall(text)
    if len(begun) > len(drafting):
        readings = [_incomplete(reading) for reading in readings]
    found = readings + counters or _cycle_by_cycle(text)
    return found or _uncounted(requests, begun, text)


def _uncounted(
    requests: list[Request], begun: list[str], text: str
) -> list[Measurement]:
    """Return the mean of shares whose counts are cut off, or that nothing drafted."""
    shares = [share for text in begun if (share := number(text)) is not None]
    if not begun or not requests:
        return undrafted(requests, "log", text)
    if not shares or max(shares) > 1:
        return []
    averaged = (Note.RECORDS_AVERAGED,) if len(shares) > 1 else ()
    return [
        derive(
            Counts(
                ENGINE,
                "log",
                share=sum(shares) / len(shares),
                varies=True,
                num_records=len(shares),
                notes=(Note.INCOMPLETE_RECORD, *averaged),
            )
        )
    ]


def _cycle_by_cycle(text: str) -> list[Measurement]:
    """Return the reading of a debug log that breaks off before its totals."""
    rounds = read_rounds(ENGINE, text) if "draft tokens" in text else None
    return [derive(rounds)] if rounds else []


def _incomplete(reading: Measurement) -> Measurement:
    """Note that a request's line is cut."""
    return replace(reading, notes=(*reading.notes, Note.INCOMPLETE_RECORD))


def undrafted(requests: list[Request], form: str, text: str) -> list[Measurement]:
    """
    Return a reading without drafts where only timings were printed.

    Args:
        requests: Requests without a draft.
        form: Stable name of the format.
        text: The paste; where drafts are named, what it says of them was not read.
    """
    if not requests or _DRAFTS.search(text):
        return []
    generated = sum(request.generated or 0 for request in requests)
    silent = Counts(ENGINE, form, num_draft_tokens=0, generated_tokens=generated)
    return [derive(silent)]


def _requests(text: str) -> Iterator[Request]:
    """Yield each request's line with its P; P alone where no line follows."""
    waiting: dict[str, float] = {}
    alone: list[float] = []
    for found in _events(text):
        task = _task(text, found.start())
        if found["tokens"]:
            tokens = number(found["tokens"])
            if not found["prompt"] and tokens:
                waiting[task] = tokens
                alone.append(tokens)
        else:
            if not task and len(waiting) == 1:
                task = next(iter(waiting))
            yield _request(found, waiting.pop(task, None) or waiting.pop("", None))
            alone.clear()
    for tokens in alone:
        yield Request(None, None, tokens)


def _task(text: str, place: int) -> str:
    """Return the task named in front of *place* on its line."""
    begin = text.rfind("\n", max(0, place - 120), place) + 1
    found = _TASK.search(text, max(begin, place - 120), place)
    return found[1] if found else ""


def _events(text: str) -> Iterator[re.Match[str]]:
    """Yield the timings and drafts of requests, in order."""
    for found in _EVENT.finditer(text):
        if found["tokens"] or _accepted(found) is not None:
            yield found


def _accepted(found: re.Match[str]) -> float | None:
    """Return the count in front of the word "accepted", where the match begins."""
    begin = max(0, found.start() - _LONGEST_COUNT)
    before = _ACCEPTED.search(found.string[begin : found.start()])
    return number(before[1]) if before else None


def _request(found: re.Match[str], generated: float | None) -> Request:
    rates = [number(rate) for rate in _NUMBERS.findall(found["rates"] or "")]
    return Request(
        _accepted(found),
        number(found["drafted"]),
        generated,
        number(found["length"]),
        tuple(rate for rate in rates if rate is not None),
    )


def _combined(
    requests: list[Request], statistics: list[Counts], text: str
) -> list[Measurement]:
    """Return requests and statistics, once where they count the same tokens."""
    if len(statistics) == 1 and _same_tokens(requests, statistics[0]):
        return [derive(_completed(statistics[0], requests))]
    readings = [derive(counts) for counts in statistics]
    if not requests:
        return readings
    own = request_readings(requests, text, "log")
    exact = all(request.length is not None for request in requests)
    return own + readings if exact else readings + own


def _same_tokens(requests: list[Request], counts: Counts) -> bool:
    accepted = sum(request.accepted or 0 for request in requests)
    drafted = sum(request.drafted or 0 for request in requests)
    return not requests or (accepted, drafted) == (
        counts.num_accepted_tokens,
        counts.num_draft_tokens,
    )


def _completed(counts: Counts, requests: list[Request]) -> Counts:
    """Give the statistics what only the request's line says."""
    if len(requests) != 1:
        return counts
    rates = requests[0].rates or counts.per_position
    return replace(
        counts,
        tau=requests[0].length,
        per_position=rates,
        gamma=len(requests[0].rates) or counts.gamma,
        generated_tokens=requests[0].generated,
    )
