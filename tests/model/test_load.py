"""Runs and load: published tables exactly, and what must hold for any runs."""

import json
from itertools import pairwise
from math import inf, isclose, isfinite
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.model.load import (
    BenchmarkRun,
    BreakEvenState,
    LoadNoteCode,
    SpeedEntry,
    SpeedUnit,
    evaluate_load,
    make_runs,
    tpot_from_throughput,
)

REFERENCE = Path(__file__).parents[1] / "reference" / "load.json"
TABLES = json.loads(REFERENCE.read_text(encoding="utf-8"))
NAMES = [table["name"] for table in TABLES]


def run(concurrency, gamma, tokens_per_second, tau=None):
    tpot = tpot_from_throughput(tokens_per_second, concurrency)
    return BenchmarkRun(concurrency, gamma, tau, tpot)


def at_tpots(**by_gamma):
    """Runs of g0=((load, tpot), ...), g3=..."""
    return [
        BenchmarkRun(load, int(name[1:]), None, tpot)
        for name, points in by_gamma.items()
        for load, tpot in points
    ]


def codes(found):
    return [(note.code, note.concurrency, note.gamma) for note in found.notes]


def near(expected, value):
    if expected is None or value is None:
        return expected is value
    return isclose(expected, value, rel_tol=1e-9)


@pytest.fixture(params=TABLES, ids=NAMES)
def table(request):
    return request.param


@pytest.fixture
def found(table):
    runs = [
        run(r["concurrency"], r["gamma"], r["tokens_per_second"], r["tau"])
        for r in table["runs"]
    ]
    return evaluate_load(runs, table["at"])


def test_a_published_table_gives_its_rows(table, found):
    for expected, row in zip(table["expected"]["loads"], found.loads, strict=True):
        assert [] == [
            name for name, value in expected.items() if not near(value, vars(row)[name])
        ]


def test_a_published_table_gives_its_break_even(table, found):
    for expected, one in zip(
        table["expected"]["break_even"], found.break_even, strict=True
    ):
        assert expected["gamma"] == one.gamma
        assert expected["state"] == one.state
        assert expected["between"] == (one.between and list(one.between))
        assert near(expected["estimate"], one.estimate)


def test_a_published_table_gives_its_schedule(table, found):
    ranges = [[r.first, r.last, r.gamma] for r in found.schedule]
    assert table["expected"]["schedule"] == ranges


def test_a_published_table_gives_its_speedups_at_any_load(table, found):
    for expected, one in zip(table["expected"]["at"], found.at, strict=True):
        assert near(expected["speedup"], one.speedup)
        assert (
            expected["concurrency"],
            expected["gamma"],
            expected["extrapolated"],
        ) == (
            one.concurrency,
            one.gamma,
            one.extrapolated,
        )


def test_repeated_settings_are_averaged_in_time_per_token():
    found = evaluate_load(at_tpots(g0=[(4, 10)], g2=[(4, 4), (4, 8)]))
    assert 6 == found.loads[0].tpot_ms
    assert pytest.approx(10 / 6) == found.loads[0].speedup
    assert [(LoadNoteCode.AVERAGED, 4, 2)] == codes(found)
    assert 2 == found.notes[0].value


def test_tau_is_averaged_over_the_runs_that_have_one():
    runs = [run(1, 0, 10), run(1, 3, 20, 2), run(1, 3, 20, 3), run(1, 3, 20)]
    assert 2.5 == evaluate_load(runs).loads[0].tau


def test_runs_without_a_load_share_one():
    found = evaluate_load([run(None, 0, 342.2), run(None, 1, 128.3, 1.966)])
    (row,) = found.loads
    assert row.concurrency is None
    assert pytest.approx(0.375, abs=5e-4) == row.speedup
    assert () == found.schedule == found.notes


def test_a_run_without_a_load_has_that_of_the_others():
    runs = make_runs(
        [SpeedEntry(8, 3, None, 400), SpeedEntry(None, 0, None, 200)],
        SpeedUnit.TOKENS_PER_SECOND,
    )
    (row,) = evaluate_load(runs).loads
    assert (8, 40, 2) == (row.concurrency, row.plain_tpot_ms, row.speedup)


