"""
vLLM's reports: per-request JSON, benchmark and offline tables, and counters.

Per request (``metrics.speculative_decoding``): fractions, and a histogram; an
earlier build hung ``speculative_decoding_stats`` on the choice. ``vllm bench
serve`` prints percent, the offline example fractions, both with two decimals
and the exact counts. The offline example prints 1.00 and 0.00 where nothing was
drafted. Scripts that read the same counters print them as ``Num drafts`` or ``Number
of draft proposals``; they run against other engines too, so that none is named.

Source:
    vLLM pull requests 24243, 48915, 48892, 26498; vllm/benchmarks/serve.py;
    examples/offline_inference/spec_decode.py.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from app.engines.counters import read_counters
from app.engines.counting.histograms import Names, request_counts
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, GAP, NUMBER, number

ENGINE = "vllm"
_LONGEST = 8000
_MOST_COLUMNS = 9
_MOST_PARTS = 400

_REQUEST = Names(
    drafts=("num_spec_steps",),
    drafted=("num_draft_tokens",),
    accepted=("num_accepted_draft_tokens", "num_accepted_tokens"),
    histogram=("acceptance_histogram",),
    gamma=("num_spec_tokens",),
    length=("mean_acceptance_length",),
    share=("draft_acceptance_rate",),
)
_BENCH_JSON = Names(
    drafts=("spec_decode_num_drafts",),
    drafted=("spec_decode_draft_tokens",),
    accepted=("spec_decode_accepted_tokens",),
    length=("spec_decode_acceptance_length",),
    share=("spec_decode_acceptance_rate",),
)


def _value(name: str) -> re.Pattern[str]:
    """Compile a name, in which a blank stands for any white space, and a value."""
    return re.compile(f"(?i)(?<![a-z_]){name}{GAP}({COUNT})".replace(" ", r"\s++"))


_BENCH = re.compile(r"[aA](?i:cceptance\s++rate\s*+\(%\))")
_OFFLINE = re.compile(r"(?<![\w:])num_drafts\b")
_SCRIPT = re.compile(
    r"\bNum(?:ber)?\s++(?:of\s++)?(?:drafts|draft\s++proposals)(?=[\s:|])"
)
_LENGTH = _value("(?:mean )?acceptance length")
_DRAFTS = _value("(?:drafts|num_drafts|draft proposals)")
_DRAFTED = _value("(?:draft tokens(?: generated)?|num_draft_tokens)")
_ACCEPTED = _value("(?:accepted tokens|num_accepted_tokens)")
_OUTPUT = _value("total_num_output_tokens")
_PERCENTS = re.compile(rf"(?i)position\s++(\d{{1,3}}){GAP}({NUMBER})")
_FRACTIONS = re.compile(
    rf"(?i)(?:position|acceptance\s++(?:rate\s++)?at\s++token)\s++"
    rf"(\d{{1,3}}){GAP}({NUMBER})(?!\s*+%)"
)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of vLLM's JSON, tables and counters in *paste*."""
    text = paste.text
    found = [*_requests(paste), *_tables(text), *_scripts(text)]
    return pooled_counts(found) + read_counters(paste.series, ENGINE, "vllm:")


def _requests(paste: Paste) -> Iterator[Counts]:
    for record in paste.records_with("num_spec_steps", "spec_decode_num_drafts"):
        counts = _request(record)
        if counts is not None:
            yield counts


def _request(record: Record) -> Counts | None:
    if record.has("spec_decode_num_drafts", "spec_decode_accepted_tokens"):
        return _bench_record(record)
    if not record.has("num_spec_steps") or record.has("acceptance_rate"):
        return None
    if record.has("total_accepted_draft_tokens"):
        return None
    return request_counts(ENGINE, record, _REQUEST)


def _bench_record(record: Record) -> Counts | None:
    counts = request_counts(ENGINE, record, _BENCH_JSON, "bench_json")
    rates = record.numbers("spec_decode_per_position_acceptance_rates")
    if counts is None or not rates:
        return counts
    if max(rates) > 1:
        rates = tuple(rate / 100 for rate in rates)
    return _with_rates(counts, rates)


def _with_rates(counts: Counts, rates: tuple[float, ...]) -> Counts:
    return replace(counts, gamma=len(rates), per_position=rates)


def _tables(text: str) -> Iterator[Counts]:
    for part in _parts(_BENCH, text):
        for label, column in _columns(part):
            for counts in _table(column, "bench", _PERCENTS, 100):
                yield replace(counts, label=label)
    for part in _parts(_OFFLINE, text):
        yield from _table(part, "offline", _FRACTIONS, 1)


def _scripts(text: str) -> Iterator[Counts]:
    """Yield the reports of scripts, which may have run against another engine."""
    for part in _parts(_SCRIPT, text):
        for counts in _table(part, "offline", _FRACTIONS, 1):
            yield replace(counts, engine="unknown")


def _parts(begin: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the text from each match of *begin* to the next."""
    begins = [found.start() for found in islice(begin.finditer(text), _MOST_PARTS)]
    for start, end in zip(begins, [*begins[1:], len(text)], strict=False):
        yield text[start : min(end, start + _LONGEST)]


def _columns(text: str) -> Iterator[tuple[str, str]]:
    """
    Yield a table's columns of values as tables of their own, names beside them.

    They are settings to be compared, so each has its number for a label.
    """
    rows = [line.strip("| \t").split("|") for line in text.split("\n")]
    width = len(rows[0])
    if width <= len(("name", "value")):
        yield "", text
        return
    for place in range(1, min(width, _MOST_COLUMNS)):
        named = (f"{row[0]}: {row[place]}" for row in rows if len(row) == width)
        yield str(place), "\n".join(named)


def _table(
    text: str, form: str, positions: re.Pattern[str], divisor: float
) -> Iterator[Counts]:
    accepted, drafts = _find(_ACCEPTED, text), _find(_DRAFTS, text)
    if accepted is None or drafts is None:
        return
    rates = _rates(text, positions, divisor)
    yield Counts(
        ENGINE,
        form,
        gamma=len(rates) or None,
        num_drafts=drafts,
        num_draft_tokens=_find(_DRAFTED, text),
        num_accepted_tokens=accepted,
        tau=_find(_LENGTH, text),
        per_position=rates or None,
        generated_tokens=None,
    )


def _find(pattern: re.Pattern[str], text: str) -> float | None:
    found = pattern.search(text)
    return number(found[1]) if found else None


def _rates(text: str, pattern: re.Pattern[str], divisor: float) -> tuple[float, ...]:
    """Return the rates of positions 0, 1, ... in order."""
    rates: list[float] = []
    for found in pattern.finditer(text):
        value = number(found[2])
        if value is None or int(found[1]) != len(rates):
            break
        rates.append(value / divisor)
    return tuple(rates)
