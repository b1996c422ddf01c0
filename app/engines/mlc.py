"""
MLC-LLM: how often a draft had at least i tokens, and how often i were accepted.

``draft_count[i]`` counts the drafts with i + 1 tokens, ``accept_count[i]`` those of
which all i + 1 were accepted: p_(i+1) = accept_count[i] / draft_count[i], N =
draft_count[0], D and A are their sums.

Source:
    mlc-llm issue 2789.
"""

from collections.abc import Iterator

from app.engines.measurement import Counts, Measurement
from app.engines.paste import Paste
from app.engines.pooling import pooled_counts
from app.engines.records import Record

ENGINE = "mlc-llm"


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of MLC-LLM's metrics in *paste*."""
    return pooled_counts(list(_all_counts(paste.records_with("draft_count"))))


def _all_counts(records: list[Record]) -> Iterator[Counts]:
    for record in records:
        drafted = record.numbers("draft_count")
        accepted = record.numbers("accept_count")
        if drafted and accepted and len(drafted) == len(accepted):
            yield _counts(drafted, accepted)


def _counts(drafted: tuple[float, ...], accepted: tuple[float, ...]) -> Counts:
    pairs = list(zip(accepted, drafted, strict=True))
    return Counts(
        ENGINE,
        "json",
        num_drafts=drafted[0],
        num_draft_tokens=sum(drafted),
        num_accepted_tokens=sum(accepted),
        per_position=tuple(a / d if d else 0.0 for a, d in pairs),
    )
