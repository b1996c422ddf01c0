"""
LM Studio: a prediction's statistics, without cycles.

``predictedTokensCount`` = P, ``totalDraftTokensCount`` = D,
``acceptedDraftTokensCount`` = A. The drafter is often silent: tau is P / (P - A),
over all target passes.

Source:
    LM Studio SDK, LLMPredictionStats.
"""

from app.engines.measurement import Counts, Measurement
from app.engines.paste import Paste
from app.engines.pooling import pooled_counts
from app.engines.records import Record

ENGINE = "lmstudio"


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of LM Studio's statistics in *paste*."""
    found = [_counts(record) for record in paste.records]
    return pooled_counts([counts for counts in found if counts is not None])


def _counts(record: Record) -> Counts | None:
    generated = record.number("predictedTokensCount", "predicted_tokens_count")
    if generated is None:
        return None
    drafted = record.number("totalDraftTokensCount", "total_draft_tokens_count")
    accepted = record.number("acceptedDraftTokensCount", "accepted_draft_tokens_count")
    if drafted is None and accepted is None:
        drafted = 0.0
    return Counts(
        ENGINE,
        "json",
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        generated_tokens=generated,
        varies=True,
        label=record.text("usedDraftModelKey", "used_draft_model_key"),
    )
