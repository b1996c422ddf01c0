"""Where the server listens: tried before it starts, and said where it cannot."""

import socket
import stat
from pathlib import Path

from app.web.config import SettingsError

UNIX = "unix:"


def place(bind: str) -> tuple[str, int] | Path:
    """
    Return where to listen, free and ours to take: an address and a port, or a socket.

    A host name becomes its first address. A socket that a killed server left behind is
    removed.

    Args:
        bind: The setting: host:port, or unix:/path.

    Raises:
        SettingsError: Nobody can listen there, or somebody does already. (Servers that
            share their ports among workers would otherwise share them with each other.)
    """
    try:
        if bind.startswith(UNIX):
            return _socket(Path(bind.removeprefix(UNIX)))
        host, _, port = bind.rpartition(":")
        return _address(host.strip("[]"), int(port))
    except OSError as error:
        why = error.strerror or str(error)
        raise SettingsError(
            f"SDC_BIND is {bind!r}; no listening there: {why}."
        ) from error


def _address(host: str, port: int) -> tuple[str, int]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    family, kind, protocol, _name, address = found[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        probe.listen(1)
    return str(address[0]), port


def _socket(path: Path) -> Path:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        if path.exists() and stat.S_ISSOCK(path.stat().st_mode):
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()
            else:
                raise OSError("Address already in use")
        probe.bind(str(path))
    path.unlink()
    return path
