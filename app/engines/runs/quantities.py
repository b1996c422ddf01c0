"""
Quantities: the words by which headings name what a column holds.

The first pattern that fits counts, so that what contains another's word stands
before it: "acceptance rate" before "rate", "speedup" before "throughput". Headings
come with blanks for underscores.
"""

import re

MEASURES = frozenset({"speed", "speed_per_request", "speed_per_gpu", "tpot", "itl"})
"""Quantities that make a run."""

_ACCEPT = r"(?:accept(?:ance|ed)?|acc)"

_KINDS: tuple[tuple[str, str], ...] = (
    ("position", r"\bpos(?:ition)?s?\b"),
    (
        "tau",
        rf"{_ACCEPT}[\s.-]*(?:token[\s.-]*)?len(?:gth)?|a\.\s?len|mean\slen"
        r"|(?:^|[\s(])(?:AL|MAL)(?:$|[\s)])|(?<![a-z])tau(?![a-z])|τ|接受长度|(?:akzeptanz|annahme)länge"
        r"|(?:tok(?:en)?s?|emitted)\s?(?:/|per)\s?(?:target\s|verify\s)?"
        r"(?:step|verify|cycle|round|pass|forward|iter)|mean\saccepted\stokens",
    ),
    (
        "accepted_of_drafted",
        r"accept(?:ed)?\s?/\s?(?:draft(?:ed)?|proposed|generated)",
    ),
    (
        "share",
        rf"{_ACCEPT}[\s.-]*(?:rate|ratio|share|%|\(%\)|pct|prob\w*)|接受率|采纳率|(?:akzeptanz|annahme)(?:rate|quote)"
        r"|\bDAR\b|^(?:avg\.?\s|mean\s|draft\s)*(?:accept(?:ance|ed)?|acc\.?)$"
        r"|draft\saccept\w*|accept\w*\s?\(?%",
    ),
    (
        "count",
        r"accepted|drafted|\brounds\b|^(?:#\s?)?drafts$|^(?:total\s)?draft\stokens$",
    ),
    (
        "prefill",
        r"prefill|prompt\s?(?:processing|eval|t/s|tok|throughput|speed)"
        r"|(?<![a-z])[ST]\sPP|(?<![a-z])pp(?:\d+)?(?:\s?\(?t/s|\s?tok|$|\s@)"
        r"|input\s(?:token\s)?throughput|input\s?tok\w*/s",
    ),
    (
        "requests_per_second",
        r"(?<!/)(?<!per )req(?:uest)?s?\s?(?:(?:/|per)\s?s|t(?:hrough)?put)",
    ),
    ("rate", r"(?<![a-z])qps\b|request[\s-]rate|(?<![a-z])rps\b|^(?:offered\s)?rate$"),
    (
        "ignored",
        r"(?:ttft|e2e)\s(?:speed|diff|Δ)|total\s?token\s?throughput|accuracy|score|pass@"
        r"|vram|memory|power|watt|util|total\s(?:\w+\s)?tokens",
    ),
    (
        "speedup",
        r"speed-?\s?up|^(?:×|x)$|(?<![a-z])vs\.?\s|versus|relative|factor|加速"
        r"|(?:spec|mtp|on)\s?/\s?(?:base\w*|off|ar)\b",
    ),
    ("delta", r"Δ|delta|diff|change|improve|gain|uplift|提升"),
    ("ttft", r"ttft|time[\s-]to[\s-]first"),
    (
        "tpot",
        r"tpot|time[\s-]per[\s-](?:output[\s-])?token|\btbt\b"
        r"|ms\s?(?:/|per)\s?(?:output\s)?tok(?:en)?s?|per[-\s]token(?:\slatency)?"
        r"|token\slatency",
    ),
    ("itl", r"(?<![a-z])itl(?![a-z])|inter[\s-]token"),
    (
        "ignored",
        r"latency|duration|^e2el?\b(?!.*tok)|^(?:\w+\s)?(?:wall(?:\ss)?|time)\b(?!.*tok)"
        r"|^(?:command|cmd|results?|notes?|comments?|remarks?|status|verdict|runs|raw"
        r"|link|log|#|elapsed|winner|n\sreq|requests|samples?|outcome|ms/step)$",
    ),
    (
        "context",
        r"ctx|context|(?<![a-z])(?:isl|osl)\b|seq\w*\slen\w*|^tokens$|dataset|workload"
        r"|(?:input|output|prompt|gen)[\s/-]*(?:output\s*)?(?:seq\w*\s)?"
        r"(?:len(?:gth)?|size|tokens?)(?!\s?/\s?s)|^(?:depth|prompt|task|test|category"
        r"|phase|lengths?|prompt\stype|bench(?:mark)?)$",
    ),
    (
        "load",
        r"concurren|(?<![a-z])conc?(?![a-z])|concur\b|^c$|^(?:bs|bsz|b|np)$|batch\s?size"
        r"|^batch(?:es)?$|^running|并发|nebenläufig|gleichzeitig"
        r"|^(?:num\w*\s|#\s?)?(?:users?|streams?|slots?|clients?|parallel\w*)(?:[\s(]|$)",
    ),
    (
        "rooted",
        r"^num[-\s]draft(?:[-\s]tokens)?$|^speculative[-\s]num[-\s]draft[-\s]tokens$",
    ),
    ("topk", r"^(?:eagle[-\s])?top-?k$"),
    (
        "gamma",
        r"^(?:[\w-]{1,12}\s)?(?:γ|gamma|k|n)(?:\s?\(.*\))?$|num[-\s]?spec\w*[-\s]?tok\w*|^max\sdraft"
        r"|spec\w*[-\s]?tokens?$|^(?:num[-\s])?steps$|(?:-|\s|^)n[-\s]?max"
        r"|(?:spec|draft)\w*[-\s]?(?:len(?:gth)?|depth|n|k)(?:[\s(]|$)|draft[-\s]?max"
        r"|^mtp\s?(?:步数|steps?|depth|k|n)$",
    ),
    ("p_min", r"p[-\s]?min"),
    (
        "name",
        r"^(?:model|method|config\w*|mode|setup|variant|run|engine|setting|algorithm"
        r"|strategy\w*(?:/config)?|drafter|draft\smodel|spec\w*|arm|name|type|case|target"
        r"|draft|decod\w+|stage|gpu|hardware|quant\w*|device)$",
    ),
)
PATTERNS = tuple((kind, re.compile(pattern, re.I)) for kind, pattern in _KINDS)
"""Quantities and the patterns of their names, the first that fits to be taken."""
