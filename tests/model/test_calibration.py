"""The cost of a cycle, fitted to measured runs."""

from itertools import combinations

import pytest

from app.model.acceptance import AcceptanceProfile
from app.model.calibration import calibrate, explain_speed
from app.model.runs import Run, profile_from_runs

TAUS = (1.884, 2.630, 3.138, 3.568)
SPEEDUPS = (1.203, 1.282, 1.212, 1.138)
SWEEP = [
    Run(gamma, tau, speedup)
    for gamma, tau, speedup in zip((1, 2, 3, 4), TAUS, SPEEDUPS, strict=True)
]


def test_a_measured_sweep_gives_its_line_and_its_best_gamma():
    found = calibrate(SWEEP)
    assert pytest.approx(0.04, abs=0.02) == found.verify_overhead
    assert pytest.approx(0.52, abs=0.01) == found.c
    assert 2 == found.best_gamma
    assert not found.own_gamma_only


def test_a_second_sweep_says_not_to_speculate():
    costs = {gamma: 1.378 + 0.619 * gamma for gamma in (1, 2, 4, 8)}
    alphas = {1: 0.722, 2: 0.726, 4: 0.728, 8: 0.735}
    runs = []
    for gamma, measured in ((1, 0.87), (2, 0.86), (4, 0.76), (8, 0.56)):
        tau = AcceptanceProfile.constant(alphas[gamma]).tau(gamma)
        assert pytest.approx(measured, abs=0.012) == tau / costs[gamma]
        runs.append(Run(gamma, tau, tau / costs[gamma]))
    found = calibrate(runs)
    assert pytest.approx(0.378) == found.verify_overhead
    assert pytest.approx(0.619) == found.c
    expected = [0.862, 0.861, 0.759, 0.559]
    assert pytest.approx(expected, abs=0.001) == [
        run.predicted_speedup for run in found.runs
    ]
    assert found.best_speedup < 1


@pytest.mark.parametrize("chosen", list(combinations(range(4), 2)))
def test_two_gammas_of_a_sweep_predict_the_others_within_a_tenth(chosen):
    found = calibrate([SWEEP[place] for place in chosen])
    for run in SWEEP:
        predicted = found.profile.tau(run.gamma) / found.costs.cycle(run.gamma)
        assert pytest.approx(run.speedup, rel=0.1) == predicted


def test_a_line_through_two_runs_meets_both():
    found = calibrate([Run(1, 1.8, 1.2), Run(4, 3.2, 1.6)])
    assert [1.2, 1.6] == pytest.approx([run.predicted_speedup for run in found.runs])


def test_a_falling_line_becomes_a_level_one():
    found = calibrate([Run(1, 1.8, 0.9), Run(4, 3.2, 2.0)])
    assert 0 == found.c
    assert pytest.approx(0.8) == found.verify_overhead


def test_a_line_below_one_at_the_start_goes_through_one():
    found = calibrate([Run(1, 1.5, 1.5), Run(4, 4.0, 1.6)])
    assert 0 == found.verify_overhead
    assert pytest.approx(6 / 17) == found.c


def test_cycles_cheaper_than_a_plain_pass_cost_nothing_extra():
    found = calibrate([Run(1, 1.5, 2.0), Run(2, 1.6, 2.2)])
    assert (0, 0) == (found.verify_overhead, found.c)


def test_one_run_with_c_fixes_the_overhead():
    found = calibrate([Run(4, 3.0, 1.5)], c=0.1)
    assert pytest.approx(0.6) == found.verify_overhead
    assert 0.1 == found.c
    assert not found.own_gamma_only


def test_one_run_gives_no_best_gamma_even_with_c():
    found = calibrate([Run(1, 1.966, 0.375)], c=0.1)
    assert (None, None) == (found.best_gamma, found.best_speedup)
    assert not found.extrapolated


def test_one_run_alone_holds_for_its_own_gamma_only():
    found = calibrate([Run(4, 3.0, 1.5)])
    assert found.own_gamma_only
    assert pytest.approx(1.0) == found.verify_overhead
    assert (None, None) == (found.best_gamma, found.best_speedup)


def test_several_runs_at_one_gamma_hold_for_that_gamma_only():
    found = calibrate([Run(4, 3.0, 1.5), Run(4, 3.2, 1.6)])
    assert found.own_gamma_only
    assert (None, None) == (found.best_gamma, found.best_speedup)


def test_consecutive_gammas_give_survival_by_differences_of_tau():
    survival = profile_from_runs(SWEEP).survival
    expected = (0.884, 0.746, 0.508, 0.430)
    assert pytest.approx(expected) == survival[:4]


def test_gaps_between_gammas_are_bridged_by_alpha():
    profile = AcceptanceProfile.constant(0.7)
    runs = [Run(gamma, profile.tau(gamma), 1.0) for gamma in (2, 5)]
    assert pytest.approx(profile.survival) == profile_from_runs(runs).survival


def test_noise_in_tau_does_not_make_survival_rise():
    profile = profile_from_runs([Run(1, 1.5, 1.0), Run(2, 2.3, 1.0)])
    assert (0.5, 0.5) == profile.survival[:2]


def test_speeds_before_and_after_explain_the_cycle():
    found = explain_speed(2.55, 4, 0.1, 40.0, 60.0)
    assert 1.5 == found.speedup
    assert pytest.approx(1.7) == found.cycle_cost
    assert pytest.approx(0.3) == found.verify_overhead


def test_a_cycle_cheaper_than_c_allows_is_a_negative_overhead():
    assert explain_speed(3.0, 4, 0.5, 40.0, 60.0).verify_overhead == pytest.approx(-1)


@pytest.mark.parametrize("speeds", [(0, 60), (40, 0), (-1, 60), (float("nan"), 1)])
def test_speeds_must_be_above_zero(speeds):
    with pytest.raises(ValueError, match="speeds"):
        explain_speed(3.0, 4, 0.5, *speeds)


@pytest.mark.parametrize("run", [(0, 1, 1), (4, 5.1, 1), (4, 0.9, 1), (4, 2, 0)])
def test_a_run_must_be_possible(run):
    with pytest.raises(ValueError, match="must be"):
        Run(*run)


def test_calibration_needs_a_run():
    with pytest.raises(ValueError, match="at least one"):
        calibrate([])
