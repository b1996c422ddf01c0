"""Labels: what a place costs, and which one is taken."""

import pytest

from app.charts.labels import (
    NARROWEST,
    Box,
    Room,
    Text,
    around,
    cheapest,
    cheapest_pair,
    columns,
    place,
)

ROOM = Room(Box(0, 0, 280, 300), [[150.0] * 48])


def test_boxes_that_only_touch_share_nothing():
    box = Box(0, 0, 10, 10)
    assert 0.0 == box.overlap(Box(10, 0, 20, 10)) == box.overlap(Box(0, 10, 10, 20))
    assert 25.0 == box.overlap(Box(5, 5, 15, 15)) == Box(5, 5, 15, 15).overlap(box)
    assert 100.0 == box.overlap(Box(-5, -5, 15, 15))


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


def test_what_is_there_already_costs_by_the_area_covered():
    taken = [Box(20, 20, 30, 30), Box(100, 100, 110, 110)]
    assert 400.0 == ROOM.cost(Box(10, 10, 60, 40), taken)


def test_a_text_is_as_wide_as_its_longer_line():
    assert 6.6 * 10 == pytest.approx(Text.of(["0123456789"]).width)
    assert 6.6 * 10 == pytest.approx(Text.of(["12", "0123456789"]).width)
    assert 10.4 * 5 == pytest.approx(Text.of(["1.68×", "γ"]).width)
    assert Text.of(["1", "2"]).height > Text.of(["1"]).height


@pytest.mark.parametrize(
    ("anchor", "left"), [("start", 143), ("middle", 126.5), ("end", 110)]
)
def test_a_place_hangs_on_its_anchor(anchor, left):
    text = Text.of(["01234"])
    spot = place(text, 50, 20, anchor, 0, NARROWEST)
    assert (left, 20, left + 33, 35) == pytest.approx(spot.box)
    assert (50, 32) == (spot.x, spot.y)


def test_places_around_a_mark_leave_it_free():
    mark = Box(143, 100, 143, 100)
    for spot in around(Text.of(["1.68×", "now"]), 50, 100, 8, NARROWEST):
        assert 0.0 == spot.box.overlap(Box(140, 97, 146, 103)), (spot, mark)


def test_the_best_liked_free_place_is_taken():
    spots = list(around(Text.of(["x"]), 50, 100, 8, NARROWEST))
    assert (spots[0], 0.0) == cheapest(spots, ROOM, [])
    spot, cost = cheapest(spots, ROOM, [spots[0].box])
    assert 0.0 == cost == spot.box.overlap(spots[0].box)
    everything = [Box(0, 0, 280, 300)]
    assert 0 < cheapest(spots, ROOM, everything)[1]


def test_a_pair_does_not_meet_where_it_can_keep_apart():
    text = Text.of(["1.68×", "now: γ = 5"])
    ones = list(around(text, 50, 100, 8, NARROWEST))
    others = list(around(text, 52, 102, 8, NARROWEST))
    one, other = cheapest_pair(ones, others, ROOM, [])
    assert 0.0 == one.box.overlap(other.box)


def test_columns_follow_the_curve_between_its_points():
    assert [5.0] * 48 == columns([5.0])
    heights = columns([0.0, 286.0])
    assert [6.0 * i for i in range(48)] == pytest.approx(heights)
