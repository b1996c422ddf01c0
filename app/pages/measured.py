"""Your measurements: from what an engine prints to alpha, tau and gamma."""

from dataclasses import dataclass
from typing import Any

from flask import Response, redirect, request

from app.charts.cycle import Bars, cycle_bars
from app.charts.fit import line_fit
from app.engines import Measurement, Problem, read
from app.forms_measured import AFTER_KEY, HAND_KEYS, HandForm, SpeedsForm
from app.forms_runs import RUN_KEYS, RunsForm
from app.model.acceptance import alpha_from_tau, profile_from_rates
from app.model.speedup import (
    MAX_C,
    MAX_VERIFY_OVERHEAD,
    Costs,
    Point,
    best_point,
    sweep,
)
from app.numbers import write
from app.pages import bp
from app.pages.carried import READING_KEY, SPEED_KEYS, carried
from app.pages.measured_words import ENGINE_NAMES, NOTES, PROBLEMS
from app.pages.readings import MAX_READINGS, read_readings, write_reading
from app.pages.shell import path_to, render_page, with_query

PASTE = "paste"

EXAMPLES = (
    (
        "vLLM",
        "vllm~log~g5~n59~d295~a262~t5.440677966~s0.8881355932~m0.9607136648"
        "~l0.9390950278~c1~p0.983_0.949_0.915_0.881_0.712~v",
    ),
    (
        "llama.cpp",
        "llama.cpp~statistics~g3~n87~d259~a167~t2.91954023~s0.6447876448"
        "~m0.7927795012~l0.7878138872~x2.876404494~u256~c1~p0.805_0.632_0.483~v"
        "~kdrafts_clipped",
    ),
    (
        "SGLang",
        "sglang~log~g3~t1.954~s0.318~m0.5280062399~c5~b0.4882292733_0.5831295844~v"
        "~krecords_averaged.gamma_from_options",
    ),
)
"""Readings of real lines, one per engine; docs/measurements.md has the lines."""


@dataclass(frozen=True)
class Explained:
    """
    Hold what a measured speedup says of the cycle's cost.

    Attributes:
        speedup: The measured factor.
        tau: The tokens per pass that explain the speed.
        cycle_cost: What a cycle really cost, in plain target passes.
        verify_overhead: What explains it beyond 1 + gamma c; below 0 where the
            drafts were cheaper than c says. None where gamma is unknown.
    """

    speedup: float
    tau: float
    cycle_cost: float
    verify_overhead: float | None


@dataclass(frozen=True)
class Shown:
    """
    Hold one reading and what the page makes of it.

    Attributes:
        measurement: The reading.
        engine: The engine's name.
        notes: What readers are told about it.
        alpha: The acceptance rate that the calculator gets, or None.
        bars: The rates per position as a figure, or None.
        points: What each draft up to the measured one comes to, or ().
        best: The best of them.
        explained: What the measured speedup says, or None.
        calculator: Values for the calculator, or None.
    """

    measurement: Measurement
    engine: object
    notes: tuple[object, ...]
    alpha: float | None
    bars: Bars | None
    points: tuple[Point, ...]
    best: Point | None
    explained: Explained | None
    calculator: dict[str, str] | None


@bp.get("/measured")
def measured(lang: str) -> tuple[str, int]:  # noqa: ARG001  # the path says it
    """Show what was measured, or how to bring it here."""
    return _page()


@bp.post("/measured")
def paste(lang: str) -> tuple[str, int] | Response:
    """Read a paste and send the visitor to its numbers; nothing of it is kept."""
    text = request.form.get(PASTE, "")
    reading = read(text)
    kept = carried(request.args, own=(READING_KEY, *HAND_KEYS))
    if reading.problems:
        return _page(reading.problems, text)
    texts = map(write_reading, reading.measurements[:MAX_READINGS])
    query = [*kept, *((READING_KEY, one) for one in texts)]
    target = with_query(path_to("pages.measured", lang), query)
    return redirect(f"{target}#readings", 303)  # type: ignore[return-value]  # werkzeug's


