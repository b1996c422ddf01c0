"""
Caching: every page is a pure function of its address and of this build.

So its ETag is known without rendering it, and whoever has the page already is
told so before any work. A view that is no such function sets a Cache-Control
of its own, and gets no ETag.
"""

import gzip
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from flask import Flask, Response, request

from app import health
from app.config import Settings

ROOT = Path(__file__).parents[1]
SOURCES = ("app", "templates", "static", "translations")
LIBRARIES = ("flask", "jinja2", "babel", "wtforms")

PAGE = "public, max-age=300, stale-while-revalidate=3600"
"""Cache-Control of pages: a CDN renews them behind the visitor's back."""

START = "public, max-age=300"
"""Cache-Control of redirects."""

NEVER = "no-store"

SMALLEST = 1024
"""Bodies of fewer bytes are not worth compressing."""

LEVEL = 1
"""Level of gzip; see benchmarks/."""

_READS = ("GET", "HEAD")
_TEXT = ("text/", "application/json", "application/xml", "image/svg+xml")
_START = "start"
_GZIP_MARK = "-gz"


def init_app(app: Flask, settings: Settings) -> None:
    """
    Answer who has the page already, and label and compress what is sent.

    Args:
        app: The app.
        settings: What of them shows in a page belongs to its ETag.
    """
    build = _build_id(settings)

    # In debug mode templates change while the app runs.
    if not app.debug:

        @app.before_request
        def answer_unchanged() -> Response | None:
            return _not_modified(_etag(build))

    @app.after_request
    def label(response: Response) -> Response:
        if "Cache-Control" not in response.headers:
            _label(response, _etag(build))
        if request.method in _READS:
            _compress(response)
        return response


def _build_id(settings: Settings) -> bytes:
    """Return what is new whenever a page could be."""
    digest = hashlib.blake2b(_sources_hash(), digest_size=16)
    shown = (settings.public_url, settings.path_prefix, settings.default_language)
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


def _etag(build: bytes) -> str:
    """
    Return the ETag of what this request asks for, or "" where it has none.

    It depends on the build, on the address as links in the page show it, and
    on whether the body may be compressed.
    """
    endpoint = request.endpoint
    if request.method not in _READS or endpoint in (None, _START, health.ENDPOINT):
        return ""
    digest = hashlib.blake2b(build, digest_size=16)
    address = f"{request.scheme}://{request.host}{request.script_root}{request.path}?"
    digest.update(address.encode())
    digest.update(request.query_string)
    return f'"{digest.hexdigest()}{_GZIP_MARK if _accepts_gzip() else ""}"'


def _accepts_gzip() -> bool:
    accepted = request.accept_encodings
    quality = accepted["gzip"]
    return quality > 0 and quality >= accepted["identity"]


def _not_modified(etag: str) -> Response | None:
    """Return "304 Not Modified" where the visitor has what we would send."""
    # An ETag holds no quotation mark inside, so it is in the list or it is not;
    # a mark of weakness before it makes no difference here.
    if not etag or etag not in request.headers.get("If-None-Match", ""):
        return None
    response = Response(status=304)
    del response.headers["Content-Type"]
    _label_page(response, etag)
    return response


def _label(response: Response, etag: str) -> None:
    if etag and response.status_code == 200:
        _label_page(response, etag)
    elif request.method in _READS and response.status_code in (301, 302, 308):
        response.headers["Cache-Control"] = START
    else:
        response.headers["Cache-Control"] = NEVER


def _label_page(response: Response, etag: str) -> None:
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = PAGE
    response.vary.add("Accept-Encoding")


def _compress(response: Response) -> None:
    """Compress a body where that is wanted and worth it."""
    if not (response.mimetype or "").startswith(_TEXT) or response.is_streamed:
        return
    body = response.get_data()
    if len(body) < SMALLEST or "Content-Encoding" in response.headers:
        return
    response.vary.add("Accept-Encoding")
    if _accepts_gzip():
        # No time stamp: the same page is the same bytes.
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
