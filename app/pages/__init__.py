"""The pages that people read: one module per page, one blueprint for all."""

from flask import Blueprint, Flask, redirect, request, url_for
from werkzeug.wrappers import Response

from app.i18n import LANGUAGES, current_language

bp = Blueprint("pages", __name__, url_prefix=f"/<any({','.join(LANGUAGES)}):lang>")


def init_app(app: Flask) -> None:
    """Add the pages to the app."""
    # They register their views on the blueprint above.
    from app.pages import (  # noqa: F401
        api,
        calculator,
        demo,
        embedding,
        figure,
        latency,
        measured,
        site,
    )

    app.register_blueprint(bp)
    app.add_url_rule("/", "start", start)
    app.jinja_env.globals["has_page"] = app.view_functions.__contains__
    site.init_app(app)


def start() -> Response:
    """Send the visitor to the calculator in their language, query kept."""
    url = url_for("pages.calculator", lang=current_language().code)
    query = request.query_string.decode("ascii", "replace")
    response = redirect(f"{url}?{query}" if query else url)
    response.vary.add("Accept-Language")
    return response