def test_runs_without_a_load_beside_several_are_compared_alone():
    runs = [run(None, 0, 10), run(None, 3, 15), run(1, 0, 10), run(2, 0, 18)]
    found = evaluate_load(runs)
    assert [(None, 1.5)] == [(row.concurrency, row.speedup) for row in found.loads]
    assert LoadNoteCode.CONCURRENCY_UNKNOWN == found.notes[0].code
    assert 2 == found.notes[0].value


def test_runs_of_an_unknown_draft_length_are_left_out_and_named():
    found = evaluate_load([run(1, 0, 10), run(1, None, 15)])
    assert () == found.loads
    assert [(LoadNoteCode.GAMMA_UNKNOWN, None, None)] == codes(found)


def test_without_a_plain_run_there_is_nothing_to_compare_with():
    found = evaluate_load([run(1, 3, 10, 2.5), run(8, 3, 60, 2.5)], [4])
    assert [None, None] == [row.speedup for row in found.loads]
    assert [BreakEvenState.UNKNOWN] == [one.state for one in found.break_even]
    assert [None] == [one.speedup for one in found.at]
    assert () == found.schedule
    assert [(LoadNoteCode.NO_PLAIN_RUN, None, None)] == codes(found)


def test_no_runs_give_nothing():
    found = evaluate_load([], [4])
    assert () == found.loads == found.break_even == found.at == found.notes


def test_a_row_between_plain_loads_takes_them_from_the_curve():
    found = evaluate_load(at_tpots(g0=[(1, 10), (5, 18)], g3=[(3, 7), (9, 7)]))
    assert [14, None] == [row.plain_tpot_ms for row in found.loads]


def test_one_point_gives_no_curve():
    found = evaluate_load(at_tpots(g0=[(8, 10)], g3=[(8, 5)]), [8, 9])
    assert [(2, False), (None, True)] == [(a.speedup, a.extrapolated) for a in found.at]
    assert BreakEvenState.UNKNOWN == found.break_even[0].state
    assert () == found.schedule


def test_a_curve_goes_on_to_1_and_to_twice_its_last_load():
    runs = at_tpots(g0=[(4, 10), (8, 14)], g3=[(4, 5), (8, 7)])
    found = evaluate_load(runs, [1, 4, 16, 16.5])
    assert [(2, True), (2, False), (2, True), (None, True)] == [
        (one.speedup, one.extrapolated) for one in found.at
    ]


def test_a_curve_that_has_fallen_to_zero_says_nothing():
    runs = at_tpots(g0=[(4, 10), (8, 5)], g3=[(4, 5), (8, 7)])
    assert [None, None] == [one.speedup for one in evaluate_load(runs, [12, 16]).at]


@pytest.mark.parametrize(
    ("with_drafts", "state", "estimates"),
    [
        ([(1, 8), (3, 8), (5, 8)], "pays_at_all", []),
        ([(1, 12), (3, 12), (5, 12)], "pays_at_none", []),
        ([(1, 10), (3, 10), (5, 10)], "pays_at_none", []),
        ([(1, 8), (3, 12), (5, 12)], "stops", [2]),
        ([(1, 12), (3, 8), (5, 8)], "starts", [2]),
        ([(1, 8), (3, 12), (5, 8)], "several", [2, 4]),
        ([(1, 8), (3, 10), (5, 12)], "stops", [3]),
        ([(1, 8), (3, 10), (5, 8)], "several", [3, 3]),
        ([(5, 8), (9, 8)], "unknown", []),
        ([(3, 8)], "unknown", []),
    ],
)
def test_where_it_pays(with_drafts, state, estimates):
    found = evaluate_load(at_tpots(g0=[(1, 10), (3, 10), (5, 10)], g2=with_drafts))
    (one,) = found.break_even
    assert state == one.state
    assert estimates == [crossing.estimate for crossing in one.crossings]
    assert one.estimate == (estimates[-1] if estimates else None)


def test_break_even_lies_between_neighbours_of_both_curves():
    found = evaluate_load(
        at_tpots(g0=[(1, 10), (9, 10)], g2=[(2, 8), (4, 12), (8, 16)])
    )
    assert (2, 4) == found.break_even[0].between


def test_the_schedule_holds_where_a_curve_is_measured():
    found = evaluate_load(at_tpots(g0=[(1, 10), (9, 10)], g2=[(3, 5), (5, 5)]))
    assert [(1, 2, 0), (3, 5, 2), (6, 9, 0)] == [
        (r.first, r.last, r.gamma) for r in found.schedule
    ]


