"""
Ask the server of this container whether it is alive: ``python -m app.web.alive``.

Ends with 0 where it answers with 200 on the port or the socket that `SDC_BIND` names.
"""

import os
import socket
import sys
from http.client import HTTPConnection, HTTPException

from app.web.config import load
from app.web.health import PATH

TIMEOUT_SECONDS = 4


def is_alive(bind: str) -> bool:
    """
    Ask for the health check.

    Args:
        bind: Where the server listens: host:port, or unix:/path.
    """
    host, _, place = bind.rpartition(":")
    connection = HTTPConnection("127.0.0.1", timeout=TIMEOUT_SECONDS)
    try:
        if host == "unix":
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.settimeout(TIMEOUT_SECONDS)
            connection.sock.connect(place)
        else:
            connection.port = int(place)
        connection.request("GET", PATH)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(not is_alive(load(os.environ).bind))
