"""
Caching: every page is a pure function of its address and of this build.

So its ETag is known without rendering it, whoever has the page already is told so
before any work, and a page that was made before is sent again from memory. A view
that is no such function sets a Cache-Control of its own, and gets no ETag.
"""

import gzip
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache
from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header
from werkzeug.wsgi import ClosingIterator

from app.web.config import Settings
from app.web.metrics import count_hit

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

STORE = "answers"
"""Name of the store among the app's extensions."""

STORE_BYTES = 8 * 1024 * 1024
"""Most bytes that a worker's store takes."""

ENTRY_BYTES = 1024
"""About what an entry takes besides the text of its address, headers and body."""

ETAG = "app.etag"
"""Name of a page's ETag in the environment of its request."""

_READS = ("GET", "HEAD")
_UNSEEN = (
    *("bind", "workers", "threads", "log_level", "log_format", "metrics"),
    "security_contact",
)
"""Settings that show on no page."""
_TEXT = ("text/", "application/json", "application/xml", "image/svg+xml")


@dataclass(frozen=True)
class Answer:
    """
    Hold a finished answer.

    Attributes:
        status: As it is sent, such as "200 OK".
        headers: As they are sent.
        body: As it is sent.
        size: About how many bytes all of it takes, its address included.
    """

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    size: int


class Answers:
    """
    Answer what was answered before, or what the visitor has, without any work.

    Args:
        app: The app; finds the ETag of its answer in the environment.
        build: What is new whenever a page could be.
        most_bytes: Most bytes that the finished answers take.
        on_hit: Told the path of each answer that was finished already.
    """

    def __init__(
        self,
        app: "WSGIApplication",
        build: bytes,
        most_bytes: int = STORE_BYTES,
        on_hit: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.app = app
        self.build = build
        self.on_hit = on_hit
        self.hits = 0
        self._lock = Lock()
        self._kept: LRUCache[tuple[object, ...], Answer] = LRUCache(
            most_bytes, attrgetter("size")
        )
        self.most_entry_bytes = most_bytes // 16

    def __len__(self) -> int:
        """Return how many answers are kept."""
        return len(self._kept)

    @property
    def size(self) -> float:
        """Return about how many bytes they take."""
        return self._kept.currsize

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        if environ["REQUEST_METHOD"] not in _READS:
            return self.app(environ, start_response)
        depends_on = _depends_on(environ)
        etag = environ[ETAG] = _etag(self.build, depends_on)
        # An ETag holds no quotation mark inside, so it is in the list or it is
        # not; a mark of weakness before it makes no difference here.
        if etag in environ.get("HTTP_IF_NONE_MATCH", ""):
            start_response("304 Not Modified", [*_labels(etag)])
            return ()
        with self._lock:
            answer = self._kept.get(depends_on)
        if answer is None:
            return self._make(environ, start_response, depends_on)
        self.hits += 1
        self.on_hit(environ.get("PATH_INFO", ""))
        start_response(answer.status, [*answer.headers])
        return [answer.body]

    def _make(
        self,
        environ: "WSGIEnvironment",
        start_response: "StartResponse",
        depends_on: tuple[object, ...],
    ) -> Iterable[bytes]:
        """Let the app answer, and keep that if it is a page."""
        started: list[Any] = []

        def start(*args: Any) -> Any:
            started[:] = args
            return start_response(*args)

        made = self.app(environ, start)
        status, headers = started[:2]
        if ("ETag", environ[ETAG]) not in headers:
            return made
        body = b"".join(made)
        if isinstance(made, ClosingIterator):
            made.close()
        size = ENTRY_BYTES + len(repr((depends_on, headers))) + len(body)
        if size <= self.most_entry_bytes:
            with self._lock:
                self._kept[depends_on] = Answer(status, tuple(headers), body, size)
        return [body]


def init_app(app: Flask, settings: Settings) -> None:
    """
    Answer who has the page already, and label and compress what is sent.

    Args:
        app: The app.
        settings: What of them shows in a page belongs to its ETag.
    """
    # In debug mode templates change while the app runs.
    if not app.debug:
        answers = Answers(
            app.wsgi_app, _build_id(settings), on_hit=partial(count_hit, app)
        )
        app.extensions[STORE] = answers
        setattr(app, "wsgi_app", answers)  # noqa: B010  # Flask's way of wrapping

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
    usual = Settings()
    shown = replace(settings, **{name: getattr(usual, name) for name in _UNSEEN})
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


def _depends_on(environ: "WSGIEnvironment") -> tuple[object, ...]:
    """
    Return all that a page depends on besides the build.

    That is the address as links in the page show it, part by part so that no two
    addresses meet, and whether the body may be compressed.
    """
    return (
        environ["REQUEST_METHOD"],
        environ["wsgi.url_scheme"],
        environ.get("HTTP_HOST"),
        environ.get("SERVER_NAME"),
        environ.get("SERVER_PORT"),
        environ.get("SCRIPT_NAME"),
        environ.get("PATH_INFO"),
        environ.get("QUERY_STRING"),
        _accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")),
    )


def _etag(build: bytes, depends_on: tuple[object, ...]) -> str:
    """Return the ETag of what a request asks for, if that is a page."""
    _method, *address, compressed = depends_on
    digest = hashlib.blake2b(build, digest_size=16)
    digest.update(repr(address).encode())
    mark = "-gz" if compressed else ""
    return f'"{digest.hexdigest()}{mark}"'


def _labels(etag: str) -> tuple[tuple[str, str], ...]:
    return ("ETag", etag), ("Cache-Control", PAGE), ("Vary", "Accept-Encoding")


def _accepts_gzip(header: str) -> bool:
    accepted = parse_accept_header(header, Accept)
    return 0 < accepted["gzip"] >= accepted["identity"]


def _label(response: Response) -> None:
    etag = request.environ.get(ETAG)
    if etag and response.status_code == 200:
        response.headers.update(_labels(etag))
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
