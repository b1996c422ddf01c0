"""The gunicorn worker: threads, and no request lost when it stops."""

from socket import socket

from gunicorn.workers.gthread import ThreadWorker


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """
    Answer all that the kernel has accepted before the worker stops.

    The workers share one listening socket, so a reload loses nothing: with a
    socket each (SO_REUSEPORT), what waits in a stopping worker's is reset. When
    all workers stop, whoever closes the shared one last would reset what waits
    in it; so each first takes that in.
    """

    def set_accept_enabled(self, enabled: bool | None) -> None:
        """
        Start or stop accepting; to stop for good, take in what waits.

        The socket is closed at once, so that no connection comes in after that,
        to be reset when the worker has answered its last request.
        """
        super().set_accept_enabled(enabled)
        if not enabled and not self.alive:
            for listener in self.sockets:
                self._take_in(listener)
                listener.close()

    def _take_in(self, listener: socket) -> None:
        """Accept all connections that wait."""
        before = -1
        while before != self.nr_conns:
            before = self.nr_conns
            self.accept(listener)
