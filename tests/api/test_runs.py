"""The API of runs: published tables exactly, and pastes as runs."""

import json
from math import isclose
from pathlib import Path

import pytest

from app.api.runs_reading import RUNS_READING
from app.engines.runs import read_runs

REFERENCE = Path(__file__).parents[1] / "reference" / "load.json"
TABLES = json.loads(REFERENCE.read_text(encoding="utf-8"))
NAMES = [table["name"] for table in TABLES]
URL = "/api/v1/runs"


def ask(client, runs, status=200, **more):
    response = client.get(URL, query_string={"run": runs, **more})
    assert response.status_code == status
    return response.get_json()


def as_text(run, speed):
    fields = run["concurrency"], run["gamma"], run["tau"], speed
    return ",".join("" if field is None else repr(field) for field in fields)


def speeds(table, unit):
    for run in table["runs"]:
        each = run["tokens_per_second"] / run["concurrency"]
        yield as_text(
            run,
            {
                "tokens_per_second": run["tokens_per_second"],
                "tokens_per_second_per_request": each,
                "tpot_ms": 1000 / each,
            }[unit],
        )


def same(expected, found):
    """Say whether two answers agree, numbers within 1e-9."""
    if isinstance(expected, dict):
        return expected.keys() == found.keys() and all(
            same(value, found[name]) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(same, expected, found))
    if isinstance(expected, float) and isinstance(found, float):
        return isclose(expected, found, rel_tol=1e-9)
    return expected == found


@pytest.mark.parametrize(
    "unit", ["tokens_per_second", "tokens_per_second_per_request", "tpot_ms"]
)
@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_a_published_table_is_answered_exactly(client, table, unit):
    answer = ask(client, list(speeds(table, unit)), unit=unit, at=table["at"])
    expected = dict(table["expected"])
    names = ("from", "to", "gamma")
    expected["schedule"] = [
        dict(zip(names, one, strict=True)) for one in expected["schedule"]
    ]
    assert ["loads", "break_even", "schedule", "at", "notes"] == list(answer)
    del answer["notes"]
    assert same(expected, answer)


def test_the_order_of_the_runs_does_not_matter(client):
    runs = list(speeds(TABLES[-1], "tokens_per_second"))
    assert ask(client, runs, at="24") == ask(client, runs[::-1], at="24")


def test_runs_without_a_load_share_one(client):
    answer = ask(client, [",0,,342.2", ",1,1.9662577,128.3"])
    (row,) = answer["loads"]
    assert row["concurrency"] is None
    assert isclose(0.375, row["speedup"], abs_tol=5e-4)
    assert isclose(5.24, row["cycle_cost"], abs_tol=0.01)
    assert [] == answer["schedule"]
    assert [{"gamma": 1, "state": "unknown", "between": None, "estimate": None}] == (
        answer["break_even"]
    )


def test_a_run_without_a_load_has_the_one_of_the_others(client):
    (row,) = ask(client, ["8,0,,400", ",3,,800"])["loads"]
    assert (8, 2.0) == (row["concurrency"], row["speedup"])


def test_what_needs_tau_is_null_without_it(client):
    (row,) = ask(client, ["8,0,,400", "8,3,,800"])["loads"]
    assert row["cycle_cost"] is row["perfect_speedup"] is None


def test_contradictions_are_noted_once_each(client):
    runs = ["1,0,,10", "1,1,1.8,12", "1,2,1.7,12", "8,0,,50", "8,1,1.8,55"]
    answer = ask(client, [*runs, "8,2,1.7,40", "8,2,1.7,41", "1,,,9"])
    assert ["gamma_unknown", "averaged", "tau_falls_with_gamma"] == answer["notes"]


def test_64_runs_of_any_speed_are_answered(client):
    runs = [f"{1 + 3225 * n},{n % 2 * 4},,{10.0 ** (n % 16 - 6)!r}" for n in range(32)]
    runs += [f"{100000 - 3225 * n},{n % 3},2.5,1e9" for n in range(32)]
    answer = ask(client, runs, at=[1, 50000, 100000])
    assert 100000 == answer["schedule"][-1]["to"]


