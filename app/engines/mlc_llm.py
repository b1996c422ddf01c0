"""
MLC-LLM: ``draft_count`` and ``accept_count`` by position.

``draft_count[i]`` = cycles with at least i + 1 tokens, ``accept_count[i]`` =
cycles that accepted them all, so that p_(i+1) = accept_count[i] / draft_count[i].
The engine counts the token it already has as the first of a draft: where every
first token was accepted, the first position is that token and is left out.

Source:
    Issue 2789; cpp/serve/metrics.cc, cpp/serve/engine_actions/batch_verify.cc.
"""

from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste

ENGINE = "mlc-llm"


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of MLC-LLM's metrics in *paste*; the last counts."""
    found = [_counts(record) for record in paste.records_with("draft_count")]
    return pooled_counts([counts for counts in found if counts is not None][-1:])


def _counts(record: Record) -> Counts | None:
    drafted = record.numbers("draft_count")
    accepted = record.numbers("accept_count")
    if not drafted or not accepted or len(drafted) != len(accepted):
        return None
    notes: tuple[Note, ...] = ()
    start = next((i for i, count in enumerate(drafted) if count), 0)
    if drafted[start] == accepted[start] and len(drafted) > start + 1:
        start, notes = start + 1, (Note.BONUS_UNCERTAIN,)
    drafted, accepted = drafted[start:], accepted[start:]
    if min(drafted) == max(drafted) > 0:
        rates = tuple(count / drafted[0] for count in accepted)
    else:
        rates = ()
    return Counts(
        ENGINE,
        "json",
        gamma=len(rates) or None,
        num_drafts=drafted[0],
        num_draft_tokens=sum(drafted),
        num_accepted_tokens=sum(accepted),
        per_position=rates or None,
        varies=not rates,
        notes=notes,
    )
