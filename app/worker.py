"""The gunicorn worker: threads, and no request lost when it stops."""

import os
import signal
import sys
import time
from socket import socket

from gunicorn.workers.gthread import ThreadWorker

from app.listener import SETTLED, begin_no_more, is_held_by

_STOP = {signal.SIGTERM}

_PATIENCE = 1.0
"""Seconds within which gunicorn stops the other workers when one cannot start."""

_HESITATION = 0.0002
"""Seconds that a busy worker leaves a new connection to the others."""


def guard_forks() -> None:
    """
    Let no worker miss a stop that comes while it is being made.

    A new process has gunicorn's own handlers until it sets its own; a SIGTERM
    in between would be noted by nobody. It waits, from before the fork until
    the worker can take it.
    """
    os.register_at_fork(
        before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, _STOP),
        after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP),
    )


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """
    Answer all that the kernel has accepted before the worker stops.

    The workers share one listening socket, so a reload loses nothing: with a
    socket each (SO_REUSEPORT), what waits in a stopping worker's is reset. When
    all workers stop, whoever closes the shared one last would reset what waits
    in it; so each first takes that in, and lets no more begin (app/listener.py).
    """

    def init_signals(self) -> None:
        """Handle signals from now on, also one that came since the fork."""
        super().init_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP)

    def load_wsgi(self) -> None:
        """
        Load the app; where it cannot start, let the first worker be the one to say so.

        Gunicorn gives up at the first, but prints a traceback at a second.
        """
        try:
            super().load_wsgi()
        except SystemExit:
            if self.age > 1:
                time.sleep(_PATIENCE)
            if not self.alive:
                sys.exit()
            raise

    def accept(self, listener: socket) -> None:
        """
        Accept a connection; when busy, only if no other worker does at once.

        All workers wake for one. Whichever is awake already would take all that
        come together, as a proxy's do, and keep them while the others idle: 3
        of 10 loads of 16 connections ran on one worker, at half the rate.
        """
        if self.alive and self.nr_conns > self._waiting:
            time.sleep(_HESITATION)
        super().accept(listener)

    @property
    def _waiting(self) -> int:
        """Return how many visitors have a connection and ask for nothing now."""
        return len(self.keepalived_conns) + len(self.pending_conns)

    def set_accept_enabled(self, enabled: bool | None) -> None:
        """
        Start or stop accepting; to stop for good, take in what waits.

        The socket is closed at once, so that no connection comes in after that,
        to be reset when the worker has answered its last request. On a reload
        the master keeps it open for the workers that follow.
        """
        super().set_accept_enabled(enabled)
        if not enabled and not self.alive:
            for listener in self.sockets:
                if not is_held_by(self.ppid, listener):
                    begin_no_more(listener)
                    self._take_in(listener)
                    time.sleep(SETTLED)
                self._take_in(listener)
                listener.close()

    def _take_in(self, listener: socket) -> None:
        """Accept all connections that wait."""
        before = -1
        while before != self.nr_conns:
            before = self.nr_conns
            self.accept(listener)
