"""GET /api/v1/speedup: the model's numbers under the model's names."""

import json
from dataclasses import fields
from pathlib import Path

import pytest

from app.api.decimals import rounded, rounded_within
from app.model.acceptance import AcceptanceProfile, profile_from_rates
from app.model.speedup import Costs, Speedup, evaluate

URL = "/api/v1/speedup"
REFERENCE = Path(__file__).parents[1] / "reference" / "model.json"


def get(client, **query):
    return client.get(URL, query_string=query)


def test_it_gives_the_inputs_and_outputs_of_the_worked_example(client):
    answer = get(client, alpha=0.7, gamma=5, c=0.15).json
    outcome = evaluate(AcceptanceProfile.constant(0.7), 5, Costs(0.15))
    assert rounded_within(vars(outcome)) == answer
    assert 1.6806 == pytest.approx(answer["speedup"], abs=1e-4)
    assert 3 == answer["best_gamma"]


def test_its_names_stand_in_the_order_of_the_model(client):
    text = get(client, alpha=0.7, gamma=5, c=0.15).text
    assert [field.name for field in fields(Speedup)] == list(json.loads(text))
    assert text.startswith('{"alpha":0.7,"per_position":null,"gamma":5,"c":0.15,')


def test_numbers_are_in_the_shortest_form_that_reads_the_same(client):
    text = get(client, alpha=0.1, gamma=1, c=0.3).text
    assert '"tau":1.1,' in text
    assert '"c":0.3,' in text


def test_a_measured_profile_takes_the_place_of_alpha(client):
    answer = get(client, per_position="0.66,0.36,0.21", gamma=2, c=0.15).json
    profile = profile_from_rates([0.66, 0.36, 0.21])
    expected = vars(evaluate(profile, 2, Costs(0.15)))

    assert rounded_within({**expected, "per_position": (0.66, 0.36, 0.21)}) == answer
    assert answer["alpha"] is None
    assert answer["ceiling"] is None


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ({"alpha": 1, "gamma": 1, "c": 0}, "ceiling"),
        ({"alpha": 1, "gamma": 1, "c": 2}, "break_even_alpha"),
        ({"alpha": 0, "gamma": 1, "c": 0, "verify_overhead": 1}, "break_even_c"),
    ],
)
def test_what_cannot_be_had_is_null(client, query, name):
    assert get(client, **query).json[name] is None


def test_it_is_exact_at_the_bounds(client):
    answer = get(client, alpha=1, gamma=128, c=10, verify_overhead=10).json
    assert 129.0 == answer["tau"]
    assert rounded(129 / 1291) == answer["speedup"]


def problems(client, query: str) -> list[tuple[str | None, str]]:
    response = client.get(f"{URL}?{query}")
    assert response.status_code in (400, 409)
    return [(error["field"], error["code"]) for error in response.json["errors"]]


def test_all_that_is_wrong_is_said_at_once_in_a_stable_order(client):
    query = "x=1&c=0,15&gamma=5.5&alpha=70&verify_overhead=-1&x=2&lang=fr"
    assert [
        ("alpha", "fraction_expected"),
        ("gamma", "not_whole"),
        ("c", "not_a_number"),
        ("verify_overhead", "out_of_range"),
        ("lang", "not_a_choice"),
        ("x", "unknown_parameter"),
    ] == problems(client, query)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("alpha=0.7&gamma=5", [("c", "missing")]),
        ("gamma=5&c=0.1", [("alpha", "missing_one_of")]),
        (
            "alpha=0.7&per_position=0.5&gamma=1&c=0.1",
            [("per_position", "conflict")],
        ),
        ("alpha=0.7&alpha=0.7&gamma=5&c=0.1", [("alpha", "repeated")]),
        ("per_position=0.5,0.4&gamma=3&c=0.1", [("gamma", "beyond_profile")]),
        (
            "per_position=0.5&per_position=0.4&gamma=1&c=0",
            [("per_position", "repeated")],
        ),
        ("alpha=0.7&gamma=5&c=0.1&Gamma=5", [("Gamma", "unknown_parameter")]),
        (
            "alpha_percent=70&gamma=5&c=0.1&alpha=1",
            [("alpha_percent", "unknown_parameter")],
        ),
        ("alpha=&gamma=5&c=0.1", [("alpha", "not_a_number")]),
    ],
)
def test_what_is_wrong_is_named(client, query, expected):
    assert expected == problems(client, query)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("gamma=5&c=0.1", 409),
        ("gamma=5", 400),
        ("gamma=5&c=0.1&x=1", 400),
        ("per_position=0.5,0.6&gamma=2&c=0.1", 409),
        ("per_position=0.5,0.6&gamma=0&c=0.1", 400),
        ("per_position=0.5,1.6&gamma=2&c=0.1", 400),
        ("alpha=0.7&per_position=0.5&gamma=1&c=0.1", 409),
        ("alpha=70&per_position=0.5&gamma=1&c=0.1", 400),
    ],
)
def test_values_right_by_themselves_that_contradict_are_a_conflict(
    client, query, status
):
    assert status == client.get(f"{URL}?{query}").status_code


def test_percent_is_refused_with_the_fraction_that_is_meant(client):
    url = f"{URL}?alpha=70&gamma=5&c=15"
    english = client.get(url).json["errors"]
    german = client.get(f"{url}&lang=de").json["errors"]

    assert "send 0.7." in english[0]["message"]
    assert "send 0.15." in english[1]["message"]
    assert "Prozent" in german[0]["message"]
    assert "senden Sie 0.7." in german[0]["message"]


def test_messages_follow_lang_and_then_accept_language(client):
    url = f"{URL}?gamma=5&c=0.1&alpha=x"
    german = {"Accept-Language": "de-CH, de;q=0.9, en;q=0.5"}

    def message(address, headers):
        return client.get(address, headers=headers).json["errors"][0]["message"]

    assert "muss" in message(url, german)
    assert "must" in message(f"{url}&lang=en", german)
    assert "must" in message(url, {})


@pytest.mark.parametrize(
    "sent", ["%3Cscript%3E", "%E2%80%AE%00%ff", "=1+1", "a" * 3000]
)
def test_whatever_is_sent_is_answered_with_json(client, sent):
    response = client.get(f"{URL}?alpha={sent}&{sent}=1&gamma=5&c=0.1")
    assert 400 == response.status_code
    assert 200 > max(len(error["message"]) for error in response.json["errors"])


def test_it_agrees_with_the_reference(client):
    inputs = ("alpha", "gamma", "c", "verify_overhead")
    exact = ("tau", "speedup", "best_speedup", "full_acceptance")
    for case in json.loads(REFERENCE.read_text(encoding="utf-8")):
        answer = get(client, **{name: case[name] for name in inputs}).json
        expected = [float(case[name]) for name in exact]
        assert expected == pytest.approx([answer[n] for n in exact], rel=1e-12)
