"""What a cycle costs: the questions of practitioners, and what one run can tell."""

import pytest

from app.model.acceptance import alpha_from_tau
from app.model.load import (
    BenchmarkRun,
    LoadNoteCode,
    SpeedEntry,
    SpeedUnit,
    evaluate_load,
    make_runs,
    shorter_draft_ranges,
)
from app.model.load_notes import above_ceiling


def evaluate(rows, unit=SpeedUnit.TOKENS_PER_SECOND):
    return evaluate_load(make_runs([SpeedEntry(*row) for row in rows], unit))


def test_one_draft_length_at_several_loads_has_a_cost_for_each():
    tpots = {
        1: (55.47, 33.99),
        2: (57.58, 48.8),
        4: (64.29, 51.02),
        6: (122.93, 108.15),
        8: (120.18, 119.14),
    }
    tau = 1.817
    found = evaluate(
        [(load, 0, None, plain) for load, (plain, _) in tpots.items()]
        + [(load, 1, tau, with_draft) for load, (_, with_draft) in tpots.items()],
        SpeedUnit.TPOT_MS,
    )
    costs = {row.concurrency: row.cycle_cost for row in found.loads}
    expected = {1: 1.113, 2: 1.54, 4: 1.442, 6: 1.598, 8: 1.801}
    assert pytest.approx(expected, abs=0.002) == costs
    assert pytest.approx(1.0, abs=0.01) == found.loads[-1].speedup
    assert () == found.cost_lines


def test_a_fixed_cost_leaves_even_perfect_drafts_slow():
    (row,) = evaluate([(None, 0, None, 342.2), (None, 1, 1.9662577, 128.3)]).loads
    assert pytest.approx(0.375, abs=5e-4) == row.speedup
    assert pytest.approx(5.24, abs=0.01) == row.cycle_cost
    assert pytest.approx(0.38, abs=0.005) == row.perfect_speedup


def test_two_draft_lengths_show_what_a_draft_costs():
    found = evaluate(
        [
            (None, 0, None, 26.7),
            (None, 3, 1 + 3 * 0.34, 23.5),
            (None, 2, 1 + 2 * 0.54, 29.6),
        ]
    )
    assert [1.876, 2.295] == pytest.approx(
        [row.cycle_cost for row in found.loads], abs=1e-3
    )
    (line,) = found.cost_lines
    assert (1.04, 0.42) == pytest.approx((line.intercept, line.slope), abs=0.005)
    assert (1, pytest.approx(1.13, abs=0.01)) == (
        line.calibration.best_gamma,
        line.calibration.best_speedup,
    )
    assert line.trusted
    assert [2] == [best.gamma for best in found.best]
    (note,) = found.notes
    assert (LoadNoteCode.TAU_FALLS_WITH_GAMMA, None, 3) == (
        note.code,
        note.concurrency,
        note.gamma,
    )


def test_p_min_is_worth_three_percent_not_forty_points():
    speeds = {0: 29.6, 0.6: 30.5}
    speedups = [speed / 26.7 for speed in speeds.values()]
    assert [1.11, 1.14] == pytest.approx(speedups, abs=0.005)


def test_a_sweep_with_falling_rates_says_the_shortest():
    sweep = [(1, 0.47, 47.77), (2, 0.3, 45.54), (3, 0.23, 44.35), (4, 0.2, 41.86)]
    sweep.append((8, 0.11, 30.89))
    found = evaluate(
        [(None, 0, None, 36.0)] + [(None, g, 1 + g * p, speed) for g, p, speed in sweep]
    )
    speedups = [row.speedup for row in found.loads]
    assert [1.33, 1.27, 1.23, 1.16, 0.86] == pytest.approx(speedups, abs=0.0051)
    costs = [row.cycle_cost for row in found.loads]
    assert [1.108, 1.265, 1.372, 1.548, 2.191] == pytest.approx(costs, abs=0.001)
    (line,) = found.cost_lines
    assert (0.94, 0.155) == pytest.approx((line.intercept, line.slope), abs=0.005)
    assert 0 == line.calibration.verify_overhead
    assert (1, 1) == (line.calibration.best_gamma, found.best[0].gamma)