def test_of_equally_fast_drafts_the_shorter_one_counts():
    found = evaluate_load(
        at_tpots(g0=[(1, 9), (3, 9), (5, 9)], g2=[(1, 6), (3, 9), (5, 12)])
    )
    assert [(1, 2, 2), (3, 5, 0)] == [
        (r.first, r.last, r.gamma) for r in found.schedule
    ]


def test_the_schedule_has_whole_loads_only():
    found = evaluate_load(at_tpots(g0=[(1.5, 9), (3.5, 9)], g2=[(1.5, 6), (3.5, 6)]))
    assert [(2, 3, 2)] == [(r.first, r.last, r.gamma) for r in found.schedule]
    found = evaluate_load(at_tpots(g0=[(1.2, 9), (1.8, 9)]))
    assert () == found.schedule


def test_contradictions_are_named():
    found = evaluate_load(
        [
            run(1, 0, 100),
            run(1, 1, 150, 1.4),
            run(1, 2, 140, 2.08),
            run(1, 3, 130, 2.02),
            run(1, 5, 90, 6.5),
        ]
    )
    assert [
        (LoadNoteCode.TAU_FALLS_WITH_GAMMA, 1, 3),
        (LoadNoteCode.TAU_ABOVE_DRAFT, 1, 5),
        (LoadNoteCode.CYCLE_COST_BELOW_ONE_PASS, 1, 1),
    ] == codes(found)
    assert [2.02, 6.5, pytest.approx(1.4 / 1.5)] == [n.value for n in found.notes]


def test_a_run_without_drafts_that_accepts_some_is_named():
    found = evaluate_load([run(1, 0, 44.37, 1.44)])
    assert (LoadNoteCode.TAU_ABOVE_DRAFT, 1, 0) == codes(found)[0]


def test_a_tau_that_no_chain_reaches_is_named():
    tree = BenchmarkRun(1, 7, 3.25, 10, alpha=0.65)
    chain = BenchmarkRun(1, 7, 2.8, 10, alpha=0.65)
    found = evaluate_load([BenchmarkRun(1, 0, None, 20), tree])
    assert [(LoadNoteCode.TAU_ABOVE_CEILING, 1, 7)] == codes(found)
    assert pytest.approx(2.857, abs=5e-4) == found.notes[0].value
    assert [] == codes(evaluate_load([BenchmarkRun(1, 0, None, 20), chain]))


def test_a_throughput_far_from_the_load_says_how_many_were_decoding():
    plain = BenchmarkRun(160, 0, None, 60, tokens_per_second=160 * 1000 / 60)
    found = evaluate_load([plain, BenchmarkRun(160, 3, 2.07, 50.07, 2607.78)])
    assert (LoadNoteCode.OTHER_LOAD_DECODED, 160, 3) == codes(found)[0]
    assert pytest.approx(130.57, abs=0.01) == found.notes[0].value


def test_throughput_and_time_per_token_that_disagree_are_named():
    plain = BenchmarkRun(8, 0, None, 20, tokens_per_second=400)
    found = evaluate_load([plain, BenchmarkRun(8, 3, None, 10, tokens_per_second=690)])
    disagreement = found.notes[-1]
    assert LoadNoteCode.SPEEDUPS_DISAGREE == disagreement.code
    assert pytest.approx(1.725) == disagreement.value
    found = evaluate_load([plain, BenchmarkRun(8, 3, None, 10, tokens_per_second=770)])
    assert () == found.notes


def test_a_speedup_that_goes_up_and_down_is_named():
    runs = at_tpots(
        g0=[(1, 10), (4, 10), (8, 10), (16, 10)],
        g3=[(1, 9), (4, 10.5), (8, 9.8), (16, 11)],
    )
    assert [(LoadNoteCode.SPEEDUP_UP_AND_DOWN, 4, 3)] == codes(evaluate_load(runs))


def test_a_tau_that_varies_with_the_load_is_named():
    runs = [run(1, 0, 10), run(8, 0, 60), run(1, 3, 20, 2.6), run(8, 3, 90, 2.8)]
    found = evaluate_load(runs)
    assert [(LoadNoteCode.TAU_VARIES_WITH_LOAD, None, 3)] == codes(found)


def test_a_wait_far_above_the_decoding_is_a_queue():
    queued = BenchmarkRun(
        18.3, 3, 2.583, 269.83, ttft_ms=326344.45, num_output_tokens=97092 / 200
    )
    found = evaluate_load([queued])
    assert (LoadNoteCode.OVERLOAD, 18.3, 3) == codes(found)[-1]


