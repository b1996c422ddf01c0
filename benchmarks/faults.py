"""
What breaks when something breaks: each fault is brought about, and counted.

Run it with ``python -m benchmarks.faults``. The tests in
tests/faults/ run the same scenarios, shorter. All of it stays on 127.0.0.1.
"""

import asyncio
import contextlib
import http.client
import os
import signal
import socket
import tempfile
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.deployment import stack
from benchmarks.deployment.load import Load, Outcomes

T = TypeVar("T")

PAGE = "/en/embed?gamma=4"
LONG = "/en/demo?num_output_tokens=2000"
CLIENTS = 8
SLOW_VISITORS = 500
ESTABLISHED = ("01", "08")
"""States in /proc/net/tcp: established, and closed by the other side only."""

FAR_AHEAD, LONG_AGO = 400 * 86_400, -40 * 365 * 86_400


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: this one may have a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


async def under_load(port: int, faults, *, keep_alive=False, rest=1.0) -> Outcomes:
    """
    Bring faults about while clients ask for a page.

    Args:
        port: The server's port.
        faults: Functions to call, one after the other; each gets the load.
        keep_alive: Whether the clients keep their connections.
        rest: Seconds before each fault and after the last.
    """
    load = Load(port, PAGE, clients=CLIENTS, keep_alive=keep_alive)
    running = asyncio.create_task(load.run())
    for fault in faults:
        await asyncio.sleep(rest)
        fault(load)
    await asyncio.sleep(rest)
    load.stop()
    return await running


def kill_worker(folder: Path, rest: float) -> tuple[Outcomes, int]:
    """Kill a worker; return the outcomes and how many requests it had."""
    with stack.calculator(folder) as server:
        held = []

        def kill(_: Load) -> None:
            victim = server.workers()[0]
            # Halted first, so that what is counted is what is lost.
            os.kill(victim, signal.SIGSTOP)
            held.append(_connections(victim, server.port))
            os.kill(victim, signal.SIGKILL)

        outcomes = _run(under_load(server.port, [kill], rest=rest))
    return outcomes, held[0]


def stop(folder: Path, rest: float, *, keep_alive: bool) -> Outcomes:
    """Stop the server by SIGTERM while it is asked."""
    with stack.calculator(folder) as server:
        faults = [lambda _: server.send(signal.SIGTERM)]
        load = under_load(server.port, faults, keep_alive=keep_alive, rest=rest)
        outcomes = _run(load)
        assert server.process.wait(stack.STOP_SECONDS) == 0
    return outcomes


def stop_when_nobody_new_comes(folder: Path) -> list[int]:
    """
    Stop the server while it works on requests, as a platform does it.

    New visitors have been sent elsewhere by then (readiness, preStop).

    Returns:
        The status of each answer, 0 for a lost one.
    """
    with stack.calculator(folder) as server, ThreadPoolExecutor(CLIENTS) as pool:
        asked = [
            pool.submit(status, server.port, f"{LONG}&seed={n}") for n in range(CLIENTS)
        ]
        time.sleep(0.2)  # They are sent, and none is answered.
        server.send(signal.SIGTERM)
        return [one.result() for one in asked]


