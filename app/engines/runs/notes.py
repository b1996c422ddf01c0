"""Notes of runs: what is doubtful or missing in them, as stable codes."""

from enum import StrEnum


class RunNote(StrEnum):
    """Say what the reader of a run, or of a whole text, should know."""

    # The text does not tell whether speculation ran: gamma is None.
    SPECULATION_UNKNOWN = "speculation_unknown"
    # The benchmark prints nothing about drafts, as it does without them.
    SPECULATION_NOT_PRINTED = "speculation_not_printed"
    # Speculation ran, but the text does not tell with how many draft tokens.
    DRAFT_LENGTH_UNKNOWN = "draft_length_unknown"
    # A longest draft stands for the draft length.
    DRAFT_LENGTH_IS_A_MAXIMUM = "draft_length_is_a_maximum"
    # Drafts are trees: the printed number counts nodes or steps.
    TREE_DRAFTS = "tree_drafts"
    # The text does not tell how many requests were decoded together.
    LOAD_UNKNOWN = "load_unknown"
    # The load is tokens/s times TPOT, as none is printed.
    LOAD_FROM_SPEEDS = "load_from_speeds"
    # A request rate is no number of requests decoded together.
    RATE_IS_NO_LOAD = "rate_is_no_load"
    # A speed's unit is not named; tokens/s of all requests was supposed.
    UNIT_UNKNOWN = "unit_unknown"
    # Tokens/s of each request; those of all follow from the load.
    SPEED_PER_REQUEST = "speed_per_request"
    # Speeds are per GPU; how many GPUs there were is not told.
    PER_GPU_SPEED = "per_gpu_speed"
    # Sums over several replicas or copies of the engine.
    SEVERAL_REPLICAS = "several_replicas"
    # The runs have different contexts, each a curve of its own: see the labels.
    SEVERAL_CONTEXTS = "several_contexts"
    # The runs are of different models or data: see the labels.
    SEVERAL_MODELS = "several_models"
    # The runs are of different drafting methods: see the labels.
    SEVERAL_METHODS = "several_methods"
    # The wait for the first token is longer than the decoding: a queue.
    QUEUEING = "queueing"
    # The load changed in every interval: each was part idle.
    UNSTEADY = "unsteady"
    # Several records were averaged into this run.
    AVERAGED = "averaged"
    # Mean inter-token latency over mean TPOT gave tau.
    TAU_FROM_LATENCIES = "tau_from_latencies"
    # A printed tau cannot be and was dropped.
    TAU_IMPOSSIBLE = "tau_impossible"
    # A speedup and the other speed gave this one.
    SPEED_FROM_SPEEDUP = "speed_from_speedup"
    # A printed speedup differs from the speeds beside it.
    SPEEDUP_DIFFERS = "speedup_differs"
    # Only a median was printed for this speed.
    MEDIAN_USED = "median_used"
    # The speed is of whole answers, prefill included.
    PREFILL_INCLUDED = "prefill_included"
    # Cells without a number, such as "skip", "-" or "TBD", were left out.
    SKIPPED_CELLS = "skipped_cells"
    # Rows were left out: their speed or setting could not be understood.
    SKIPPED_ROWS = "skipped_rows"
    # Columns of speeds were left out, as their meaning cannot be told.
    SKIPPED_COLUMNS = "skipped_columns"
    # Rows about reading prompts were left out: they are no decoding.
    PROMPT_ROWS_SKIPPED = "prompt_rows_skipped"
    # A speedup without any speed says nothing of the speeds.
    ONLY_SPEEDUPS = "only_speedups"
    # There are more runs than are kept.
    TOO_MANY_RUNS = "too_many_runs"
    # The text is empty, too long, or holds no run.
    EMPTY = "empty"
    TOO_LONG = "too_long"
    NO_RUNS = "no_runs"
