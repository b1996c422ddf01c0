"""
Samples: Prometheus text, as scraped once or twice.

A sample is ``name{labels} value [timestamp]``. The same series again belongs to
a later scrape; counters are then subtracted, the first from the last, and a
later value that is smaller shows a restart: then the last alone counts. The
``_created`` samples are moments in time, not counts.

Also read: the answer of a Prometheus server to an instant's query or to a range's,
a dashboard's CSV with a column for each series, and what vLLM's ``get_metrics``
prints (``Counter(name='...', value=...)``).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from app.engines.paste.columns import columns
from app.engines.paste.json_records import Record
from app.engines.paste.text import number

_SAMPLE = re.compile(
    r"(?<![\w:])(?P<name>[A-Za-z][A-Za-z0-9]{1,20}+[:_][a-z0-9_:]{3,90}+)"
    r"(?:\{(?P<labels>[^{}\n]{0,800}+)\})?"
    r"(?:[ \t]*+[=|][ \t|]*+|[ \t]++|\"?[,;:]\"?[ \t]?)"
    r"(?P<value>[+]?\d[\d.]*+(?:e[+-]?\d++)?|NaN)"
    r"(?![\w%/-])",
    re.IGNORECASE,
)
_LABEL = re.compile(r"([A-Za-z_]\w{0,60}+)\s*=\s*\\?\"{1,2}([^\"\\]{0,200}+)")
_OBJECT = re.compile(
    r"(?:Counter|Gauge|Vector)\(name='(?P<name>[\w:]{3,100}+)',\s*"
    r"labels=\{(?P<labels>[^{}]{0,800}+)\},\s*"
    r"values?=(?P<value>[\d.]++|\[[\d\s,.]{0,4000}+\])\)"
)
_MOST_SAMPLES = 6000
_OBJECT_LABEL = re.compile(r"'(\w{1,60}+)':\s*'([^']{0,200}+)'")
_INTERESTING = re.compile(r"[sStTmM](?i:pec_|okens_predicted_total|kipped_tokens|tp_)")


@dataclass(frozen=True)
class Series:
    """
    Hold one series: the values of its scrapes, in order.

    Attributes:
        name: Without ``_total``, the first separator as a colon.
        labels: As printed.
        values: One for each scrape.
    """

    name: str
    labels: dict[str, str]
    values: tuple[float, ...]

    @property
    def last(self) -> float:
        """Return the value of the last scrape."""
        return self.values[-1]

    @property
    def restarted(self) -> bool:
        """Say whether a later value is smaller than the one before."""
        return any(later < earlier for earlier, later in pairwise(self.values))

    def since(self, restarted: bool) -> float:
        """
        Return what was counted between the first and the last scrape.

        Args:
            restarted: The engine restarted between them; the last counts alone.
        """
        if len(self.values) == 1 or restarted:
            return self.last
        return self.last - self.values[0]


def find_series(text: str, records: Iterable[Record]) -> list[Series]:
    """
    Return the series in *text* that have to do with drafts.

    Args:
        text: A cleaned paste.
        records: Its JSON objects, for a Prometheus server's answer.
    """
    if not _INTERESTING.search(text):
        return []
    found: dict[tuple[str, tuple[tuple[str, str], ...]], list[float]] = {}
    for name, labels, value in islice(_samples(text, records), _MOST_SAMPLES):
        key = (_plain(name), tuple(sorted(labels.items())))
        found.setdefault(key, []).append(value)
    return [Series(k[0], dict(k[1]), tuple(v)) for k, v in found.items()]


def _plain(name: str) -> str:
    """Return vllm_spec_x_total and vllm:spec_x as vllm:spec_x, spec_x as :spec_x."""
    name = name.lower().rstrip(":").removesuffix("_total")
    if name.startswith("spec_"):
        return f":{name}"
    head, _, tail = name.replace(":", "_", 1).partition("_")
    return f"{head}:{tail}"


def _samples(
    text: str, records: Iterable[Record]
) -> Iterator[tuple[str, dict[str, str], float]]:
    for found in _SAMPLE.finditer(text):
        value = number(found["value"])
        if value is not None and _wanted(found["name"]):
            yield found["name"], dict(_LABEL.findall(found["labels"] or "")), value
    yield from _printed_objects(text)
    yield from _answers(records)
    for name, labels, values in columns(text):
        if _wanted(name):
            for value in telling(values):
                yield name, labels, value


def _wanted(name: str) -> bool:
    return bool(_INTERESTING.search(name)) and not name.endswith("_created")


def _printed_objects(text: str) -> Iterator[tuple[str, dict[str, str], float]]:
    if "(name='" not in text:
        return
    for found in _OBJECT.finditer(text):
        labels = dict(_OBJECT_LABEL.findall(found["labels"]))
        entries = re.findall(r"[\d.]++", found["value"])
        for place, entry in enumerate(entries):
            value = number(entry)
            if value is not None:
                more = {"position": str(place)} if "[" in found["value"] else {}
                yield found["name"], labels | more, value


def _answers(records: Iterable[Record]) -> Iterator[tuple[str, dict[str, str], float]]:
    for record in records:
        metric = record.values.get("metric")
        name = metric.get("__name__") if isinstance(metric, dict) else None
        if isinstance(metric, dict) and isinstance(name, str) and _wanted(name):
            labels = {k: str(v) for k, v in metric.items() if k != "__name__"}
            for amount in telling(_amounts(record)):
                yield name, labels, amount


def _amounts(record: Record) -> Iterator[float]:
    """Yield the value of an instant's answer, or the values of a range's."""
    instant, span = record.values.get("value"), record.values.get("values")
    for pair in [instant, *(span if isinstance(span, list) else ())]:
        amount = number(str(pair[-1])) if isinstance(pair, list) and pair else None
        if amount is not None:
            yield amount


def telling(values: Iterable[float]) -> Iterator[float]:
    """
    Yield the first and the last of *values*, and those around each fall.

    That is all that a difference, and a restart in between, need.

    Args:
        values: The values of one counter, in order.
    """
    known = list(values)
    for place, value in enumerate(known):
        before, after = known[max(0, place - 1)], known[place + 1 : place + 2]
        if not place or not after or value < before or after[0] < value:
            yield value
