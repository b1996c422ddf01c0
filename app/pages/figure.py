"""Figure 1 as a file of its own."""

from flask import Response, abort, request

from app.forms import SpeedupForm
from app.i18n import render
from app.pages import bp
from app.pages.figures import figures


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
