"""
Settings: draft length, load and speculation on or off, as people name them.

``no spec``, ``MTP off``, ``EAGLE3 k=3``, ``--draft-max 8``, ``c=8 ctx=0``, ``bs 4``.
The 3 of "EAGLE3" and of "Qwen3" is no draft length; QPS is no load.
"""

import re
from dataclasses import dataclass

_METHOD = (
    r"(?:p-)?eagle[-\s]?[123]?|medusa|d-?flash\d?|d-?spark|n-?gram(?:[-\s]\w+)?|mtp|"
    r"nextn|draft(?:er|ing|\s?model)?s?|spec(?![-_\s]?(?:bench|forge))(?:ulat\w*+)?"
    r"(?:[\s-]?dec(?:od\w*+)?)?|"
    r"suffix|lookahead|hydra|pld|sps"
)
_OFF = re.compile(
    r"(?i)(?<![a-z])(?:"
    rf"(?:no|non|without|w/o|w\\o|not?\s?using)[-\s]{{0,2}}(?:any\s)?(?:{_METHOD})(?:\b|_)"
    rf"|(?:{_METHOD})(?:[-\s]?(?:k|n))?\s{{0,2}}[=:(]?\s{{0,2}}"
    r"(?:off|disabled|none|false|0)(?![\w.])"
    r"|(?:disabled|off)\s{0,2}(?=$|[)\],;|])|vanilla|auto-?regressive|target[\s-]only"
    r"|w/o|without|无投机|关闭|ohne"
    r"|(?:main|target|base|large)\s(?:model\s)?(?:only|alone))"
    r"|(?<![A-Za-z])AR(?![A-Za-z])|^\s*+(?:off|none|no|plain|base)\s*+$"
)
_BASELINE = re.compile(
    r"(?i)(?<![a-z])base-?\s?lines?(?![a-z])|基线|(?<![a-z])base\s(?:model\s|avg\s|mean\s)?"
    r"(?:speed|throughput|pred|tok|t/s|tps|perf\w*|results?|run|only)(?![a-z])"
)
_ON = re.compile(
    rf"(?i)(?<![a-z])(?:{_METHOD})(?![a-z])|(?:^|\s|=)(?:on|with|enabled|mit)\s*+$|投机"
)
_VERSUS = re.compile(r"(?i)\bvs\b|versus|compar|on/off|off/on|with(?:out)? and with")
_TOPK = re.compile(r"(?i)top[-_\s]?k\s{0,2}[=:]?\s{0,2}(\d{1,3})\b")
_PMIN = re.compile(r"(?i)p[-_\s]?min\s{0,2}[=:]?\s{0,2}(0?\.\d{1,4}|\d)\b")
_IS = r"(?:\"?\s{0,2}[=:]\s{0,2}|\s{1,2})?"
_GAMMAS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?i)num[-_\s]?spec(?:ulative)?[-_\s]?tokens{_IS}(\d{{1,3}})(?![\d./])",
        rf"(?i)(?:spec(?:ulative)?[-_.\s])?(?:draft[-_\s])?(?:n[-_\s]?)?max{_IS}(\d{{1,3}})(?![\d./])",
        rf"(?i)(?:spec|draft)[-_\s]?(?:len(?:gth)?|depth|tokens?|n|k){_IS}(\d{{1,3}})(?![\d./])",
        rf"(?i)(?<![a-z])(?:draft|spec|depth|steps|num[-_]steps){_IS}(\d{{1,3}})(?![\d./])",
        rf"(?:(?<![A-Za-z0-9_])(?:[kKnNγ]|gamma)){_IS}(\d{{1,3}})(?![\w./%])",
        r"(?i)(?<![a-z])mtp\s?[-=×x:]?\s?(\d{1,2})(?![\d./])",
        r"(?i)(?<![\d.])(\d{1,2})\s(?:spec(?:ulative)?|draft)\s?tokens?\b",
        r"(?i)(?<![a-z])eagle-?3?[\s,(]{1,2}(\d{1,2})\)?$",
    )
)
_SEVERAL = re.compile(
    r"(?i)(?<![a-z])(?:draft|k|n|γ|gamma|max|tokens)\s?[=:]?\s?\d{1,3}(?:\s?[/,]\s?\d|-\d)"
)
_MAXIMUM = re.compile(r"(?i)max")
_ROOTED = re.compile(rf"(?i)num[-_]draft[-_]tokens{_IS}(\d{{1,3}})")
_LOADS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?i)(?<![a-z])(?:max[-_\s]?)?(?:concurrency|concurrent(?:\s(?:requests|users"
        r"|streams))?|concur?|conc|bsz?|batch(?:[-_\s]?size)?|np|users?|streams|slots"
        rf"|clients|parallel|num[-_]?parallel){_IS}(\d{{1,6}})(?![\d.\w])",
        r"(?<![A-Za-z0-9])[cCB]\s{0,2}[=:]?\s{0,2}(\d{1,6})(?![\w.])",
        r"(?i)(?<![\d.])(\d{1,6})[-\s]?(?:x\s)?(?:concurrent|conc\b|users?\b|streams?\b"
        r"|parallel|clients?\b|slots?\b|way\b|requests\b|reqs?\b|并发)",
    )
)
_SINGLE = re.compile(
    r"(?i)(?<![a-z])single(?![-\s]?(?:gpu|node|run|model|card|turn|head|block|token))"
)
_RATE = re.compile(r"(?i)(?<![a-z])(?:qps|rps|req(?:uest)?s?/s|request[\s_-]rate)")
MOST_GAMMA = 128


@dataclass(frozen=True)
class Setting:
    """
    Hold what a name tells about a run.

    Attributes:
        mode: "off", "on", or "" where it tells neither.
        gamma: The draft length it names.
        load: The number of requests it names.
        maximum: The draft length is the longest there may be.
        tree: Drafts are trees.
        cautious: Drafts end early by their confidence (p-min above 0).
        rate: It names a request rate.
        label: The name itself.
    """

    mode: str = ""
    gamma: int | None = None
    load: float | None = None
    maximum: bool = False
    tree: bool = False
    cautious: bool = False
    rate: bool = False
    label: str = ""


def read_setting(text: str) -> Setting:
    """Return what *text*, a heading, a cell or a caption, tells about a run."""
    text = text.strip(" \t:*_")[:300]
    gamma, maximum = _gamma(text)
    topk = _TOPK.search(text)
    pmin = _PMIN.search(text)
    mode = mode_of(text)
    if gamma == 0:
        mode = "off"
    return Setting(
        mode or ("on" if gamma else ""),
        0 if mode == "off" else gamma,
        load_of(text),
        maximum,
        tree=bool(topk and int(topk[1]) > 1),
        cautious=bool(pmin and float(pmin[1]) > 0),
        rate=bool(_RATE.search(text)),
        label=text[:100],
    )


def mode_of(text: str) -> str:
    """Return "off" or "on" where *text* plainly says it, else ""."""
    text = text.replace("_", " ")
    if _VERSUS.search(text):
        return ""
    rest, off = _OFF.subn(" ", text)
    drafts = bool(_ON.search(rest))
    if off:
        return "off"
    if _BASELINE.search(rest):
        return "" if drafts else "off"
    return "on" if drafts else ""


def _gamma(text: str) -> tuple[int | None, bool]:
    rooted = _ROOTED.search(text)
    if rooted and int(rooted[1]) > 1:
        return int(rooted[1]) - 1, False
    if _SEVERAL.search(text):
        return None, False
    lookup = "gram" in text.lower()
    for pattern in _GAMMAS:
        found = pattern.search(text)
        if found and lookup and found[0][:1] in "nN" and "max" not in found[0]:
            continue
        if found and int(found[1]) <= MOST_GAMMA:
            return int(found[1]), bool(_MAXIMUM.search(found[0]))
    return None, False


def load_of(text: str) -> float | None:
    """Return the number of requests that *text* names."""
    if _SINGLE.search(text):
        return 1.0
    for pattern in _LOADS:
        found = pattern.search(text)
        if found and int(found[1]) > 0:
            return float(found[1])
    return None


def besides(name: str, plain: bool = False) -> str:
    """
    Return what *name* says beside draft length, load and speculation.

    Args:
        name: A heading or the name of a row.
        plain: The names of methods go as well.
    """
    name = re.sub(r"(?i)(?<![a-z])single(?:[-\s](?:stream|request|user))?", " ", name)
    for pattern in (*_GAMMAS, _ROOTED, *_LOADS, _SINGLE, _OFF, _BASELINE):
        name = pattern.sub(" ", name)
    if plain:
        name = _ON.sub(" ", name)
    name = re.sub(
        r"(?i)(?<![a-z])(?:on|off|with|n/a|per[- ]req\w*|agg\w*|-\s)(?![a-z])",
        " ",
        name,
    )
    words = re.sub(r"[^\w.+/-]+", " ", name).split()
    return " ".join(word for word in words if re.search(r"[^\W\d]|\d.", word))[:80]
