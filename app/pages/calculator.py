"""The calculator: the inputs and, when we can use them, what they come to."""

from flask import request

from app.forms import SETTING_KEYS, SpeedupForm
from app.pages import bp
from app.pages.carried import PIN_KEY, SPEED_KEYS, carried
from app.pages.choice import choice, grid
from app.pages.comparison import MAX_PINS, compare, read_pins
from app.pages.figures import figures, scales
from app.pages.shell import path_to, render_page, with_query


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
        "comparison": compare(pins, form, foreign, path_to("pages.calculator", lang)),
        "max_pins": MAX_PINS,
        "kept": kept,
        "from_measured": request.args.get("from") == "measured",
        "csv_url": _csv_url(form, lang, len(drawn.points)) if drawn else None,
    }
    query = [*own, *kept]
    return render_page("calculator.html", query, **context), 200 if form.valid else 400


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
    return with_query(path_to("api.sweep_csv"), query)