@pytest.mark.parametrize(
    "values",
    [
        (0, 3, 2, 10),
        (100_001, 3, 2, 10),
        (1, -1, 2, 10),
        (1, 129, 2, 10),
        (1, 3, 0.9, 10),
        (1, 3, inf, 10),
        (1, 3, 2, 0),
        (1, 3, 2, inf),
        (float("nan"), 3, 2, 10),
    ],
)
def test_a_run_must_be_in_range(values):
    with pytest.raises(ValueError, match="must be"):
        BenchmarkRun(*values)


LOADS = st.one_of(
    st.none(), st.integers(1, 40), st.integers(1, 100_000), st.floats(1, 100_000)
)
GAMMAS = st.one_of(st.none(), st.integers(0, 4), st.integers(0, 128))
TAUS = st.one_of(st.none(), st.floats(1, 5), st.floats(1, 129))
SPEEDS = st.one_of(st.floats(1, 1000), st.floats(1e-6, 1e9))
ENTRIES = st.lists(st.builds(SpeedEntry, LOADS, GAMMAS, TAUS, SPEEDS), max_size=24)
ASKED = st.lists(st.floats(1, 100_000), max_size=4)


@settings(deadline=None)
@given(ENTRIES, st.sampled_from(SpeedUnit), ASKED, st.randoms())
def test_the_order_of_runs_does_not_matter(entries, unit, asked, random):
    runs = list(make_runs(entries, unit))
    found = evaluate_load(runs, asked)
    random.shuffle(runs)
    assert found == evaluate_load(runs, asked)


@settings(deadline=None)
@given(ENTRIES, st.sampled_from(SpeedUnit), ASKED)
def test_any_runs_give_finite_numbers(entries, unit, asked):
    found = evaluate_load(make_runs(entries, unit), asked)
    for part in (*found.loads, *found.at, *found.notes):
        for value in vars(part).values():
            assert not isinstance(value, float) or isfinite(value)
    for row in (*found.loads, *found.at):
        assert row.speedup is None or row.speedup > 0
    for one in found.break_even:
        for crossing in one.crossings:
            least, most = crossing.between
            assert least <= crossing.estimate <= most


@settings(deadline=None)
@given(ENTRIES)
def test_every_load_of_the_plain_curve_has_the_fastest_draft(entries):
    entries = [
        entry._replace(concurrency=1 + (entry.concurrency or 0) % 40)
        for entry in entries
    ]
    found = evaluate_load(make_runs(entries, SpeedUnit.TPOT_MS))
    ranges = found.schedule
    assert all(a.last + 1 == b.first for a, b in pairwise(ranges))
    for one in ranges:
        for load in range(one.first, one.last + 1):
            tpots = {
                curve.gamma: curve.tpot_ms(load)
                for curve in found.curves
                if len(curve.loads) > 1 and curve.covers(load)
            }
            assert tpots[one.gamma] <= min(tpots.values()) * (1 + 1e-9)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 64), st.integers(0, 8), st.floats(1e-3, 1e6)),
        max_size=12,
    )
)
def test_units_agree(settings_and_tpots):
    answers = []
    for unit in SpeedUnit:
        entries = [
            SpeedEntry(load, gamma, None, _in_unit(unit, load, tpot))
            for load, gamma, tpot in settings_and_tpots
        ]
        found = evaluate_load(make_runs(entries, unit))
        answers.append([row.speedup for row in found.loads])
    for answer in answers:
        assert all(map(near, answers[0], answer))
        assert len(answers[0]) == len(answer)


def _in_unit(unit, load, tpot):
    together = {SpeedUnit.TOKENS_PER_SECOND: load}.get(unit, 1)
    return tpot if unit == SpeedUnit.TPOT_MS else 1000 * together / tpot


def test_64_runs_up_to_100000_requests_are_as_exact():
    entries = [
        SpeedEntry(1 + 7142 * step, gamma, None, 1000 / (1 + gamma + step))
        for step in range(15)
        for gamma in range(4)
    ]
    entries = [e._replace(speed=e.speed * (1 + 0.2 * e.gamma)) for e in entries]
    found = evaluate_load(make_runs(entries, SpeedUnit.TOKENS_PER_SECOND_PER_REQUEST))
    assert (1, 99989) == (found.schedule[0].first, found.schedule[-1].last)
