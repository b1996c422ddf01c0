"""
TensorRT-LLM: iteration statistics, and the record on a choice.

``specDecodingStats`` of each iteration: requests with a draft (N), drafted and
accepted tokens; added up over iterations that drafted. ``acceptanceLength`` =
(accepted + requests) / requests, the bonus token included. On the choice
``speculative_decoding`` has vLLM's histogram under other names.

Without the record a choice tells ``avg_decoded_tokens_per_iter`` alone, which is
tau over all target passes.

Source:
    cpp/include/tensorrt_llm/executor/types.h; pull request 19311.
"""

from collections.abc import Iterator
from dataclasses import replace

from app.engines.counting.derivation import derive
from app.engines.counting.histograms import Names, request_counts
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste

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

_ALL_PASSES = "avg_decoded_tokens_per_iter"
_MOST_MEANS = 100
_TELLING = (*_ITERATION.drafts, "numDraftTokens", "total_draft_tokens")


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of TensorRT-LLM's JSON in *paste*."""
    found = [_counts(record) for record in paste.records_with(*_TELLING)]
    pooled = pooled_counts([counts for counts in found if counts is not None])
    return pooled or [*_means(paste.records_with(_ALL_PASSES))]


def _means(records: list[Record]) -> Iterator[Measurement]:
    """Yield the means over all passes; a mean of 1 shows no drafts at all."""
    for record in records[:_MOST_MEANS]:
        tau = record.number(_ALL_PASSES)
        if tau is not None and tau > 1:
            counts = Counts(
                ENGINE, "choice", tau=tau, notes=(Note.TAU_OVER_ALL_PASSES,)
            )
            yield replace(
                derive(counts), tau_basis="all_target_passes", tau_all_passes=tau
            )


def _counts(record: Record) -> Counts | None:
    if record.number(*_ITERATION.drafts) is not None:
        return request_counts(ENGINE, record, _ITERATION, "iteration_stats")
    if record.has("numDraftTokens", "acceptanceLength"):
        return request_counts(ENGINE, record, _ITERATION, "iteration_stats")
    if record.has("total_accepted_draft_tokens", "num_spec_steps"):
        return request_counts(ENGINE, record, _CHOICE)
    return None
