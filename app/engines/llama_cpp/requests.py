"""llama.cpp's requests: which of them belong together, and what they add up to."""

from dataclasses import replace

from app.engines.counting.derivation import derive
from app.engines.counting.pooling import Interval, by_draft_length, pooled
from app.engines.llama_cpp.draft_length import Request, constant_length
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note

ENGINE = "llama.cpp"
_VAGUE = 1.02
"""A printed length up to which rounding leaves the cycles open."""


def request_readings(
    requests: list[Request], text: str, form: str
) -> list[Measurement]:
    """
    Return one reading for each draft length that shows, its requests added up.

    Args:
        requests: Requests with a draft.
        text: The paste, for the options the server was started with.
        form: Stable name of the format.
    """
    groups: dict[int, list[Request]] = {}
    for request in requests:
        groups.setdefault(len(request.rates), []).append(request)
    _adopt(groups)
    return [one for group in groups.values() for one in _group(group, text, form)]


def _adopt(groups: dict[int, list[Request]]) -> None:
    """Give requests whose list is cut to the only group that has lists."""
    cut = groups.get(0, [])
    if len(groups) == 2 and cut and all(one.length is not None for one in cut):
        (length,) = (length for length in groups if length)
        groups[length].extend(groups.pop(0))


def _group(requests: list[Request], text: str, form: str) -> list[Measurement]:
    length = constant_length(requests, text)
    lengths = [request.length for request in requests if request.length is not None]
    if len(lengths) == len(requests) and (length is None or min(lengths) > _VAGUE):
        parts = by_draft_length([_interval(request) for request in requests])
        return [pooled(ENGINE, form, part) for part in parts]
    counts = _without_length(requests, form)
    if length is None:
        return [derive(replace(counts, varies=True))]
    passes = (counts.generated_tokens or 0) - (counts.num_accepted_tokens or 0)
    even = replace(
        counts,
        gamma=length.gamma,
        num_drafts=passes - len(requests),
        notes=(*counts.notes, *length.notes),
    )
    return [derive(even)]


def _interval(request: Request) -> Interval:
    return Interval(
        request.accepted or 0.0,
        request.drafted or 0.0,
        request.length,
        request.rates,
        generated=request.generated,
    )


def _without_length(requests: list[Request], form: str) -> Counts:
    generated = [request.generated for request in requests]
    known = [tokens for tokens in generated if tokens is not None]
    return Counts(
        ENGINE,
        form,
        num_draft_tokens=sum(request.drafted or 0 for request in requests),
        num_accepted_tokens=sum(request.accepted or 0 for request in requests),
        generated_tokens=sum(known) if len(known) == len(generated) else None,
        num_records=len(requests),
        notes=(Note.RECORDS_ADDED,) if len(requests) > 1 else (),
    )
