"""GET /api/v1/calibration gives SPEC 3's check values."""

from math import isclose

import pytest

SWEEP = ["1,1.884,1.203", "2,2.63,1.282", "3,3.138,1.212", "4,3.568,1.138"]
SLOW = [(1, 0.722), (2, 0.726), (4, 0.728), (8, 0.735)]


def ask(client, runs, status=200, **more):
    response = client.get("/api/v1/calibration", query_string={"run": runs, **more})
    assert response.status_code == status
    return response.get_json()


def test_the_cost_is_a_line_in_gamma(client):
    answer = ask(client, SWEEP)
    assert isclose(0.04, answer["verify_overhead"], abs_tol=0.02)
    assert isclose(0.52, answer["c"], abs_tol=0.01)
    assert answer["best_gamma"] == 2
    assert [1, 2, 3, 4] == [run["gamma"] for run in answer["runs"]]
    for run in answer["runs"]:
        assert isclose(run["tau"] / run["speedup"], run["cycle_cost"])
        assert isclose(run["speedup"], run["predicted_speedup"], rel_tol=0.02)


def test_a_sweep_that_never_pays_off(client):
    runs = []
    for gamma, alpha in SLOW:
        tau = sum(alpha**i for i in range(gamma + 1))
        runs.append(f"{gamma},{tau!r},{tau / (1.378 + 0.619 * gamma)!r}")
    answer = ask(client, runs)
    assert isclose(0.378, answer["verify_overhead"], rel_tol=1e-6)
    assert isclose(0.619, answer["c"], rel_tol=1e-6)
    speedups = [round(run["predicted_speedup"], 3) for run in answer["runs"]]
    assert speedups == [0.862, 0.861, 0.759, 0.559]
    assert answer["best_speedup"] < 1


def test_with_c_one_run_gives_the_overhead_alone(client):
    answer = ask(client, ["2,2.4,1.5"], c="0.15")
    assert answer["c"] == 0.15
    assert isclose(2.4 / 1.5 - 1 - 0.3, answer["verify_overhead"])


@pytest.mark.parametrize("more", [{}, {"c": "0.1"}])
@pytest.mark.parametrize("runs", [["1,1.966,0.375"], ["4,3,1.5", "4,3.2,1.6"]])
def test_one_draft_length_gives_no_best_one(client, runs, more):
    answer = ask(client, runs, **more)
    assert (None, None) == (answer["best_gamma"], answer["best_speedup"])


@pytest.mark.parametrize(
    ("runs", "code"),
    [
        ([], "missing"),
        (["2,2.4"], "not_a_run"),
        (["2;2.4;1.5"], "not_a_run"),
        (["0,1,1"], "out_of_range"),
        (["0,0,0"], "out_of_range"),
        (["2.5,2,1"], "not_whole"),
        (["2,2.4,1.5"] * 17, "too_many"),
    ],
)
def test_what_is_no_run_is_refused(client, runs, code):
    errors = ask(client, runs, status=400)["errors"]
    assert ("run", code) == (errors[0]["field"], errors[0]["code"])


@pytest.mark.parametrize(
    ("run", "code"), [("2,3.4,1.5", "out_of_range"), ("2,2.4,0.001", "beyond_costs")]
)
def test_numbers_that_do_not_go_together_are_a_conflict(client, run, code):
    (error,) = ask(client, [run], status=409)["errors"]
    assert ("run", code) == (error["field"], error["code"])


@pytest.mark.parametrize(
    ("runs", "more", "notes"),
    [
        (SWEEP, {}, []),
        (["3,2.5,1.4"], {}, ["own_gamma_only"]),
        (["3,2.5,1.4"], {"c": "0.3"}, []),
        (["1,1.7,1.7", "2,2.2,2.2"], {}, ["best_gamma_extrapolated"]),
        (
            ["1,1.5,2", "3,2.2,2.5"],
            {},
            ["cycle_cost_below_one_pass", "best_gamma_extrapolated"],
        ),
    ],
)
def test_what_is_doubtful_is_noted(client, runs, more, notes):
    assert ask(client, runs, **more)["notes"] == notes
