"""One reading on the measurements page: what it says, and what follows from it."""

from dataclasses import dataclass

from app.charts.cycle import Bars, cycle_bars
from app.engines import Measurement, Note
from app.engines.notes import DOUBTS
from app.forms.calibration import RunsForm
from app.forms.measurements import SpeedsForm
from app.forms.numbers import write
from app.model.acceptance import AcceptanceProfile, profile_from_rates
from app.model.calibration import SpeedExplained, explain_speed
from app.model.speedup import (
    MAX_C,
    MAX_VERIFY_OVERHEAD,
    Costs,
    Point,
    best_point,
    sweep,
)
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
        costs: The costs of a cycle that the drafts below are charged.
        points: What each draft up to the measured one comes to, or ().
        best: The best of them.
        tau: The tokens per pass that explain the speed.
        drafted: Draft tokens per cycle, their mean where they vary, or None.
        explained: What the measured speedup says, or None.
        calculator: Values for the calculator, or None.
        run: Values that put the reading among the runs, or None.
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
    costs: Costs
    points: tuple[Point, ...]
    best: Point | None
    tau: float | None
    drafted: float | None
    explained: SpeedExplained | None
    calculator: dict[str, str] | None
    run: dict[str, str] | None
    by_hand: dict[str, str] | None

    @property
    def idle(self) -> bool:
        """Say whether nothing was drafted."""
        return Note.SPECULATION_DID_NOT_RUN in self.measurement.notes

    @property
    def beyond(self) -> bool:
        """Say whether the speed is more than the tokens per pass allow."""
        return self.explained is not None and not self.explained.possible


def show(one: Measurement, speeds: SpeedsForm, runs: RunsForm) -> Shown:
    """
    Return a reading with all that the page says of it.

    Args:
        one: The reading.
        speeds: The speeds before and after, and the calculator's costs.
        runs: The runs entered so far.
    """
    explained = _explained(one, speeds)
    costs = _costs(one, speeds, explained)
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
        costs=costs,
        points=tuple(sweep(profile, costs)) if profile else (),
        best=best_point(profile, costs) if profile else None,
        tau=_tau(one),
        drafted=_mean_draft(one),
        explained=explained,
        calculator=_calculator(one, explained, speeds.costs),
        run=_run(one, speeds, runs),
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


def _mean_draft(one: Measurement) -> float | None:
    """Return how many tokens are drafted per cycle, on average where that varies."""
    if one.gamma is not None:
        return one.gamma
    if one.num_draft_tokens and one.num_drafts:
        return one.num_draft_tokens / one.num_drafts
    return None


def _explained(one: Measurement, speeds: SpeedsForm) -> SpeedExplained | None:
    """Return what a measured speedup says of the cycle's cost."""
    tau = _tau(one)
    if speeds.speedup is None or tau is None:
        return None
    drafted = _mean_draft(one)
    return explain_speed(tau, drafted or 0.0, speeds.costs.c, 1.0, speeds.speedup)


def _costs(
    one: Measurement, speeds: SpeedsForm, explained: SpeedExplained | None
) -> Costs:
    """Return the real costs where the speeds show them, or else those entered."""
    if explained is None or one.gamma is None:
        return speeds.costs
    overhead = explained.verify_overhead
    if not 0 <= overhead <= MAX_VERIFY_OVERHEAD:
        return speeds.costs
    return Costs(speeds.costs.c, overhead)


def _calculator(
    one: Measurement, explained: SpeedExplained | None, costs: Costs
) -> dict[str, str] | None:
    """
    Return the values with which the calculator gives what was measured.

    Where the cycle was cheaper than 1 + gamma c, the draft must have been cheaper
    than c, and c is lowered instead; None where no setting explains the speed.
    """
    alpha, gamma, c = _alpha(one), one.gamma, costs.c
    if alpha is None or gamma is None:
        return None
    values = {"alpha_percent": alpha, "c_percent": c}
    if explained:
        tau = AcceptanceProfile.constant(alpha, gamma).tau(gamma)
        extra = tau / explained.speedup - 1
        overhead = extra - gamma * c
        values["verify_overhead_percent"] = max(overhead, 0.0)
        values["c_percent"] = c if overhead >= 0 else extra / gamma
    possible = 0 <= values["c_percent"] <= MAX_C
    if not possible or values.get("verify_overhead_percent", 0) > MAX_VERIFY_OVERHEAD:
        return None
    return {**percentages(values), "gamma": str(gamma), "from": "measured"}


def _run(one: Measurement, speeds: SpeedsForm, runs: RunsForm) -> dict[str, str] | None:
    """Return the values that enter the reading as the next run, speed included."""
    row = next((row for row in runs.rows if not row.used), None)
    tau = _tau(one)
    if row is None or one.gamma is None or tau is None or tau > one.gamma + 1:
        return None
    values = {
        row.gamma.name: str(one.gamma),
        row.tau.name: write(round(tau, 6), thousands=False),
    }
    if speeds.speedup is not None:
        values[row.speed.name] = speeds.after.link[1]
    return values


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


def percentages(values: dict[str, float]) -> dict[str, str]:
    """Write fractions as the percentages that the calculator's links carry."""
    return {
        key: write(round(100 * value, 10), thousands=False)
        for key, value in values.items()
    }
