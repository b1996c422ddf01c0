"""How Granian serves the app; the settings come from the environment."""

import logging
import multiprocessing
import os
import sys
import tempfile
from contextlib import ExitStack
from io import FileIO, TextIOWrapper
from pathlib import Path

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from app.i18n.languages import CatalogueError, load_languages
from app.web.config import Settings, SettingsError, load
from app.web.listening import place
from app.web.log import access_format, logging_config
from app.web.metrics import FOLDER

TARGET = os.environ.get("SERVE_TARGET", "wsgi:app")
"""What is served; benchmarks put another app in its place."""

HEAD_BYTES = 64 * 1024
"""Most bytes of a request's head; the app itself refuses a query of over 8 KiB."""

HEAD_MILLISECONDS = 10_000
"""How long a visitor may take to send the head of a request."""

STOP_SECONDS = 10
"""How long requests in flight have to end on SIGTERM or a reload."""


RESPAWN_SECONDS = 10
"""How long a new worker has to get ready, on a reload, before its old one stops."""

SOCKET_MODE = 0o666
"""Whoever may enter the socket's folder may ask, as a proxy of another user."""


def server(settings: Settings) -> Granian:
    """
    Return the server, not yet running.

    Args:
        settings: Where it listens, and how many workers and threads it has.

    Raises:
        SettingsError: It cannot listen there.
    """
    where = place(settings.bind)
    if isinstance(where, Path):
        listening = {"uds": where, "uds_permissions": SOCKET_MODE}
    else:
        listening = {"address": where[0], "port": where[1]}
    return Granian(
        TARGET,
        **listening,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=settings.workers,
        blocking_threads=settings.threads,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEAD_MILLISECONDS, max_buffer_size=HEAD_BYTES
        ),
        log_level=LogLevels(settings.log_level),
        log_dictconfig=logging_config(settings),
        log_access=settings.log_level in ("debug", "info"),
        log_access_format=access_format(settings),
        respawn_failed_workers=True,
        respawn_interval=RESPAWN_SECONDS,
        workers_kill_timeout=STOP_SECONDS,
    )


def _never_stop_for_the_log() -> None:
    """Drop log lines that a full disk does not take; a buffer would hold them back."""
    logging.raiseExceptions = False
    sys.stdout = TextIOWrapper(FileIO(1, "w", closefd=False), write_through=True)
    os.environ["PYTHONUNBUFFERED"] = "1"  # the same in the workers


def main() -> None:
    """Serve until told to stop; what is wrong at the start is said in one sentence."""
    try:
        settings = load(os.environ)
        load_languages()
        granian = server(settings)
    except (SettingsError, CatalogueError) as error:
        sys.exit(str(error))
    _never_stop_for_the_log()
    # Each worker loads the app afresh, on a reload in its new version.
    multiprocessing.set_start_method("spawn")
    with ExitStack() as at_the_end:
        if settings.metrics and FOLDER not in os.environ:
            # The workers count together in a folder of this server.
            folder = tempfile.TemporaryDirectory(prefix="metrics-")
            os.environ[FOLDER] = at_the_end.enter_context(folder)
        granian.serve()


if __name__ == "__main__":
    main()
