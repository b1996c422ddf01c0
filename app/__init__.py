"""The calculator for speculative decoding: a Flask app rendered on the server."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

from app import i18n, pages


class Application(Flask):
    """A Flask app whose templates are compiled once per language."""

    jinja_environment = i18n.TranslatingEnvironment


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """
    Build the app.

    Args:
        config: Settings by their name in the environment; what is missing comes
            from the environment. Tests pass a dict.
    """
    app = Application(__name__, template_folder="../templates", static_folder=None)
    app.config.update(config or {})
    app.config["VERSION"] = "0.1.0"
    app.jinja_env.globals["asset_url"] = lambda name: "/static/" + name
    app.jinja_env.globals["font_url"] = (
        "/static/fonts/source-serif-4-latin.382475f38242.woff2"
    )
    i18n.init_app(app, "en")
    pages.init_app(app)
    return app
