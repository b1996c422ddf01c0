"""A bounded load of GET requests that notes what became of each."""

import asyncio
import contextlib
import time
from collections import Counter
from dataclasses import dataclass, field

from benchmarks.deployment.stack import trusting_nobody

GIVE_UP_SECONDS = 15


@dataclass
class Outcomes:
    """
    Count what became of the requests of one load.

    Attributes:
        counts: Requests by their outcome: "answered" (200), "refused" (no
            connection came about), "lost" (sent on a new connection, no whole
            answer), "lost_reused" (the same on a connection kept alive, which
            HTTP lets a client send again), or "status N".
        slowest: The longest time to an answer, in seconds.
        lost_at: When requests were lost, in seconds after the start.
    """

    counts: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    lost_at: list[float] = field(default_factory=list)

    def __getitem__(self, outcome: str) -> int:
        return self.counts[outcome]


class Load:
    """
    Send requests from several clients at once until told to stop.

    Args:
        port: Port on 127.0.0.1.
        path: What to ask for.
        clients: How many clients; each waits for its answer before it asks again.
        keep_alive: Whether a client keeps its connection.
        tls: Whether the server speaks TLS.
        pause: Seconds that each client rests between two requests.
    """

    def __init__(
        self,
        port: int,
        path: str,
        *,
        clients: int = 8,
        keep_alive: bool = False,
        tls: bool = False,
        pause: float = 0.0,
    ) -> None:
        self.port, self.path, self.clients = port, path, clients
        self.keep_alive, self.pause = keep_alive, pause
        self.context = trusting_nobody() if tls else None
        self.outcomes = Outcomes()
        self.in_flight = 0
        self._stop = asyncio.Event()
        self._begun = time.monotonic()

    async def run(self) -> Outcomes:
        """Send requests until `stop`."""
        await asyncio.gather(*(self._client() for _ in range(self.clients)))
        return self.outcomes

    def stop(self) -> None:
        """Let each client finish the request it is at."""
        self._stop.set()

    async def _client(self) -> None:
        connection = None
        while not self._stop.is_set():
            connection = await self._one(connection)
            if self.pause:
                await asyncio.sleep(self.pause)
        _close(connection)

    async def _one(self, connection):
        reused = connection is not None
        if not reused:
            try:
                connection = await asyncio.open_connection(
                    "127.0.0.1", self.port, ssl=self.context
                )
            except OSError:
                self.outcomes.counts["refused"] += 1
                await asyncio.sleep(0.02)
                return None
        begun = time.monotonic()
        self.in_flight += 1
        try:
            async with asyncio.timeout(GIVE_UP_SECONDS):
                status, stays = await self._exchange(*connection)
        except (OSError, EOFError, TimeoutError, ValueError):
            self.outcomes.counts["lost_reused" if reused else "lost"] += 1
            self.outcomes.lost_at.append(time.monotonic() - self._begun)
            stays = False
        else:
            name = "answered" if status == 200 else f"status {status}"
            self.outcomes.counts[name] += 1
            self.outcomes.slowest = max(self.outcomes.slowest, time.monotonic() - begun)
        finally:
            self.in_flight -= 1
        if stays and self.keep_alive:
            return connection
        _close(connection)
        return None

    async def _exchange(self, reader, writer) -> tuple[int, bool]:
        """Return the status of the answer, and whether the connection stays."""
        keep = "keep-alive" if self.keep_alive else "close"
        writer.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Connection: {keep}\r\n\r\n".encode()
        )
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        lines = head.split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await reader.readuntil(b"\r\n"), 16):
                await reader.readexactly(size + 2)
            await reader.readuntil(b"\r\n")
        else:
            await reader.readexactly(int(headers["content-length"]))
        return int(lines[0].split()[1]), headers.get("connection") != "close"


def _close(connection) -> None:
    if connection is not None:
        with contextlib.suppress(OSError):
            connection[1].close()
