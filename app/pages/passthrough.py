"""
Values of other pages, which a page carries on without reading them.

Every page's links and forms keep what the visitor entered elsewhere, so that
nobody loses the settings of the calculator on the way to another page and back.
"""

from collections.abc import Container

from werkzeug.datastructures import MultiDict

from app.forms.calculator import SETTING_KEYS
from app.forms.demo import DEMO_KEYS
from app.forms.measurements import AFTER_KEY, HAND_KEYS
from app.forms.runs import AT_KEY, RUN_KEY, UNIT_KEY
from app.forms.sentences import printable
from app.forms.speed_field import UNITS
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


def carried(args: MultiDict[str, str], own: Container[str]) -> Query:
    """
    Return the values that a page keeps for others.

    Args:
        args: The query as sent.
        own: Keys that the page reads itself, or leaves out.
    """
    return [
        (key, printable(value))
        for key, value in args.items(multi=True)
        if key in KEYS and key not in own
    ]
