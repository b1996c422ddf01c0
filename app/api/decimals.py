"""
Decimals: how floats are written in answers, in JSON and in CSV alike.

A float holds 15 significant digits of whatever was meant, and noise behind them: the
sum that is 2.94117 comes out as 2.9411699999999996. So every float is rounded
correctly to 15 digits, and written with no more of them than it needs.
"""

from math import isfinite
from typing import Any

DIGITS = 15
"""Significant digits that every float has (sys.float_info.dig)."""


def rounded(value: float) -> float:
    """Return the float of which `repr` has at most 15 digits; the nearest such."""
    found = float(f"{value:.{DIGITS}g}")
    # The very greatest floats would become infinite.
    return found if isfinite(found) else value


def rounded_within(value: Any) -> Any:
    """Return a mapping, a list or a plain value with every float in it rounded."""
    kind = type(value)
    if kind is float:
        return rounded(value)
    if kind is dict:
        return {name: rounded_within(inner) for name, inner in value.items()}
    if kind is list or kind is tuple:
        return [rounded_within(inner) for inner in value]
    return value
