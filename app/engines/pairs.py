"""
Names with values that speak for themselves: ``rounds=100 drafted=300 accepted=180``.

Many programs log their own counts so. Read only where no engine's own format is
found, and where drafted and accepted tokens are both named. Where a name comes
again, a new record begins; the records are added up.
"""

from dataclasses import replace

from app.engines.counting.histograms import Names, request_counts
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste

_ENGINE = "unknown"
_NAMES = Names(
    drafts=("rounds", "cycles", "verify_rounds", "draft_rounds", "verify_steps"),
    drafted=(
        *("drafted", "proposed", "drafted_tokens", "proposed_tokens"),
        *("draft_proposed", "draft_n", "draft_n_total"),
    ),
    accepted=(
        *("accepted", "accepted_drafts", "accepted_tokens"),
        *("draft_accepted", "draft_n_accepted"),
    ),
)


def read(paste: Paste) -> list[Measurement]:
    """Return the reading of the counts that *paste* names."""
    found = [_counts(record) for record in paste.records_with(*_NAMES.accepted)]
    return pooled_counts([counts for counts in found if counts is not None])


def _counts(record: Record) -> Counts | None:
    drafted, accepted = record.number(*_NAMES.drafted), record.number(*_NAMES.accepted)
    if drafted is None or accepted is None or accepted > drafted:
        return None
    if not _of_drafts(record):
        return None
    counts = request_counts(_ENGINE, record, _NAMES, "counts")
    if counts is None:
        return None
    return replace(counts, notes=(*counts.notes, Note.READ_FROM_TABLE))


def _of_drafts(record: Record) -> bool:
    """Say whether it is drafts that were accepted, not something else."""
    rounds = record.number(*_NAMES.drafts) is not None
    return rounds or any("draft" in name for name in record.values)
