"""
SGLang's log and gauges: means of an interval, without counts.

``accept len`` = tau, the bonus token included. Intervals carry no counts, so
their plain mean is taken. ``accept rate`` changed its meaning four times: it was
tau / (gamma + 1), then (tau - 1) / gamma. We take gamma from it where only one
of the two gives a whole number on every line, and the share from tau.

``--speculative-num-draft-tokens`` includes the root token: gamma is one less.
With topk above 1 drafts are trees, for which alpha is not defined.

The gauges ``sglang:spec_accept_length`` and ``..._rate`` hold the last interval
of one engine: never added. ``sglang:spec_num_draft_tokens`` is the option above.

Source:
    Pull requests 11572, 13212, 23530; SGLang's metrics collector.
"""

import re
from dataclasses import replace
from itertools import islice
from math import ceil, floor

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.prometheus import Series
from app.engines.paste.text import NUMBER, number

ENGINE = "sglang"
# A line end behind fewer decimals than are printed is a terminal's: the rest follows.
_END = r"(?=[,\"'\\]|\Z|(?<=\.\d\d)[ \t]*+(?:[,\n]|\Z))"
_LINE = re.compile(
    rf"accept\s++len:\s*+({NUMBER}){_END}"
    rf"(?:(?:,|\s)(?:\s*+valid\s++draft\s++len:\s*+{NUMBER},)?"
    rf"\s*+accept\s++rate:\s*+({NUMBER}){_END})?"
)
_BEGUN = re.compile(r"accept\s++len\b")
_LENGTH = re.compile(
    rf"[aA](?i:(?<!\w[aA])cc_length=|(?:ccept(?:ance)?\s++length|vg_spec_accept_length)"
    rf"(?:\s?\(ratio\))?[ \t]*+(?:[:=|\"'\\]{{1,4}}+[ \t]*+\n?[ \t]*+"
    rf"|(?:of|is|was)\s(?:(?:about|around|roughly|approximately)\s)?[~≈]?)?)"
    rf"({NUMBER})(?!\.?\d|\s?[-~–])"
)
_SIZE = re.compile(r"speculative[-_]num[-_]draft[-_]tokens[\s=:\"',]{1,6}+(\d{1,3})\b")
_TOPK = re.compile(r"speculative[-_]eagle[-_]topk[\s=:\"',]{1,6}+(\d{1,3})\b")
_STEPS = re.compile(r"speculative[-_]num[-_]steps[\s=:\"',]{1,6}+(\d{1,3})\b")
_WIDTH = "sglang:spec_num_draft_tokens"
_BENCHMARK = re.compile(
    r"(?i)sglang|throughput|#questions|benchmark|avg_spec_|\bspeed="
)
_OWN = re.compile(r"(?i)#questions|avg_spec_|\bspeed=|acc_length=")
_NAMED = {
    ENGINE: re.compile(r"(?i)\bsglang"),
    "vllm": re.compile(r"(?i)\bvllm"),
    "llama.cpp": re.compile(r"(?i)\bllama[.-](?:cpp|server)"),
    "tensorrt-llm": re.compile(r"(?i)\b(?:tensorrt-llm|trtllm|trt-llm)"),
}
_MOST_DIGITS = 6
_MOST_SUMMARIES = 100

Pair = tuple[float, float | None]


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of SGLang's log lines and gauges in *paste*."""
    return _log(paste.text) + _gauges(paste)


def _log(text: str) -> list[Measurement]:
    pairs = [
        (length, number(found[2]))
        for found in _LINE.finditer(text)
        if (length := number(found[1])) is not None and length >= 1
    ]
    if not pairs:
        return []
    cut = len(_BEGUN.findall(text)) > len(_LINE.findall(text))
    notes: tuple[Note, ...] = (Note.INCOMPLETE_RECORD,) if cut else ()
    if len(pairs) > 1:
        notes = (*notes, Note.RECORDS_AVERAGED)
    return [_reading("log", pairs, text, notes)]


def _reading(
    form: str, pairs: list[Pair], text: str, notes: tuple[Note, ...], label: str = ""
) -> Measurement:
    """Return the reading of lengths and rates, gamma from options or from both."""
    tree = any(int(topk) > 1 for topk in _TOPK.findall(text))
    gamma, more = _gamma(pairs, text, tree)
    return derive(
        Counts(
            ENGINE,
            form,
            gamma=gamma,
            tau=sum(length for length, _ in pairs) / len(pairs),
            tree=tree,
            label=label,
            num_records=len(pairs),
            notes=(*notes, *more),
        )
    )


