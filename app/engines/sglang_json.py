"""
SGLang's JSON: ``meta_info`` of a request, under the names of three years.

``spec_verify_ct`` = N, drafted and accepted tokens without the bonus, and since
2026 a histogram. ``spec_accept_length`` is completion_tokens / verify_ct, which
counts the token from prefill too: tau is taken from the counts. In a stream each
chunk repeats the counts so far: the last of a request counts.

Source:
    Pull requests 11441, 13754, 18332, 33518.
"""

from app.engines.derivation import derive
from app.engines.histograms import Names, request_counts
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste import Paste
from app.engines.pooling import pooled_counts
from app.engines.records import Record

ENGINE = "sglang"
_NAMES = Names(
    drafts=("spec_verify_ct", "spec_num_verify_steps"),
    drafted=(
        "spec_num_proposed_drafts",
        "spec_proposed_drafts",
        "spec_draft_token_num",
    ),
    accepted=(
        "spec_num_correct_drafts",
        "spec_accepted_drafts",
        "spec_num_accepted_drafts",
        "spec_accept_token_num",
    ),
    histogram=(
        "spec_correct_drafts_histogram",
        "spec_accepted_drafts_histogram",
        "spec_accept_histogram",
    ),
)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of SGLang's requests in *paste*."""
    last: dict[object, Counts] = {}
    for place, record in enumerate(paste.records):
        if record.has("spec_verify_ct"):
            counts = _counts(record)
            if counts is not None:
                last[record.text("id") or place] = counts
    if not last:
        return _load(paste.records)
    return pooled_counts(list(last.values()))


def _counts(record: Record) -> Counts | None:
    counts = request_counts(ENGINE, record, _NAMES)
    if counts is not None or not record.number("spec_verify_ct"):
        return counts
    return _from_completion(record)


def _from_completion(record: Record) -> Counts | None:
    """Return A = P - 1 - N where only P and N are printed."""
    generated, drafts = (
        record.number("completion_tokens"),
        record.number("spec_verify_ct"),
    )
    if generated is None or drafts is None or generated - 1 < drafts:
        return None
    return Counts(
        ENGINE,
        "json",
        num_drafts=drafts,
        num_accepted_tokens=generated - 1 - drafts,
        generated_tokens=generated,
        notes=(Note.LENGTH_COUNTS_PREFILL_TOKEN,),
    )


def _doubt(record: Record) -> tuple[Note, ...]:
    """Note a length that may be another program's than the server's."""
    if record.has("avg_spec_accept_length") or record.has("accept_rate"):
        return ()
    return (Note.BONUS_UNCERTAIN,)


def _load(records: list[Record]) -> list[Measurement]:
    """Read the server's own mean: ``speculative.accept_length``."""
    for record in records:
        length = record.number("avg_spec_accept_length", "accept_length")
        if length is not None and length >= 1:
            size = record.around("speculative_num_draft_tokens")
            topk = record.around("speculative_eagle_topk") or 1
            return [
                derive(
                    Counts(
                        ENGINE,
                        "json",
                        gamma=int(size) - 1 if size and topk == 1 else None,
                        tau=length,
                        tree=topk > 1,
                        notes=_doubt(record),
                    )
                )
            ]
    return []
