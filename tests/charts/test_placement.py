"""Room: what a place costs, and which one is taken."""

from math import inf

import pytest

from app.charts.labels import Box, Text, around
from app.charts.placement import Room, cheapest, cheapest_pair, columns

ROOM = Room(
    Box(0, 0, 280, 300), [150.0] * 48, [-151.0] * 48, 152.0, Box(200, 20, 200, 100)
)


def test_a_free_place_costs_nothing():
    assert 0.0 == ROOM.cost(Box(10, 10, 60, 40))


@pytest.mark.parametrize(
    "box",
    [
        Box(-5, 10, 60, 40),
        Box(250, 10, 285, 40),
        Box(10, -3, 60, 40),
        Box(10, 290, 60, 310),
        Box(10, 140, 60, 160),
    ],
    ids=["left", "right", "top", "bottom", "on the curve"],
)
def test_edges_and_curves_cost(box):
    assert 0 < ROOM.cost(box)


def test_what_is_there_already_costs_and_more_by_the_area_covered():
    taken = [Box(20, 20, 30, 30), Box(100, 100, 110, 110)]
    assert 440.0 == ROOM.cost(Box(10, 10, 60, 40), taken)
    assert 0.0 == ROOM.cost(Box(30, 10, 60, 40), taken)


@pytest.mark.parametrize(
    ("top", "bottom", "columns"),
    [
        (145, 150.5, 10),
        (150.5, 151.5, 10),
        (151.5, 160, 10),
        (145, 160, 30),
        (152.5, 170, 0),
    ],
)
def test_each_line_costs_where_it_is_covered(top, bottom, columns):
    assert 8 * columns == ROOM.cost(Box(10, top, 70, bottom))


def test_the_guide_costs_where_it_is_crossed():
    assert 16.0 == ROOM.cost(Box(190, 30, 210, 45))
    assert 0.0 == ROOM.cost(Box(190, 101, 210, 116))
    assert 0.0 == ROOM.cost(Box(201, 30, 220, 45))


def test_the_best_liked_free_place_is_taken():
    spots = list(around(Text.of(["x"]), 50, 100, 8))
    assert (spots[0], 0.0) == cheapest(spots, ROOM, [])
    spot, cost = cheapest(spots, ROOM, [spots[0].box])
    assert 0.0 == cost == spot.box.overlap(spots[0].box)
    everything = [Box(0, 0, 280, 300)]
    assert 0 < cheapest(spots, ROOM, everything)[1]


def test_no_place_costs_most():
    assert (None, inf) == cheapest([], ROOM, [])


@pytest.mark.parametrize("y", [100, 150])
@pytest.mark.parametrize("taken", [[], [Box(100, 40, 190, 90)]])
def test_a_pair_costs_least_of_all_that_do_not_meet(y, taken):
    text = Text.of(["1.68×", "now: γ = 5"])
    ones = [*around(text, 50, y, 8)]
    others = [*around(text, 52, y + 2, 8), *around(text, 52, y + 2, 30)]
    one, other, cost = cheapest_pair(iter(ones), iter(others), ROOM, taken)
    assert 0.0 == one.box.overlap(other.box)
    assert cost == min(
        ROOM.cost(a.box, taken) + rank + ROOM.cost(b.box, taken) + other_rank
        for rank, a in enumerate(ones)
        for other_rank, b in enumerate(others)
        if not a.box.overlap(b.box)
    )


def test_columns_follow_the_curve_between_its_points():
    assert [5.0] * 48 == columns([5.0])
    heights = columns([0.0, 286.0])
    assert [6.0 * i for i in range(48)] == pytest.approx(heights)
