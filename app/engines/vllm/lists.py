"""
vLLM's lists of rates per position: whether they are whole, and what bears them out.

Their length is gamma, so that a list that is cut would give a wrong one. At the end
of the text a list is believed where another line's is as long, or where length and
counts leave no room for a longer one.

Source:
    vllm/v1/spec_decode/metrics.py.
"""

from collections.abc import Collection, Sequence

from app.engines.counting.pooling import Interval
from app.engines.notes import Note
from app.engines.vllm.lines import Line

LENGTH_OFF = 0.0051
"""How far a length printed with two decimals may lie from the exact one."""


def usual_lengths(lines: Sequence[Line]) -> set[int]:
    """Return how long the lists are that are whole."""
    return {len(line.positions.rates) for line in lines if line.positions.whole}


def known_rates(line: Line, usual: Collection[int]) -> tuple[float, ...]:
    """Return the list where it is whole for certain; else an empty one."""
    found = line.positions
    if found.open and not (len(found.rates) in usual or _borne_out(line)):
        return ()
    return found.rates if found.whole or found.open or found.stated else ()


def cut_notes(line: Line, usual: Collection[int]) -> tuple[Note, ...]:
    """Note a list that is cut, or may be."""
    begun = "position acceptance" in " ".join(line.text.lower().split())
    lacking = begun and not known_rates(line, usual) and line.positions.stated is None
    return (Note.INCOMPLETE_RECORD,) if lacking else ()


def _borne_out(line: Line) -> bool:
    """
    Say whether length and counts leave no room for a longer list.

    A list without any acceptance never is: zeros behind it would change nothing.
    The first lengths to be printed left the bonus token out.
    """
    rates = line.positions.rates
    if line.length is None or not rates or not rates[-1]:
        return False
    if not line.counted:
        return _adds_up(rates, line.length)
    return _ends(line, rates, line.length) or _ends(line, rates, line.length + 1)


def _adds_up(rates: Sequence[float], length: float) -> bool:
    return abs(length - 1 - sum(rates)) <= LENGTH_OFF + 0.0005 * len(rates)


def _ends(line: Line, rates: Sequence[float], length: float) -> bool:
    """Say whether *length* is that of *rates*, and of no longer list."""
    interval = Interval(line.accepted or 0.0, line.drafted or 0.0, length)
    return _adds_up(rates, length) and not depth_fits(interval, len(rates) + 1)


def depth_fits(interval: Interval, depth: int) -> bool:
    """Say whether the printed length allows D / *depth* cycles."""
    cycles = interval.drafted / depth
    if interval.length is None or not interval.accepted:
        return interval.length is None or cycles.is_integer()
    return abs(1 + interval.accepted / cycles - interval.length) <= LENGTH_OFF
