"""Patterns that every supported Python reads the same."""

import re
from pathlib import Path

ENGINES = Path(__file__).parents[2] / "app" / "engines"


def test_no_group_is_repeated_possessively():
    """Python before 3.11.5 loses matches there (its issue 106052)."""
    for path in sorted(ENGINES.glob("*.py")):
        assert re.findall(r"\)[*+?]\+", path.read_text("utf-8")) == [], path.name
