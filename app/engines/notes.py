"""Notes and problems: what a reading says beside its numbers, as stable codes."""

from enum import StrEnum


class Note(StrEnum):
    """Say what is doubtful or worth knowing about one reading."""

    # Nothing was drafted: tau and alpha are unknown, not 1 and 0.
    SPECULATION_DID_NOT_RUN = "speculation_did_not_run"
    # Neither cycles nor passes are known, so tau cannot be had.
    NO_CYCLE_COUNT = "no_cycle_count"
    # tau counts passes without a draft too: right for the run's speed.
    TAU_OVER_ALL_PASSES = "tau_over_all_passes"
    # The printed mean length differs from the counts; the counts are used.
    PRINTED_TAU_DIFFERS = "printed_tau_differs"
    # tau is above gamma + 1, which cannot be; gamma is dropped.
    TAU_ABOVE_GAMMA = "tau_above_gamma"
    # More tokens were accepted than drafted; their share is dropped.
    ACCEPTED_EXCEEDS_DRAFTED = "accepted_exceeds_drafted"
    # The list rises or leaves 0 to 1; it is dropped.
    PER_POSITION_IMPOSSIBLE = "per_position_impossible"
    # The list does not add up to the totals; it is dropped.
    PER_POSITION_CONTRADICTS_TOTALS = "per_position_contradicts_totals"
    # The list ends before the drafts do; gamma is not taken from it.
    POSITIONS_MISSING = "positions_missing"
    # No constant gamma explains the counts.
    DRAFT_LENGTH_VARIES = "draft_length_varies"
    # gamma is the mean draft length, rounded by at most 3 %.
    GAMMA_ROUNDED = "gamma_rounded"
    # A few drafts were shorter than gamma, as at the end of a request.
    DRAFTS_CLIPPED = "drafts_clipped"
    # Drafts are trees: tau holds, alpha is not defined.
    TREE_DRAFTS = "tree_drafts"
    # Counts of several records were added up.
    RECORDS_ADDED = "records_added"
    # Records without counts: the plain mean of their lengths.
    RECORDS_AVERAGED = "records_averaged"
    # Records count since start: the last one is used.
    LAST_RECORD_USED = "last_record_used"
    # A record is cut, or a number in it contradicts another.
    INCOMPLETE_RECORD = "incomplete_record"
    # The text ends in a number that counts, without a line end behind it.
    LAST_LINE_MAY_BE_CUT = "last_line_may_be_cut"
    # Intervals without drafts were left out.
    IDLE_INTERVALS_SKIPPED = "idle_intervals_skipped"
    # Two scrapes: what was counted between them.
    SCRAPES_SUBTRACTED = "scrapes_subtracted"
    # A counter fell: what was counted since the restart.
    ENGINE_RESTARTED = "engine_restarted"
    # The paste holds several readings, which are not added up.
    SEVERAL_READINGS = "several_readings"
    # N follows from a length with two decimals.
    CYCLES_FROM_ROUNDED_LENGTH = "cycles_from_rounded_length"
    # gamma is an option in the text, where it may be a maximum.
    GAMMA_FROM_OPTIONS = "gamma_from_options"
    # gamma is the one that explains printed rate and length.
    GAMMA_FROM_PRINTED_RATE = "gamma_from_printed_rate"
    # The printed length leaves the bonus token out; it was added.
    LENGTH_WITHOUT_BONUS = "length_without_bonus"
    # The printed rate counts acceptance behind a rejection too.
    ACCEPTED_AT_ANY_POSITION = "accepted_at_any_position"
    # The printed length counts the first token; it is not used.
    LENGTH_COUNTS_PREFILL_TOKEN = "length_counts_prefill_token"  # noqa: S105
    # Means over requests, in which short ones weigh as much as long.
    AVERAGED_PER_REQUEST = "averaged_per_request"
    # Passes without a draft count as cycles that accepted nothing.
    UNDRAFTED_PASSES_INCLUDED = "undrafted_passes_included"
    # The headings of a table were trusted to mean what they say.
    READ_FROM_TABLE = "read_from_table"
    # The text does not tell whether the bonus token is counted.
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

    # There is no text.
    EMPTY = "empty"
    # More than 256 KiB.
    TOO_LONG = "too_long"
    # No reader found anything.
    NOT_RECOGNISED = "not_recognised"
    # Counts or rates in a list that does not say what each of them belongs to.
    LIST_WITHOUT_MEANING = "list_without_meaning"
    # Every reading says that nothing was drafted.
    SPECULATION_DID_NOT_RUN = "speculation_did_not_run"