def test_one_run_gives_a_range_for_each_shorter_draft():
    ranges = shorter_draft_ranges(3, 1.69, 164 / 174, (0.69, 0, 0))
    assert [1, 2] == [one.gamma for one in ranges]
    assert [1.69, 1.69] == [one.tau for one in ranges]
    assert pytest.approx(0.94, abs=0.005) == ranges[0].least
    assert pytest.approx(1.337, abs=0.001) == ranges[0].most
    assert pytest.approx(164 / 174) == ranges[0].cost_fixed


def test_n_gram_drafts_are_not_free_to_check():
    found = evaluate([(None, 0, None, 174), (None, 5, 1 + 5 * 0.27, 125)])
    assert pytest.approx(3.27, abs=0.005) == found.loads[0].cycle_cost


def test_without_rates_shorter_drafts_follow_from_alpha():
    tau = 1 + 0.7 + 0.49 + 0.343
    ranges = shorter_draft_ranges(3, tau, 1.5)
    assert [1.7, 2.19] == pytest.approx([one.tau for one in ranges])
    # Too few rates to tell about every shorter draft.
    assert ranges == shorter_draft_ranges(3, tau, 1.5, (0.7,))
    assert ranges != shorter_draft_ranges(3, tau, 1.5, (0.7, 0.4))


def test_a_cycle_cheaper_than_a_pass_turns_the_range_around():
    (one,) = shorter_draft_ranges(2, 2.5, 3.0)
    assert one.least == one.cost_per_draft < one.cost_fixed == one.most


def test_one_draft_has_none_shorter():
    assert () == shorter_draft_ranges(1, 1.966, 0.375)


@pytest.mark.parametrize(
    ("gamma", "tau", "speedup"),
    [(0, 1, 1), (129, 2, 1), (3, float("nan"), 1), (3, 2, 0), (3, 2, 1e6)],
)
def test_what_is_no_run_has_no_shorter_drafts(gamma, tau, speedup):
    with pytest.raises(ValueError, match="must be"):
        shorter_draft_ranges(gamma, tau, speedup)


def test_a_tree_passes_what_a_chain_can_reach():
    assert above_ceiling(3.25, 0.65)
    assert not above_ceiling(2.857, 0.65)
    assert not above_ceiling(100, 1)
    assert pytest.approx(0.74, abs=0.005) == alpha_from_tau(3.25, 5)


def test_a_best_draft_beyond_the_measured_ones_is_no_headline():
    found = evaluate([(1, 0, None, 10), (1, 1, 1.8, 17), (1, 2, 2.5, 23)])
    (line,) = found.cost_lines
    assert line.calibration.best_gamma > 2
    assert not line.trusted
    assert [(1, 2, 2.3)] == [(b.concurrency, b.gamma, b.speedup) for b in found.best]


def test_a_run_faster_than_its_tau_allows_is_no_headline():
    found = evaluate([(1, 0, None, 10), (1, 1, 1.2, 17), (1, 2, 1.3, 11)])
    assert not found.cost_lines[0].trusted


def test_each_load_has_its_own_line():
    rows = [(load, 0, None, 10 * load) for load in (1, 8)]
    rows += [(1, 1, 1.8, 15), (1, 2, 2.5, 18), (8, 1, 1.8, 90), (8, 2, 2.5, 85)]
    found = evaluate(rows)
    assert [1, 8] == [line.concurrency for line in found.cost_lines]
    assert [2, 1] == [best.gamma for best in found.best]


def test_speeds_alone_give_the_best_measured_draft():
    found = evaluate([(1, 0, None, 10), (1, 1, None, 15), (1, 4, None, 12)])
    assert () == found.cost_lines
    assert [(1, 1.5)] == [(best.gamma, best.speedup) for best in found.best]


def test_what_cannot_be_calculated_gives_no_line():
    # A tau beyond its draft, and a cost beyond what we calculate.
    assert () == evaluate([(1, 0, 1, 9), (1, 1, 3, 9), (1, 2, 2, 9)]).cost_lines
    assert () == evaluate([(1, 0, 1, 900), (1, 1, 2, 9), (1, 2, 2, 1)]).cost_lines


def test_repeated_runs_count_once_in_the_line():
    plain = BenchmarkRun(1, 0, None, 10)
    twice = [BenchmarkRun(1, 1, 1.8, 6), BenchmarkRun(1, 1, 1.8, 8)]
    found = evaluate_load([plain, *twice, BenchmarkRun(1, 2, 2.5, 6)])
    assert [1, 2] == [run.gamma for run in found.cost_lines[0].calibration.runs]
