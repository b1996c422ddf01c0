"""Axes: their ends, their marks, and lines as text."""

import itertools

import pytest

from app.charts.axis import (
    LENGTHS,
    grid_path,
    last_gamma,
    polyline,
    x_labels,
    x_percent,
    xs_per_mille,
    y_ticks,
)


@pytest.mark.parametrize(
    ("gammas", "most", "expected"),
    [((1,), 128, 16), ((16, 17), 128, 24), ((128,), 128, 128), ((16,), 3, 3)],
)
def test_the_axis_ends_at_the_next_usual_length(gammas, most, expected):
    assert expected == last_gamma(*gammas, most=most)


def test_the_first_length_stands_left_and_the_last_right():
    assert [0.0, 50.0, 100.0] == [x_percent(gamma, 17) for gamma in (1, 9, 17)]
    assert 50.0 == x_percent(1, 1)


@pytest.mark.parametrize("last", [*range(1, 17), *LENGTHS])
def test_labels_of_the_axis_keep_apart_and_hold_what_matters(last):
    for gamma in range(1, last + 1):
        shown = x_labels(last, [gamma])
        assert gamma in shown
        assert sorted({*shown}) == shown
        assert {*shown} <= {*range(1, last + 1)}
        gaps = [b - a for a, b in itertools.pairwise(shown)]
        room = 0.064 if last < 100 else 0.109
        assert all(gap / max(last - 1, 1) > room for gap in gaps)


@pytest.mark.parametrize("top", [1.25, 1.9, 2.0, 6.0, 17.0, 129.0])
def test_one_is_marked_and_marks_keep_apart(top):
    ticks = y_ticks(top, 0.055)
    assert 1 == ticks[0]
    assert all(tick <= top for tick in ticks)
    assert all((b - a) / top >= 0.055 for a, b in itertools.pairwise(ticks))


def test_a_polyline_has_a_point_for_each_length():
    assert "0.0,1.0 500.0,2.2 1000.0,3.0" == polyline([1, 2.25, 3])
    assert ("0.0", "500.0", "1000.0") == xs_per_mille(3)


def test_grid_lines_run_all_across():
    assert "M0 1.5h1000M0 20.0h1000" == grid_path([1.5, 20])
    assert "" == grid_path([])
