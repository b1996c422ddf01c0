"""
The way to the visitor: proxies, the path prefix, and where redirects lead.

A proxy may strip the path prefix or pass it on; both arrive the same. The
prefix comes from the settings alone: a header for it would be the visitor's
where a proxy passes it through.

A proxy may be set up wrongly, or pass on what a visitor claims. So a scheme that no
visitor can come by is not believed, and a host that no name can be is refused, as
one in Host is.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from app.web.config import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_SCHEMES = ("http", "https")

_LABELS = re.compile(r"[^.]{1,63}(\.[^.]{1,63})*\.?")
"""A host with parts of a length that names have; its signs are checked elsewhere."""

_NO_HOST = "/"
"""A host that is refused (app/web/limits.py); without any the server's own counts."""


class Believable:
    """
    Let nothing stand in an address that no visitor can have typed.

    Args:
        app: The app.
    """

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        scheme = environ["wsgi.url_scheme"].lower()
        if scheme not in _SCHEMES:
            # The one that the proxy itself came by.
            came = environ.get("werkzeug.proxy_fix.orig", {})
            scheme = came.get("wsgi.url_scheme", _SCHEMES[0])
        environ["wsgi.url_scheme"] = scheme
        if not _LABELS.fullmatch(environ.get("HTTP_HOST", "a")):
            environ["HTTP_HOST"] = _NO_HOST
        return self.app(environ, start_response)


class PathPrefix:
    """
    Run an app under a path, whether or not the proxy has stripped it.

    Args:
        app: The app.
        prefix: The path, such as "/tools".
    """

    def __init__(self, app: "WSGIApplication", prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        path = environ.get("PATH_INFO", "")
        if f"{path}/".startswith(f"{self.prefix}/"):
            path = path.removeprefix(self.prefix)
        # A copy, so that the access log has the path as it came.
        inside = {**environ, "PATH_INFO": path, "SCRIPT_NAME": self.prefix}
        return self.app(inside, start_response)


def init_app(app: Flask, settings: Settings) -> None:
    """
    Believe as many proxies as configured, and no more.

    Args:
        app: The app; what wraps it already comes behind the prefix.
        settings: The number of proxies and the prefix.
    """
    wrapped: WSGIApplication = app.wsgi_app
    if settings.path_prefix:
        wrapped = PathPrefix(wrapped, settings.path_prefix)
    wrapped = Believable(wrapped)
    if count := settings.trusted_proxies:
        wrapped = ProxyFix(wrapped, x_for=count, x_proto=count, x_host=count)
    setattr(app, "wsgi_app", wrapped)  # noqa: B010  # Flask's way of wrapping
    app.after_request(_relative_redirect)


def _relative_redirect(response: Response) -> Response:
    """Leave out scheme and host from redirects to ourselves: they may be a proxy's."""
    if response.location:
        target = urlsplit(response.location)
        if target.netloc == request.host:
            # One slash only: two would make the path a host.
            path = "/" + target.path.lstrip("/")
            response.location = target._replace(
                scheme="", netloc="", path=path
            ).geturl()
    return response
