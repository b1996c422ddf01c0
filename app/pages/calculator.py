"""The calculator: the inputs and, when we can use them, what they come to."""

from flask import request

from app.forms import SpeedupForm
from app.pages import bp
from app.pages.shell import render_page


@bp.get("/")
def calculator(lang: str) -> tuple[str, int]:  # noqa: ARG001  # the path says it
    """Show the inputs and, when we can use them, what they come to."""
    form = SpeedupForm(request.args)
    query = form.query if form.has(request.args) else []
    context = {"form": form, "outcome": form.evaluate()}
    return render_page("calculator.html", query, **context), 200 if form.valid else 400
