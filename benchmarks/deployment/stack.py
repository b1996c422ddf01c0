"""The app as it is shipped: its server, and nginx in front, on free local ports."""

import contextlib
import functools
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "deploy" / "nginx" / "nginx.conf"
PREFIX = "/speculative-decoding"
"""The path prefix of the shipped configuration."""

START_SECONDS = 60
STOP_SECONDS = 40


@dataclass
class Server:
    """
    Hold a running server.

    Attributes:
        port: Its port on 127.0.0.1.
        process: Its main process.
        log: File with what it wrote.
    """

    port: int
    process: subprocess.Popen
    log: Path

    def send(self, signal_number: signal.Signals) -> None:
        """Send a signal to the main process."""
        self.process.send_signal(signal_number)

    def workers(self) -> list[int]:
        """Return the ids of the worker processes."""
        return workers_of(self.process.pid)


def workers_of(main: int) -> list[int]:
    """Return the children of a server's main process that serve."""
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    return [
        int(child)
        for child in children
        # Python's own helper of a process that starts others.
        if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def calculator(
    folder: Path,
    settings: Mapping[str, str] | None = None,
    *,
    command: tuple[str, ...] = ("serve.py",),
    full_disk: bool = False,
    root: Path = ROOT,
    unix: Path | None = None,
) -> Iterator[Server]:
    """
    Run the app under its server with the project's configuration.

    Args:
        folder: Where its log goes.
        settings: Settings by their name in the environment.
        command: What Python runs.
        full_disk: Let no file take a byte, nor the log.
        root: The checkout that is run.
        unix: The socket where the settings let it listen, if not at a port.
    """
    port = free_port()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SDC_")}
    environment |= {"SDC_BIND": f"127.0.0.1:{port}", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= dict(settings or {})
    whole = [sys.executable, *(part.format(port=port) for part in command)]
    if full_disk:
        # The shell's limit stays with all that it starts.
        whole = ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *whole]
    log = Path("/dev/full") if full_disk else folder / "server.log"
    with _running(whole, unix or port, log, environment, root) as server:
        yield server


@contextlib.contextmanager
def nginx(folder: Path, upstream: int, *, limits: bool = True) -> Iterator[Server]:
    """
    Run the shipped nginx configuration; only ports and paths are put in.

    Args:
        folder: Where its files go.
        upstream: The app's port.
        limits: Whether one visitor may ask only so often.
    """
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    assert program, "no nginx: install the package nginx"
    port = free_port()
    config = folder / "nginx.conf"
    text = _put_in(SHIPPED.read_text(), folder, port, upstream)
    if not limits:
        text = re.sub(r"\n +limit_(req|conn) .*;", "", text)
    config.write_text(text)
    _make_certificate(folder)
    for name in ("cache", "temp"):
        (folder / name).mkdir(exist_ok=True)
    command = [program, "-e", "stderr", "-p", str(folder), "-c", str(config)]
    with _running(command, port, folder / "nginx.log", dict(os.environ)) as server:
        yield server


@contextlib.contextmanager
def behind_nginx(folder: Path) -> Iterator[Server]:
    """
    Run the app with nginx in front; yields nginx.

    Args:
        folder: Where their files go.
    """
    settings = {"SDC_PATH_PREFIX": PREFIX, "SDC_TRUSTED_PROXIES": "1"}
    with calculator(folder, settings) as app, nginx(folder, app.port) as web:
        yield web


def _put_in(text: str, folder: Path, port: int, upstream: int) -> str:
    """Return the shipped configuration with this machine's ports and paths."""
    plain = free_port()
    # Started by root, its workers would become somebody who may not read `folder`.
    user = "" if os.geteuid() else "user root;"
    places = {
        "        listen [::]:80;\n": "",
        "        listen [::]:443 ssl http2;\n": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        "server 127.0.0.1:8000;": f"server 127.0.0.1:{upstream};",
        "/etc/nginx/tls/fullchain.pem": f"{folder}/certificate.pem",
        "/etc/nginx/tls/privkey.pem": f"{folder}/key.pem",
        "/var/cache/nginx/calculator": f"{folder}/cache",
        "pid /run/nginx.pid;": f"pid {folder}/nginx.pid;\ndaemon off;\n{user}",
        "include mime.types;": "include /etc/nginx/mime.types;"
        + "".join(
            f"\n    {kind}_temp_path {folder}/temp/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        ),
    }
    for shipped, here in places.items():
        assert shipped in text, shipped
        text = text.replace(shipped, here)
    return text


def _make_certificate(folder: Path) -> None:
    options = {
        "-newkey": "rsa:2048",
        "-days": "1",
        "-subj": "/CN=localhost",
        "-addext": "subjectAltName=DNS:localhost",
        "-keyout": f"{folder}/key.pem",
        "-out": f"{folder}/certificate.pem",
    }
    command = ["openssl", "req", "-x509", "-nodes", *sum(options.items(), ())]
    subprocess.run(command, check=True, capture_output=True)


@contextlib.contextmanager
def _running(
    command: list[str],
    place: int | Path,
    log: Path,
    environment: dict[str, str],
    root: Path = ROOT,
) -> Iterator[Server]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=root, env=environment, stdout=output, stderr=output
        )
    try:
        _wait_for(place, process, log)
        yield Server(place if isinstance(place, int) else 0, process, log)
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(STOP_SECONDS)


def _wait_for(place: int | Path, process: subprocess.Popen, log: Path) -> None:
    """Wait until somebody answers."""
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        with contextlib.suppress(OSError), _connected(place) as connection:
            connection.settimeout(START_SECONDS)
            connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            if connection.recv(1):
                return
        time.sleep(0.05)
    said = log.read_text() if log.is_file() else ""
    raise RuntimeError(f"no server came up: {said}")


def _connected(place: int | Path) -> socket.socket:
    if isinstance(place, int):
        return socket.create_connection(("127.0.0.1", place), timeout=1)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(place))
    except OSError:
        connection.close()
        raise
    return connection


@functools.cache
def trusting_nobody() -> ssl.SSLContext:
    """Return a TLS context that takes the certificate made for one run."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
