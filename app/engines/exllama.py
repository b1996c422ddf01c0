"""
ExLlamaV2 and TabbyAPI: accepted and rejected draft tokens.

``rejected_draft_tokens`` counts the rest of the window at the first mismatch, so
accepted + rejected = drafted. ``SD eff.`` is A / D in percent. No cycles: tau is
P / (P - A), over all target passes.

Source:
    exllamav2/generator/dynamic.py.
"""

from app.engines.measurement import Counts, Measurement
from app.engines.paste import Paste
from app.engines.pooling import pooled_counts
from app.engines.records import Record

ENGINE = "exllamav2"


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of ExLlamaV2's results in *paste*."""
    found = [
        _counts(record)
        for record in paste.records
        if record.has("accepted_draft_tokens", "rejected_draft_tokens")
    ]
    return pooled_counts(found)


def _counts(record: Record) -> Counts:
    accepted = record.number("accepted_draft_tokens") or 0.0
    rejected = record.number("rejected_draft_tokens") or 0.0
    return Counts(
        ENGINE,
        "json",
        num_draft_tokens=accepted + rejected,
        num_accepted_tokens=accepted,
        generated_tokens=record.around("new_tokens", "generated_tokens"),
        varies=True,
    )
