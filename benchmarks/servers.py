"""
Two stock servers beside each other: Granian as shipped, and gunicorn with threads.

Run it with ``python -m benchmarks.servers``; docs/servers.md has the table. All of
it stays on 127.0.0.1 and ends by itself.
"""

import asyncio
import contextlib
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import faults
from benchmarks.deployment import stack
from benchmarks.deployment.load import Load

COMMANDS = {
    "Granian": ("serve.py",),
    "gunicorn": (
        *("-m", "gunicorn", "wsgi:app", "-k", "gthread", "-w", "2", "--threads", "16"),
        *("-b", "127.0.0.1:{port}", "--no-control-socket", "--access-logfile", "-"),
        *("--limit-request-line", "0", "--access-logformat", "%(m)s %(U)s %(s)s"),
    ),
}
TIMES = 5
IDLE = 200


def main() -> None:
    """Measure both and print a table."""
    rows = {name: dict(_measured(command)) for name, command in COMMANDS.items()}
    print("| " + " | ".join(["", *rows]) + " |")
    print("| --- |" + " ---: |" * len(rows))
    for what in next(iter(rows.values())):
        print("| " + " | ".join([what, *(row[what] for row in rows.values())]) + " |")


def _measured(command: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, keep_alive in {"new": False, "kept": True}.items():
            lost = [_stopped(folder, command, keep_alive) for _ in range(TIMES)]
            yield f"lost at {TIMES} stops, {kind} connections", _listed(lost)
            lost = [_reloaded(folder, command, keep_alive) for _ in range(2)]
            yield f"lost at 2 reloads, {kind} connections", _listed(lost)
        with _running(folder, command) as server:
            yield "requests of each worker, 16 connections", _spread(server)
            yield "requests/s, one page repeated", _rate(server, "/en/embed?gamma=4")
            yield "memory of the workers (PSS), MB", _memory(server)
            yield f"slowest answer beside {IDLE} idle connections", _beside(server, b"")
            begun = b"POST /api/v1/measurement HTTP/1.1\r\nHost: a\r\n"
            begun += b"Content-Type: text/plain\r\nContent-Length: 9\r\n\r\n"
            yield (
                f"the same beside {IDLE} bodies that never end",
                _beside(server, begun),
            )
            yield "a query of 9 KiB", _status(server, b"/en/?" + b"a" * 9000)
            yield "a query of 100 KiB", _status(server, b"/en/?" + b"a" * 100_000)


def _running(folder: Path, command: tuple[str, ...]):
    return stack.calculator(folder, {"SDC_WORKERS": "2"}, command=command)


def _stopped(folder, command, keep_alive) -> tuple[int, int]:
    with _running(folder, command) as server:
        _both_ready(server)
        stop = [lambda _: server.send(signal.SIGTERM)]
        load = faults.under_load(server.port, stop, keep_alive=keep_alive, rest=1.0)
        outcomes = asyncio.run(load)
        server.process.wait(stack.STOP_SECONDS)
    return outcomes["lost"] + outcomes["lost_reused"], outcomes["answered"]


def _reloaded(folder, command, keep_alive) -> tuple[int, int]:
    with _running(folder, command) as server:
        _both_ready(server)
        load = Load(server.port, faults.PAGE, clients=8, keep_alive=keep_alive)
        outcomes = asyncio.run(faults.reloaded(server, load, 1.0, 1))
    return outcomes["lost"] + outcomes["lost_reused"], outcomes["answered"]


def _both_ready(server: stack.Server) -> None:
    """Wait until no worker is busy with its start."""
    still = 0
    while still < 5:
        before = _ticks(server)
        time.sleep(0.2)
        still = still + 1 if _ticks(server) == before else 0


def _ticks(server: stack.Server) -> list[int]:
    """Return the CPU time of each worker, in ticks."""
    stats = (Path(f"/proc/{pid}/stat").read_text() for pid in server.workers())
    return [sum(map(int, text.rpartition(")")[2].split()[11:13])) for text in stats]


def _listed(lost: list[tuple[int, int]]) -> str:
    return f"{sum(one for one, _ in lost)} of {sum(total for _, total in lost)}"


def _wrk(server: stack.Server, path: str) -> float:
    command = ["wrk", "-t1", "-c16", "-d3s", f"http://127.0.0.1:{server.port}{path}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])  # type: ignore[index]


def _rate(server: stack.Server, path: str) -> str:
    return f"{statistics.median(_wrk(server, path) for _ in range(3)):.0f}"


def _spread(server: stack.Server) -> str:
    """Return the share of the CPU time that the less busy worker had, three times."""
    shares = []
    for _ in range(3):
        before = _ticks(server)
        _wrk(server, "/en/embed?gamma=4")
        used = [b - a for a, b in zip(before, _ticks(server), strict=True)]
        shares.append(f"{100 * min(used) / sum(used):.0f} %")
    return ", ".join(shares) + " by the less busy"


def _memory(server: stack.Server) -> str:
    sizes = []
    for pid in server.workers():
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        sizes.append(int(re.search(r"Pss:\s+(\d+)", rollup)[1]) / 1024)  # type: ignore[index]
    return ", ".join(f"{size:.0f}" for size in sizes)


def _beside(server: stack.Server, begun: bytes) -> str:
    with contextlib.ExitStack() as held:
        for _ in range(IDLE):
            connection = socket.create_connection(("127.0.0.1", server.port), 30)
            held.enter_context(connection)
            connection.sendall(begun)
        time.sleep(0.5)
        start = time.monotonic()
        status = faults.status(server.port, "/en/embed?gamma=4", seconds=10)
        taken = time.monotonic() - start
    return f"{1000 * taken:.0f} ms" if status == 200 else "none in 10 s"


def _status(server: stack.Server, path: bytes) -> str:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        request = b"GET " + path + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        connection.sendall(request)
        said = b""
        with contextlib.suppress(OSError):
            while part := connection.recv(65536):
                said += part
    ours = "our page" if b"<html" in said else "its own"
    return f"{said[9:12].decode()}, {ours}"


if __name__ == "__main__":
    sys.exit(main())
