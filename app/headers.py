"""
Headers that keep visitors safe, on every response.

Only the embed may be framed, by whom is configured. No cookie ever leaves.
"""

from functools import cache

from flask import Flask, Response, request

from app.config import Settings

EMBED = "embedding.embed"
"""The endpoint that may be framed."""

FRAMING = "pages.embedding"
"""The endpoint that shows the embed in a frame of its own."""

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

_OWN = {"Cross-Origin-Resource-Policy": "same-origin"}

# A host page that is isolated itself (COEP) shows only frames that are, too. A
# frame sandboxed without allow-same-origin is a foreigner to its own address.
_FRAMED = {
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Access-Control-Allow-Origin": "*",
}

HSTS_SECONDS = 31_536_000


def init_app(app: Flask, settings: Settings) -> None:
    """
    Send the headers with every response.

    Args:
        app: The app.
        settings: Who may frame the embed, and whether visitors come by https.
    """

    @app.after_request
    def protect(response: Response) -> Response:
        endpoint = request.endpoint if request.endpoint in (EMBED, FRAMING) else ""
        response.headers.extend(_headers(endpoint or "", settings))
        return response


@cache
def _headers(endpoint: str, settings: Settings) -> dict[str, str]:
    """Return the headers for an endpoint; "" for all without a rule of their own."""
    ancestors = _ancestors(settings) if endpoint == EMBED else "'none'"
    policy = [*_CONTENT, f"frame-ancestors {ancestors}"]
    if endpoint == FRAMING:
        policy.append("frame-src 'self'")
    headers = {**_EVERYWHERE, "Content-Security-Policy": "; ".join(policy)}
    if ancestors == "'none'":
        headers["X-Frame-Options"] = "DENY"
    if settings.public_url.startswith("https:"):
        headers["Strict-Transport-Security"] = f"max-age={HSTS_SECONDS}"
    return headers | (_FRAMED if endpoint == EMBED else _OWN)


def _ancestors(settings: Settings) -> str:
    """Return who may frame the embed; "self" for the preview of the how-to page."""
    if settings.frame_ancestors == ("*",):
        return "* file:"  # "*" alone leaves out documentation opened from the disk
    if not settings.frame_ancestors:
        return "'none'"
    return " ".join(("'self'", *settings.frame_ancestors))
