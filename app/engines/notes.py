"""Notes and problems: what a reading says beside its numbers, as stable codes."""

from enum import StrEnum


class Note(StrEnum):
    """Say what is doubtful or worth knowing about one reading."""

    SPECULATION_DID_NOT_RUN = "speculation_did_not_run"
    NO_CYCLE_COUNT = "no_cycle_count"
    TAU_OVER_ALL_PASSES = "tau_over_all_passes"
    PRINTED_TAU_DIFFERS = "printed_tau_differs"
    TAU_ABOVE_GAMMA = "tau_above_gamma"
    ACCEPTED_EXCEEDS_DRAFTED = "accepted_exceeds_drafted"
    PER_POSITION_IMPOSSIBLE = "per_position_impossible"
    PER_POSITION_CONTRADICTS_TOTALS = "per_position_contradicts_totals"
    POSITIONS_MISSING = "positions_missing"
    DRAFT_LENGTH_VARIES = "draft_length_varies"
    GAMMA_ROUNDED = "gamma_rounded"
    DRAFTS_CLIPPED = "drafts_clipped"
    TREE_DRAFTS = "tree_drafts"
    RECORDS_ADDED = "records_added"
    RECORDS_AVERAGED = "records_averaged"
    LAST_RECORD_USED = "last_record_used"
    INCOMPLETE_RECORD = "incomplete_record"
    IDLE_INTERVALS_SKIPPED = "idle_intervals_skipped"
    SCRAPES_SUBTRACTED = "scrapes_subtracted"
    ENGINE_RESTARTED = "engine_restarted"
    SEVERAL_READINGS = "several_readings"
    CYCLES_FROM_ROUNDED_LENGTH = "cycles_from_rounded_length"
    GAMMA_FROM_OPTIONS = "gamma_from_options"
    GAMMA_FROM_PRINTED_RATE = "gamma_from_printed_rate"
    LENGTH_WITHOUT_BONUS = "length_without_bonus"
    ACCEPTED_AT_ANY_POSITION = "accepted_at_any_position"
    LENGTH_COUNTS_PREFILL_TOKEN = "length_counts_prefill_token"  # noqa: S105
    AVERAGED_PER_REQUEST = "averaged_per_request"
    UNDRAFTED_PASSES_INCLUDED = "undrafted_passes_included"
    READ_FROM_TABLE = "read_from_table"
    BONUS_UNCERTAIN = "bonus_uncertain"


DOUBTS = frozenset(
    {
        Note.PRINTED_TAU_DIFFERS,
        Note.TAU_ABOVE_GAMMA,
        Note.ACCEPTED_EXCEEDS_DRAFTED,
        Note.PER_POSITION_IMPOSSIBLE,
        Note.PER_POSITION_CONTRADICTS_TOTALS,
        Note.POSITIONS_MISSING,
        Note.INCOMPLETE_RECORD,
        Note.NO_CYCLE_COUNT,
    }
)
"""Notes that a wrongly unfolded text would also bring about."""


class Problem(StrEnum):
    """Say what kept a whole paste from being read."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    NOT_RECOGNISED = "not_recognised"
    SPECULATION_DID_NOT_RUN = "speculation_did_not_run"