def _page(problems: tuple[Problem, ...] = (), text: str = "") -> tuple[str, int]:
    hand, speeds = HandForm(request.args), SpeedsForm(request.args)
    found, wrong = read_readings(request.args.getlist(READING_KEY))
    entered = hand.measurement()
    shown = [_shown(one, speeds) for one in [*found, *([entered] if entered else [])]]
    kept = carried(request.args, own=(*HAND_KEYS, *SPEED_KEYS, AFTER_KEY))
    before = speeds.before.tokens_per_second if speeds.before.data else None
    runs = RunsForm(request.args, before, speeds.c)
    failed = not (hand.valid and speeds.valid and runs.valid)
    failed = failed or bool(problems) or runs.lacks_speed
    kept = [(key, value) for key, value in kept if key not in RUN_KEYS]
    own = _own(hand, speeds)
    context = {
        "hand": hand,
        "speeds": speeds,
        "shown": shown,
        "wrong": wrong,
        "problems": [PROBLEMS[problem] for problem in problems],
        "paste_text": text,
        "kept": [*kept, *runs.query],
        "failed": failed,
        "examples": EXAMPLES,
        "runs": runs,
        "runs_kept": [*kept, *(one for one in own if one[0] not in SPEED_KEYS)],
        **_fit_context(runs),
    }
    query = [*kept, *own, *runs.query]
    return render_page("measured.html", query, **context), 400 if failed else 200


def _fit_context(runs: RunsForm) -> dict[str, Any]:
    """Return the figure of the fitted line, and values for the calculator."""
    fitted = runs.calibration
    if fitted is None:
        return {}
    several = len({run.gamma for run in fitted.runs}) > 1
    pays_off = several and fitted.best_speedup > 1
    gamma = fitted.best_gamma if pays_off else fitted.runs[0].gamma
    tau = fitted.profile.tau(gamma)
    values = {
        "alpha_percent": alpha_from_tau(tau, gamma),
        "c_percent": fitted.c,
        "verify_overhead_percent": fitted.verify_overhead,
    }
    return {
        "fit_several": several,
        "fit": line_fit(
            [(run.gamma, run.cycle_cost) for run in fitted.runs],
            1 + fitted.verify_overhead,
            fitted.c,
        ),
        "calibrated": {**_percentages(values), "gamma": str(gamma), "from": "measured"},
    }


def _percentages(values: dict[str, float]) -> dict[str, str]:
    """Write fractions as the percentages that the calculator's links carry."""
    return {
        key: write(round(100 * value, 10), thousands=False)
        for key, value in values.items()
    }


def _own(hand: HandForm, speeds: SpeedsForm) -> list[tuple[str, str]]:
    """Return what was entered here, as links carry it."""
    own = [(key, request.args[key]) for key in HAND_KEYS if request.args.get(key)]
    if speeds.before.data or speeds.before.errors:
        own.append(speeds.before.link)
    if speeds.after.data or speeds.after.errors:
        own.append(speeds.after.link)
    return own if hand.used or own else []


def _shown(one: Measurement, speeds: SpeedsForm) -> Shown:
    costs = Costs(speeds.c, 0.0)
    alpha = _alpha(one)
    rates = one.per_position
    profile = profile_from_rates(rates) if rates else None
    explained = _explained(one, speeds.speedup, speeds.c)
    return Shown(
        measurement=one,
        engine=ENGINE_NAMES.get(one.engine, one.engine),
        notes=tuple(NOTES[note] for note in one.notes),
        alpha=alpha,
        bars=cycle_bars(rates, constant=False) if rates else None,
        points=tuple(sweep(profile, costs)) if profile else (),
        best=best_point(profile, costs) if profile else None,
        explained=explained,
        calculator=_calculator(one, alpha, explained, speeds.c),
    )


def _alpha(one: Measurement) -> float | None:
    """Return the alpha that gives the measured tau, or else the best there is."""
    if one.alpha_moment is not None:
        return one.alpha_moment
    return one.alpha_mle


def _explained(one: Measurement, speedup: float | None, c: float) -> Explained | None:
    """Return what a measured speedup says of the cycle's cost."""
    tau = one.tau_all_passes or one.tau
    if speedup is None or tau is None:
        return None
    cost = tau / speedup
    overhead = None if one.gamma is None else cost - 1 - one.gamma * c
    return Explained(speedup, tau, cost, overhead)


def _calculator(
    one: Measurement, alpha: float | None, explained: Explained | None, c: float
) -> dict[str, str] | None:
    """
    Return the values with which the calculator gives what was measured.

    Where the cycle was cheaper than 1 + gamma c, the draft must have been cheaper
    than c, and c is lowered instead; None where no setting explains the speed.
    """
    if alpha is None or one.gamma is None:
        return None
    values = {"alpha_percent": alpha, "c_percent": c}
    if explained and one.tau is not None:
        cost = one.tau / explained.speedup
        overhead = cost - 1 - one.gamma * c
        values["verify_overhead_percent"] = max(overhead, 0.0)
        values["c_percent"] = c if overhead >= 0 else (cost - 1) / one.gamma
    possible = 0 <= values["c_percent"] <= MAX_C
    if not possible or values.get("verify_overhead_percent", 0) > MAX_VERIFY_OVERHEAD:
        return None
    return {**_percentages(values), "gamma": str(one.gamma), "from": "measured"}