def status(port: int, path: str, seconds: float = 60) -> int:
    """Return the status of an answer, 0 where there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()
    return answer.status


def reload(folder: Path, rest: float, times: int, *, keep_alive: bool) -> Outcomes:
    """Reload the server by SIGHUP under load, until every worker is a new one."""
    with stack.calculator(folder) as server:
        load = Load(server.port, PAGE, clients=CLIENTS, keep_alive=keep_alive)
        return _run(reloaded(server, load, rest, times))


async def reloaded(server, load, rest, times) -> Outcomes:
    """Reload a server so many times while a load asks it."""
    running = asyncio.create_task(load.run())
    for _ in range(times):
        await asyncio.sleep(rest)
        old = set(server.workers())
        server.send(signal.SIGHUP)
        async with asyncio.timeout(stack.START_SECONDS):
            while old & set(server.workers()):
                await asyncio.sleep(0.1)
    await asyncio.sleep(rest)
    load.stop()
    return await running


def slow_visitors(port: int, seconds: float, *, tls: bool) -> tuple[Outcomes, float]:
    """
    Ask for a page while many connections are silent or send byte by byte.

    Args:
        port: The server's port.
        seconds: How long.
        tls: Whether the server speaks TLS.

    Returns:
        What became of the requests, and the longest wait in seconds.
    """
    with _crowd(port, tls=tls) as crowd:
        return _run(_ask_beside(port, crowd, seconds, tls=tls))


async def _ask_beside(port, crowd, seconds, *, tls) -> tuple[Outcomes, float]:
    path = stack.PREFIX + PAGE if tls else PAGE
    load = Load(port, path, clients=2, tls=tls, pause=0.05)
    running = asyncio.create_task(load.run())
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for connection in crowd[::2]:
            with contextlib.suppress(OSError):
                connection.send(b"x")
        await asyncio.sleep(0.5)
    load.stop()
    outcomes = await running
    return outcomes, outcomes.slowest


@contextlib.contextmanager
def _crowd(port: int, *, tls: bool) -> Iterator[list[socket.socket]]:
    """Open connections that begin a request and do not end it."""
    crowd: list[socket.socket] = []
    try:
        for _ in range(SLOW_VISITORS):
            connection = socket.create_connection(("127.0.0.1", port), timeout=30)
            crowd.append(connection)
            if tls:
                crowd[-1] = stack.trusting_nobody().wrap_socket(connection)
            crowd[-1].sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        yield crowd
    finally:
        for connection in crowd:
            connection.close()


def _connections(pid: int, port: int) -> int:
    """Return how many connections to the port a process holds."""
    inodes = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            inodes.add(os.readlink(link))
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(
        row[3] in ESTABLISHED
        and int(row[1].rpartition(":")[2], 16) == port
        and f"socket:[{row[9]}]" in inodes
        for row in rows
    )


def clock_jump(folder: Path, rest: float) -> Outcomes:
    """Let the clock jump a year ahead, then decades back, while it is asked."""
    jumping = folder / "jumping.py"
    jumping.write_text(
        "import time, runpy, sys\n"
        "_real, _begun = time.time, time.monotonic()\n"
        "def _jumping():\n"
        "    passed = time.monotonic() - _begun\n"
        f"    ahead = {FAR_AHEAD} if passed > {rest + 1} else 0\n"
        f"    return _real() + ({LONG_AGO} if passed > {2 * rest + 1} else ahead)\n"
        "time.time = _jumping\n"
        f"sys.path.insert(0, {str(stack.ROOT)!r})\n"
        "runpy.run_path('serve.py', run_name='__main__')\n"
    )
    with stack.calculator(folder, command=(str(jumping),)) as server:
        nothing = [lambda _: None] * 3
        return _run(under_load(server.port, nothing, rest=rest))


def no_byte_to_write(folder: Path, rest: float) -> Outcomes:
    """Run with every disk full: no file takes a byte, the log neither."""
    with stack.calculator(folder, full_disk=True) as server:
        return _run(under_load(server.port, [lambda _: None], rest=rest))


def report() -> None:
    """Bring about every fault and print what became of the requests."""
    rest = 3.0
    print("| fault | answered | lost | refused | slowest |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        outcomes, held = kill_worker(folder, rest)
        _row(f"one of 2 workers killed, with {held} requests in it", outcomes)
        for kind, keep_alive in {"new": False, "kept": True}.items():
            outcomes = stop(folder, rest, keep_alive=keep_alive)
            _row(f"SIGTERM, {kind} connections", outcomes)
            outcomes = reload(folder, rest, 5, keep_alive=keep_alive)
            _row(f"5 reloads, {kind} connections", outcomes)
        _row("clock a year ahead, then 40 years back", clock_jump(folder, rest))
        _row("no file takes a byte, nor does the log", no_byte_to_write(folder, rest))
        with stack.behind_nginx(folder) as web:
            outcomes, _ = slow_visitors(web.port, 15, tls=True)
            _row(f"{SLOW_VISITORS} slow visitors, nginx in front", outcomes)
        with stack.calculator(folder) as app:
            outcomes, _ = slow_visitors(app.port, 15, tls=False)
            _row(f"{SLOW_VISITORS} slow visitors, no nginx", outcomes)


def _row(fault: str, outcomes: Outcomes) -> None:
    lost = outcomes["lost"] + outcomes["lost_reused"]
    print(
        f"| {fault} | {outcomes['answered']} | {lost} | {outcomes['refused']} "
        f"| {1000 * outcomes.slowest:.0f} ms |",
        flush=True,
    )


if __name__ == "__main__":
    report()
