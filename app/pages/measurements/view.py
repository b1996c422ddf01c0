"""Your measurements: from what an engine prints to alpha, tau and gamma."""

from collections.abc import Iterable

from flask import Response, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from app.engines import Problem, read
from app.forms.fields import NumberField
from app.forms.measurements import COST_KEYS, HAND_KEYS, CostsForm, HandForm
from app.forms.runs import RUN_KEY
from app.model.acceptance import alpha_from_tau
from app.pages.measurements.address import (
    LEFT_OUT_KEY,
    MAX_READINGS_READ,
    left_out,
    read_readings,
    write_readings,
)
from app.pages.measurements.findings import Shown, show
from app.pages.measurements.onward import OLD_KEYS, old_runs, runs_in, runs_url
from app.pages.measurements.words import PROBLEMS
from app.pages.passthrough import READING_KEY, carried, in_links
from app.pages.routes import bp
from app.web.layout import render_page
from app.web.links import Query, with_query
from app.web.metrics import count_reading

OWN_KEYS = (READING_KEY, *HAND_KEYS, *COST_KEYS)
"""The query keys that this page reads."""

READINGS_BYTES = 6000
"""The longest query that a paste leads to; 8 KiB are the most that is answered."""

TREE_GAMMA = 5
"""The draft length for which a tree's mean length is told as a chain's alpha."""

PASTE, DETAIL_KEY = "paste", "detail"

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
def measured(lang: str) -> tuple[str, int] | Response:
    """Show what was measured, or how to bring it here."""
    moved = old_runs(request.args)
    if moved:
        left = carried(request.args, own=OLD_KEYS)
        target = with_query(url_for("pages.runs", lang=lang), [*moved, *left])
        return redirect(target, 302)  # type: ignore[return-value]  # werkzeug's
    return _page(lang, request.args)


@bp.post("/measured")
def paste(lang: str) -> tuple[str, int] | Response:
    """Read a paste and send the visitor to its numbers; nothing of it is kept."""
    text = request.form.get(PASTE, "")
    values = _with_typed(request.args, request.form)
    reading = read(text)
    runs = runs_in(text, values)
    count_reading((one.engine for one in reading.measurements), reading.problems)
    if not reading.measurements and not runs:
        return _page(lang, values, reading.problems, text)
    query = [*carried(values, own=(READING_KEY, *HAND_KEYS)), *runs]
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
    """Return *args* with the costs that forms.mjs sends with a paste."""
    values = args.copy()
    for key in COST_KEYS:
        if key in form:
            values[key] = form[key]
    return values


def _page(
    lang: str,
    args: MultiDict[str, str],
    problems: tuple[Problem, ...] = (),
    text: str = "",
) -> tuple[str, int]:
    hand, costs = HandForm(args), CostsForm(args)
    texts = [text for text in args.getlist(READING_KEY) if text]
    found, wrong = read_readings(texts)
    entered = hand.measurement()
    failed = bool(problems) or not (hand.valid and costs.valid)
    foreign = carried(args, own=OWN_KEYS)
    readings = [in_links(READING_KEY, text) for text in texts[:MAX_READINGS_READ]]
    query = [*foreign, *readings, *_typed(args, HAND_KEYS), *_costs_query(costs)]
    shown = [show(one, costs) for one in [*found, *([entered] if entered else [])]]
    context = {
        "hand": hand,
        "costs": costs,
        "shown": shown,
        "detailed": _detailed(shown, args.get(DETAIL_KEY, ""), entered is not None),
        "runs_urls": [runs_url(lang, one, args, query) for one in shown],
        "num_runs": len(args.getlist(RUN_KEY)),
        "tree": _tree(hand),
        "wrong": wrong,
        "left_out": left_out(args),
        "problems": [PROBLEMS[problem] for problem in problems],
        "paste_text": text,
        "failed": failed,
        "examples": EXAMPLES,
        "paste_kept": [*foreign, *_costs_query(costs)],
        "hand_kept": [*foreign, *readings],
    }
    return render_page("measured.html", query, **context), 400 if failed else 200


def _detailed(shown: list[Shown], text: str, entered: bool) -> list[int]:
    """Return the place of the reading that is shown whole, if there is one."""
    if len(shown) < 2 or (entered and not text):
        return [len(shown) - 1] if shown else []
    place = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    return [place - 1] if 0 < place <= len(shown) else []


def _tree(hand: HandForm) -> dict[str, float] | None:
    """Return what a mean length that only a tree reaches is told with."""
    if not hand.tree:
        return None
    rate, tau = hand.share.data, hand.tau.data
    gamma = hand.gamma.data or TREE_GAMMA
    return {
        "rate": rate,
        "tau": tau,
        "ceiling": 1 / (1 - rate),
        "drafted": (tau - 1) / rate,
        "gamma": gamma,
        "alpha": alpha_from_tau(tau, gamma) if tau <= gamma + 1 else 1.0,
    }


def _typed(args: MultiDict[str, str], keys: Iterable[str]) -> Query:
    """Return what was typed under *keys*, as links carry it."""
    return [in_links(key, args[key]) for key in keys if args.get(key)]


def _costs_query(costs: CostsForm) -> Query:
    """Return the costs as links carry them, each only if it was entered."""
    fields: tuple[NumberField, ...] = (costs.c, costs.verify_overhead)
    return [
        field.link
        for field in fields
        if field.raw_data and (field.data is not None or field.errors)
    ]
