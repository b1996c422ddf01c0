"""
Readings as links carry them: numbers only, nothing of what was pasted.

A reading is one value of the repeated query key ``reading``, with "~" between
its parts: the engine, the format, then each number with a letter before it.
Lists have "_" between their numbers. Such a text needs no escaping in a link.
"""

import math
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote_plus

from werkzeug.datastructures import MultiDict

from app.engines import Measurement, Note
from app.model.acceptance import MAX_GAMMA, alpha_from_tau
from app.pages.passthrough import READING_KEY

MAX_READINGS = 12
"""The most readings of one page; more would not fit into an address."""

MAX_READINGS_READ = 4 * MAX_READINGS
"""The most readings of one query that we look at."""

LEFT_OUT_KEY = "left_out"
"""The query key that counts the readings for which there was no room."""

_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,39}")

SLACK = 0.02
"""How far alpha may lie from that of a rounded tau."""

MAX_LENGTH = 3000
"""The longest text we read as a reading, in characters."""

_NUMBERS = {
    "g": "gamma",
    "n": "num_drafts",
    "d": "num_draft_tokens",
    "a": "num_accepted_tokens",
    "t": "tau",
    "s": "accepted_per_drafted",
    "m": "alpha_moment",
    "l": "alpha_mle",
    "x": "tau_all_passes",
    "u": "generated_tokens",
    "i": "alpha_direct",
    "c": "num_records",
}
_LISTS = {"p": "per_position", "b": "alpha_mle_bounds"}
_BASES = {"v": "verify_cycles", "w": "all_target_passes"}
_WHOLE = ("gamma", "num_records")
_SHARES = (
    "accepted_per_drafted",
    "alpha_moment",
    "alpha_mle",
    "alpha_direct",
    "per_position",
    "alpha_mle_bounds",
)
_MOST = 1e15


def write_reading(measurement: Measurement) -> str:
    """Return a reading as links carry it."""
    parts = [measurement.engine, measurement.format]
    for letter, name in _NUMBERS.items():
        value = getattr(measurement, name)
        if value is not None:
            parts.append(letter + _text(value))
    for letter, name in _LISTS.items():
        values = getattr(measurement, name)
        if values:
            parts.append(letter + "_".join(map(_text, values)))
    parts += [
        letter for letter, basis in _BASES.items() if basis == measurement.tau_basis
    ]
    if measurement.notes:
        parts.append("k" + ".".join(measurement.notes))
    return "~".join(parts)


def write_readings(
    measurements: Iterable[Measurement], room: int
) -> tuple[list[str], int]:
    """
    Return the readings as links carry them, and how many did not fit.

    Args:
        measurements: What a paste says.
        room: Bytes of the address that may be used.
    """
    texts: list[str] = []
    more = 0
    for text in map(write_reading, measurements):
        room -= len(f"&{READING_KEY}={quote_plus(text)}")
        if room < 0 or len(texts) == MAX_READINGS:
            more += 1
        else:
            texts.append(text)
    return texts, more


def left_out(query: MultiDict[str, str]) -> int:
    """Return how many readings of the paste did not fit into the address."""
    text = query.get(LEFT_OUT_KEY, "")
    return int(text) if re.fullmatch("[1-9][0-9]{0,5}", text) else 0


def read_readings(texts: Iterable[str]) -> tuple[list[Measurement], int]:
    """
    Return the readings of a query, and how many texts were none.

    Args:
        texts: The values of `READING_KEY`; anybody may have written them.
    """
    found, wrong = [], 0
    for text in [text for text in texts if text][:MAX_READINGS_READ]:
        try:
            found.append(read_reading(text))
        except ValueError:
            wrong += 1
    return found[:MAX_READINGS], wrong


def read_reading(text: str) -> Measurement:
    """
    Return the reading that a link carries.

    Raises:
        ValueError: The text is none.
    """
    engine, form, *parts = text.split("~")
    if len(text) > MAX_LENGTH or not (
        _NAME.fullmatch(engine) and _NAME.fullmatch(form)
    ):
        raise ValueError("no reading")
    values: dict[str, Any] = {}
    for part in parts:
        values |= _value(part[:1], part[1:])
    measurement = Measurement(engine, form, **values)
    _check(measurement)
    return measurement


def _check(one: Measurement) -> None:
    """Raise ValueError where a number belies another: somebody altered the link."""
    tau, gamma, rates = one.tau, one.gamma, one.per_position
    if (tau is None) != (one.tau_basis is None):
        raise ValueError("a tau without a basis")
    if rates and gamma and len(rates) > gamma:
        raise ValueError("more positions than drafts")
    if tau is None or gamma is None or one.alpha_moment is None:
        return
    alpha = alpha_from_tau(tau, gamma)
    if tau > gamma + 1 + SLACK or abs(alpha - one.alpha_moment) > SLACK:
        raise ValueError("alpha belies tau")


def _value(letter: str, text: str) -> dict[str, Any]:
    if letter in _NUMBERS:
        return {_NUMBERS[letter]: _number(_NUMBERS[letter], text)}
    if letter in _LISTS:
        return {_LISTS[letter]: _list(_LISTS[letter], text.split("_"))}
    if letter in _BASES and not text:
        return {"tau_basis": _BASES[letter]}
    if letter == "k":
        return {"notes": tuple(Note(code) for code in text.split("."))}
    raise ValueError("no reading")


def _number(name: str, text: str) -> float | int:
    value = float(text) if text.isascii() and "_" not in text else math.nan
    most = 1 if name in _SHARES else MAX_GAMMA if name == "gamma" else _MOST
    least = 1 if name in ("gamma", "tau", "tau_all_passes", "num_records") else 0
    if not least <= value <= most:
        raise ValueError("out of range")
    if name in _WHOLE and not value.is_integer():
        raise ValueError("not whole")
    return int(value) if value.is_integer() and name not in _SHARES else value


def _list(name: str, texts: list[str]) -> tuple[float, ...]:
    values = tuple(float(_number(name, text)) for text in texts[: MAX_GAMMA + 1])
    if name == "alpha_mle_bounds" and len(values) != len(("low", "high")):
        raise ValueError("two bounds")
    if name == "per_position" and (
        len(values) > MAX_GAMMA or list(values) != sorted(values, reverse=True)
    ):
        raise ValueError("survival never rises")
    return values


def _text(value: float) -> str:
    """Write a number for a link: ten digits are more than anybody measures."""
    return f"{value:.10g}"
