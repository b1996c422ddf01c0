"""
Headers that keep visitors safe, on every response.

Only the embed may be framed, by whom is configured. No cookie ever leaves.
"""

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any

from flask import Flask

from app.i18n.languages import LANGUAGES
from app.web.config import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Kind(Enum):
    """What a response is, as far as its headers go."""

    PAGE = "not to be framed"
    EMBED = "may be framed"
    HOW_TO = "frames the embed itself"
    FILE = "part of pages and of what others embed"
    DATA = "for programs and for pages of every origin"


_CONTENT = (
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
)

_UNUSED_FEATURES = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
    "xr-spatial-tracking",
)

# A page that asks to be isolated from its opener ("same-origin") is refused in a
# tab that a sandboxed frame opens; the embed's links lead to every page. So they
# stay as browsers have it, and cut the opener themselves (rel="noopener").
_EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _UNUSED_FEATURES),
}

_SAME_ORIGIN = {"Cross-Origin-Resource-Policy": "same-origin"}

# A frame sandboxed without allow-same-origin is a foreigner to its own address:
# it may load modules and fonts, and fetch itself, only when all others may too.
_ANY_ORIGIN = {
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",
}

_ORIGINS = {
    Kind.FILE: _ANY_ORIGIN,
    Kind.DATA: _ANY_ORIGIN,
    # A host page that is isolated itself shows only frames that are, too.
    Kind.EMBED: {**_ANY_ORIGIN, "Cross-Origin-Embedder-Policy": "require-corp"},
}

HSTS_SECONDS = 31_536_000


class Protected:
    """
    Add the headers to every response, whoever makes it.

    Args:
        app: The app, its static files included.
        settings: Who may frame the embed, and whether visitors come by https.
    """

    def __init__(self, app: "WSGIApplication", settings: Settings) -> None:
        self.app = app
        self.settings = settings

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        ours = _headers(_kind(environ.get("PATH_INFO", "")), self.settings)

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            # A view may know better, such as the API about other origins.
            set_already = {name.lower() for name, _ in headers}
            missing = [pair for name, pair in ours if name not in set_already]
            return start_response(status, headers + missing, *rest)

        return self.app(environ, start)


def init_app(app: Flask, settings: Settings) -> None:
    """
    Send the headers with every response.

    Args:
        app: The app.
        settings: Who may frame the embed, and whether visitors come by https.
    """
    protected = Protected(app.wsgi_app, settings)
    setattr(app, "wsgi_app", protected)  # noqa: B010  # Flask's way of wrapping


_KINDS = {f"/{code}/embed": Kind.EMBED for code in LANGUAGES} | {
    f"/{code}/embedding": Kind.HOW_TO for code in LANGUAGES
}


def _kind(path: str) -> Kind:
    if path.startswith("/static/"):
        return Kind.FILE
    if f"{path}/".startswith("/api/"):
        return Kind.DATA
    return _KINDS.get(path, Kind.PAGE)


def _headers(kind: Kind, settings: Settings) -> tuple[tuple[str, tuple[str, str]], ...]:
    """Return the headers of a kind of response, each with its name in small."""
    ancestors = _ancestors(settings) if kind is Kind.EMBED else "'none'"
    policy = [*_CONTENT, f"frame-ancestors {ancestors}"]
    if kind is Kind.HOW_TO:
        policy.append("frame-src 'self'")
    headers = {**_EVERYWHERE, "Content-Security-Policy": "; ".join(policy)}
    if ancestors == "'none'":
        headers["X-Frame-Options"] = "DENY"
    if settings.public_url.startswith("https:"):
        headers["Strict-Transport-Security"] = f"max-age={HSTS_SECONDS}"
    found = {**headers, **_ORIGINS.get(kind, _SAME_ORIGIN)}
    return tuple((pair[0].lower(), pair) for pair in found.items())


def _ancestors(settings: Settings) -> str:
    """Return who may frame the embed; "self" for the preview of the how-to page."""
    if settings.frame_ancestors == ("*",):
        return "* file:"  # "*" alone leaves out documentation opened from the disk
    if not settings.frame_ancestors:
        return "'none'"
    return " ".join(("'self'", *settings.frame_ancestors))
