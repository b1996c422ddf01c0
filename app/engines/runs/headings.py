"""
Headings: which quantity a column of a table holds.

The first pattern that fits counts, so that what contains another's word stands
before it: "acceptance rate" before "rate", "speedup" before "throughput".
"""

import re
from dataclasses import dataclass

from app.engines.runs.cells import SPEED_UNIT
from app.engines.runs.settings import Setting, load_of, read_setting

MEASURES = frozenset({"speed", "speed_per_request", "speed_per_gpu", "tpot", "itl"})
"""Quantities that make a run."""

_KINDS: tuple[tuple[str, str], ...] = (
    ("position", r"\bpos(?:ition)?s?\b"),
    (
        "tau",
        r"(?:accept(?:ance|ed)?|acc)[\s_.-]*(?:token[\s_.-]*)?len(?:gth)?|a\.\s?len|mean[\s_]len"
        r"|(?:^|[\s(])(?:AL|MAL|al|mal)(?:$|[\s)])|(?<![a-z])tau(?![a-z])|τ"
        r"|(?:tok(?:en)?s?|emitted)\s?(?:/|per)\s?(?:verify\s?)?(?:step|verify|cycle|round"
        r"|(?:target\s)?pass|forward|iter)|mean\saccepted\stokens|接受长度",
    ),
    ("accepted_of_drafted", r"accept(?:ed)?\s?/\s?(?:draft(?:ed)?|proposed|generated)"),
    (
        "share",
        r"(?:accept(?:ance|ed)?|acc)[\s_.-]*(?:rate|ratio|share|%|\(%\)|pct|prob\w*)"
        r"|接受率|采纳率|\bDAR\b|^(?:avg\.?\s|mean\s|draft\s)*(?:accept(?:ance|ed)?|acc\.?)$"
        r"|draft[\s_]accept\w*|accept\w*\s?\(?%",
    ),
    (
        "count",
        r"accepted|drafted|\brounds\b|draft[\s_]tokens$|^drafts$|\bnum_draft_tokens$",
    ),
    (
        "prefill",
        r"prefill|prompt\s?(?:processing|eval|t/s|tok|throughput|speed)|S_PP|T_PP|"
        r"(?<![a-z])pp(?:\d+)?(?:\s?\(?t/s|\s?tok|$|\s@)|input\s(?:token\s)?throughput|"
        r"input_throughput|input\s?tok\w*/s",
    ),
    (
        "rate",
        r"(?<![a-z])qps\b|request[\s_-]rate|(?<![a-z])rps\b|^(?:offered\s)?(?:rate|req/s)",
    ),
    ("requests_per_second", r"req(?:uest)?s?\s?(?:/|per)\s?s|request[\s_]throughput"),
    (
        "ignored",
        r"ttft\s(?:speed|diff|Δ)|e2e\s(?:speed|diff)|total\s?token\s?throughput|"
        r"total_token_throughput|accuracy|score|pass@|vram|memory|power|watt|util",
    ),
    (
        "speedup",
        r"speed-?\s?up|^(?:×|x)$|(?<![a-z])vs\.?\s|versus|relative|factor|加速|"
        r"(?:spec|mtp|on)\s?/\s?(?:base\w*|off|ar)\b",
    ),
    ("delta", r"Δ|delta|diff|change|improve|gain|uplift|提升"),
    ("ttft", r"ttft|time[\s_-]to[\s_-]first"),
    (
        "tpot",
        r"tpot|time[\s_-]per[\s_-](?:output[\s_-])?token|ms\s?(?:/|per)\s?(?:output\s)?tok"
        r"|per[-\s]token(?:\slatency)?|token\slatency|\btbt\b",
    ),
    ("itl", r"(?<![a-z])itl(?![a-z])|inter[\s_-]token"),
    (
        "context",
        r"ctx|context|(?<![a-z])isl\b|(?<![a-z])osl\b|(?:input|output|prompt|gen)"
        r"[\s_/-]*(?:output[\s_]*)?(?:seq\w*\s)?(?:len(?:gth)?|size|tokens?)(?!\s?/\s?s)|^tokens$|seq\w*[\s_]len\w*"
        r"|^depth$|^prompt$|dataset|^task$|bench(?:mark)?$|workload|category|^test$|^lengths?$",
    ),
    (
        "load",
        r"concurren|(?<![a-z])conc?(?![a-z])|concur\b|^c$|^(?:bs|bsz|b|np)$|batch[\s_-]?size"
        r"|^batch(?:es)?$|^(?:num\w*[\s_])?(?:users?|streams?|slots?|clients?|parallel\w*)"
        r"(?:[\s(]|$)|^running|并发",
    ),
    (
        "rooted",
        r"^num[-_\s]draft(?:[-_\s]tokens)?$|^speculative[-_]num[-_]draft[-_]tokens$",
    ),
    ("topk", r"^(?:eagle[-_\s])?top-?k$"),
    (
        "gamma",
        r"^(?:γ|gamma|k|n)(?:\s?\(.*\))?$|num[-_\s]?spec\w*[-_\s]?tok\w*|spec\w*[-_\s]?tokens?$"
        r"|(?:spec|draft)\w*[-_\s]?(?:len(?:gth)?|depth|n|k)(?:[\s(]|$)|^(?:num[-_\s])?steps$"
        r"|(?:-|_|\s|^)n[-_\s]?max|draft[-_\s]?max|^mtp\s?(?:步数|steps?|depth|k|n)$|^max\sdraft",
    ),
    ("p_min", r"p[-_\s]?min"),
    (
        "name",
        r"^(?:model|method|config\w*|mode|setup|variant|run|engine|setting|algorithm"
        r"|strategy\w*(?:/config)?|drafter|draft\smodel|spec\w*|arm|name|type|case|target"
        r"|draft|decod\w+|stage|gpu|hardware|quant\w*|device)$",
    ),
)
_PATTERNS = tuple((kind, re.compile(pattern, re.I)) for kind, pattern in _KINDS)
_SPEED = re.compile(
    r"(?i)throughput|(?:gen(?:eration)?|decod(?:e|ing)|output|eval)\s?(?:speed|rate)?$"
    r"|(?<![a-z])speed(?![a-z-])|(?<![a-z])tg(?:\s?\d+)?(?![a-z])"
)
_PER_REQUEST = re.compile(
    r"(?i)(?:/|per)[-\s_]?(?:user|req(?:uest)?|stream|slot|seq(?:uence)?|client|session)"
    r"(?![a-z])|per_user|each\b|(?<![a-z])user\s?(?:tps|tok)"
)
_PER_GPU = re.compile(r"(?i)(?:/|per)[-\s]?(?:gpu|chip|card|device|npu|rank)(?![a-z])")
_TOTAL = re.compile(r"(?i)agg|total|sum\b|all\b|system|throughput")
_FURTHER = re.compile(
    r"(?i)(?<![a-z\d])(?:p\d{2}|max|min|peak|std(?:dev)?|stdev|sd|best|worst|p95\sdev)(?![a-z])"
)
_MEDIAN = re.compile(r"(?i)(?<![a-z])(?:median|p50)(?![a-z\d])")
_MEAN = re.compile(r"(?i)(?<![a-z])(?:mean|avg|average)(?![a-z])")
_PREFERRED = re.compile(r"(?i)output|decod|gen|(?<![a-z])tg")
_E2E = re.compile(r"(?i)e2e|end[-\s]to[-\s]end|wall")
_SECOND = re.compile(r"\(\s?s(?:ec)?\s?\)")
_FIGURES = MEASURES | {"ttft"}


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
    text = " ".join(text.split())[:120].strip(" :*_")
    kind, span = _kind(text)
    kind = _refined(kind, text)
    name = (text[: span[0]] + " " + text[span[1] :]) if kind in _FIGURES else text
    name = _bare(name) if kind in _FIGURES else name
    return Heading(
        kind,
        read_setting(name if kind in _FIGURES or not kind else _named(kind, text)),
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


def _named(kind: str, text: str) -> str:
    """Return what a heading of a setting or share may name beside its quantity."""
    return text if kind in ("tau", "share", "speedup", "delta") else ""


def _kind(text: str) -> tuple[str, tuple[int, int]]:
    if not text or len(text) > 100:
        return "", (0, 0)
    unit = SPEED_UNIT.search(text)
    for kind, pattern in _PATTERNS:
        found = pattern.search(text)
        if found and not (unit and kind in ("load", "context", "gamma", "name")):
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
    r"(?i)(?<![a-z])(?:output|decod(?:e|ing)|gen(?:eration)?|token|tokens|throughput"
    r"|mean|avg|average|median|agg(?:regate)?|total|tok/s|t/s|tps|ms|eval|rate|combined"
    r"|speed|server|completion|system|latency|per (?:user|request|stream|slot|gpu)|p50"
    r"|wall|e2e|tg)(?![a-z])|/(?:user|req(?:uest)?|gpu|s)\b|服务端|客户端"
)


def _bare(name: str) -> str:
    """Return *name* without units, statistics and brackets left empty."""
    name = SPEED_UNIT.sub(" ", name)
    name = _FILLERS.sub(" ", name)
    return " ".join(re.sub(r"[()\[\],;:/|↑↓]", " ", name).split()).strip(" -–—_")


def _worth(text: str) -> int:
    """Say which of several columns of one quantity is to be read."""
    worth = 2 if _PREFERRED.search(text) else 0
    worth += 1 if _MEAN.search(text) else 0
    return worth - (1 if _MEDIAN.search(text) else 0)
