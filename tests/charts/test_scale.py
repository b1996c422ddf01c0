"""The scale of a slider: within its ends, with room for its words."""

import pytest

from app.charts.scale import LETTER, SCALE_WIDTH, scale


@pytest.mark.parametrize(
    ("value", "x", "shown"),
    [
        (0, 0, 0),
        (50, 50, 50),
        (100, 100, 100),
        (250, 100, 100),
        (-3, 0, 0),
        (None,) * 3,
    ],
)
def test_the_handle_stays_on_the_scale(value, x, shown):
    found = scale(0, 100, 20, value, None)
    assert (x, shown) == (found.x, found.value)


def test_the_ticks_at_the_ends_are_longer():
    assert "M0 0v7M250 0v4M500 0v4M750 0v4M1000 0v7" == scale(0, 4, 4, 1, None).ticks


@pytest.mark.parametrize(
    ("mark", "x", "anchor", "beyond"),
    [
        (0, 0, "start", False),
        (50, 50, "middle", False),
        (100, 100, "end", False),
        (400, 100, "end", True),
    ],
)
def test_a_landmark_leans_inwards(mark, x, anchor, beyond):
    landmark = scale(0, 100, 20, 5, mark).landmark
    assert landmark is not None
    assert (x, anchor, beyond) == (landmark.x, landmark.anchor, landmark.beyond)


@pytest.mark.parametrize("mark", [None, *range(0, 101, 5)])
def test_the_ends_are_written_only_where_the_landmark_leaves_room(mark):
    found = scale(0, 100, 20, 5, mark)
    label = "pays off from 43.2%"
    ends = [found.shows_end(end, label) for end in ("start", "end")]
    if mark is None:
        assert [True, True] == ends
        return
    assert found.landmark is not None
    width = len(label) * LETTER
    shift = {"start": 0, "middle": width / 2, "end": width}[found.landmark.anchor]
    left = mark / 100 * SCALE_WIDTH - shift
    assert ends == [left > 30, left + width < SCALE_WIDTH - 40]
