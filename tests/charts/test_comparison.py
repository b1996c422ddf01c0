"""The comparison: curves to one scale, their labels apart."""

import itertools
import random
import re

import pytest

from app.charts.comparison import HEIGHT, LABEL_GAP, TOP, comparison_curves, spread
from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, evaluate, sweep


def setting(alpha: float, gamma: int, c: float):
    profile = AcceptanceProfile.constant(alpha)
    return evaluate(profile, gamma, Costs(c)), sweep(profile, Costs(c))


@pytest.mark.parametrize("count", range(1, 9))
def test_everything_stays_in_the_figure_and_labels_keep_apart(count):
    draw = random.Random(count)
    for _ in range(40):
        lines = comparison_curves(
            [
                setting(draw.random(), draw.randint(1, 128), draw.uniform(0, 0.6))
                for _ in range(count)
            ]
        )
        assert count == len(lines.lines)
        labels = sorted(line.label_y for line in lines.lines)
        assert all(b - a >= LABEL_GAP - 1e-9 for a, b in itertools.pairwise(labels))
        assert TOP - 1e-9 <= labels[0]
        assert labels[-1] <= lines.base
        leaders = re.findall(r"M1 [\d.]+L9 ([\d.]+)", lines.leaders)
        ends = [line.label_y for line in lines.lines]
        assert ends == pytest.approx([float(y) for y in leaders], abs=0.051)
        for line in lines.lines:
            assert 0 <= line.x <= 100
            assert TOP - 1e-9 <= line.y <= lines.base
            pairs = [pair.split(",") for pair in line.points.split(" ")]
            assert lines.last == len(pairs)
            assert all(0 <= float(y) <= HEIGHT for _, y in pairs)


def test_leaders_never_cross():
    draw = random.Random(3)
    for _ in range(40):
        settings = [setting(draw.random(), 5, draw.uniform(0, 0.6)) for _ in range(8)]
        path = comparison_curves(settings).leaders
        ys = [
            (float(a), float(b)) for a, b in re.findall(r"M1 (\S+?)L9 ([\d.]+)", path)
        ]
        labels = [label for _, label in sorted(ys)]
        assert sorted(labels) == labels


def test_equal_settings_have_equal_curves_and_labels_of_their_own():
    lines = comparison_curves([setting(0.7, 5, 0.15)] * 3).lines
    assert 1 == len({line.points for line in lines})
    assert 3 == len({line.label_y for line in lines})


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([], []),
        ([50.0], [50.0]),
        ([50.0, 50.0], [50.0, 66.0]),
        ([10.0, 90.0], [10.0, 90.0]),
        ([99.0, 98.0], [100.0, 84.0]),
        ([-5.0], [0.0]),
    ],
)
def test_labels_move_as_little_as_need_be(places, expected):
    assert expected == spread(places, 16, 0, 100)
