"""Whether the app is alive, for whoever watches over it."""

from flask import Flask, Response

PATH = "/healthz"
"""Where it says so."""

ENDPOINT = "healthz"


def init_app(app: Flask) -> None:
    """Add the health check to the app."""
    app.add_url_rule(PATH, ENDPOINT, healthz)


def healthz() -> Response:
    """Say that the app is alive."""
    response = Response("ok\n", mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
