"""The demonstration: real speculative sampling, cycle by cycle."""

from dataclasses import dataclass
from typing import Any

from flask import Response, make_response, request

from app.demonstration import MAX_DRAFT_ORDER, TARGET_ORDER, demonstrate, prose_model
from app.forms_demo import DEMO_KEYS, DemoForm
from app.model.acceptance import AcceptanceProfile
from app.model.cycles import Run
from app.model.ngram import NgramModel, TextProblem, fit, text_problem
from app.numbers import write
from app.pages import bp
from app.pages.carried import carried
from app.pages.shell import render_page

OWN_TEXT = "text"
NEIGHBOUR_TOKENS = 400
"""Length of the runs that are compared over the draft's order."""


@dataclass(frozen=True)
class Neighbour:
    """Hold what another order of the draft comes to, in a shorter run."""

    draft_order: int
    alpha: float
    tau: float


@bp.get("/demo")
def demo(lang: str) -> tuple[str, int]:
    """Show a run of speculative sampling over the page's own prose."""
    form = DemoForm(request.args)
    target = prose_model(lang) if form.complete else None
    body = _page(form, target, with_neighbours=True)
    return body, 200 if form.valid else 400


@bp.post("/demo")
def demo_own(lang: str) -> Response:  # noqa: ARG001  # the path says it
    """Show a run over the visitor's own text, which is kept nowhere."""
    text = request.form.get(OWN_TEXT, "")
    form = DemoForm(request.form)
    problem = text_problem(text)
    usable = form.complete and problem is None
    target = fit(text, TARGET_ORDER) if usable else None
    response = make_response(_page(form, target, text=text, problem=problem))
    response.status_code = 400 if problem or not form.valid else 200
    response.headers["Cache-Control"] = "no-store"
    return response


def _page(
    form: DemoForm,
    target: NgramModel | None,
    *,
    text: str = "",
    problem: TextProblem | None = None,
    with_neighbours: bool = False,
) -> str:
    kept = carried(request.args, own=DEMO_KEYS)
    context: dict[str, Any] = {
        "form": form,
        "kept": kept,
        "text": text,
        "problem": problem,
        "failed": bool(problem) or not form.valid,
        "own": request.method == "POST",
        "run": None,
        "neighbours": [],
        "target_order": TARGET_ORDER,
    }
    if target is not None:
        run = _run(form, target)
        context |= _results(run, form.gamma.data)
        if with_neighbours:
            context["neighbours"] = _neighbours(form, target)
    query = [*kept, *(form.query if _asked() else [])]
    return render_page("demo.html", query, **context)


def _asked() -> bool:
    return any(key in request.args or key in request.form for key in DEMO_KEYS)


def _run(form: DemoForm, target: NgramModel) -> Run:
    return demonstrate(
        target,
        form.draft_order.data,
        form.gamma.data,
        form.num_output_tokens.data,
        form.seed.data,
    )


def _results(run: Run, gamma: int) -> dict[str, Any]:
    """Return the run, and what the formula says beside it."""
    profile = AcceptanceProfile.constant(run.exact_alpha)
    alpha = write(round(100 * run.exact_alpha, 2), thousands=False)
    return {
        "run": run,
        "gamma": gamma,
        "formula_tau": profile.tau(gamma),
        "calculator": {"alpha_percent": alpha, "gamma": str(gamma)},
    }


def _neighbours(form: DemoForm, target: NgramModel) -> list[Neighbour]:
    """Return what each order of the draft comes to, with the same seed."""
    length = min(NEIGHBOUR_TOKENS, form.num_output_tokens.data)
    found = []
    for order in range(1, MAX_DRAFT_ORDER + 1):
        run = demonstrate(target, order, form.gamma.data, length, form.seed.data)
        found.append(Neighbour(order, run.exact_alpha, run.tau))
    return found
