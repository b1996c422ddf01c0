"""Whether the app is alive, for whoever watches over it, and getting it ready."""

from flask import Flask, Response, current_app, jsonify

from app.i18n.languages import LANGUAGES

WARMING = "sdc.warming_up"
"""In the environment of a request that comes from nobody."""

PATH = "/healthz"
"""Where it says so."""

ENDPOINT = "healthz"


def init_app(app: Flask) -> None:
    """Add the health check to the app."""
    app.add_url_rule(PATH, ENDPOINT, healthz)


def healthz() -> Response:
    """Say that the app is alive, and of which version it is."""
    response = jsonify(status="ok", version=current_app.config["VERSION"])
    response.headers["Cache-Control"] = "no-store"
    return response


def warm_up(app: Flask) -> None:
    """
    Ask for every page once, so that no visitor waits for what is made only once.

    Args:
        app: The app, whole.
    """
    host = next(iter(app.config["SETTINGS"].allowed_hosts), "localhost").lstrip(".")
    client, addresses = app.test_client(), app.url_map.bind(host)
    for rule in app.url_map.iter_rules():
        if rule.arguments == {"lang"} and "GET" in (rule.methods or ()):
            for code in LANGUAGES:
                path = addresses.build(rule.endpoint, {"lang": code})
                client.get(
                    path, base_url=f"http://{host}", environ_overrides={WARMING: True}
                )
