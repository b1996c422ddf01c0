"""
llama.cpp's timings JSON, and what its example programs print.

``timings``: ``predicted_n`` = P, ``draft_n`` = D, ``draft_n_accepted`` = A, the
last two absent where nothing was drafted. No cycles: tau is P / (P - A), over
all target passes. In a stream each chunk repeats the counts so far: the last
chunk of a request counts.

The examples print ``n_draft`` (the longest draft), ``n_predict`` = P,
``n_drafted`` = D and ``n_accept`` = A. llama-speculative's first pass has no
draft: N = P - A - 1; llama-speculative-simple has no such pass: N = P - A.
Whether D = n_draft N tells them apart, and from drafts of varying length.

Source:
    examples/speculative/speculative.cpp; pull requests 12603, 10455, 18039.
"""

from collections.abc import Iterator

from app.engines.counting.pooling import pooled_counts
from app.engines.llama_cpp.draft_length import Request
from app.engines.llama_cpp.log import undrafted
from app.engines.llama_cpp.requests import ENGINE, request_readings
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of llama.cpp's timings JSON and example programs."""
    records = paste.records_with("predicted_n", "draft_n")
    requests = _timings(records)
    drafting = [request for request in requests if request.drafted is not None]
    examples = pooled_counts(list(_examples(paste.records_with("n_drafted"))))
    if drafting:
        return request_readings(drafting, paste.text, "json") + examples
    if examples or not all(record.decoded for record in records):
        return examples
    return undrafted(requests, "json", paste.text)


def _timings(records: list[Record]) -> list[Request]:
    """Return one request for each timings object, the last of a stream's."""
    last: dict[object, Request] = {}
    for place, record in enumerate(records):
        if record.number("draft_n") and not record.has("draft_n_accepted"):
            continue
        if _is_timings(record):
            last[_request_key(record, place)] = Request(
                record.number("draft_n_accepted"),
                record.number("draft_n") or None,
                record.number("predicted_n"),
            )
    return list(last.values())


def _is_timings(record: Record) -> bool:
    """Say whether *record* is a request's timings, perhaps shortened."""
    if record.has("draft_rounds"):
        return False
    return record.has("predicted_n") or record.has("draft_n", "draft_n_accepted")


def _request_key(record: Record, place: int) -> object:
    """Return what tells a request's chunks from other requests."""
    name, prompt_ms = record.text("id"), record.number("prompt_ms")
    if not name and prompt_ms is None:
        return place
    return name, record.number("prompt_n"), prompt_ms


def _examples(records: list[Record]) -> Iterator[Counts]:
    for record in records:
        if record.has("n_draft", "n_predict", "n_drafted", "n_accept"):
            yield _example(record)


def _example(record: Record) -> Counts:
    generated, drafted = record.number("n_predict") or 0, record.number("n_drafted")
    accepted, longest = record.number("n_accept") or 0, record.number("n_draft") or 0
    cycles = _cycles(generated - accepted, drafted or 0, longest)
    notes: tuple[Note, ...] = ()
    if cycles is None and drafted:
        notes = (Note.DRAFT_LENGTH_VARIES,)
    return Counts(
        ENGINE,
        "example",
        gamma=int(longest) if cycles is not None else None,
        num_drafts=cycles,
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        generated_tokens=generated,
        varies=cycles is None,
        notes=notes,
    )


def _cycles(passes: float, drafted: float, longest: float) -> float | None:
    """Return N where every cycle drafted *longest* tokens, else None."""
    for cycles in (passes - 1, passes):
        if cycles > 0 and drafted == longest * cycles:
            return cycles
    return None
