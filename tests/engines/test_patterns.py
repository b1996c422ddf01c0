"""Patterns that every supported Python reads the same."""

import re
from pathlib import Path

from app.engines import read

ENGINES = Path(__file__).parents[2] / "app" / "engines"


def test_no_group_is_repeated_possessively():
    """Python before 3.11.5 loses matches there (its issue 106052)."""
    for path in sorted(ENGINES.rglob("*.py")):
        assert re.findall(r"\)[*+?]\+", path.read_text("utf-8")) == [], path.name


def test_an_empty_value_of_a_prometheus_answer_is_no_reading():
    name = "vllm:spec_decode_num_drafts_total"
    assert read(f'[{{"metric":{{"__name__":"{name}"}},"value":[]}}]').problems
