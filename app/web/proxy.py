"""
The way to the visitor: proxies, the path prefix, and where redirects lead.

A proxy may strip the path prefix or pass it on; both arrive the same. The
prefix comes from the settings alone: a header for it would be the visitor's
where a proxy passes it through.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

from app.web.config import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


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
