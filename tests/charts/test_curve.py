"""Figure 1: its geometry stays in the plot, and its labels have room."""

import re

import pytest

from app.charts.curve import DOTS_UP_TO, TOP, Curve, speedup_curve
from app.charts.labels import NARROWEST, SMALLEST, Box, Place, Text
from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, evaluate, sweep

NUMBERS = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def words(curve: Curve) -> dict[str, tuple[str, ...]]:
    """Return labels as long as the longest language writes them."""
    best = curve.best
    return {
        "now": (f"{curve.now.value:.2f}×", f"jetzt: γ = {curve.now.gamma}"),
        "both": (
            f"{curve.now.value:.2f}×",
            f"jetzt, am besten: γ = {curve.now.gamma}",
        ),
        "best": (f"{best.value:.2f}×", f"am besten: γ = {best.gamma}")
        if best
        else ("", ""),
        "tau": (f"τ = {curve.ceiling.value:.2f}",),
        "ceiling": ("Grenze τ: Entwurf ohne Kosten",),
        "curve": ("S bei c = 12,34 %",),
        "zone": ("unter 1×: langsamer als ohne Entwurf",),
    }


Labelled = list[tuple[Curve, dict[str, Place]]]


@pytest.fixture(scope="module")
def curves(all_drawn) -> list[Curve]:
    return [speedup_curve(points, outcome) for outcome, points, _ in all_drawn]


@pytest.fixture(scope="module")
def labelled(curves) -> Labelled:
    return [(curve, curve.labels(words(curve))) for curve in curves]


def test_every_mark_stands_in_the_plot(curves):
    for curve in curves:
        for mark in filter(None, (curve.now, curve.ceiling, curve.best)):
            assert 0 <= mark.x <= 100
            assert TOP - 1e-9 <= mark.y <= curve.base


def test_every_tick_and_label_of_an_axis_stands_at_it(curves):
    for curve in curves:
        assert all(0 <= y <= curve.base for _, y in curve.y_ticks)
        assert all(0 <= x <= 100 for _, x in curve.x_labels)
        assert 1 in [value for value, _ in curve.y_ticks]
        shown = [gamma for gamma, _ in curve.x_labels]
        assert sorted({*shown}) == shown
        assert curve.now.gamma in shown


def test_the_paths_hold_numbers_with_a_point_within_the_figure(curves):
    for curve in curves:
        for points in (curve.speedups, curve.taus):
            pairs = [pair.split(",") for pair in points.split(" ")]
            assert curve.last == len(pairs)
            assert all(0 <= float(x) <= 1000 for x, _ in pairs)
            assert all(0 <= float(y) <= curve.height for _, y in pairs)
        for path in (curve.grid, curve.dots, curve.loss_dots):
            assert "," not in path
            assert all(-1 <= float(n) <= 1000 for n in NUMBERS.findall(path))


def test_dots_are_every_length_but_the_marked_ones(curves):
    for curve in curves:
        marked = {curve.now.gamma} | ({curve.best.gamma} if curve.best else set())
        dots = curve.dots.count("M") + curve.loss_dots.count("M")
        assert dots == (curve.last - len(marked) if curve.last <= DOTS_UP_TO else 0)


def test_a_dot_of_a_loss_lies_below_one(curves):
    for curve in curves:
        for path, slow in ((curve.dots, False), (curve.loss_dots, True)):
            ys = [float(y) for y in re.findall(r" ([\d.]+)h0", path)]
            assert all(
                (y > curve.one - 0.06) if slow else (y < curve.one + 0.06) for y in ys
            )


def test_the_best_is_marked_exactly_where_a_draft_pays_off(all_drawn, curves):
    for (outcome, _, _), curve in zip(all_drawn, curves, strict=True):
        assert outcome.pays_off == (curve.best is not None)
        assert curve.merged == (
            outcome.pays_off and outcome.gamma == outcome.best_gamma
        )
        assert curve.slow == (outcome.speedup < 1)


def boxes(curve: Curve, found: dict[str, Place], width: float) -> list[tuple[str, Box]]:
    """Return what the labels shown in a plot of that width cover, in pixels."""
    said = words(curve)
    shown = []
    for name, spot in found.items():
        if width >= NARROWEST or not spot.roomy:
            text = Text.of(said[name])
            shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[spot.anchor]
            left = spot.x / 100 * width + spot.dx - shift * text.width
            top = spot.box.top
            box = Box(left, top, left + text.width, top + text.height)
            shown.append((name, box))
    return shown


@pytest.mark.parametrize("width", [SMALLEST, 242, NARROWEST, 660])
def test_labels_never_overlap(labelled, width):
    for curve, found in labelled:
        shown = boxes(curve, found, width)
        for i, (name, box) in enumerate(shown):
            for other, other_box in shown[i + 1 :]:
                assert box.overlap(other_box) < 1e-6, (name, other, curve.now)


@pytest.mark.parametrize("width", [SMALLEST, 242, NARROWEST, 660])
def test_labels_never_leave_the_plot(labelled, width):
    for curve, found in labelled:
        for name, box in boxes(curve, found, width):
            left = -31 if name == "ceiling" else -8
            assert left <= box.left, (name, curve.now, curve.best)
            assert box.right <= width + 9, (name, curve.now, curve.best)
            assert box.top >= 0, (name, curve.now, curve.best)
            assert box.bottom <= curve.base + 1, (name, curve.now, curve.best)


def test_the_zone_is_named_only_inside_it(labelled):
    for curve, found in labelled:
        if "zone" in found:
            assert curve.one <= found["zone"].box.top


def test_the_settings_labels_are_always_there(labelled):
    for curve, found in labelled:
        assert ("both" in found) == curve.merged
        assert ("now" in found) == (not curve.merged)
        assert ("best" in found) == (curve.best is not None and not curve.merged)


def test_a_profile_of_one_position_is_one_point_in_the_middle():
    profile = AcceptanceProfile((0.6,))
    outcome = evaluate(profile, 1, Costs(0.1))
    curve = speedup_curve(sweep(profile, Costs(0.1)), outcome)
    assert (1, 50.0) == (curve.last, curve.now.x)
    assert not {"now", "both"}.isdisjoint(curve.labels(words(curve)))
