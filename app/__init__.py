"""The calculator for speculative decoding: a Flask app rendered on the server."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from app import api, embed, pages
from app.i18n import languages, templating
from app.web import (
    assets,
    caching,
    config,
    errors,
    headers,
    health,
    log,
    metrics,
    proxy,
    security_txt,
)

_PROJECT = Path(__file__).parents[1] / "pyproject.toml"
VERSION: str = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["version"]
"""The one place where the version stands is pyproject.toml."""


def create_app(source: Mapping[str, Any] | None = None) -> Flask:
    """
    Build the app.

    Args:
        source: Settings by the name of their variable, in place of the
            environment's; other keys go to Flask. Tests pass a dict.

    Raises:
        SettingsError: A setting is wrong.
    """
    app = Flask(__name__, template_folder="../templates", static_folder=None)
    app.config["VERSION"] = VERSION
    settings = config.init_app(app, os.environ if source is None else source)
    log.init_app(app, settings)
    languages.init_app(app, settings.default_language)
    templating.init_app(app)
    errors.init_app(app, settings)
    caching.init_app(app, settings)
    pages.init_app(app)
    api.init_app(app)
    embed.init_app(app)
    health.init_app(app)
    security_txt.init_app(app)
    assets.init_app(app, settings)
    headers.init_app(app, settings)
    metrics.init_app(app, settings)
    proxy.init_app(app, settings)
    return app
