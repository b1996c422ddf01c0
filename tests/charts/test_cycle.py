"""Figure 2: bars as high as their chance, and times drawn to one scale."""

import itertools
import re

import pytest

from app.charts.cycle import (
    BARS_HEIGHT,
    BARS_TOP,
    NARROWEST_BARS,
    cycle_bars,
    cycle_times,
)
from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, evaluate


def numbers(path: str) -> list[float]:
    return [float(n) for n in re.findall(r"\d+(?:\.\d+)?", path)]


def test_every_position_has_a_bar_as_high_as_its_chance(all_drawn):
    for outcome, _, survival in all_drawn:
        bars = cycle_bars(survival[: outcome.gamma], constant=True)
        heights = [float(h) for h in re.findall(r"v-([\d.]+)h", bars.kept)]
        expected = [BARS_HEIGHT * s for s in survival[: outcome.gamma]]
        assert expected == pytest.approx(heights, abs=0.051)
        assert outcome.gamma == bars.frames.count("M") == len(bars.drafts)


def test_bars_stand_side_by_side_within_the_figure(all_drawn):
    for outcome, _, survival in all_drawn:
        bars = cycle_bars(survival[: outcome.gamma], constant=True)
        assert "," not in bars.frames + bars.kept + bars.own
        assert max(numbers(bars.frames + bars.own)) <= 1000
        centres = [bar.centre for bar in bars.drafts]
        assert sorted(centres) == centres
        assert 0 < centres[0] <= centres[-1] < bars.own_centre < 100
        assert bars.base == BARS_TOP + BARS_HEIGHT < bars.height


def width(chance: float) -> float:
    """Return how wide Chromium sets "99 %" and "100 %", in pixels."""
    return 42 if chance >= 0.995 else 34


def test_labels_have_room_at_the_narrowest(all_drawn):
    for outcome, _, survival in all_drawn:
        bars = cycle_bars(survival[: outcome.gamma], constant=True)
        assert bars.drafts[0].labelled
        free = -4.0
        own = (bars.own_centre, 1.0)
        for centre, chance in [
            *((bar.centre, bar.chance) for bar in bars.drafts if bar.labelled),
            own,
        ]:
            middle = centre / 100 * NARROWEST_BARS - width(chance) / 2
            edge = NARROWEST_BARS - width(chance)
            left = 0.0 if centre < 7 else edge if centre > 93 else middle
            assert left >= free, outcome.gamma
            free = left + width(chance) + 2


def test_labels_stand_at_equal_distances(all_drawn):
    for outcome, _, survival in all_drawn:
        bars = cycle_bars(survival[: outcome.gamma], constant=True)
        shown = [bar.position for bar in bars.drafts if bar.labelled]
        assert len({b - a for a, b in itertools.pairwise(shown)}) <= 1


def test_a_short_draft_has_all_its_labels():
    for gamma in range(1, 7):
        bars = cycle_bars([0.7**i for i in range(1, gamma + 1)], constant=True)
        assert all(bar.labelled for bar in bars.drafts)


@pytest.mark.parametrize(
    ("gamma", "c", "overhead", "gaps"),
    [
        (5, 0.15, 0.0, True),
        (128, 0.0, 0.0, False),
        (5, 10.0, 0.0, True),
        (128, 10.0, 0.0, False),
        (5, 0.15, 0.001, False),
    ],
)
def test_gaps_are_left_where_every_part_is_wide_enough(gamma, c, overhead, gaps):
    alpha = 1.0 if c == 0 else 0.7
    outcome = evaluate(AcceptanceProfile.constant(alpha), gamma, Costs(c, overhead))
    assert gaps == cycle_times(outcome).gaps


@pytest.mark.parametrize(
    ("gamma", "constant", "arcs"),
    [(1, True, 0), (5, True, 4), (7, True, 0), (5, False, 0)],
)
def test_arcs_say_times_alpha_where_that_is_so_and_fits(gamma, constant, arcs):
    bars = cycle_bars([0.5] * gamma, constant=constant)
    assert arcs == len(bars.arcs)


def test_the_longer_time_fills_the_width_and_both_have_one_scale(all_drawn):
    for outcome, _, _ in all_drawn:
        times = cycle_times(outcome)
        assert 100 == pytest.approx(max(times.end, times.alone_end))
        assert outcome.speedup == pytest.approx(times.alone_end / times.end)
        assert times.saved == pytest.approx(1 - 1 / outcome.speedup)
        for path in (times.alone, times.drafts, times.target, times.overhead):
            assert "," not in path
            assert all(0 <= n <= 1000.01 for n in numbers(path))


def test_parts_without_length_are_not_drawn(all_drawn):
    for outcome, _, _ in all_drawn:
        times = cycle_times(outcome)
        assert bool(times.drafts) == (outcome.c > 0)
        assert bool(times.overhead) == (outcome.verify_overhead > 0)
        assert times.target
        assert times.alone
