"""Logs without the visitor's text: what is noted of requests and of errors."""

import json
import logging
import traceback
from types import TracebackType
from typing import Any

from flask import Flask
from flask.logging import default_handler

from app.web.config import Settings

ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None]
    | tuple[None, None, None]
)

_TIME = "%Y-%m-%dT%H:%M:%S%z"
_ACCESS = "%(time)s %(method)s %(path)s %(status)d %(dt_ms).1f ms"
_REQUEST_ID = "%(header{x-request-id})s"
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}


class DiscreetFormatter(logging.Formatter):
    """Write where an error came about and its type, but not what it says."""

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802  # logging's name
        """
        Return the stack of an exception and of what caused it.

        An exception's own words may quote the visitor: int("my text") does.
        """
        parts: list[str] = []
        error = ei[1]
        while error is not None:
            stack = "".join(traceback.format_tb(error.__traceback__))
            parts.insert(0, f"{stack}{type(error).__module__}.{type(error).__name__}")
            error = error.__cause__ or error.__context__
        return "\n\nthen came\n".join(parts)


class AccessFormatter(logging.Formatter):
    """Write a request as one line, whatever its path holds."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; control characters stand as their code."""
        return super().format(record).translate(_CONTROLS)


class JsonFormatter(DiscreetFormatter):
    """Write each record as a line of JSON, a request by its parts."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        values: dict[str, Any] = {
            "time": self.formatTime(record, _TIME),
            "level": record.levelname.lower(),
        }
        if isinstance(record.args, dict) and "dt_ms" in record.args:
            asked = record.args
            values |= {name: asked[name] for name in ("method", "path", "status")}
            values["ms"] = round(float(str(asked["dt_ms"])), 1)
            if "_h0" in asked:
                values["request_id"] = asked["_h0"]
        else:
            values["message"] = record.getMessage()
        if record.exc_info:
            values["error"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False)


def _formatter(settings: Settings, kind: type[logging.Formatter]) -> logging.Formatter:
    if settings.log_format == "json":
        return JsonFormatter()
    message = (
        "%(message)s"
        if kind is AccessFormatter
        else ("%(asctime)s %(levelname)s %(message)s")
    )
    return kind(message, _TIME)


def access_format(settings: Settings) -> str:
    """
    Return what the server notes of a request: no query, no address, no browser.

    Args:
        settings: Where proxies are trusted, the request's number that they give
            (X-Request-ID) is noted too; else that would be the visitor's text.
    """
    return f"{_ACCESS} {_REQUEST_ID}" if settings.trusted_proxies else _ACCESS


def logging_config(settings: Settings) -> dict[str, Any]:
    """
    Return how the server's own log and its log of requests are written.

    Args:
        settings: The log's format.
    """
    return {
        "formatters": {
            "generic": {
                "()": _formatter,
                "settings": settings,
                "kind": DiscreetFormatter,
            },
            "access": {"()": _formatter, "settings": settings, "kind": AccessFormatter},
        }
    }


def init_app(app: Flask, settings: Settings) -> None:
    """
    Make the app's log discreet.

    Args:
        app: The app.
        settings: The log's format and level.
    """
    default_handler.setFormatter(_formatter(settings, DiscreetFormatter))
    app.logger.setLevel(settings.log_level.upper())
