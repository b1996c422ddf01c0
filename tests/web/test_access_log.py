"""A real gunicorn with our configuration: its log, its limits, whom it believes."""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECRET = "the-visitors-text"


@dataclass
class Served:
    """What a server answered before it was stopped, and what it wrote."""

    statuses: list[int]
    canonical: str
    too_long: str
    log: str
    exit_code: int


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def _wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "gunicorn does not start"
        time.sleep(0.05)


def _get(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def _send(port: int, raw: bytes) -> int:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(raw)
        return int(connection.recv(100).split()[1])


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Served:
    """Start gunicorn, ask it this and that, stop it, and return what came of it."""
    port, log = _free_port(), tmp_path_factory.mktemp("gunicorn") / "log"
    environment = {"PATH": os.environ["PATH"], "SDC_BIND": f"127.0.0.1:{port}"}
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn"],
            cwd=ROOT,
            env={**environment, "SDC_WORKERS": "1", "PYTHONUNBUFFERED": "1"},
            stdout=file,
            stderr=file,
        )
    try:
        _wait_until(lambda: "Booting worker" in log.read_text())
        page = _get(port, "/en/", **{"X-Forwarded-Proto": "https", "SCRIPT_NAME": "/x"})
        long = _get(port, "/de/?" + "a" * 9000)
        bad = [
            _send(port, f"GET /{SECRET}?{SECRET} nonsense\r\n\r\n".encode()),
            _send(port, f"GET / HTTP/1.1\r\n{SECRET}\r\n\r\n".encode()),
        ]
        asked = _get(port, f"/en/?utm={SECRET}", **{"User-Agent": SECRET})
        process.terminate()
        code = process.wait(timeout=20)
    finally:
        process.kill()
    canonical = re.search(r'rel="canonical" href="([^"]*)"', page[1])
    return Served(
        [page[0], asked[0], long[0], *bad],
        canonical[1].replace(str(port), "PORT") if canonical else "",
        long[1],
        log.read_text(),
        code,
    )


def test_proper_requests_are_answered_and_others_refused(served):
    assert [200, 200, 414, 400, 400] == served.statuses


def test_it_ends_well_when_asked_to(served):
    assert 0 == served.exit_code


def test_the_log_has_method_path_and_status_and_nothing_of_the_visitor(served):
    assert re.search(r"GET /en/ 200 \d+ bytes \d+ ms", served.log)
    assert SECRET not in served.log
    assert "127.0.0.1 " not in served.log
    assert "Invalid request" in served.log


def test_a_query_that_is_too_long_gets_our_own_page(served):
    assert '<html lang="de"' in served.too_long


def test_it_believes_nobody_about_scheme_and_prefix(served):
    assert "http://127.0.0.1:PORT/en/" == served.canonical
