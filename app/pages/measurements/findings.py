"""One reading on the measurements page: what it says, and what follows from it."""

from dataclasses import dataclass

from app.charts.cycle import Bars, cycle_bars
from app.engines import Measurement, Note
from app.engines.notes import DOUBTS
from app.forms.measurements import CostsForm
from app.forms.numbers import write
from app.model.acceptance import profile_from_rates
from app.model.speedup import Costs, Point, best_point, sweep
from app.pages.calculator.links import percentages
from app.pages.measurements.words import (
    ANOTHER_ENGINE,
    ENGINE_NAMES,
    FORMAT_NAMES,
    NOTES,
    missing,
)

_NO_GAMMA = {
    Note.SPECULATION_DID_NOT_RUN,
    Note.TREE_DRAFTS,
    Note.DRAFT_LENGTH_VARIES,
    Note.ACCEPTED_EXCEEDS_DRAFTED,
}
"""Notes that say why no single gamma can be entered."""


@dataclass(frozen=True)
class Shown:
    """
    Hold one reading and what the page makes of it.

    Attributes:
        measurement: The reading.
        engine: The engine's name.
        format: What the numbers stood in, in words.
        doubts: What contradicts itself or is cut off.
        notes: What else readers are told about it.
        missing: What could not be determined, and why.
        alpha: The acceptance rate that the calculator gets, or None.
        bars: The rates per position as a figure, or None.
        points: What each draft up to the measured one comes to, or ().
        best: The best of them.
        calculator: Values for the calculator, or None.
        run: The reading as a run without load and speed, or None.
        by_hand: Values for the entry by hand, where only gamma is missing, or None.
    """

    measurement: Measurement
    engine: object
    format: object
    doubts: tuple[object, ...]
    notes: tuple[object, ...]
    missing: tuple[object, ...]
    alpha: float | None
    bars: Bars | None
    points: tuple[Point, ...]
    best: Point | None
    calculator: dict[str, str] | None
    run: tuple[str, ...] | None
    by_hand: dict[str, str] | None

    @property
    def idle(self) -> bool:
        """Say whether nothing was drafted."""
        return Note.SPECULATION_DID_NOT_RUN in self.measurement.notes


def show(one: Measurement, form: CostsForm) -> Shown:
    """
    Return a reading with all that the page says of it.

    Args:
        one: The reading.
        form: The calculator's costs, which shorter drafts are charged.
    """
    costs = form.costs
    rates = one.per_position
    profile = profile_from_rates(rates) if rates else None
    return Shown(
        measurement=one,
        engine=ENGINE_NAMES.get(one.engine, ANOTHER_ENGINE),
        format=FORMAT_NAMES.get(one.format, ""),
        doubts=tuple(NOTES[note] for note in one.notes if note in DOUBTS),
        notes=tuple(NOTES[note] for note in one.notes if note not in DOUBTS),
        missing=missing(one),
        alpha=_alpha(one),
        bars=cycle_bars(rates, constant=False) if rates else None,
        points=tuple(sweep(profile, costs)) if profile else (),
        best=best_point(profile, costs) if profile else None,
        calculator=_calculator(one, costs),
        run=_run(one),
        by_hand=_by_hand(one),
    )


def _alpha(one: Measurement) -> float | None:
    """Return the alpha that gives the measured tau, or else the best there is."""
    if one.alpha_moment is not None:
        return one.alpha_moment
    return one.alpha_mle


def _tau(one: Measurement) -> float | None:
    """Return what explains the speed: undrafted passes count where known."""
    return one.tau_all_passes or one.tau


def _calculator(one: Measurement, costs: Costs) -> dict[str, str] | None:
    """Return the values for the calculator, where there is one draft length."""
    alpha, gamma = _alpha(one), one.gamma
    if alpha is None or gamma is None:
        return None
    values = {"alpha_percent": alpha, "c_percent": costs.c}
    return {**percentages(values), "gamma": str(gamma), "from": "measured"}


def _run(one: Measurement) -> tuple[str, ...] | None:
    """Return draft length and tokens per cycle, as a run in a link has them."""
    tau = _tau(one)
    if one.gamma is None or tau is None or tau > one.gamma + 1:
        return None
    return str(one.gamma), write(round(tau, 6), thousands=False)


def _by_hand(one: Measurement) -> dict[str, str] | None:
    """Return what the entry by hand starts with, so that gamma completes it."""
    if one.gamma is not None or {*one.notes} & _NO_GAMMA:
        return None
    if one.tau is not None:
        if one.tau_basis != "verify_cycles":
            return None
        return {"measured_tau": write(round(one.tau, 6), thousands=False)}
    if one.accepted_per_drafted is not None:
        return percentages({"measured_share_percent": one.accepted_per_drafted})
    return None
