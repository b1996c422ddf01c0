"""The log of gunicorn, without the visitor's text."""

from typing import Any

from gunicorn.config import Config
from gunicorn.glogging import Logger

from app.web.log import DiscreetFormatter


class DiscreetLogger(Logger):  # type: ignore[misc]  # gunicorn ships no types
    """Leave out what a visitor sent, also where it was no proper request."""

    def setup(self, cfg: Config) -> None:
        """
        Set up the logs.

        Args:
            cfg: Gunicorn's configuration.
        """
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(DiscreetFormatter(self.error_fmt, self.datefmt))

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """
        Note a warning.

        Args:
            msg: The message; what follows "Invalid request" quotes the request.
            args: Values for the message.
            kwargs: Options of the log.
        """
        if msg.startswith("Invalid request"):
            msg, args = "Invalid request", ()
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """
        Note an error with its stack.

        Args:
            msg: The message.
            args: Values for the message, such as the address asked for.
            kwargs: Options of the log.
        """
        paths = (str(value).partition("?")[0] for value in args)
        super().exception(msg, *paths, **kwargs)
