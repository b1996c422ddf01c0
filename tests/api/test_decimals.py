"""Floats are written with at most 15 significant digits, correctly rounded."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.decimals import rounded, rounded_within

FLOATS = st.floats(-1e300, 1e300, allow_subnormal=False)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (2.9411699999999996, "2.94117"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333333333333"),
        (2 / 3, "0.666666666666667"),
        (1e-300 / 3, "3.33333333333333e-301"),
        (1e22, "1e+22"),
        (5.0, "5.0"),
        (0.0, "0.0"),
    ],
)
def test_a_float_is_written_without_the_noise_of_its_arithmetic(value, written):
    assert written == repr(rounded(value))


@given(FLOATS)
def test_it_needs_no_more_than_15_digits_and_stays_within_them(value):
    text = repr(rounded(value))
    digits = re.sub(r"e.*|\D", "", text).strip("0")
    assert len(digits) <= 15
    assert abs(rounded(value) - value) <= 5e-15 * abs(value) + 5e-324
    assert rounded(rounded(value)) == rounded(value)


def test_what_is_no_float_stays_as_it_is():
    value = {"a": [1, True, None, "2.9411699999999996", (0.1 + 0.2,)]}
    assert {"a": [1, True, None, "2.9411699999999996", [0.3]]} == rounded_within(value)


def long_floats(text: str) -> list[str]:
    numbers = re.findall(r"(?<![\w.,])-?\d+[.,]\d+(?:e-?\d+)?", text)
    return [n for n in numbers if len(re.sub(r"e.*|\D", "", n).lstrip("0")) > 15]


@pytest.mark.parametrize(
    "url",
    [
        "/api/v1/speedup?alpha=0.7&gamma=5&c=0.15",
        "/api/v1/sweep?alpha=0.77&c=0.13&gamma_max=128",
        "/api/v1/sweep.csv?alpha=0.77&c=0.13&gamma_max=128&tokens_per_second=33.3",
        "/api/v1/latency?ttft_ms=200&tokens_per_second=33&num_output_tokens=256"
        "&alpha=0.7&gamma=5&c=0.15",
        "/api/v1/calibration?run=1,1.884,1.203&run=2,2.63,1.282",
        "/api/v1/demo?num_output_tokens=40",
        "/api/openapi.json",
    ],
)
def test_no_answer_has_a_longer_one(client, url):
    response = client.get(url)
    assert 200 == response.status_code
    assert [] == long_floats(response.text)


def test_the_page_shows_what_the_api_sends(client):
    assert [] == long_floats(client.get("/en/api").text)
