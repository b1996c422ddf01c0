"""
TensorRT-LLM: iteration statistics, and the record on a choice.

``specDecodingStats`` of each iteration: requests with a draft (N), drafted and
accepted tokens; added up over iterations that drafted. ``acceptanceLength`` =
(accepted + requests) / requests, the bonus token included. On the choice
``speculative_decoding`` has vLLM's histogram under other names.

Without the record a choice tells ``avg_decoded_tokens_per_iter`` alone, which is
tau over all target passes.

trtllm-bench prints means over requests ([DT] drafted, [ADT] accepted, [DAR] their
ratio, [AL] length), also as JSON. Its drafted tokens are made up from the longest
draft: an upper bound.

Source:
    cpp/include/tensorrt_llm/executor/types.h; pull request 19311;
    tensorrt_llm/bench/dataclasses/reporting.py.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from app.engines.derivation import derive
from app.engines.histograms import Names, request_counts
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste import Paste
from app.engines.pooling import pooled_counts
from app.engines.records import Record
from app.engines.text import NUMBER, number

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

_MEAN = re.compile(rf"\[(AL|DAR)\]\s++AVERAGE\s*+:\s*+({NUMBER})")
_ALL_PASSES = "avg_decoded_tokens_per_iter"
_MOST_MEANS = 100
_PERCENTILES = ("acceptance_length_percentiles", "draft_acceptance_rate_percentiles")

_TELLING = (
    *_ITERATION.drafts,
    "numDraftTokens",
    "total_draft_tokens",
    _PERCENTILES[0],
)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of TensorRT-LLM's JSON in *paste*."""
    found = [_counts(record) for record in paste.records_with(*_TELLING)]
    if "[AL]" in paste.text:
        means = {name: number(mean) for name, mean in _MEAN.findall(paste.text)}
        found.append(_bench(means.get("AL"), means.get("DAR")))
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
            yield replace(derive(counts), tau_basis="all_target_passes")


def _bench(length: float | None, share: float | None) -> Counts | None:
    if length is None or length < 1:
        return None
    return Counts(
        ENGINE,
        "bench",
        tau=length,
        share=share if share is not None and share <= 1 else None,
        varies=True,
        notes=(Note.AVERAGED_PER_REQUEST,),
    )


def _bench_record(record: Record) -> Counts | None:
    length, share = (
        Record(value).number("average") if isinstance(value, dict) else None
        for value in map(record.values.get, _PERCENTILES)
    )
    return _bench(length, share)


def _counts(record: Record) -> Counts | None:
    if record.has(*_PERCENTILES):
        return _bench_record(record)
    if record.number(*_ITERATION.drafts) is not None:
        return request_counts(ENGINE, record, _ITERATION, "iteration_stats")
    if record.has("numDraftTokens", "acceptanceLength"):
        return request_counts(ENGINE, record, _ITERATION, "iteration_stats")
    if record.has("total_accepted_draft_tokens", "num_spec_steps"):
        return request_counts(ENGINE, record, _CHOICE)
    return None
