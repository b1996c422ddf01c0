"""The calculator: the inputs and, when we can use them, what they come to."""

from flask import Response, abort, request, url_for

from app.forms.calculator import SETTING_KEYS, SpeedupForm
from app.i18n.templating import render
from app.pages.calculator.comparison import MAX_PINS, compare, read_pins
from app.pages.calculator.cycle_costs import CYCLE_COSTS
from app.pages.calculator.figures import figures, scales
from app.pages.calculator.suggestions import choice, grid
from app.pages.passthrough import PIN_KEY, SPEED_KEYS, carried
from app.pages.routes import bp
from app.pages.strays import strays
from app.web.layout import render_page
from app.web.links import with_query


@bp.get("/")
def calculator(lang: str) -> tuple[str, int]:
    """Show the inputs and, when we can use them, what they come to."""
    form = SpeedupForm(request.args)
    pins = read_pins(request.args)
    foreign = carried(request.args, own=(*SETTING_KEYS, *SPEED_KEYS, PIN_KEY))
    kept = [*foreign, *pins.query]
    own = form.query if form.has(request.args) else []
    outcome = form.evaluate()
    drawn = figures(form, outcome) if outcome else None
    context = {
        "form": form,
        "outcome": outcome,
        "figures": drawn,
        "scales": scales(form, outcome),
        "choice": choice(outcome) if outcome else None,
        "grid": grid(form.profile, form.costs) if outcome else None,
        "comparison": compare(
            pins, form, foreign, url_for("pages.calculator", lang=lang)
        ),
        "cycle_costs": CYCLE_COSTS,
        "max_pins": MAX_PINS,
        "kept": kept,
        "strays": strays(request.args),
        "from_measured": request.args.get("from") == "measured",
        "csv_url": _csv_url(form, lang, len(drawn.points)) if drawn else None,
    }
    query = [*own, *kept]
    return render_page("calculator.html", query, **context), 200 if form.valid else 400


@bp.get("/figure.svg")
def figure(lang: str) -> Response:  # noqa: ARG001  # the path says it
    """Give the speedup over the draft length as an SVG file."""
    form = SpeedupForm(request.args)
    outcome = form.evaluate()
    if outcome is None:
        abort(400)
    drawn = figures(form, outcome)
    svg = render("figure.svg", outcome=outcome, figures=drawn)
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Content-Disposition"] = 'inline; filename="speedup.svg"'
    return response


def _csv_url(form: SpeedupForm, lang: str, gamma_max: int) -> str:
    """Return the address of the table as a file, for the language's spreadsheets."""
    costs, speed = form.costs, form.speed.tokens_per_second
    values = {
        "alpha": form.alpha.data,
        "c": costs.c,
        "verify_overhead": costs.verify_overhead or None,
        "gamma_max": gamma_max,
        "tokens_per_second": speed,
        "lang": None if lang == "en" else lang,
    }
    query = [(name, str(value)) for name, value in values.items() if value is not None]
    return with_query(url_for("api.sweep_csv"), query)
