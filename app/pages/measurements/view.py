"""Your measurements: from what an engine prints to alpha, tau and gamma."""

from collections.abc import Iterable
from typing import Any

from flask import Response, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from app.charts.fit import line_fit
from app.engines import Problem, read
from app.forms.calibration import RUN_KEYS, RunsForm
from app.forms.fields import NumberField
from app.forms.measurements import AFTER_KEY, COST_KEYS, HAND_KEYS, HandForm, SpeedsForm
from app.model.acceptance import alpha_from_tau
from app.pages.measurements.address import (
    LEFT_OUT_KEY,
    MAX_READINGS_READ,
    left_out,
    read_readings,
    write_readings,
)
from app.pages.measurements.findings import percentages, show
from app.pages.measurements.words import PROBLEMS
from app.pages.passthrough import READING_KEY, SPEED_KEYS, carried, in_links
from app.pages.routes import bp
from app.web.layout import render_page
from app.web.links import Query, with_query
from app.web.metrics import count_reading

OWN_KEYS = (
    READING_KEY,
    *HAND_KEYS,
    *SPEED_KEYS,
    AFTER_KEY,
    *COST_KEYS,
    *RUN_KEYS,
)
"""The query keys that this page reads."""

READINGS_BYTES = 6000
"""The longest query that a paste leads to; 8 KiB are the most that is answered."""

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
"""Readings of real lines, one per engine; tests/engines/cases.json has the lines."""


@bp.get("/measured")
def measured(lang: str) -> tuple[str, int]:  # noqa: ARG001  # the path says it
    """Show what was measured, or how to bring it here."""
    return _page(request.args)


@bp.post("/measured")
def paste(lang: str) -> tuple[str, int] | Response:
    """Read a paste and send the visitor to its numbers; nothing of it is kept."""
    text = request.form.get(PASTE, "")
    values = _with_typed(request.args, request.form)
    reading = read(text)
    count_reading((one.engine for one in reading.measurements), reading.problems)
    if not reading.measurements:
        return _page(values, reading.problems, text)
    query = [*carried(values, own=(READING_KEY, *HAND_KEYS))]
    room = READINGS_BYTES - len(with_query("", query))
    texts, more = write_readings(reading.measurements, room)
    query += [(READING_KEY, one) for one in texts]
    if more:
        query.append((LEFT_OUT_KEY, str(more)))
    target = with_query(url_for("pages.measured", lang=lang), query)
    return redirect(f"{target}#readings", 303)  # type: ignore[return-value]  # werkzeug's


def _with_typed(
    args: MultiDict[str, str], form: MultiDict[str, str]
) -> MultiDict[str, str]:
    """Return *args* with the speeds and runs that forms.mjs sends with a paste."""
    values = args.copy()
    for key in (*SPEED_KEYS, AFTER_KEY, *COST_KEYS, *RUN_KEYS):
        if key in form:
            values[key] = form[key]
    return values


def _page(
    args: MultiDict[str, str], problems: tuple[Problem, ...] = (), text: str = ""
) -> tuple[str, int]:
    hand, speeds = HandForm(args), SpeedsForm(args)
    runs = RunsForm(args, speeds.before.tokens_per_second, speeds.costs.c)
    texts = [text for text in args.getlist(READING_KEY) if text]
    found, wrong = read_readings(texts)
    entered = hand.measurement()
    failed = bool(problems) or not (hand.valid and speeds.valid and runs.valid)
    foreign = carried(args, own=OWN_KEYS)
    readings = [in_links(READING_KEY, text) for text in texts[:MAX_READINGS_READ]]
    own = [*_typed(args, HAND_KEYS), *_speeds_query(speeds)]
    context = {
        "hand": hand,
        "speeds": speeds,
        "shown": [
            show(one, speeds, runs) for one in [*found, *([entered] if entered else [])]
        ],
        "wrong": wrong,
        "left_out": left_out(args),
        "problems": [PROBLEMS[problem] for problem in problems],
        "paste_text": text,
        "failed": failed,
        "examples": EXAMPLES,
        "runs": runs,
        "paste_kept": [*foreign, *_speeds_query(speeds), *runs.query],
        "hand_kept": [*foreign, *readings, *runs.query],
        "runs_kept": [*foreign, *readings, *_without_base(own)],
        **_fit_context(runs),
    }
    query = [*foreign, *readings, *own, *runs.query]
    return render_page("measured.html", query, **context), 400 if failed else 200


def _typed(args: MultiDict[str, str], keys: Iterable[str]) -> Query:
    """Return what was typed under *keys*, as links carry it."""
    return [in_links(key, args[key]) for key in keys if args.get(key)]


def _speeds_query(speeds: SpeedsForm) -> Query:
    """Return speeds and costs as links carry them, each only if it was entered."""
    fields: tuple[NumberField, ...] = (
        speeds.c,
        speeds.verify_overhead,
        speeds.before,
        speeds.after,
    )
    return [
        field.link
        for field in fields
        if field.raw_data and (field.data is not None or field.errors)
    ]


def _without_base(query: Query) -> Query:
    """Return *query* without the speed that the form of the runs asks for itself."""
    return [(key, value) for key, value in query if key not in SPEED_KEYS]


def _fit_context(runs: RunsForm) -> dict[str, Any]:
    """Return the figure of the fitted line, and values for the calculator."""
    fitted = runs.calibration
    if fitted is None:
        return {}
    several = len({run.gamma for run in fitted.runs}) > 1
    pays_off = (fitted.best_speedup or 0) > 1
    gamma = (fitted.best_gamma if pays_off else None) or fitted.runs[0].gamma
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
        "calibrated": {**percentages(values), "gamma": str(gamma), "from": "measured"},
    }