@pytest.mark.parametrize(
    ("runs", "more", "field", "code"),
    [
        ([], {}, "run", "missing"),
        (["8,0"], {}, "run", "not_a_benchmark_run"),
        (["8,0,,"], {}, "run", "not_a_benchmark_run"),
        (["8;0;;400"], {}, "run", "not_a_benchmark_run"),
        (["8,0,,400,1"], {}, "run", "not_a_benchmark_run"),
        (["8,0,,nan"], {}, "run", "not_a_benchmark_run"),
        (["0.5,0,,400"], {}, "run", "out_of_range"),
        (["100001,0,,400"], {}, "run", "out_of_range"),
        (["8,129,,400"], {}, "run", "out_of_range"),
        (["8,-1,,400"], {}, "run", "out_of_range"),
        (["8,2.5,,400"], {}, "run", "not_whole"),
        (["8,3,0.7,400"], {}, "run", "tau_expected"),
        (["8,,0.7,400"], {}, "run", "out_of_range"),
        (["8,3,130,400"], {}, "run", "out_of_range"),
        (["8,0,,0"], {}, "run", "out_of_range"),
        (["8,0,,2e9"], {}, "run", "out_of_range"),
        (["8,0,,1"] * 65, {}, "run", "too_many"),
        (["8,0,,1"], {"unit": "tok/s"}, "unit", "not_a_choice"),
        (["8,0,,1"], {"at": "0"}, "at", "out_of_range"),
        (["8,0,,1"], {"load": "8"}, "load", "unknown_parameter"),
    ],
)
def test_what_cannot_be_used_is_refused(client, runs, more, field, code):
    (error,) = ask(client, runs, status=400, **more)["errors"]
    assert (field, code) == (error["field"], error["code"])


def test_a_share_of_the_drafts_is_refused_with_the_tau_that_was_meant(client):
    (error,) = ask(client, ["8,2,0.75,400"], status=400, lang="en")["errors"]
    assert "if 0.75 is the share of drafts" in error["message"]
    assert error["message"].endswith("send 2.5.")


def post(client, text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    return client.post(URL, data=data, **{"content_type": "text/plain", **options})


def test_a_pasted_table_gives_its_runs(client):
    answer = post(client, RUNS_READING.body_example).get_json()
    assert ["runs", "notes"] == list(answer)
    names = ["concurrency", "gamma", "tau", "tpot_ms", "tokens_per_second"]
    assert [names] * 4 == [list(run) for run in answer["runs"]]
    found = {
        (run["concurrency"], run["gamma"]): (run["tau"], run["tokens_per_second"])
        for run in answer["runs"]
    }
    assert {
        (8, 0): (None, 521.6),
        (8, 3): (2.53, 712),
        (32, 0): (None, 1581.1),
        (32, 3): (2.53, 1773),
    } == found
    for run in answer["runs"]:
        expected = 1000 * run["concurrency"] / run["tokens_per_second"]
        assert isclose(expected, run["tpot_ms"])


def test_pasted_runs_are_what_the_other_half_takes(client):
    found = post(client, RUNS_READING.body_example).get_json()["runs"]
    runs = [as_text(run, run["tpot_ms"]) for run in found]
    answer = ask(client, runs, unit="tpot_ms")
    assert [712 / 521.6, 1773 / 1581.1] == pytest.approx(
        [row["speedup"] for row in answer["loads"]]
    )


def test_the_notes_of_single_runs_stand_among_those_of_the_paste(client):
    text = RUNS_READING.body_example.replace(" K=3", "")
    reading = read_runs(text)
    expected = {*reading.notes, *(n for run in reading.runs for n in run.notes)}
    answer = post(client, text).get_json()
    assert expected == set(answer["notes"])
    assert len(expected) == len(answer["notes"])


@pytest.mark.parametrize("text", ["", "nothing of the kind", b"\xff\xfe\x00"])
def test_where_nothing_is_recognised_the_notes_say_so(client, text):
    answer = post(client, text).get_json()
    assert [] == answer["runs"]
    assert answer["notes"]


def test_a_paste_must_be_text(client):
    response = post(client, "{}", content_type="application/json")
    assert 415 == response.status_code


def test_one_path_has_both_methods(client):
    described = client.get("/api/openapi.json").get_json()["paths"][URL]
    assert ["get", "post"] == list(described)
