"""The calculator for speculative decoding: a Flask app rendered on the server."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask

from app import (
    api,
    assets,
    caching,
    config,
    embedding,
    errors,
    headers,
    health,
    i18n,
    log,
    oembed,
    pages,
    proxy,
    templating,
)

VERSION = "0.1.0"


class Application(Flask):
    """A Flask app whose templates are compiled once per language."""

    jinja_environment = templating.TranslatingEnvironment

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return *func*: none is async, and to ask at each call takes 8 us a page."""
        return func


def create_app(source: Mapping[str, Any] | None = None) -> Flask:
    """
    Build the app.

    Args:
        source: Settings by the name of their variable, in place of the
            environment's; other keys go to Flask. Tests pass a dict.

    Raises:
        SettingsError: A setting is wrong.
    """
    app = Application(__name__, template_folder="../templates", static_folder=None)
    app.config["VERSION"] = VERSION
    settings = config.init_app(app, os.environ if source is None else source)
    log.init_app(app)
    i18n.init_app(app, settings.default_language)
    errors.init_app(app, settings)
    caching.init_app(app, settings)
    pages.init_app(app)
    api.init_app(app)
    embedding.init_app(app)
    oembed.init_app(app)
    health.init_app(app)
    assets.init_app(app, settings)
    headers.init_app(app, settings)
    proxy.init_app(app, settings)
    return app
