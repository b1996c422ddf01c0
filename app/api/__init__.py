"""
The API: every number that the pages show, for programs.

An operation is declared once, in a module of its own (`app.api.speedup`), and
listed in `app.api.catalogue`; from that come its route, its checks, its errors and
its description. Answers depend on the address alone, so they are cached as pages
are; only errors depend on the visitor's language.

Pages of every origin may ask, by POST too: a POST takes plain text and keeps nothing,
so whoever sends one learns and changes nothing that curl could not. There is nothing
to forge, since no answer depends on who asks.
"""

from http import HTTPStatus

from flask import Blueprint, Flask, Response, request
from flask.json.provider import DefaultJSONProvider

from app.api.catalogue import OPERATIONS

PREFIX = "/api"

_PREFLIGHT = {
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
}


def init_app(app: Flask) -> None:
    """Add the API to the app."""
    assert isinstance(app.json, DefaultJSONProvider)  # noqa: S101  # for mypy
    app.json.sort_keys = False
    app.json.ensure_ascii = False
    app.json.compact = True

    blueprint = Blueprint("api", __name__, url_prefix=PREFIX)
    for operation in OPERATIONS:
        operation.add_to(blueprint)
    app.register_blueprint(blueprint)
    app.after_request(_label)


def _label(response: Response) -> Response:
    """Say what a page of another origin may ask, and what errors depend on."""
    if not f"{request.path}/".startswith(f"{PREFIX}/"):
        return response
    if request.method == "OPTIONS" and "Allow" in response.headers:
        allowed = response.headers["Allow"]
        response.headers.update({**_PREFLIGHT, "Access-Control-Allow-Methods": allowed})
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        response.vary.add("Accept-Language")
    return response
