"""Headings: which quantity a column holds, and of which setting it is."""

import re
from dataclasses import dataclass

from app.engines.runs.cells import SPEED_UNIT
from app.engines.runs.quantities import MEASURES, PATTERNS
from app.engines.runs.settings import Setting, load_of, read_setting

_SPEED = re.compile(
    r"(?i)throughput|(?<![a-z])(?:thr|tput|thrpt)(?![a-z])|durchsatz|(?:gen(?:eration)?|decod(?:e|ing)|output|eval)\s?(?:speed|rate)?$"
    r"|(?<![a-z])speed(?![a-z-])|(?<![a-z])tg(?:\s?\d+)?(?![a-z])"
)
_PER_REQUEST = re.compile(
    r"(?i)(?:/|per)[-\s_]?(?:user|req(?:uest)?|stream|slot|seq(?:uence)?|client|session)"
    r"(?![a-z])|each\b|(?<![a-z])(?<!\d\s)(?<!\d-)user(?![a-z])"
)
_PER_GPU = re.compile(r"(?i)(?:/|per)[-\s]?(?:gpu|chip|card|device|npu|rank)(?![a-z])")
_TOTAL = re.compile(r"(?i)agg|total|sum\b|all\b|system|throughput")
_FURTHER = re.compile(
    r"(?i)(?<![a-z\d])(?:p(?!50)\d{2}|max|min|peak|std(?:dev)?|stdev|sd|best|worst)"
    r"(?![a-z])"
)
_MEDIAN = re.compile(r"(?i)(?<![a-z])(?:median|p50)(?![a-z\d])")
_MEAN = re.compile(r"(?i)(?<![a-z])(?:mean|avg|average)(?![a-z])")
_PREFERRED = re.compile(r"(?i)output|decod|gen|(?<![a-z])tg")
_E2E = re.compile(r"(?i)e2e|end[-\s]to[-\s]end|wall")
_SECOND = re.compile(r"\(\s?s(?:ec)?\s?\)")
_FIGURES = MEASURES | {"ttft"}
_UNITLESS = frozenset({"load", "context", "gamma", "name", "ignored"})


@dataclass(frozen=True)
class Heading:
    """
    Hold what a heading says.

    Attributes:
        kind: The quantity, "" where it names none.
        setting: Speculation, draft length, load that it names.
        name: What is left of it without the quantity.
        total: It says that the speed is of all requests.
        unit: It names a unit of speed or time.
        median: It is a median.
        worth: Which of several columns of one quantity counts.
        whole: The speed is of whole answers.
        scale: What its numbers are multiplied by: seconds to milliseconds.
        text: The heading itself.
    """

    kind: str
    setting: Setting
    name: str = ""
    total: bool = False
    unit: bool = False
    median: bool = False
    worth: int = 0
    whole: bool = False
    scale: float = 1.0
    text: str = ""


def read_heading(text: str) -> Heading:
    """Return what the heading *text* says."""
    text = " ".join(text.replace("_", " ").split())[:120].strip(" :*")
    kind, span = _kind(text)
    span = (0, 0) if kind == "load" else span
    kind = _refined(kind, text)
    rest = (text[: span[0]] + " " + text[span[1] :]) if kind in _FIGURES else text
    name = _bare(rest) if kind in _FIGURES else rest
    return Heading(
        kind,
        read_setting(_named(kind, text, rest)),
        name=name,
        total=bool(_TOTAL.search(text)),
        unit=bool(SPEED_UNIT.search(text)),
        median=bool(_MEDIAN.search(text)),
        worth=_worth(text),
        whole=bool(_E2E.search(text)),
        scale=1000.0
        if kind in ("tpot", "itl", "ttft") and _SECOND.search(text)
        else 1.0,
        text=text,
    )


def _named(kind: str, text: str, rest: str) -> str:
    """Return what of a heading may name a setting beside its quantity."""
    if kind in _FIGURES or not kind:
        return rest
    return text if kind in ("tau", "share", "speedup", "delta") else ""


def _kind(text: str) -> tuple[str, tuple[int, int]]:
    if not text or len(text) > 100:
        return "", (0, 0)
    unit = SPEED_UNIT.search(text)
    for kind, pattern in PATTERNS:
        found = pattern.search(text)
        if found and not (unit and kind in _UNITLESS):
            return kind, found.span()
    found = unit or _SPEED.search(text)
    return ("speed", found.span()) if found else ("", (0, 0))


def _refined(kind: str, text: str) -> str:
    """Tell further statistics, per-GPU and per-request speeds from plain ones."""
    if kind in _FIGURES and _FURTHER.search(text):
        return "ignored"
    if kind == "speed" and _PER_GPU.search(text):
        return "speed_per_gpu"
    if kind in ("speed", "") and _PER_REQUEST.search(text):
        return "speed_per_request"
    if kind == "load" and load_of(text) is not None:
        return "speed_per_request" if _PER_REQUEST.search(text) else ""
    return kind


_FILLERS = re.compile(
    r"(?i)(?<![a-z])(?:output|out|decod(?:e|ing)|gen(?:eration)?|token|tokens|throughput"
    r"|mean|avg|average|median|agg(?:regate)?|total|tok/s|t/s|tps|ms|eval|rate|combined"
    r"|speed|pred|s|tput|server|completion|system|latency|p50|wall|e2e|tg|user|slot|single)(?![a-z])"
    r"|/(?:user|req(?:uest)?|gpu|s)\b|服务端|客户端"
)


def _bare(name: str) -> str:
    """Return *name* without units, statistics and brackets left empty."""
    for pattern in (SPEED_UNIT, _PER_REQUEST, _PER_GPU):
        name = pattern.sub(" ", name)
    name = _FILLERS.sub(" ", name)
    return " ".join(re.sub(r"[()\[\],;:/|↑↓]", " ", name).split()).strip(" -–—_")


def _worth(text: str) -> int:
    """Say which of several columns of one quantity is to be read."""
    worth = 2 if _PREFERRED.search(text) else 0
    worth += 1 if _MEAN.search(text) else 0
    return worth - (1 if _MEDIAN.search(text) else 0)
