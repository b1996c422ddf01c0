"""
Caching: every page is a pure function of its address and of this build.

So its ETag is known without rendering it, and whoever has the page already is
told so before any work. A view that is no such function sets a Cache-Control
of its own, and gets no ETag.
"""

import gzip
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from app.web.config import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ROOT = Path(__file__).parents[2]
SOURCES = ("app", "templates", "static", "translations")
LIBRARIES = ("flask", "jinja2", "babel", "wtforms")

PAGE = "public, max-age=300, stale-while-revalidate=3600"
"""Cache-Control of pages: a CDN renews them behind the visitor's back."""

REDIRECT = "public, max-age=300"
"""Cache-Control of redirects."""

NEVER = "no-store"

SMALLEST = 1024
"""Bodies of fewer bytes are not worth compressing."""

LEVEL = 1
"""Level of gzip: level 6 takes five times the time for an eighth fewer bytes."""

_READS = ("GET", "HEAD")
_TEXT = ("text/", "application/json", "application/xml", "image/svg+xml")
_ETAG = "app.etag"


class Unchanged:
    """
    Answer "304 Not Modified" before the app is asked.

    Args:
        app: The app; finds the ETag of its answer in the environment.
        build: What is new whenever a page could be.
    """

    def __init__(self, app: "WSGIApplication", build: bytes) -> None:
        self.app = app
        self.build = build

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        if environ["REQUEST_METHOD"] not in _READS:
            return self.app(environ, start_response)
        etag = environ[_ETAG] = _etag(self.build, environ)
        # An ETag holds no quotation mark inside, so it is in the list or it is
        # not; a mark of weakness before it makes no difference here.
        if etag not in environ.get("HTTP_IF_NONE_MATCH", ""):
            return self.app(environ, start_response)
        vary = ("Vary", "Accept-Encoding")
        start_response(
            "304 Not Modified", [("ETag", etag), ("Cache-Control", PAGE), vary]
        )
        return ()


def init_app(app: Flask, settings: Settings) -> None:
    """
    Answer who has the page already, and label and compress what is sent.

    Args:
        app: The app.
        settings: What of them shows in a page belongs to its ETag.
    """
    # In debug mode templates change while the app runs.
    if not app.debug:
        unchanged = Unchanged(app.wsgi_app, _build_id(settings))
        setattr(app, "wsgi_app", unchanged)  # noqa: B010  # Flask's way of wrapping

    @app.after_request
    def label(response: Response) -> Response:
        if "Cache-Control" not in response.headers:
            _label(response)
        if request.method in _READS:
            _compress(response)
        return response


def _build_id(settings: Settings) -> bytes:
    """Return what is new whenever a page could be."""
    digest = hashlib.blake2b(_sources_hash(), digest_size=16)
    shown = replace(settings, bind="", workers=0, threads=0)
    digest.update(repr(shown).encode())
    return digest.digest()


@cache
def _sources_hash() -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for name in LIBRARIES:
        digest.update(f"{name}={version(name)}\n".encode())
    for path in _sources():
        digest.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        digest.update(hashlib.blake2b(path.read_bytes()).digest())
    return digest.digest()


def _sources() -> Iterator[Path]:
    """Return all files that pages are made of."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def _etag(build: bytes, environ: "WSGIEnvironment") -> str:
    """
    Return the ETag of what a request asks for, if that is a page.

    It depends on the build, on the address as links in the page show it, and
    on whether the body may be compressed.
    """
    address = (
        f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST')}"
        f"{environ.get('SCRIPT_NAME')}{environ.get('PATH_INFO')}"
        f"?{environ.get('QUERY_STRING')}"
    )
    digest = hashlib.blake2b(build, digest_size=16)
    digest.update(address.encode())
    mark = "-gz" if _accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")) else ""
    return f'"{digest.hexdigest()}{mark}"'


@lru_cache(maxsize=256)
def _accepts_gzip(header: str) -> bool:
    accepted = parse_accept_header(header, Accept)
    return 0 < accepted["gzip"] >= accepted["identity"]


def _label(response: Response) -> None:
    etag = request.environ.get(_ETAG)
    if etag and response.status_code == 200:
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = PAGE
        response.vary.add("Accept-Encoding")
    elif request.method in _READS and response.status_code in (301, 302, 308):
        response.headers["Cache-Control"] = REDIRECT
    else:
        response.headers["Cache-Control"] = NEVER


def _compress(response: Response) -> None:
    """Compress a body where that is wanted and worth it."""
    if not (response.mimetype or "").startswith(_TEXT) or response.is_streamed:
        return
    body = response.get_data()
    if len(body) < SMALLEST or "Content-Encoding" in response.headers:
        return
    response.vary.add("Accept-Encoding")
    if _accepts_gzip(request.headers.get("Accept-Encoding", "")):
        # No time stamp: the same page is the same bytes.
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
