"""What readers of a measurement are told: the sentences behind the codes."""

from typing import Any

from flask_babel import lazy_gettext as _l

from app.engines import Measurement, Note, Problem

ENGINE_NAMES = {
    "vllm": "vLLM",
    "llama.cpp": "llama.cpp",
    "sglang": "SGLang",
    "tensorrt-llm": "TensorRT-LLM",
    "aiperf": "AIPerf",
    "mlx-vlm": "mlx-vlm",
    "lmstudio": "LM Studio",
    "exllamav2": "ExLlamaV2",
    "tabbyapi": "TabbyAPI",
    "tgi": "TGI",
    "ik_llama.cpp": "ik_llama.cpp",
    "spec-bench": "EAGLE, Spec-Bench",
    "hand": _l("Entered by hand"),
    "mlc-llm": "MLC LLM",
    "openvino-genai": "OpenVINO GenAI",
    "atom": "ATOM",
    "unknown": _l("An engine that the text does not name"),
}
"""Names of the engines."""

ANOTHER_ENGINE = _l("Another engine")
"""The name where a link names an engine that is not known."""

FORMAT_NAMES = {
    "log": _l("log lines"),
    "rounds": _l("log lines of single cycles"),
    "v0_log": _l("log lines of the engine’s first version (V0)"),
    "statistics": _l("statistics lines"),
    "prometheus": _l("Prometheus metrics"),
    "json": _l("JSON"),
    "iteration_stats": _l("statistics of iterations"),
    "bench": _l("report of the benchmark"),
    "bench_json": _l("report of the benchmark, as JSON"),
    "offline": _l("report of the offline example"),
    "example": _l("report of the example program"),
    "console": _l("report on the console"),
    "summary": _l("summary"),
    "table": _l("table"),
    "share": _l("share of drafted tokens accepted"),
    "length": _l("mean acceptance length"),
    "positions": _l("rates per position"),
    "counts": _l("counts"),
}
"""What the numbers stood in."""

NOTES = {
    Note.SPECULATION_DID_NOT_RUN: _l(
        "Nothing was drafted: speculation did not run. That is not an acceptance "
        "rate of 0."
    ),
    Note.NO_CYCLE_COUNT: _l(
        "The text does not say how many cycles there were, so the tokens per "
        "cycle and the acceptance rate cannot be determined."
    ),
    Note.TAU_OVER_ALL_PASSES: _l(
        "The tokens per pass are over all target passes, those without a draft "
        "included. That predicts the speed of the run, but says less of the draft."
    ),
    Note.PRINTED_TAU_DIFFERS: _l(
        "The mean length printed differs from the counts; the counts are used."
    ),
    Note.TAU_ABOVE_GAMMA: _l(
        "The mean length is above the draft length plus one, which is impossible; the "
        "draft length is not used."
    ),
    Note.ACCEPTED_EXCEEDS_DRAFTED: _l(
        "More tokens are accepted than drafted, which is impossible."
    ),
    Note.PER_POSITION_IMPOSSIBLE: _l(
        "The rates per position cannot be right, since none may be above the one "
        "before; they are left out."
    ),
    Note.PER_POSITION_CONTRADICTS_TOTALS: _l(
        "The rates per position contradict the totals; they are left out."
    ),
    Note.POSITIONS_MISSING: _l("Some positions are missing from the list of rates."),
    Note.DRAFT_LENGTH_VARIES: _l(
        "The draft length varies from cycle to cycle, so there is no single γ."
    ),
    Note.GAMMA_ROUNDED: _l(
        "The mean draft length is not quite whole; γ is the nearest whole number."
    ),
    Note.DRAFTS_CLIPPED: _l("A few drafts were shorter, as at the end of an answer."),
    Note.TREE_DRAFTS: _l(
        "The drafts are trees. The tokens per cycle hold, but no acceptance rate per "
        "token is defined for them."
    ),
    Note.RECORDS_ADDED: _l("The counts of several records are added up."),
    Note.RECORDS_AVERAGED: _l(
        "The lines carry no counts, so the mean of their lengths is taken."
    ),
    Note.LAST_RECORD_USED: _l(
        "The lines count from the start, so only the last one is used."
    ),
    Note.INCOMPLETE_RECORD: _l("A line is cut off; what is missing is unknown."),
    Note.LAST_LINE_MAY_BE_CUT: _l(
        "The text ends in a number with no line end behind it. If it was cut there, "
        "the number is wrong: paste whole lines."
    ),
    Note.IDLE_INTERVALS_SKIPPED: _l("Intervals without drafts are left out."),
    Note.SCRAPES_SUBTRACTED: _l(
        "There are two scrapes; the difference is what happened between them."
    ),
    Note.ENGINE_RESTARTED: _l(
        "The counters fell, so the engine was restarted; only what came after it "
        "counts."
    ),
    Note.SEVERAL_READINGS: _l(
        "The text holds several readings; they are not added up."
    ),
    Note.CYCLES_FROM_ROUNDED_LENGTH: _l(
        "The number of cycles follows from a rounded mean length, and is a little "
        "uncertain."
    ),
    Note.GAMMA_FROM_OPTIONS: _l("γ is taken from the engine’s options in the text."),
    Note.GAMMA_FROM_PRINTED_RATE: _l(
        "γ follows from the printed rate together with the mean length."
    ),
    Note.LENGTH_WITHOUT_BONUS: _l(
        "The mean length printed leaves out the target’s own token; it is added here."
    ),
    Note.ACCEPTED_AT_ANY_POSITION: _l(
        "This engine counts acceptance at every position, also behind a rejection."
    ),
    Note.LENGTH_COUNTS_PREFILL_TOKEN: _l(
        "The mean length printed counts the first token too; the counts are used."
    ),
    Note.AVERAGED_PER_REQUEST: _l(
        "The figures are means over requests, in which a short answer weighs as much "
        "as a long one."
    ),
    Note.UNDRAFTED_PASSES_INCLUDED: _l(
        "Passes without a draft are counted as cycles here."
    ),
    Note.BONUS_UNCERTAIN: _l(
        "It is not certain whether the mean length printed includes the target’s own "
        "token."
    ),
    Note.READ_FROM_TABLE: _l(
        "Read from a table by the names of its columns; check that they mean this."
    ),
}
"""What each note of a reading means."""

