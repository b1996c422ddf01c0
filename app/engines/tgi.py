"""
TGI: the histogram ``tgi_request_skipped_tokens``.

Documented per request, recorded per decoding step: ``_count`` = steps (prefill
included), ``_sum`` = A, and the buckets give the survival curve: p_i = 1 -
bucket(le = i - 1) / count. Steps without a draft count as 0, so that tau is over
all target passes.

Source:
    router/src/infer of text-generation-inference.
"""

from dataclasses import replace

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.prometheus import Series

ENGINE = "tgi"
_NAME = "tgi:request_skipped_tokens"


def read(paste: Paste) -> list[Measurement]:
    """Return the reading of TGI's histogram in *paste*."""
    found = [one for one in paste.series if one.name.startswith(_NAME)]
    steps, accepted = _total(found, "_count"), _total(found, "_sum")
    if steps is None or accepted is None:
        return []
    rates = _rates(found, steps)
    if not accepted and not steps:
        return [derive(Counts(ENGINE, "prometheus", num_drafts=0))]
    reading = derive(
        Counts(
            ENGINE,
            "prometheus",
            gamma=len(rates) or None,
            num_drafts=steps,
            num_accepted_tokens=accepted,
            per_position=rates or None,
            notes=(Note.UNDRAFTED_PASSES_INCLUDED, *_scrapes(found)),
        )
    )
    return [replace(reading, tau_basis="all_target_passes")]


def _scrapes(found: list[Series]) -> tuple[Note, ...]:
    if any(one.restarted for one in found):
        return (Note.ENGINE_RESTARTED,)
    several = any(len(one.values) > 1 for one in found)
    return (Note.SCRAPES_SUBTRACTED,) if several else ()


def _total(found: list[Series], end: str) -> float | None:
    restarted = any(one.restarted for one in found)
    values = [one.since(restarted) for one in found if one.name == _NAME + end]
    return sum(values) if values else None


def _rates(found: list[Series], steps: float) -> tuple[float, ...]:
    """Return p_1 ... p_gamma from the buckets 0 ... gamma - 1."""
    restarted = any(one.restarted for one in found)
    by_edge: dict[float, float] = {}
    for one in found:
        edge = _edge(one.labels.get("le", ""))
        if one.name == _NAME + "_bucket" and edge is not None:
            by_edge[edge] = by_edge.get(edge, 0) + one.since(restarted)
    rates: list[float] = []
    while float(len(rates)) in by_edge and float(len(rates) + 1) in by_edge and steps:
        rates.append(1 - by_edge[float(len(rates))] / steps)
    return tuple(rates)


def _edge(text: str) -> float | None:
    return float(text) if text.replace(".", "", 1).isdecimal() else None
