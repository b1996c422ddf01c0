"""POST /api/v1/measurement answers every collected paste as its counts say."""

import json
from math import isclose
from pathlib import Path

import pytest

CASES = json.loads(
    (Path(__file__).parents[1] / "engines" / "cases.json").read_text(encoding="utf-8")
)
NAMES = [
    "engine",
    "format",
    "gamma",
    "num_drafts",
    "num_draft_tokens",
    "num_accepted_tokens",
    "tau",
    "tau_basis",
    "accepted_per_drafted",
    "per_position",
    "alpha_moment",
    "alpha_mle",
    "alpha_mle_bounds",
    "notes",
]
LINE = (
    "SpecDecoding metrics: Mean acceptance length: 2.87, Accepted: 489 tokens, "
    "Drafted: 1572 tokens, Per-position acceptance rate: 0.740, 0.473, 0.309, 0.187, "
    "0.099, 0.057, Avg Draft acceptance rate: 31.1%"
)


def post(client, text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    options = {"content_type": "text/plain", **options}
    return client.post("/api/v1/measurement", data=data, **options)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_collected_paste_is_answered_as_expected(client, case):
    answer = post(client, case["raw"]).get_json()
    expected = case["expected"]

    if not answer["readings"] or expected["tau"] is None:
        taus = [reading["tau"] for reading in answer["readings"]]
        assert expected["tau"] is None or answer["problems"]
        assert all(tau is None for tau in taus)
        return
    reading = answer["readings"][0]
    assert list(reading) == NAMES
    assert reading["gamma"] == expected["gamma"]
    assert isclose(expected["tau"], reading["tau"], abs_tol=0.01)
    for name in ("alpha_moment", "alpha_mle"):
        if expected.get(name) is None:
            assert reading[name] is None, name
        else:
            assert isclose(expected[name], reading[name], abs_tol=0.005), name


def test_counts_are_whole_and_keys_stand_in_order(client):
    answer = post(client, LINE).get_json()
    (reading,) = answer["readings"]
    assert list(answer) == ["readings", "problems"]
    assert (262.0, 1572, 489) == (
        reading["num_drafts"],
        reading["num_draft_tokens"],
        reading["num_accepted_tokens"],
    )
    assert isinstance(reading["num_drafts"], int)


@pytest.mark.parametrize(
    ("text", "problem"),
    [("hello", "not_recognised"), (" \n", "empty")],
)
def test_where_nothing_is_recognised_it_says_so(client, text, problem):
    assert post(client, text).get_json() == {"readings": [], "problems": [problem]}


def test_no_drafts_is_not_an_alpha_of_0(client):
    silent = (
        "SpecDecoding metrics: Mean acceptance length: nan, Accepted: 0 tokens, "
        "Drafted: 0 tokens, Per-position acceptance rate: , Avg Draft acceptance "
        "rate: nan%"
    )
    answer = post(client, silent).get_json()
    assert answer["problems"] == ["speculation_did_not_run"]
    assert all(one["alpha_moment"] is None for one in answer["readings"])


def test_odd_bytes_and_a_missing_type_are_read(client):
    answer = post(client, b"\xff\xfe " + LINE.encode(), content_type=None)
    assert len(answer.get_json()["readings"]) == 1


def test_nothing_of_the_paste_comes_back(client):
    secret = "my-secret-host-name"
    response = post(client, f"{secret} INFO {LINE} {secret}")
    assert secret not in response.get_data(as_text=True)


def test_more_than_256_kib_is_refused(client):
    response = post(client, "x" * (256 * 1024 + 1))
    assert response.status_code == 413
    assert response.get_json()["errors"][0]["code"] == "too_large"
