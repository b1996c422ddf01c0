"""Every collected paste is read as its counts say."""

import json
from pathlib import Path

import pytest

from app.engines import read

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_real_paste_is_read_as_its_counts_say(case):
    expected = case["expected"]
    reading = read(case["raw"])
    found = reading.measurements[0]
    assert case["engine"] == found.engine
    assert expected["gamma"] == found.gamma
    assert _near(expected["tau"], 0.01) == found.tau
    assert expected.get("tau_basis") == found.tau_basis
    assert _near(expected["accepted_per_draft_rate"], 0.005) == (
        found.accepted_per_drafted
    )
    assert _near_list(expected["per_position"], 0.005) == found.per_position
    assert _near(expected["alpha_moment"], 0.005) == found.alpha_moment
    assert _near(expected["alpha_mle"], 0.005) == found.alpha_mle
    bounds = expected.get("alpha_mle_bounds")
    assert _near_list(bounds, 0.005) == found.alpha_mle_bounds


def _near(value, tolerance):
    return None if value is None else pytest.approx(value, abs=tolerance)


def _near_list(values, tolerance):
    return None if values is None else pytest.approx(tuple(values), abs=tolerance)
