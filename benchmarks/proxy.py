"""
The cache of nginx against the page without it: hit rate and throughput.

Runs the shipped configuration in front of the shipped server; wrk asks for it on
127.0.0.1, so the limits for one visitor are taken out. It prints a table.
"""

import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.deployment import stack

SECONDS = 4
CONNECTIONS = 16
ROUNDS = 3
VISITS = 2000
POPULAR = 40
"""Different addresses in the run for the hit rate; the first are asked for more."""

PAGE = "/en/"

VARIED = """
request = function()
  return wrk.format(nil, string.format(
    wrk.path .. "?alpha_percent=%.3f", 5 + 90 * math.random()))
end
"""
"""What makes wrk ask for other values each time, which no cache has."""


def throughput(url: str, *options: str) -> float:
    """
    Return the requests a second that wrk gets answered.

    Args:
        url: What to ask for.
        options: Options of wrk.
    """
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", *options, url]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in said or any(
        "If-None-Match" in option for option in options
    ), said
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])


def hit_rate(url: str) -> tuple[float, int]:
    """
    Return the share of requests that the cache answers, and their number.

    What people ask for is uneven: the address of rank r is asked for in
    proportion to 1/r (Zipf), as in traces of the web.

    Args:
        url: The page; a query is put behind it.
    """
    weights = [1 / rank for rank in range(1, POPULAR + 1)]
    addresses = [
        f"{url}?alpha_percent={40 + rank}&gamma=5&c_percent=15"
        for rank, weight in enumerate(weights)
        for _ in range(round(VISITS * weight / sum(weights)))
    ]
    command = ["curl", "-sk", "-o", "/dev/null", "-D", "-", "--parallel", *addresses]
    outputs = ["-o/dev/null"] * (len(addresses) - 1)
    said = subprocess.run(
        [*command, *outputs], check=True, capture_output=True, text=True
    ).stdout
    states = re.findall(r"(?mi)^x-cache-status: (\w+)", said)
    return states.count("HIT") / len(states), len(states)


def report() -> None:
    """Measure and print the table."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        settings = {"SDC_PATH_PREFIX": stack.PREFIX, "SDC_TRUSTED_PROXIES": "1"}
        app = opened.enter_context(stack.calculator(folder, settings))
        web = opened.enter_context(stack.nginx(folder, app.port, limits=False))
        direct = f"http://127.0.0.1:{app.port}{PAGE}"
        cached = f"https://127.0.0.1:{web.port}{stack.PREFIX}{PAGE}"
        share, count = hit_rate(cached)
        print(f"Hit rate of {count} requests for {POPULAR} addresses: {share:.1%}\n")
        head = subprocess.run(
            ["curl", "-skI", cached], check=True, capture_output=True, text=True
        ).stdout
        etag = re.search(r"(?mi)^etag: (\S+)", head)[1]
        (script := folder / "varied.lua").write_text(VARIED)
        varied = f"-s{script}"
        gzip = "-HAccept-Encoding: gzip"
        rows = {
            "without nginx, page made for each request": (direct, varied),
            "without nginx, page made and compressed for each": (direct, varied, gzip),
            "without nginx, from the worker's cache": (direct,),
            "without nginx, from the worker's cache, compressed": (direct, gzip),
            "nginx with TLS, from the cache": (cached,),
            "nginx with TLS, from the cache, compressed": (cached, gzip),
            "nginx with TLS, 304 from the cache": (cached, f"-HIf-None-Match: {etag}"),
        }
        print("| | requests a second | against the first |")
        print("| --- | --- | --- |")
        rates = {
            name: sorted(throughput(*asked) for _ in range(ROUNDS))[ROUNDS // 2]
            for name, asked in rows.items()
        }
        first = next(iter(rates.values()))
        for name, rate in rates.items():
            print(f"| {name} | {rate:,.0f} | {rate / first:.1f} |")


if __name__ == "__main__":
    sys.exit(report())
