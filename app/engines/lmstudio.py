"""
LM Studio: a prediction's statistics, without cycles.

``predictedTokensCount`` = P, ``totalDraftTokensCount`` = D,
``acceptedDraftTokensCount`` = A. The REST API spells them with underscores, in
``stats`` or in ``usage``, and P is ``completion_tokens`` there. The drafter is
often silent: tau is P / (P - A), over all target passes.

Source:
    LM Studio SDK, LLMPredictionStats; documentation of the REST API.
"""

from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste

ENGINE = "lmstudio"
_GENERATED = ("predictedTokensCount", "predicted_tokens_count")
_DRAFTED = ("totalDraftTokensCount", "total_draft_tokens_count")
_ACCEPTED = ("acceptedDraftTokensCount", "accepted_draft_tokens_count")
_DRAFTER = ("usedDraftModelKey", "used_draft_model_key", "draft_model")


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of LM Studio's statistics in *paste*."""
    names = (*_GENERATED, *_DRAFTED, *_ACCEPTED)
    found = [_counts(record) for record in paste.records_with(*names)]
    return pooled_counts([counts for counts in found if counts is not None])


def _counts(record: Record) -> Counts | None:
    generated = record.number(*_GENERATED)
    drafted, accepted = record.number(*_DRAFTED), record.number(*_ACCEPTED)
    if drafted is None and accepted is None:
        if generated is None or not record.decoded:
            return None
        drafted = 0.0
    if generated is None:
        generated = record.around("completion_tokens")
    return Counts(
        ENGINE,
        "json",
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        generated_tokens=generated,
        varies=True,
        label=record.text(*_DRAFTER),
    )