def _gamma(
    pairs: list[Pair], text: str, tree: bool
) -> tuple[int | None, tuple[Note, ...]]:
    """Return gamma from the options, or from lengths and rates; and say which."""
    size = _option(_SIZE, text)
    if tree:
        return _option(_STEPS, text), ()
    if size is not None and size > 1:
        return size - 1, (Note.GAMMA_FROM_OPTIONS,)
    steps = _option(_STEPS, text)
    if steps and not _SIZE.search(text) and _option(_TOPK, text) == 1:
        return steps, (Note.GAMMA_FROM_OPTIONS,)
    gamma = _gamma_of_pairs(pairs)
    return gamma, (Note.GAMMA_FROM_PRINTED_RATE,) if gamma else ()


def _option(pattern: re.Pattern[str], text: str) -> int | None:
    """Return an option's value, None where two runs had different ones."""
    values = set(pattern.findall(text))
    return int(values.pop()) if len(values) == 1 else None


def _gamma_of_pairs(pairs: list[Pair]) -> int | None:
    """Return the gamma that explains every printed rate, if only one does."""
    known = [(length, rate) for length, rate in pairs if rate]
    if not known:
        return None
    with_bonus = {size - 1 for size in _quotients(known, 0)}
    found = {gamma for gamma in with_bonus | _quotients(known, 1) if gamma >= 1}
    return found.pop() if len(found) == 1 else None


def _quotients(pairs: list[tuple[float, float]], less: int) -> set[int]:
    """Return the whole numbers q with (length - less) / q = rate on every line."""
    least, most = 1.0, 129.0
    for length, rate in pairs:
        near, off = _half(length), _half(rate)
        least = max(least, (length - less - near) / (rate + off))
        most = min(most, (length - less + near) / max(rate - off, 1e-3))
    if most - least > 3:
        return set()
    return set(range(ceil(least), floor(most) + 1))


def _half(value: float) -> float:
    """Return how far *value* may be rounded: logs print two digits, gauges more."""
    digits = len(repr(value).partition(".")[2])
    return 0.51 * 10.0 ** -min(max(digits, 2), _MOST_DIGITS)


def _gauges(paste: Paste) -> list[Measurement]:
    """Return one reading for each engine with a gauge, drafters' own last."""
    engines: dict[tuple[str, str], dict[str, list[float]]] = {}
    for one in paste.series:
        if one.name.startswith(("sglang:spec_accept_", _WIDTH)):
            engines.setdefault(_key(one), {}).setdefault(one.name, []).append(one.last)
    several = any(len(one.values) > 1 for one in paste.series)
    notes = (Note.LAST_RECORD_USED,) if several else ()
    ordered = sorted(engines.items(), key=lambda item: item[0][0] == "draft")
    readings = []
    for (_, model), found in ordered:
        lengths = found.get("sglang:spec_accept_length", [])
        rates = found.get("sglang:spec_accept_rate", [])
        if lengths and _mean(lengths) >= 1:
            pair = (_mean(lengths), _mean(rates) if rates else None)
            options = f"{paste.text}\nspeculative_num_draft_tokens={_width(found)}"
            readings.append(_reading("prometheus", [pair], options, notes, model))
    return readings


def _width(found: dict[str, list[float]]) -> int:
    """Return how many tokens are verified at once, the root among them; else 0."""
    return int(max(found.get(_WIDTH, [0.0])))


def _key(series: Series) -> tuple[str, str]:
    labels = series.labels
    return labels.get("engine_type", ""), labels.get("model_name", "")


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def read_summary(paste: Paste) -> list[Measurement]:
    """Read a benchmark's mean length, where no format says more."""
    lengths = (number(found[1]) for found in _LENGTH.finditer(paste.text))
    known = (length for length in lengths if length is not None and length >= 1)
    pairs: list[Pair] = [(length, None) for length in islice(known, _MOST_SUMMARIES)]
    engine = _named(paste.text) if pairs else ""
    sure = engine == ENGINE and _BENCHMARK.search(paste.text)
    notes = () if sure else (Note.BONUS_UNCERTAIN,)
    options = _options(paste.text) if pairs else ""
    readings = [_reading("summary", [pair], options, notes) for pair in pairs]
    return [replace(reading, engine=engine) for reading in readings]


def _options(text: str) -> str:
    """Return the options in *text* alone, to be asked many times."""
    patterns = (_SIZE, _TOPK, _STEPS)
    return "\n".join(found[0] for one in patterns for found in one.finditer(text))


def _named(text: str) -> str:
    """Return the engine that a text with a length alone is from, if it says so."""
    if _OWN.search(text):
        return ENGINE
    found = [engine for engine, name in _NAMED.items() if name.search(text)]
    return found[0] if len(found) == 1 else "unknown"
