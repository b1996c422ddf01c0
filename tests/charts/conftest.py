"""Settings to draw: every corner of what the calculator takes, and many between."""

import random
from collections.abc import Iterator

import pytest

from app.charts.axis import last_gamma
from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, Point, Speedup, evaluate, sweep

CORNERS = [
    (alpha, gamma, c, overhead)
    for alpha in (0.0, 1e-9, 0.3, 0.7, 0.99, 1.0)
    for gamma in (1, 2, 5, 16, 17, 128)
    for c in (0.0, 0.001, 0.15, 1.0, 10.0)
    for overhead in (0.0, 10.0)
]

Drawn = tuple[Speedup, list[Point], tuple[float, ...]]


def drawn(alpha: float, gamma: int, c: float, overhead: float) -> Drawn:
    """Return a setting's outcome, its points up to the axis's end, its survival."""
    profile = AcceptanceProfile.constant(alpha)
    costs = Costs(c, overhead)
    outcome = evaluate(profile, gamma, costs)
    best = outcome.best_gamma if outcome.pays_off else 1
    last = last_gamma(16, gamma, best)
    return outcome, sweep(profile, costs, last), profile.survival


def settings() -> Iterator[tuple[float, int, float, float]]:
    """Yield the corners, and settings as visitors try them."""
    yield from CORNERS
    draw = random.Random(7)
    for _ in range(1600):
        gamma = draw.choice([draw.randint(1, 16), draw.randint(1, 128)])
        c = draw.choice([draw.uniform(0, 0.6), draw.uniform(0, 0.05)])
        overhead = draw.choice([0.0, draw.uniform(0, 0.5)])
        yield draw.random(), gamma, c, overhead


@pytest.fixture(scope="session")
def all_drawn() -> list[Drawn]:
    """Give many settings with all that the figures are made from."""
    return [drawn(*setting) for setting in settings()]
