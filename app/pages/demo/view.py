"""The demonstration: real speculative sampling, cycle by cycle."""

import re
from typing import Any

from flask import Response, make_response, request, url_for

from app.forms.demo import DEMO_KEYS, DemoForm
from app.forms.numbers import write
from app.i18n.prose import prose_model
from app.model.acceptance import AcceptanceProfile
from app.model.cycles import Run
from app.model.demonstration import MAX_SEED, TARGET_ORDER, Setting
from app.model.ngram import NgramModel, TextProblem, fit, text_problem
from app.pages.demo.steps import Line, cleaned, gammas, orders
from app.pages.passthrough import carried
from app.pages.routes import bp
from app.web.layout import render_page
from app.web.links import with_query
from app.web.turns import turn

OPENED = "demo_cycle"
"""The query key of the cycle that is shown token by token."""

OWN_TEXT = "text"
"""The field that holds the visitor's own text."""


@bp.get("/demo")
def demo(lang: str) -> tuple[str, int]:
    """Show a run of speculative sampling over the site's own prose."""
    form = DemoForm(request.args)
    with turn():
        target = prose_model(lang) if form.complete else None
        return _page(form, target, lang), 200 if form.valid else 400


@bp.post("/demo")
def demo_own(lang: str) -> Response:
    """Show a run over the visitor's own text, which is kept nowhere."""
    text = cleaned(request.form.get(OWN_TEXT, ""))
    form = DemoForm(request.form)
    problem = text_problem(text)
    usable = form.complete and problem is None
    with turn():
        target = fit(text, TARGET_ORDER) if usable else None
        response = make_response(_page(form, target, lang, text=text, problem=problem))
    response.status_code = 400 if problem or not form.valid else 200
    response.headers["Cache-Control"] = "no-store"
    return response


def _page(
    form: DemoForm,
    target: NgramModel | None,
    lang: str,
    *,
    text: str = "",
    problem: TextProblem | None = None,
) -> str:
    kept = carried(request.args, own=DEMO_KEYS)
    context: dict[str, Any] = {
        "form": form,
        "kept": kept,
        "text": text,
        "problem": problem,
        "failed": bool(problem) or not form.valid,
        "own": request.method == "POST",
        "own_action": with_query(url_for("pages.demo", lang=lang), kept) + "#result",
        "open_action": with_query(url_for("pages.demo", lang=lang), kept) + "#opened",
        "run": None,
        "target_order": TARGET_ORDER,
        "max_seed": MAX_SEED,
    }
    if target is not None:
        context |= _results(target, form.setting)
    query = [*kept, *(form.query if _asked() else []), *_opened_query()]
    return render_page("demo.html", query, **context)


def _opened_query() -> list[tuple[str, str]]:
    """Return the cycle asked for as links carry it."""
    asked = request.values.get(OPENED, "")
    return [(OPENED, asked)] if re.fullmatch("[1-9][0-9]{0,3}", asked) else []


def _opened(cycles: int) -> int:
    """Return the number of the cycle shown token by token: the first by default."""
    for _, asked in _opened_query():
        if int(asked) <= cycles:
            return int(asked)
    return 1


def _asked() -> bool:
    return any(key in request.args or key in request.form for key in DEMO_KEYS)


def _results(target: NgramModel, setting: Setting) -> dict[str, Any]:
    """Return the run, what the formula says beside it, and its neighbours."""
    run = setting.run(target)
    return {
        "run": run,
        "gamma": setting.gamma,
        "lines": [Line(cycle) for cycle in run.cycles],
        "opened": _opened(len(run.cycles)),
        "formula_tau": _formula_tau(run, setting.gamma),
        "calculator": {
            "alpha_percent": write(round(100 * run.exact_alpha, 2), thousands=False),
            "gamma": str(setting.gamma),
        },
        "orders": orders(target, setting, run),
        "gammas": gammas(target, setting, run),
    }


def _formula_tau(run: Run, gamma: int) -> float:
    """Return tau as the formula has it, from the exact alpha of a run."""
    return AcceptanceProfile.constant(run.exact_alpha).tau(gamma)
