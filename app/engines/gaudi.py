"""
vLLM on Gaudi: what its test of speculative decoding prints.

    acc_counts: [1918, 0]   num_draft_tokens: 2180   num_drafts: 2180

``acc_counts`` = cycles that accepted at least 1, 2, ... drafts, with one entry more
than drafts are long, which stays 0.

Source:
    vllm-gaudi, tests/full_tests/spec_decode.py.
"""

from app.engines.counting.derivation import whole_gamma
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste

ENGINE = "vllm"


def read(paste: Paste) -> list[Measurement]:
    """Return the reading of the test's runs in *paste*, those with a draft."""
    found = [_counts(record) for record in paste.records_with("acc_counts")]
    return pooled_counts([counts for counts in found if counts is not None])


def _counts(record: Record) -> Counts | None:
    kept = record.numbers("acc_counts")
    drafts, drafted = record.number("num_drafts"), record.number("num_draft_tokens")
    if not kept or not drafts or drafted is None:
        return None
    gamma = whole_gamma(drafted / drafts) or 0
    rates = tuple(count / drafts for count in kept[:gamma])
    return Counts(
        ENGINE,
        "offline",
        num_drafts=drafts,
        num_draft_tokens=drafted,
        num_accepted_tokens=sum(kept),
        per_position=rates or None,
    )
