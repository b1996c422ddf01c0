"""
ATOM (AMD's engine): JSON of its statistics, its metrics, and its log.

``/debug/mtp_stats``: ``total_draft_tokens`` = D, ``total_accepted_tokens`` = A, and
``distribution``, whose entry j counts the steps that accepted exactly j drafts, so
that its sum is N. ``average_tokens_per_forward`` = 1 + A / N. Every step drafts the
same number of tokens: gamma = D / N. Positions that no step reached are left out
of the distribution.

The metrics ``atom:mtp_...`` say the same; ``mtp_decode_steps`` carries the
distribution in its label ``accepted_tokens``.

The log prints two lines each interval: ``[MTP Stats Interval]`` and, counted since
the start, ``[MTP Stats         ]``. The last of these counts, or else the intervals
added up. Their distribution is in percent, from 0 to gamma.

Source:
    atom/model_engine/engine_stats.py, atom/model_engine/llm_engine.py,
    atom/entrypoints/openai/metrics.py, docs/forced_acceptance; pull request 560.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from app.engines.counting.derivation import derive
from app.engines.counting.histograms import Names, request_counts
from app.engines.counting.pooling import Interval, pooled
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste
from app.engines.paste.prometheus import Series
from app.engines.paste.text import COUNT, NUMBER, number

ENGINE = "atom"
_NAMES = Names(
    drafts=(),
    drafted=("total_draft_tokens",),
    accepted=("total_accepted_tokens",),
    histogram=("distribution",),
    length=("average_tokens_per_forward",),
    share=("acceptance_rate",),
)
_OWN = ("distribution", "average_tokens_per_forward", "enabled")
"""Names of which one makes the other two, which others use too, ATOM's."""

_METRICS = "atom:mtp_"
_LINE = re.compile(
    rf"\[MTP\s++Stats\s*+(?P<interval>Interval)?\s*+\]\s++Average\s++toks/fwd:\s*+"
    rf"(?P<length>{NUMBER}),\s*+Accepted/Total\s++Draft\s++tokens:\s*+"
    rf"(?P<accepted>{COUNT})\s*+/\s*+(?P<drafted>{COUNT})(?=,)"
    rf"(?:,\s*+Acceptance\s++rate:\s*+{NUMBER}%)?"
    r"(?:,\s*+Accepted\s++tokens\s++distribution:\s*+"
    r"\{(?P<shares>[\d\s:'\".,%]{1,4000}+)\})?"
)
_SHARE = re.compile(rf"\d{{1,3}}:\s*+['\"]({NUMBER})%")
_MOST = 4000


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of ATOM's statistics, metrics and log in *paste*."""
    records = paste.records_with("total_accepted_tokens")
    found = [derive(counts) for counts in islice(_statistics(records), 100)]
    return found + _metrics(paste.series) + _log(paste.text)


def _statistics(records: list[Record]) -> Iterator[Counts]:
    for record in records:
        if record.has("total_draft_tokens") and any(map(record.has, _OWN)):
            counts = request_counts(ENGINE, record, _NAMES)
            if counts is not None:
                yield counts


def _metrics(series: list[Series]) -> list[Measurement]:
    """Return the reading of the counters, added over the instances scraped."""
    found = [one for one in series if one.name.startswith(_METRICS)]
    drafted, accepted = _total(found, "draft_tokens"), _total(found, "accepted_tokens")
    if drafted is None or accepted is None:
        return []
    histogram = _histogram(found)
    record: dict[str, object] = {
        "total_draft_tokens": drafted,
        "total_accepted_tokens": accepted,
    }
    several = any(len(one.values) > 1 for one in found)
    if histogram:
        record["distribution"] = histogram
    elif not several:
        record |= _mean(found)
    counts = request_counts(ENGINE, Record(record), _NAMES, "prometheus")
    notes = _scrapes(found) if several else ()
    return [derive(replace(counts, notes=(*counts.notes, *notes)))] if counts else []


def _scrapes(found: list[Series]) -> tuple[Note, ...]:
    restarted = any(one.restarted for one in _counters(found))
    return (Note.ENGINE_RESTARTED if restarted else Note.SCRAPES_SUBTRACTED,)


def _counters(found: list[Series]) -> list[Series]:
    """Return the series that count; the others are means of the moment."""
    return [one for one in found if one.name.endswith(("_tokens", "_steps"))]


def _total(found: list[Series], name: str) -> float | None:
    restarted = any(one.restarted for one in _counters(found))
    values = [one.since(restarted) for one in found if one.name == _METRICS + name]
    return sum(values) if values else None


def _histogram(found: list[Series]) -> dict[str, float]:
    """Return how many steps accepted 0, 1, ... drafts."""
    restarted = any(one.restarted for one in _counters(found))
    counted: dict[str, float] = {}
    for one in found:
        place = one.labels.get("accepted_tokens", "")
        if one.name == f"{_METRICS}decode_steps" and place.isdecimal():
            counted[place] = counted.get(place, 0) + one.since(restarted)
    return counted


def _mean(found: list[Series]) -> dict[str, float]:
    name = "average_tokens_per_forward"
    means = [one.last for one in found if one.name == _METRICS + name]
    return {name: means[0]} if len(means) == 1 else {}


def _log(text: str) -> list[Measurement]:
    """Return the reading of the log's lines."""
    if "MTP" not in text:
        return []
    lines = list(islice(_LINE.finditer(text), _MOST))
    total = [line for line in lines if not line["interval"]]
    if total:
        counted = [_interval(line) for line in total]
        return [pooled(ENGINE, "log", counted[-1:], _last_notes(counted, len(lines)))]
    return [pooled(ENGINE, "log", [_interval(one) for one in lines])] if lines else []


def _last_notes(counted: list[Interval], num_lines: int) -> tuple[Note, ...]:
    """Say that earlier lines were passed over, and whether the counts fell."""
    notes = (Note.LAST_RECORD_USED,) if num_lines > 1 else ()
    if any(later.drafted < one.drafted for one, later in pairwise(counted)):
        notes = (*notes, Note.ENGINE_RESTARTED)
    return notes


def _interval(line: re.Match[str]) -> Interval:
    """Return what a line counted; the distribution shows gamma, and with it N."""
    return Interval(
        number(line["accepted"]) or 0.0,
        number(line["drafted"]) or 0.0,
        number(line["length"]),
        _rates(line["shares"] or ""),
    )


def _rates(shares: str) -> tuple[float, ...]:
    """Return p_1 ... p_gamma from the shares of steps that accepted 0 ... gamma."""
    found = [number(share) for share in _SHARE.findall(shares)]
    exact = [share / 100 for share in found if share is not None]
    rates = [sum(exact[place:]) for place in range(1, len(exact))]
    return tuple(min(rate, 1.0) for rate in rates)