PROBLEMS = {
    Problem.EMPTY: _l("Paste some lines first."),
    Problem.TOO_LONG: _l(
        "Measured text: At most 256 KiB are read. Leave a part out and send it again."
    ),
    Problem.NOT_RECOGNISED: _l(
        "Measured text: Nothing in it is recognised. Paste the lines that name "
        "accepted and drafted tokens."
    ),
    Problem.LIST_WITHOUT_MEANING: _l(
        "Measured text: It lists numbers without saying whether each belongs to a "
        "request, a prompt or a draft position. Paste the numbers of cycles, drafted "
        "and accepted tokens too."
    ),
    Problem.SPECULATION_DID_NOT_RUN: _l(
        "Nothing was drafted: speculation did not run. That is not an acceptance "
        "rate of 0."
    ),
}
"""Why a paste gives no reading."""

_NO_TAU = _l(
    "Tokens per cycle: neither the number of cycles nor the mean length is printed. "
    "Paste the lines that have one of them too, or say how many are drafted per cycle."
)
_NO_GAMMA = _l(
    "Acceptance rate: it needs the draft length. Enter it by hand, with one of the "
    "numbers above."
)
_VARIES = _l(
    "Acceptance rate from the mean: it needs one draft length for all cycles, and "
    "here it varies."
)
_ALL_PASSES = _l(
    "Acceptance rate: it needs the mean over cycles with a draft alone, and here "
    "passes without one cannot be told apart."
)
_BOUNDS = _l(
    "Acceptance rate by likelihood, exactly: it needs the number of cycles that kept "
    "the whole draft. Its bounds follow from the totals."
)
_NO_LIKELIHOOD = _l(
    "Acceptance rate by likelihood: it needs the number of cycles that ended in a "
    "rejection."
)
_NO_POSITIONS = _l(
    "Rates per position: not printed, or not usable. So shorter drafts can be "
    "calculated only as if α were the same everywhere."
)


def missing(one: Measurement) -> tuple[Any, ...]:
    """Return what could not be had from a reading, and why, in sentences."""
    if {Note.SPECULATION_DID_NOT_RUN, Note.TREE_DRAFTS} & {*one.notes}:
        return ()
    if one.tau is None:
        return (_NO_TAU,)
    found = [_missing_moment(one), _missing_likelihood(one)]
    if not one.per_position and one.gamma != 1:
        found.append(_NO_POSITIONS)
    return tuple(sentence for sentence in found if sentence)


def _missing_moment(one: Measurement) -> Any:
    if one.alpha_moment is not None:
        return None
    if one.tau_basis == "all_target_passes":
        return _ALL_PASSES
    return _VARIES if Note.DRAFT_LENGTH_VARIES in one.notes else _NO_GAMMA


def _missing_likelihood(one: Measurement) -> Any:
    if one.alpha_mle is not None or one.alpha_moment is None:
        return None
    return _BOUNDS if one.alpha_mle_bounds else _NO_LIKELIHOOD
