"""
SGLang's JSON: ``meta_info`` of a request, under the names of three years.

``spec_verify_ct`` = N, drafted and accepted tokens without the bonus, and since
2026 a histogram; TokenSpeed has names of its own. ``spec_accept_length`` is
completion_tokens / verify_ct, which counts the token from prefill too: tau is taken
from the counts. In a stream each chunk repeats the counts so far: the last of a
request counts.

Source:
    Pull requests 11441, 13754, 18332, 33518.
"""

from app.engines.counting.derivation import derive
from app.engines.counting.histograms import Names, request_counts
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste

ENGINE = "sglang"
_NAMES = Names(
    drafts=("spec_verify_ct", "spec_num_verify_steps"),
    drafted=(
        "spec_num_proposed_drafts",
        "spec_proposed_drafts",
        "spec_draft_token_num",
        "spec_draft_tokens",
    ),
    accepted=(
        "spec_num_correct_drafts",
        "spec_accepted_drafts",
        "spec_num_accepted_drafts",
        "spec_accept_token_num",
        "spec_accepted_tokens",
    ),
    histogram=(
        "spec_correct_drafts_histogram",
        "spec_accepted_drafts_histogram",
        "spec_accept_histogram",
    ),
)

_NEAR = 0.003
"""How far a draft length may be from whole: rates are printed with four digits."""

_MOST = 100

_MEANS = ("avg_spec_accept_length", "accept_length")


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of SGLang's requests in *paste*."""
    last: dict[object, Counts] = {}
    for place, record in enumerate(paste.records_with("spec_verify_ct")):
        counts = _counts(record)
        if counts is not None:
            last[record.text("id") or place] = counts
    if not last:
        return _load(paste.records_with(*_MEANS))
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
    accepted = generated - 1 - drafts
    gamma = _gamma(accepted / drafts, record.number("spec_accept_rate"))
    rated = (Note.GAMMA_FROM_PRINTED_RATE,) if gamma else ()
    return Counts(
        ENGINE,
        "json",
        gamma=gamma,
        num_drafts=drafts,
        num_accepted_tokens=accepted,
        generated_tokens=generated,
        notes=(Note.LENGTH_COUNTS_PREFILL_TOKEN, *rated),
    )


def _gamma(kept: float, rate: float | None) -> int | None:
    """
    Return the draft length of which *rate* is kept, if that is whole.

    Args:
        kept: Accepted tokens per cycle.
        rate: A / D, which this record prints strictly.
    """
    if not rate or not kept:
        return None
    gamma = round(kept / rate)
    return gamma if gamma and abs(kept / rate - gamma) < _NEAR * gamma else None


def _doubt(record: Record) -> tuple[Note, ...]:
    """Note a length that may be another program's than the server's."""
    if record.has("avg_spec_accept_length") or record.has("accept_rate"):
        return ()
    return (Note.BONUS_UNCERTAIN,)


def _load(records: list[Record]) -> list[Measurement]:
    """Read a server's own mean, or the means of a benchmark, one each."""
    found: list[Measurement] = []
    for record in records[:_MOST]:
        length = record.number(*_MEANS)
        if length is not None and length >= 1:
            size, topk = _options(record)
            found.append(
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
            )
    return found


def _options(record: Record) -> tuple[float | None, float]:
    """Return how many tokens are verified at once, and how many branch off."""
    size = record.around("speculative_num_draft_tokens")
    topk = record.around("speculative_eagle_topk")
    if size is None and topk is None and record.around("steps"):
        # SpecForge's benchmark has shorter names.
        size, topk = record.around("num_draft_tokens"), record.around("topk")
    return size, topk or 1
