"""
Requests per second of pages and API, as ratios to a bare Flask "hello".

Both apps run under the same server, one after the other on this
machine, and wrk loads them in turn: bounded, on the loopback interface only.
Each round measures everything once, so that a slow minute hits all alike; the
table shows medians of the rounds. Run it with `make benchmark`, or under the other
server with `SERVER=gunicorn python -m benchmarks.throughput`.
"""

import json
import os
import platform
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from benchmarks.server import SERVER, serve, start_up, worker_memory

ROUNDS = int(os.environ.get("ROUNDS", "5"))
SECONDS = int(os.environ.get("SECONDS_EACH", "3"))
CONNECTIONS = 16
HELLO_PORT, APP_PORT = 8471, 8472


@dataclass(frozen=True)
class Load:
    """
    Hold one thing to measure.

    Attributes:
        name: What the table calls it.
        port: Which app answers.
        paths: Addresses to ask in turn.
        headers: Headers of every request.
        target: The ratio to hello it shall reach, or None.
    """

    name: str
    port: int
    paths: list[str]
    headers: dict[str, str]
    target: float | None = None


def varied(path: str, count: int = 20_000) -> list[str]:
    """Return addresses that differ in every value, so that no cache helps."""
    draw = random.Random(8)
    return [
        f"{path}?alpha_percent={draw.uniform(5, 95):.2f}"
        f"&gamma={draw.randint(1, 16)}&c_percent={draw.uniform(1, 50):.2f}"
        for _ in range(count)
    ]


def api_addresses(path: str, count: int = 20_000) -> list[str]:
    """Return addresses of the API that differ in every value."""
    draw = random.Random(9)
    return [
        f"{path}&alpha={draw.uniform(0.05, 0.95):.4f}&c={draw.uniform(0.01, 0.5):.4f}"
        for _ in range(count)
    ]


def loads() -> list[Load]:
    """Return all that is measured; the app must be running."""
    etag = _header("/en/", "ETag")
    style = re.search(r"/static/style\.[0-9a-f]+\.css", _body("/en/"))
    assert style
    measured = "/en/measured?gamma=3&per_position=0.82%2C0.66%2C0.52"
    return [
        Load("bare Flask hello", HELLO_PORT, ["/"], {}),
        Load("calculator, values varied", APP_PORT, varied("/en/"), {}, 0.11),
        Load("calculator, repeated", APP_PORT, ["/en/"], {}, 0.9),
        Load("embed, values varied", APP_PORT, varied("/en/embed"), {}, 0.16),
        Load("embed, repeated", APP_PORT, ["/en/embed"], {}, 0.9),
        Load("measured page, repeated", APP_PORT, [measured], {}),
        Load(
            "API speedup, values varied",
            APP_PORT,
            api_addresses("/api/v1/speedup?gamma=5"),
            {},
            0.6,
        ),
        Load(
            "API sweep of 128, values varied",
            APP_PORT,
            api_addresses("/api/v1/sweep?gamma_max=128"),
            {},
            0.3,
        ),
        Load("304 Not Modified", APP_PORT, ["/en/"], {"If-None-Match": etag}, 0.9),
        Load("static file", APP_PORT, [style[0]], {}),
    ]


def main() -> None:
    """Measure and print the tables."""
    if not shutil.which("wrk"):
        sys.exit("The benchmark loads the server with wrk: install the package wrk.")
    with serve("benchmarks.hello:app", HELLO_PORT), serve("wsgi:app", APP_PORT) as pid:
        found = loads()
        results: dict[str, list[tuple[float, float, float]]] = {}
        for _ in range(ROUNDS):
            for load in found:
                results.setdefault(load.name, []).append(run(load))
        memory = worker_memory(pid)
    print_table(found, results)
    print(f"\nMemory per worker (PSS, after the load): {memory:.0f} MB")
    print(f"Start-up, import to first answer: {start_up():.2f} s")


def run(load: Load) -> tuple[float, float, float]:
    """Return requests per second, and the median and 99 % latency in ms."""
    script = _script(load)
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency"]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script)
        file.flush()
        url = f"http://127.0.0.1:{load.port}"
        text = subprocess.run(
            [*command, "-s", file.name, url], capture_output=True, text=True, check=True
        ).stdout
    failures = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    if failures or "Socket errors" in text:
        sys.exit(f"{load.name}: {text}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])  # type: ignore[index]
    return rate, _latency(text, "50%"), _latency(text, "99%")


def _script(load: Load) -> str:
    """Return the Lua program that asks the addresses in turn."""
    headers = "".join(
        f'wrk.headers["{k}"] = {json.dumps(v)}\n' for k, v in load.headers.items()
    )
    paths = ", ".join(json.dumps(path) for path in load.paths)
    return (
        f"{headers}local paths = {{{paths}}}\nlocal i = 0\n"
        "function request()\n  i = i % #paths + 1\n"
        '  return wrk.format("GET", paths[i])\nend\n'
    )


def _latency(text: str, share: str) -> float:
    value, unit = re.search(rf"{share}\s+([\d.]+)(us|ms|s)", text).groups()  # type: ignore[union-attr]
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def _header(path: str, name: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{APP_PORT}{path}") as response:
        return str(response.headers[name])


def _body(path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{APP_PORT}{path}") as response:
        return str(response.read().decode())


def print_table(
    found: list[Load], results: dict[str, list[tuple[float, float, float]]]
) -> None:
    """Print machine, versions and one row per load, as Markdown."""
    libraries = ", ".join(
        f"{name} {version(name)}" for name in ("flask", "jinja2", SERVER)
    )
    print(
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, {platform.machine()}, "
        f"CPython {platform.python_version()}, {libraries}"
    )
    print(f"wrk: {CONNECTIONS} connections, {SECONDS} s, median of {ROUNDS} rounds\n")
    print("| what | requests/s | ratio to hello | target | p50 ms | p99 ms |")
    print("| --- | --- | --- | --- | --- | --- |")
    hello = results[found[0].name]
    for load in found:
        rounds = results[load.name]
        rate, p50, p99 = (
            statistics.median(values) for values in zip(*rounds, strict=True)
        )
        ratio = statistics.median(
            r[0] / h[0] for r, h in zip(rounds, hello, strict=True)
        )
        target = "" if load.target is None else f"{load.target}"
        times = f"{p50:.1f} | {p99:.1f}"
        print(f"| {load.name} | {rate:.0f} | {ratio:.2f} | {target} | {times} |")


if __name__ == "__main__":
    main()
