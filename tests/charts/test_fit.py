"""The figure of the fitted line: runs and line on one scale, inside the figure."""

import re
from itertools import pairwise
from math import isclose

import pytest

from app.charts.fit import TOP, line_fit

RUNS = [(1, 1.566), (2, 2.051), (3, 2.589), (4, 3.135)]


def ends(fit) -> tuple[float, float]:
    start, end = re.fullmatch(r"M0 ([\d.]+)L1000 ([\d.]+)", fit.line).groups()
    return float(start), float(end)


def test_the_line_runs_from_no_draft_to_one_past_the_longest():
    fit = line_fit(RUNS, 1.024, 0.5245)
    start, end = ends(fit)
    ratio = (fit.base - end) / (fit.base - start)
    assert fit.last == 5
    assert isclose((1.024 + 5 * 0.5245) / 1.024, ratio, abs_tol=0.01)


def test_a_run_on_the_line_lies_on_the_line():
    fit = line_fit([(2, 2.0)], 1.0, 0.5)
    (x, y), (start, end) = fit.points[0], ends(fit)
    assert isclose(start + (end - start) * x / 100, y, abs_tol=0.1)


@pytest.mark.parametrize("intercept", [1.0, 5.0, 11.0])
@pytest.mark.parametrize("slope", [0.0, 0.5, 10.0])
def test_all_of_it_is_inside(intercept, slope):
    fit = line_fit([*RUNS, (128, 40.0)], intercept, slope)
    heights = [*ends(fit), *(y for _, y in fit.points), *(y for _, y in fit.y_ticks)]
    assert all(TOP <= y <= fit.base for y in heights)
    assert all(0 < x < 100 for x, _ in fit.points)


def test_costs_to_mark_start_with_the_plain_pass_and_do_not_crowd():
    ticks = line_fit(RUNS, 1.024, 0.5245).y_ticks
    assert 1 in [value for value, _ in ticks]
    heights = [y for _, y in ticks]
    assert all(a - b >= 12 for a, b in pairwise(heights))
