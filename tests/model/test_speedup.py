"""The speedup, its optimum and its break-evens, against exact values."""

import itertools
import json
from math import isclose
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.model.acceptance import AcceptanceProfile, profile_from_rates
from app.model.speedup import (
    Costs,
    best_point,
    break_even_alpha,
    break_even_c,
    evaluate,
    sweep,
)

REFERENCE = json.loads(
    (Path(__file__).parents[1] / "reference" / "model.json").read_text()
)
EXACT = (
    "tau",
    "speedup",
    "best_speedup",
    "break_even_c",
    "full_acceptance",
    "accepted_per_drafted",
)

alphas = st.floats(0, 1)
gammas = st.integers(1, 128)
costs = st.builds(Costs, st.floats(0, 2), st.floats(0, 1))


def answer(alpha, gamma, c, verify_overhead=0.0):
    return evaluate(AcceptanceProfile.constant(alpha), gamma, Costs(c, verify_overhead))


def row_name(row):
    return (
        "-".join(row[k] for k in ("alpha", "c", "verify_overhead")) + f"-{row['gamma']}"
    )


@pytest.mark.parametrize("row", REFERENCE, ids=row_name)
def test_every_row_of_the_reference(row):
    found = answer(
        float(row["alpha"]),
        row["gamma"],
        float(row["c"]),
        float(row["verify_overhead"]),
    )

    for name in EXACT:
        value = getattr(found, name)
        if row[name] is None:
            assert value is None, name
        else:
            assert isclose(float(row[name]), value, rel_tol=1e-12), name
    _check_break_even_alpha(row["break_even_alpha"], found.break_even_alpha)
    _check_best(row, found)


def _check_break_even_alpha(expected, found):
    if expected is None:
        assert found is None
    else:
        near_one = 1e-9 if float(expected) > 0.99 else 0
        assert isclose(float(expected), found, rel_tol=1e-12, abs_tol=near_one)


def _check_best(row, found):
    """Where floats cannot tell neighbours apart, any of them is right."""
    if row["best_gamma"] != found.best_gamma:
        there = answer(found.alpha, row["best_gamma"], found.c, found.verify_overhead)
        assert isclose(there.speedup, found.best_speedup, rel_tol=1e-12)
    else:
        assert row["still_rising"] == found.still_rising


@pytest.mark.parametrize(
    ("alpha", "gamma", "expected"),
    [
        (0.6, 2, 1.96),
        (0.7, 3, 2.53),
        (0.8, 2, 2.44),
        (0.8, 5, 3.69),
        (0.9, 2, 2.71),
        (0.9, 10, 6.86),
    ],
)
def test_table_1_of_leviathan_et_al_2023(alpha, gamma, expected):
    assert expected == round(answer(alpha, gamma, 0).speedup, 2)


def test_the_worked_example():
    found = answer(0.7, 5, 0.15)

    assert (round(found.tau, 2), round(found.speedup, 2)) == (2.94, 1.68)
    assert (found.best_gamma, round(found.best_speedup, 2)) == (3, 1.75)
    assert (
        round(found.break_even_alpha, 3),
        round(found.break_even_c, 3),
    ) == (0.432, 0.388)
    assert round(found.full_acceptance, 3) == 0.168
    assert round(answer(0.9, 5, 0.15).speedup, 2) == 2.68
    assert round(answer(0.7, 5, 0.40).speedup, 2) == 0.98


def test_the_logged_share_is_not_alpha():
    assert round(answer(0.7, 5, 0.15).accepted_per_drafted, 3) == 0.388
    assert round(answer(0.883, 5, 0.15).speedup, 2) == 2.57


@given(alphas, costs)
def test_the_speedup_has_a_single_peak(alpha, cost):
    points = sweep(AcceptanceProfile.constant(alpha), cost)
    best = best_point(AcceptanceProfile.constant(alpha), cost)

    assert isclose(max(p.speedup for p in points), best.speedup, rel_tol=1e-12)
    rising = points[: best.gamma]
    falling = points[best.gamma - 1 :]
    assert all(
        a.speedup <= b.speedup * (1 + 1e-13) for a, b in itertools.pairwise(rising)
    )
    assert all(
        a.speedup >= b.speedup * (1 - 1e-13) for a, b in itertools.pairwise(falling)
    )


@given(gammas, costs)
def test_at_the_break_even_alpha_the_speedup_is_one(gamma, cost):
    alpha = break_even_alpha(gamma, cost)
    if alpha is None:
        assert cost.cycle(gamma) > gamma + 1
    else:
        found = evaluate(AcceptanceProfile.constant(alpha), gamma, cost)
        assert isclose(1, found.speedup, rel_tol=1e-12)


@given(alphas, gammas, st.floats(0, 1))
def test_at_the_break_even_c_the_speedup_is_one(alpha, gamma, overhead):
    found = answer(alpha, gamma, 0.1, overhead)
    assume(found.break_even_c is not None)
    assert isclose(
        1, answer(alpha, gamma, found.break_even_c, overhead).speedup, rel_tol=1e-12
    )


@given(alphas, st.floats(0, 2))
def test_some_draft_pays_off_exactly_when_alpha_exceeds_c(alpha, c):
    assert (alpha > c) == answer(alpha, 1, c).pays_off


@pytest.mark.parametrize(
    ("alpha", "gamma", "c", "expected"),
    [
        (1, 128, 0, (129.0, 128, True, None)),
        (1, 4, 0.5, (5 / 3, 128, True, None)),
        (0, 4, 0, (1.0, 1, False, 1.0)),
        (0.3, 5, 0.4, (None, 1, False, 1 / 0.7)),
    ],
)
def test_the_edges_of_the_range(alpha, gamma, c, expected):
    found = answer(alpha, gamma, c)
    speedup, best_gamma, still_rising, ceiling = expected

    if speedup is not None:
        assert isclose(speedup, found.speedup)
    assert (best_gamma, still_rising, ceiling) == (
        found.best_gamma,
        found.still_rising,
        found.ceiling,
    )


def test_a_measured_profile_goes_through_the_same_formulas():
    profile = profile_from_rates([0.66, 0.36, 0.21])

    found = evaluate(profile, 3, Costs(0.1))

    assert isclose(2.23 / 1.3, found.speedup)
    assert (found.best_gamma, found.still_rising, found.ceiling) == (3, False, None)
    assert found.per_position == (0.66, 0.36, 0.21)
    with pytest.raises(ValueError, match="gamma must be between 1 and 3"):
        evaluate(profile, 4, Costs(0.1))


@pytest.mark.parametrize(("c", "overhead"), [(-0.1, 0), (10.1, 0), (0, -1), (0, 11)])
def test_costs_out_of_range_are_refused(c, overhead):
    with pytest.raises(ValueError, match="must be between 0 and 10"):
        Costs(c, overhead)


def test_no_c_breaks_even_where_a_free_draft_loses():
    assert break_even_c(0.5, 5, 0.6) is None


@pytest.mark.parametrize("alpha", [1e-9, 0.001, 0.5, 1.0])
def test_a_free_draft_is_never_too_long(alpha):
    outcome = evaluate(AcceptanceProfile.constant(alpha), 5, Costs(0.0))

    assert (128, True) == (outcome.best_gamma, outcome.still_rising)
