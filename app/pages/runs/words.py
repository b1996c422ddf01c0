"""What readers of the runs are told: the sentences behind the notes."""

from typing import Any

from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from app.engines.runs import RunNote
from app.i18n.languages import current_language
from app.model.load import LoadNoteCode as Code
from app.pages.runs.notes import CarriedNote

LOAD_NOTES = {
    Code.CONCURRENCY_UNKNOWN: _l(
        "Runs without a load are compared among themselves only, as the others have "
        "several loads: %(value)s of them."
    ),
    Code.AVERAGED: _l(
        "%(value)s runs at this setting were averaged, as time per token."
    ),
    Code.TAU_FALLS_WITH_GAMMA: _l(
        "%(value)s tokens per cycle are fewer than with a shorter draft. That cannot "
        "be "
        "with one drafter on one text, since a longer draft only adds: these runs "
        "differ in more than the draft length."
    ),
    Code.TAU_ABOVE_DRAFT: _l(
        "%(value)s tokens per cycle are more than the draft length plus one. Either "
        "the "
        "draft length is another one, or a tree is drafted: several candidates for "
        "each position."
    ),
    Code.TAU_ABOVE_CEILING: _l(
        "No chain of drafts with this acceptance rate gets beyond %(value)s tokens per "
        "cycle, however long it is. A tree is drafted: several candidates for each "
        "position are tried, and the formula for a chain does not hold."
    ),
    Code.CYCLE_COST_BELOW_ONE_PASS: _l(
        "The speed would mean that a cycle costs %(value)s passes. Less than the one "
        "that checks the draft cannot be: speeds and tokens per cycle are not from the "
        "same run, or the run without speculation was slowed down."
    ),
    Code.OTHER_LOAD_DECODED: _l(
        "By throughput and time per token, %(value)s requests were really being "
        "decoded; the others waited, or their prompts were read."
    ),
    Code.SPEEDUPS_DISAGREE: _l(
        "By throughput the speedup is %(value)s, far from that by time per token, "
        "which counts here. Queueing or reading prompts takes part of the time."
    ),
    Code.SPEEDUP_UP_AND_DOWN: _l(
        "The speedup turns here, at %(value)s: it goes up and down over the loads. "
        "Kernels change with the batch; measure more loads around this one."
    ),
    Code.TAU_VARIES_WITH_LOAD: _l(
        "Tokens per cycle differ between the loads by a factor of %(value)s. "
        "Acceptance "
        "does not depend on the load: the texts or the settings differ."
    ),
    Code.OVERLOAD: _l(
        "The first token took %(value)s times as long as decoding a whole answer: this "
        "row describes a queue, not an operating point."
    ),
}
"""What contradicts itself or is doubtful; %(value)s is the note's number."""

ELSEWHERE = {Code.GAMMA_UNKNOWN, Code.NO_PLAIN_RUN}
"""Codes that the page says in other places, with the rows' numbers."""

RUN_NOTES = {
    RunNote.SPECULATION_NOT_PRINTED: _l(
        "Nothing about drafts is printed, as without speculation; it is taken for off."
    ),
    RunNote.DRAFT_LENGTH_IS_A_MAXIMUM: _l(
        "The longest draft allowed is taken for the draft length."
    ),
    RunNote.TREE_DRAFTS: _l("The drafts are trees; the draft length counts steps."),
    RunNote.LOAD_UNKNOWN: _l(
        "The text does not say how many requests were decoded together."
    ),
    RunNote.LOAD_FROM_SPEEDS: _l(
        "The load is throughput times time per token, as none is printed."
    ),
    RunNote.RATE_IS_NO_LOAD: _l(
        "A rate of requests is no number of requests decoded together. Here it only "
        "puts the runs in order."
    ),
    RunNote.UNIT_UNKNOWN: _l(
        "The unit of the speeds is not named; they are taken as tokens/s of all "
        "requests."
    ),
    RunNote.SPEED_PER_REQUEST: _l("The speeds are those of one request each."),
    RunNote.PER_GPU_SPEED: _l(
        "The speeds are per GPU. The speedup holds; tokens/s of all requests are more."
    ),
    RunNote.SEVERAL_REPLICAS: _l(
        "The speeds are sums over several replicas: the load of each is smaller."
    ),
    RunNote.QUEUEING: _l(
        "The wait for the first token is longer than decoding a whole answer: this row "
        "describes a queue, not an operating point."
    ),
    RunNote.UNSTEADY: _l(
        "The load changed in every interval of the log: each was partly idle."
    ),
    RunNote.AVERAGED: _l("Several records of the text were averaged."),
    RunNote.TAU_FROM_LATENCIES: _l(
        "Tokens per cycle are inter-token latency over time per token, as nothing else "
        "tells them."
    ),
    RunNote.TAU_IMPOSSIBLE: _l(
        "The tokens per cycle printed cannot be, and were left out."
    ),
    RunNote.SPEED_FROM_SPEEDUP: _l("One speed follows from the other and the speedup."),
    RunNote.SPEEDUP_DIFFERS: _l(
        "The speedup printed differs from the speeds beside it; the speeds count."
    ),
    RunNote.MEDIAN_USED: _l("Only a median is printed for the speed."),
    RunNote.PREFILL_INCLUDED: _l(
        "The speed is that of whole answers, reading the prompt included: decoding "
        "alone gains more."
    ),
    RunNote.SKIPPED_CELLS: _l("Cells without a number were left out."),
    RunNote.SKIPPED_ROWS: _l(
        "Rows whose speed or setting could not be understood were left out."
    ),
    RunNote.SKIPPED_COLUMNS: _l(
        "Columns of speeds whose meaning cannot be told were left out."
    ),
    RunNote.PROMPT_ROWS_SKIPPED: _l("Rows about reading prompts were left out."),
    RunNote.TOO_MANY_RUNS: _l("The text holds more runs than are read."),
}
"""How a text was read; those of a single run name it."""

PROBLEMS = {
    RunNote.EMPTY: _l("Paste some lines first."),
    RunNote.TOO_LONG: _l(
        "Measured text: At most 256 KiB are read. Leave a part out and send it again."
    ),
    RunNote.ONLY_SPEEDUPS: _l(
        "Benchmark text: It holds speedups, but no speed. Paste tokens/s or the time "
        "per "
        "token too."
    ),
    RunNote.NO_RUNS: _l(
        "Benchmark text: No speed in it is recognised. Paste the whole report, or a "
        "table whose head names its columns."
    ),
}
"""Why a paste gives no run."""


def where(concurrency: float | None, gamma: int | None) -> str:
    """Name a run: its load and draft length, as far as they are known."""
    parts = []
    if concurrency is not None:
        shown = current_language().short(concurrency, 1)
        count = 1 if concurrency == 1 else 2
        parts.append(
            ngettext("%(load)s request", "%(load)s requests", count, load=shown)
        )
    if gamma == 0:
        parts.append(str(_l("without speculation")))
    elif gamma is not None:
        parts.append(ngettext("%(num)s draft token", "%(num)s draft tokens", gamma))
    return ", ".join(parts)


def sentence(note: CarriedNote) -> str:
    """Return what a note says, the run that it is about named first."""
    texts: dict[Any, Any] = LOAD_NOTES if isinstance(note.code, Code) else RUN_NOTES
    value = current_language().short(note.value, 2) if note.value is not None else ""
    said = str(texts[note.code] % {"value": value})
    named = where(note.concurrency, note.gamma)
    return f"{named}: {said}" if named else said
