"""Labels: how much room they take, and where they may stand."""

import pytest

from app.charts.labels import NARROWEST, SMALLEST, Box, Text, around, place


def test_boxes_that_only_touch_share_nothing():
    box = Box(0, 0, 10, 10)
    assert 0.0 == box.overlap(Box(10, 0, 20, 10)) == box.overlap(Box(0, 10, 10, 20))
    assert 25.0 == box.overlap(Box(5, 5, 15, 15)) == Box(5, 5, 15, 15).overlap(box)
    assert 100.0 == box.overlap(Box(-5, -5, 15, 15))


def test_a_text_is_as_wide_as_its_longer_line():
    assert 8.0 * 10 == pytest.approx(Text.of(["0123456789"]).width)
    assert 8.0 * 10 == pytest.approx(Text.of(["12", "0123456789"]).width)
    assert 10.4 * 5 == pytest.approx(Text.of(["1.68×", "γ"]).width)
    assert Text.of(["1", "2"]).height > Text.of(["1"]).height


@pytest.mark.parametrize(
    ("anchor", "left"), [("start", 143), ("middle", 123), ("end", 103)]
)
def test_a_place_hangs_on_its_anchor(anchor, left):
    text = Text.of(["01234"])
    spot = place(text, 50, 20, anchor, 0)
    assert (left, 20, left + 40, 35) == pytest.approx(spot.box)
    assert (50, 32) == (spot.x, spot.y)


def test_places_around_a_mark_leave_it_free():
    mark = Box(143, 100, 143, 100)
    for spot in around(Text.of(["1.68×", "now"]), 50, 100, 8):
        assert 0.0 == spot.box.overlap(Box(140, 97, 146, 103)), (spot, mark)


def test_in_a_smaller_plot_the_same_text_covers_more_of_it():
    stretch = NARROWEST / SMALLEST
    usual, small = Text.of(["01234"]), Text.of(["01234"], stretch)
    assert usual.width * stretch == pytest.approx(small.width)
    assert usual.height == small.height
    box = place(small, 0, 20, "start", 10).box
    assert 10 * stretch == pytest.approx(box.left)
