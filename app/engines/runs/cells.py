"""
Cells: what one cell of a table holds, unit and company of its number included.

Read are ``**2.36×**``, ``1,426.4``, ``20.1 ±0.5``, ``568.7 (1.73)``,
``53.2 [53.0–53.6]``, ``+15.42%``, ``21.09 ms``, ``35.7 tok/s``. Two numbers beside
each other ("23 / 12") are none: which is meant cannot be told.
"""

import re
from dataclasses import dataclass

from app.engines.paste.text import number

_AMOUNT = r"\d++(?>(?:,\d{3}(?!\d)){0,5})(?:\.\d++)?"
_CELL = re.compile(
    rf"[\s~≈_*]*+(?P<sign>[+-]?)(?P<value>{_AMOUNT})[_*]*+\s?(?P<unit>[^\d±+\[(/|,]*+"
    r"(?:/\s?[A-Za-z]++(?:/[A-Za-z]++)?)?)(?P<rest>.*+)",
    re.DOTALL,
)
_SPREAD = re.compile(r"(?:±|\+/-|\+-)\s?\d++(?:[.,]\d++)?\s?%?\s?[A-Za-z/]*+")
_DIGIT = re.compile(r"\d")
_BRACKET = re.compile(r"\[[^\]]*+\]")
_COMPANY = re.compile(r"\(([^()]{1,60}+)\)")
_PLAIN = re.compile(rf"({_AMOUNT})")
_RATIO = re.compile(rf"({_AMOUNT})\s?[x×]")
_SHARE = re.compile(rf"({_AMOUNT})\s?%(?:\s?acc\w*+)?")
_NAMED_LENGTH = re.compile(
    rf"(?:(?:acc\w*|mean|avg|AL|τ|tau)[\s_.=:-]?(?:len\w*)?[\s=:]*+)({_AMOUNT})"
)
_SECONDS = re.compile(r"(?i)s|sec|seconds?")
_MICROSECONDS = re.compile(r"(?i)[uµμ]s")

SPEED_UNIT = re.compile(
    r"(?i)(?:tok(?:en)?s?|tks?)\s?(?:[/\\ ]|-?per-?\s?)\s?s(?:ec(?:ond)?s?)?(?![a-z])"
    r"|(?<![a-z])t/s(?![a-z])|(?<![a-z])tps(?![a-z])|tokens? per second"
)
"""A pattern: a unit of speed."""


@dataclass(frozen=True)
class Cell:
    """
    Hold one cell's number and what stands with it.

    Attributes:
        value: Times in milliseconds where the cell names their unit.
        unit: "ms", "s" (the value is in ms all the same), "tok/s", "x", "%" or "".
        signed: A plus or minus stands before it: a difference.
        tau: An acceptance length in brackets behind it.
        speedup: A speedup in brackets behind it.
        share: A share of accepted drafts in brackets behind it.
        unit_text: The unit as written.
    """

    value: float
    unit: str = ""
    signed: bool = False
    tau: float | None = None
    speedup: float | None = None
    share: float | None = None
    unit_text: str = ""


def read_cell(text: str) -> Cell | None:
    """Return what *text* holds, None where it holds no number, or several."""
    found = _CELL.fullmatch(text) if len(text) <= 120 else None
    value = number(found["value"]) if found else None
    if found is None or value is None:
        return None
    unit = _unit(found["unit"].strip(" _*"))
    rest = _BRACKET.sub("", found["rest"])
    company = _COMPANY.search(rest)
    rest = _SPREAD.sub("", _COMPANY.sub("", rest), count=1).strip(" _*")
    if unit is None or (rest and (_DIGIT.search(rest) or _unit(rest) is None)):
        return None
    name, scale = unit if unit[0] else _unit(rest) or ("", 1.0)
    negative = found["sign"] == "-"
    tau, speedup, share = _company(company[1] if company else "")
    return Cell(
        -value * scale if negative else value * scale,
        name,
        bool(found["sign"]),
        tau,
        speedup,
        share,
        f"{found['unit']} {rest}".strip(),
    )


def _unit(text: str) -> tuple[str, float] | None:
    """Return a unit's name and its size in ms or as it is; None for other words."""
    if not text:
        return "", 1.0
    if SPEED_UNIT.search(text):
        return "tok/s", 1.0
    if text.lower().startswith("ms"):
        return "ms", 1.0
    if _MICROSECONDS.fullmatch(text):
        return "ms", 0.001
    if _SECONDS.fullmatch(text):
        return "s", 1000.0
    first = text[:1].lower()
    known = {"x": "x", "×": "x", "%": "%"}
    return (known[first], 1.0) if first in known else None


def _company(text: str) -> tuple[float | None, float | None, float | None]:
    """Return the length, the speedup and the share that stand in brackets."""
    text = text.strip()
    ratio, share = _RATIO.fullmatch(text), _SHARE.fullmatch(text)
    length = _PLAIN.fullmatch(text) or _NAMED_LENGTH.fullmatch(text)
    value = number(length[1]) if length else None
    return (
        value if value is not None and 1 <= value <= 20 else None,
        number(ratio[1]) if ratio else None,
        (number(share[1]) or 0) / 100 if share and "acc" in text else None,
    )
