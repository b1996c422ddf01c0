"""The figure of the speedup over load."""

import re
from itertools import pairwise

import pytest

from app.charts.load import BAND, HEIGHT, LoadSeries, load_figure


def series(gamma: int, *points: tuple[float, float]) -> LoadSeries:
    slope = (points[-1][1] - points[0][1]) / (points[-1][0] - points[0][0])

    def speedup_at(load: float) -> float | None:
        known = dict(points)
        reached = 1 <= load <= 2 * points[-1][0]
        line = points[0][1] + slope * (load - points[0][0])
        return known.get(load, line) if reached else None

    return LoadSeries(gamma, points, speedup_at, (points[0][0], points[-1][0]))


FALLING = series(3, (1, 2.0), (8, 1.5), (64, 0.5))


def test_doublings_of_the_load_are_equally_far_apart():
    figure = load_figure([series(1, (1, 1.2), (2, 1.2), (4, 1.2), (8, 1.2))])
    xs = [x for x, _ in figure.lines[0].points]
    steps = [b - a for a, b in pairwise(xs)]

    assert steps == pytest.approx([steps[0]] * 3)


def test_greater_speedups_are_higher_and_one_lies_in_the_band():
    figure = load_figure([FALLING])
    ys = [y for _, y in figure.lines[0].points]

    assert ys == sorted(ys)
    top, height = figure.band
    assert top < figure.one < top + height
    assert BAND[0] < 1 < BAND[1]


def test_beyond_the_measured_loads_the_line_is_dashed():
    (line,) = load_figure([FALLING]).lines
    first, last = line.points[0][0], line.points[-1][0]
    solid = [float(x) / 10 for x in re.findall(r"[ML]([\d.]+) ", line.solid)]
    dashed = [float(x) / 10 for x in re.findall(r"[ML]([\d.]+) ", line.dashed)]

    assert min(solid) == pytest.approx(first, abs=0.01)
    assert max(solid) == pytest.approx(last, abs=0.01)
    assert max(dashed) > last


def test_eight_labels_keep_apart():
    many = [series(g, (1, 1 + g / 100), (64, 1 + g / 100)) for g in range(1, 9)]
    places = sorted(line.label_y for line in load_figure(many).lines)

    assert all(b - a >= 15.9 for a, b in pairwise(places))
    assert 0 < places[0] < places[-1] < HEIGHT


def test_sixteen_loads_leave_room_between_their_labels():
    loads = [2 ** (n / 2) for n in range(16)]
    figure = load_figure([series(2, *((load, 1.5) for load in loads))])
    narrow = sorted(x for _, x, roomy in figure.x_labels if not roomy)
    wide = sorted(x for _, x, _ in figure.x_labels)

    assert all(b - a >= 18.9 for a, b in pairwise(narrow))
    assert all(b - a >= 7.4 for a, b in pairwise(wide))
    assert len(figure.lines[0].points) == 16


def test_a_load_asked_for_beyond_the_axis_has_no_guide():
    figure = load_figure([FALLING], (4, 1000))

    assert len(figure.guides) == 1


@pytest.mark.parametrize("top", [1.1, 1.9, 2.6, 5, 12, 90])
def test_one_is_always_marked_and_never_too_many(top):
    figure = load_figure([series(1, (1, top), (4, top))])

    assert 1 in [tick for tick, _ in figure.y_ticks]
    assert len(figure.y_ticks) <= 9
