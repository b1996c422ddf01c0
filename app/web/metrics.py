"""
Metrics: what an operator wants to know, in Prometheus' text format, as counts only.

Never a value, a paste or an address of a visitor: a page is named by its endpoint, and
whatever is none of ours is "none", so that nobody can make the labels grow.

Several worker processes count together by the library's own multiprocess mode: each
writes into files in the folder that ``PROMETHEUS_MULTIPROC_DIR`` names, and whichever
is asked adds them up. The folder must be the same for all workers of a server, and
empty when it starts; the library looks for the variable when it is imported. One
process alone needs no folder.
"""

import os
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, abort, current_app, request
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector
from werkzeug.exceptions import HTTPException

from app.i18n.languages import LANGUAGES
from app.web.config import Settings, SettingsError
from app.web.health import WARMING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/metrics"
"""Where they stand, where they are switched on; not for the public."""

ENDPOINT = "metrics"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"

NONE = "none"
"""The label of what is none of ours: no page, no language, no engine."""

_OF_PROXIES = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
)

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Upper bounds of the histogram, in seconds: from a 304 to a long run that waits."""


class Metrics:
    """
    Count.

    Args:
        app: The app, whose pages are told apart.
    """

    def __init__(self, app: Flask) -> None:
        self.registry = CollectorRegistry()
        self._pages = app.url_map.bind("")
        self.requests = Counter(
            "sdc_requests",
            "Requests answered.",
            ("page", "status", "language"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "sdc_request_seconds",
            "Time from the request to the whole answer, without sending it.",
            ("page",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.hits = Counter(
            "sdc_cache_hits",
            "Answers that were finished already.",
            ("page",),
            registry=self.registry,
        )
        self.readings = Counter(
            "sdc_readings",
            "Engines’ outputs read, by engine and by what came of it.",
            ("engine", "outcome"),
            registry=self.registry,
        )

    def page(self, path: str) -> str:
        """Return the endpoint that a path leads to, by any method, or `NONE`."""
        for method in ("GET", "POST"):
            try:
                return str(self._pages.match(path, method)[0])
            except HTTPException:
                continue
        return NONE

    def text(self) -> bytes:
        """Return all counts in Prometheus' text format."""
        registry = self.registry
        if FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


class Counted:
    """
    Count every request, whoever answers it.

    Args:
        app: The app, its static files and its cache included.
        metrics: Where it is counted.
    """

    def __init__(self, app: "WSGIApplication", metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request; the worker's own are not counted."""
        if WARMING in environ:
            return self.app(environ, start_response)
        started, status = perf_counter(), "500"

        def start(line: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            nonlocal status
            status = line[:3]
            return start_response(line, headers, *rest)

        path = environ.get("PATH_INFO", "")
        try:
            return self.app(environ, start)
        finally:
            page = self.metrics.page(path)
            self.metrics.requests.labels(page, status, _language(path)).inc()
            self.metrics.seconds.labels(page).observe(perf_counter() - started)


def init_app(app: Flask, settings: Settings) -> None:
    """
    Count, and say the counts at `PATH`, where the settings want it.

    Args:
        app: The app, with all its pages; what wraps it later is not measured.
        settings: Whether to count, and in how many processes.

    Raises:
        SettingsError: Several workers would each count on their own.
    """
    if not settings.metrics:
        return
    if settings.workers > 1 and FOLDER not in os.environ:
        raise SettingsError(
            f"SDC_METRICS is on with {settings.workers} workers; they need {FOLDER}, "
            "an empty folder to count in together, or SDC_WORKERS=1."
        )
    app.add_url_rule(PATH, ENDPOINT, show)
    metrics = app.extensions[ENDPOINT] = Metrics(app)
    counted = Counted(app.wsgi_app, metrics)
    setattr(app, "wsgi_app", counted)  # noqa: B010  # Flask's way of wrapping


def show() -> Response:
    """
    Say the counts to who asks the server itself, as Prometheus does.

    Whoever comes through a proxy is a visitor: every proxy says where they are from.
    """
    if any(name in request.headers for name in _OF_PROXIES):
        abort(404)
    text = current_app.extensions[ENDPOINT].text()
    response = Response(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)
    response.headers["Cache-Control"] = "no-store"
    return response


def count_hit(app: Flask, path: str) -> None:
    """
    Count an answer that was finished already; nothing where counting is off.

    Args:
        app: The app; a cache in front of it has no request to ask.
        path: The path asked for, behind the prefix.
    """
    if metrics := app.extensions.get(ENDPOINT):
        metrics.hits.labels(metrics.page(path)).inc()


def count_reading(engines: Iterable[str], problems: Iterable[str]) -> None:
    """
    Count what an engine's output came to; nothing where counting is off.

    Args:
        engines: The engine of each reading.
        problems: The codes of why there is none.
    """
    metrics = current_app.extensions.get(ENDPOINT)
    if metrics and WARMING not in request.environ:
        for engine in set(engines):
            metrics.readings.labels(engine, "read").inc()
        for problem in problems:
            metrics.readings.labels(NONE, str(problem)).inc()


def _language(path: str) -> str:
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    return first if first in LANGUAGES else NONE
