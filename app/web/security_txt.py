"""
security.txt: whom to tell of a weakness (RFC 9116), where the settings say whom.

It expires after the time that the operator can be expected to look after it; so it
is made anew with every answer, and is no page that a cache may keep for long.
"""

from datetime import UTC, datetime, timedelta

from flask import Flask, Response, abort, current_app

from app.i18n.languages import LANGUAGES
from app.web.links import base_url

PATH = "/.well-known/security.txt"
ENDPOINT = "security_txt"

VALID_FOR = timedelta(days=90)
"""RFC 9116, section 2.5.5, asks for less than a year."""


def init_app(app: Flask) -> None:
    """Add security.txt to the app."""
    app.add_url_rule(PATH, ENDPOINT, show)


def show() -> Response:
    """Say whom to tell, or that there is nobody named."""
    contact = current_app.config["SETTINGS"].security_contact
    if not contact:
        abort(404)
    expires = (datetime.now(UTC) + VALID_FOR).replace(microsecond=0)
    lines = (
        f"Contact: {contact}",
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}",
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
        f"Canonical: {base_url()}{PATH}",
    )
    response = Response("\n".join(lines) + "\n", mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
