"""
No paste of 256 KiB is slow: not those of the benchmark, nor any made of a pattern.

How long a machine takes is for benchmarks/pastes.py to print. Here each text is
compared with work of known size: done once for all, and beside the text anew where
that says too slow, so that a busy machine slows both.
"""

import re
from functools import cache
from time import process_time

import pytest

from app.engines import MAX_PASTE_BYTES, read
from benchmarks.pastes import SLOW, TYPICAL
from benchmarks.slow_texts import patterns, units

FIXED = "accepted 12 of 345 tokens in a line of words\n" * 5800
STEPS = [
    re.compile(r"(?i)accep\w+ \d+ of \d+"),
    re.compile(r"\d++(?:\.\d++)?"),
    re.compile(r"^[ \t]*+(?:>[ \t]?){1,50}", re.MULTILINE),
]
MOST = 10
"""How many times the fixed work a paste may take; a good one takes three to five."""

TRIES = 4
REPORTED = {
    "a line that breaks off": "draft acceptance = 0.91717 (  764 accept\n",
    "a list of counts": '    "acceptance_histogram": [8, 0, 6, 6],\n',
}
PATTERNS = patterns()


def seconds(work):
    begin = process_time()
    work()
    return process_time() - begin


def fixed_work():
    for _ in range(3):
        for step in STEPS:
            for _ in step.finditer(FIXED):
                pass


@cache
def seconds_of_fixed_work():
    return min(seconds(fixed_work) for _ in range(TRIES))


def is_quick(unit):
    """Say whether a paste of a repeated text takes no more than it may, once."""
    text = (unit * (MAX_PASTE_BYTES // len(unit) + 1))[:MAX_PASTE_BYTES]
    return seconds(lambda: read(text)) < MOST * seconds_of_fixed_work() or any(
        seconds(lambda: read(text)) < MOST * seconds(fixed_work) for _ in range(TRIES)
    )


@pytest.mark.parametrize("name", [*SLOW, *TYPICAL, *REPORTED])
def test_no_paste_is_slow(name):
    assert is_quick((SLOW | TYPICAL | REPORTED)[name] or "x")


@pytest.mark.parametrize("name", PATTERNS)
def test_no_text_made_of_a_pattern_is_slow(name):
    whole, *_, cuts = units(PATTERNS[name])
    assert is_quick(f"{whole}\n")
    assert is_quick(cuts)


def test_a_text_of_every_pattern_is_matched_by_it():
    """So that the texts above are those that they are meant to be."""
    found = [bool(one.search(units(one)[0])) for one in PATTERNS.values()]
    assert sum(found) >= 0.8 * len(found)
