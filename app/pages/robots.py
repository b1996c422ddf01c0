"""What machines read: sitemap.xml and robots.txt."""

from flask import Flask, Response, current_app, url_for

from app.i18n.languages import languages
from app.i18n.templating import render
from app.web.links import base_url


def init_app(app: Flask) -> None:
    """Add the two files to the app."""
    app.add_url_rule("/sitemap.xml", "sitemap", sitemap)
    app.add_url_rule("/robots.txt", "robots", robots)


def sitemap() -> Response:
    """List every page in every language, with its translations."""
    base = base_url()
    endpoints = [
        rule.endpoint
        for rule in current_app.url_map.iter_rules()
        if rule.endpoint.startswith("pages.")
        and rule.arguments == {"lang"}
        and "." not in rule.rule  # Files are no pages.
        and "GET" in (rule.methods or ())
    ]
    pages = [
        [(code, base + _relative(endpoint, code)) for code in languages()]
        for endpoint in sorted(set(endpoints))
    ]
    return Response(render("sitemap.xml", pages=pages), mimetype="application/xml")


def _relative(endpoint: str, code: str) -> str:
    root = url_for("start").rstrip("/")
    return url_for(endpoint, lang=code).removeprefix(root)


def robots() -> Response:
    """Welcome every robot and tell it where the sitemap is."""
    lines = f"User-agent: *\nAllow: /\n\nSitemap: {base_url()}/sitemap.xml\n"
    return Response(lines, mimetype="text/plain")
