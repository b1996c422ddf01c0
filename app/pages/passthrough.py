"""
Values of other pages, which a page carries on without reading them.

Every page's links and forms keep what the visitor entered elsewhere, so that
nobody loses the settings of the calculator on the way to another page and back.
"""

import re
from collections.abc import Container, Iterator
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from app.forms.calculator import SETTING_KEYS
from app.forms.demo import DEMO_KEYS
from app.forms.measurements import AFTER_KEY, HAND_KEYS
from app.forms.runs import AT_KEY, RUN_KEY, UNIT_KEY
from app.forms.sentences import linked
from app.forms.speed_field import UNITS
from app.web.limits import MAX_QUERY_BYTES
from app.web.links import Query

SPEED_KEYS = tuple(UNITS)
"""The speed without a draft, in either unit."""

LATENCY_KEYS = ("ttft_ms", "num_output_tokens", "draft_prefill_ms", "speedup")
"""What only the latency page reads."""

READING_KEY = "reading"
"""A reading of the measurements page, repeated."""

MEASURED_KEYS = (
    READING_KEY,
    *HAND_KEYS,
    AFTER_KEY,
)
"""What only the measurements page reads."""

RUNS_KEYS = (RUN_KEY, UNIT_KEY, AT_KEY, "note")
"""What only the runs page reads."""

PIN_KEY = "pin"
"""A pinned setting of the comparison, repeated."""

KEYS = (
    *SETTING_KEYS,
    *SPEED_KEYS,
    *LATENCY_KEYS,
    *MEASURED_KEYS,
    *RUNS_KEYS,
    *DEMO_KEYS,
    PIN_KEY,
)
"""All values that pages carry for each other."""

REPEATED_KEYS = (READING_KEY, RUN_KEY, "note", PIN_KEY)
"""Keys of which several values count; of all others it is the first."""

MAX_REPEATED = 64
"""The most values of one key that count; equal ones are one."""

_LISTS = {
    READING_KEY: re.compile(r"[A-Za-z0-9_.~-]{1,3000}"),
    "per_position": re.compile(r"[\d .,;%]{1,1500}"),
}
"""Values that may be longer than a number, and what they are made of."""


def in_links(key: str, text: str) -> tuple[str, str]:
    """Return a query key with what was typed under it, fit to stand in links."""
    made_of = _LISTS.get(key)
    whole = made_of and made_of.fullmatch(text)
    return key, text if whole else linked(text)


def carried(args: MultiDict[str, str], own: Container[str]) -> Query:
    """
    Return the values that a page keeps for others.

    No link gets longer than an address that is answered: what is beyond is left out.

    Args:
        args: The query as sent.
        own: Keys that the page reads itself, or leaves out.
    """
    room = MAX_QUERY_BYTES
    kept: list[tuple[str, str]] = []
    for key, text in _counting(args):
        if key in KEYS and key not in own:
            pair = in_links(key, text)
            room -= len(urlencode([pair])) + 1
            if room < 0:
                break
            kept.append(pair)
    return kept


def _counting(args: MultiDict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a query that some page reads, in order."""
    for key, texts in args.lists():
        most = MAX_REPEATED if key in REPEATED_KEYS else 1
        yield from ((key, text) for text in list(dict.fromkeys(texts))[:most])
