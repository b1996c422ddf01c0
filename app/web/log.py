"""Logs of errors in the code, without the visitor's text."""

import logging
import traceback
from types import TracebackType

from flask import Flask
from flask.logging import default_handler

ExceptionInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None]
    | tuple[None, None, None]
)


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


def init_app(app: Flask) -> None:
    """Make the app's log discreet."""
    default_handler.setFormatter(
        DiscreetFormatter("[%(asctime)s] %(levelname)s in %(module)s: %(message)s")
    )
    app.logger.setLevel(logging.INFO)
