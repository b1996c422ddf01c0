"""
TensorRT-LLM: iteration statistics, and the record on a choice.

``specDecodingStats`` of each iteration: requests with a draft (N), drafted and
accepted tokens; added up over iterations that drafted. ``acceptanceLength`` =
(accepted + requests) / requests, the bonus token included. On the choice
``speculative_decoding`` has vLLM's histogram under other names.

Source:
    cpp/include/tensorrt_llm/executor/types.h; pull request 19311.
"""

from app.engines.histograms import Names, request_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste import Paste
from app.engines.pooling import pooled_counts
from app.engines.records import Record

ENGINE = "tensorrt-llm"
_ITERATION = Names(
    drafts=("numRequestsWithDraftTokens", "num_requests_with_draft_tokens"),
    drafted=("numDraftTokens", "num_draft_tokens"),
    accepted=("numAcceptedTokens", "num_accepted_tokens"),
    length=("acceptanceLength", "acceptance_length"),
)
_CHOICE = Names(
    drafts=("num_spec_steps",),
    drafted=("total_draft_tokens",),
    accepted=("total_accepted_draft_tokens",),
    histogram=("acceptance_histogram",),
    gamma=("num_spec_tokens",),
    length=("avg_decoded_tokens_per_iter",),
    share=("acceptance_rate",),
)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of TensorRT-LLM's JSON in *paste*."""
    found = [_counts(record) for record in paste.records]
    return pooled_counts([counts for counts in found if counts is not None])


def _counts(record: Record) -> Counts | None:
    if record.number(*_ITERATION.drafts) is not None:
        return request_counts(ENGINE, record, _ITERATION, "iteration_stats")
    if record.has("numDraftTokens", "acceptanceLength"):
        return request_counts(ENGINE, record, _ITERATION, "iteration_stats")
    if record.has("total_accepted_draft_tokens", "num_spec_steps"):
        return request_counts(ENGINE, record, _CHOICE)
    return None
