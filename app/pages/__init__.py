"""The pages that people read: one room or module per page, one blueprint for all."""

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response

from app.i18n.languages import current_language
from app.pages import api_reference, latency, robots
from app.pages.calculator import view as calculator
from app.pages.demo import view as demo
from app.pages.measurements import view as measurements
from app.pages.routes import bp
from app.pages.runs import view as runs

__all__ = [
    "api_reference",
    "calculator",
    "demo",
    "init_app",
    "latency",
    "measurements",
    "runs",
]


def init_app(app: Flask) -> None:
    """
    Add the pages to the app.

    Args:
        app: The app.
    """
    app.register_blueprint(bp)
    app.add_url_rule("/", "start", start)
    app.jinja_env.globals["has_page"] = app.view_functions.__contains__
    robots.init_app(app)


def start() -> Response:
    """Send the visitor to the calculator in their language, query kept."""
    url = url_for("pages.calculator", lang=current_language().code)
    query = request.query_string.decode("ascii", "replace")
    response = redirect(f"{url}?{query}" if query else url)
    response.vary.add("Accept-Language")
    return response
