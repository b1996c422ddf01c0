"""GET /api/v1/latency: the numbers of the page of the answer time."""

import pytest
from werkzeug.datastructures import MultiDict

from app.api.decimals import rounded_within
from app.forms.latency import LatencyForm

URL = "/api/v1/latency"
TIMES = "ttft_ms=200&tpot_ms=20&num_output_tokens=256"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (f"{TIMES}&speedup=2.5", (5300, 2240, 2.3661, 26.5)),
        (
            "ttft_ms=2000&tpot_ms=20&num_output_tokens=128&speedup=2.5",
            (4540, 3016, 1.5053, 2.27),
        ),
        (
            "ttft_ms=500&tpot_ms=30&num_output_tokens=1024&speedup=3",
            (31190, 10730, 2.9068, 62.38),
        ),
    ],
)
def test_it_gives_the_checks_of_the_page(client, query, expected):
    answer = client.get(f"{URL}?{query}").json
    names = ("e2e_ms", "e2e_with_speculation_ms", "e2e_speedup", "e2e_speedup_limit")
    assert expected == pytest.approx([answer[name] for name in names], rel=1e-4)


def test_a_setting_in_place_of_the_speedup_tells_of_the_bursts_too(client):
    answer = client.get(f"{URL}?{TIMES}&alpha=0.7&gamma=5&c=0.15").json
    page = {"alpha_percent": "70", "gamma": "5", "c_percent": "15"}
    form = LatencyForm(
        MultiDict(
            {**page, "ttft_ms": "200", "tpot_ms": "20", "num_output_tokens": "256"}
        )
    )
    assert rounded_within(vars(form.evaluate())) == {
        name: value for name, value in answer.items() if name != "worthwhile_from"
    }
    assert 2 == answer["worthwhile_from"]


def test_a_measured_profile_is_a_setting_too(client):
    query = f"{TIMES}&per_position=0.5,0.25&gamma=2&c=0"
    assert 1.75 == client.get(f"{URL}?{query}").json["speedup"]


def test_the_speed_may_be_in_tokens_per_second(client):
    query = "ttft_ms=200&tokens_per_second=50&num_output_tokens=256&speedup=2.5"
    assert client.get(f"{URL}?{TIMES}&speedup=2.5").json == (
        client.get(f"{URL}?{query}").json
    )


def test_a_default_that_is_sent_says_nothing_new(client):
    query = f"{URL}?{TIMES}&speedup=2.5"
    sent = client.get(f"{query}&verify_overhead=0&draft_prefill_ms=0")
    assert client.get(query).json == sent.json


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (TIMES, [("alpha", "missing_one_of")]),
        (f"{TIMES}&alpha=0.7", [("c", "missing"), ("gamma", "missing")]),
        (f"{TIMES}&speedup=2&gamma=3", [("gamma", "conflict")]),
        (f"{TIMES}&speedup=2&verify_overhead=1", [("verify_overhead", "conflict")]),
        (f"{TIMES}&speedup=2&tokens_per_second=3", [("tokens_per_second", "conflict")]),
        ("speedup=2&ttft_ms=1&num_output_tokens=2", [("tpot_ms", "missing_one_of")]),
        (f"{TIMES}&per_position=0.5&gamma=2&c=0", [("gamma", "beyond_profile")]),
    ],
)
def test_what_is_missing_or_said_twice_is_named(client, query, expected):
    response = client.get(f"{URL}?{query}")
    errors = response.json["errors"]
    assert (409, expected) == (
        response.status_code,
        [(error["field"], error["code"]) for error in errors],
    )
