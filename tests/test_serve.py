"""The real server with our settings: its log, its limits, whom it believes."""

import http.client
import json
import re
import signal
import socket
from dataclasses import dataclass

import pytest

from app.web.alive import is_alive
from benchmarks.deployment import stack

SECRET = "the-visitors-text"


@dataclass
class Served:
    """What a server answered before it was stopped, and what it wrote."""

    statuses: dict[str, int]
    alive: bool
    canonical: str
    too_long: str
    log: str
    exit_code: int


def _get(port: int, path: str, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def _send(port: int, raw: bytes) -> int:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(raw)
        return int(connection.recv(100).split()[1])


def _chunked(size: int, end: bytes = b"0\r\n\r\n") -> bytes:
    head = (
        b"POST /api/v1/measurement HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n"
    )
    chunk = b"%x\r\n%s\r\n" % (size, b"x" * size)
    return head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk + end


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Served:
    """Start the server, ask this and that, stop it, and return what came of it."""
    folder = tmp_path_factory.mktemp("server")
    with stack.calculator(folder, {"SDC_WORKERS": "1"}) as server:
        port = server.port
        page = _get(port, "/en/", **{"X-Forwarded-Proto": "https", "SCRIPT_NAME": "/x"})
        long = _get(port, "/de/?" + "a" * 9000)
        statuses = {
            "page": page[0],
            "asked": _get(port, f"/en/?utm={SECRET}", **{"User-Agent": SECRET})[0],
            "long": long[0],
            "lines in a path": _get(port, "/en/%0Aforged")[0],
            "no request": _send(port, f"GET /{SECRET} {SECRET}\r\n\r\n".encode()),
            "no header": _send(port, f"GET / HTTP/1.1\r\n{SECRET}\r\n\r\n".encode()),
            "large body": _send(port, _chunked(300 * 1024)),
        }
        alive = is_alive(f"0.0.0.0:{port}")
        server.send(signal.SIGTERM)
        code = server.process.wait(stack.STOP_SECONDS)
    canonical = re.search(r'rel="canonical" href="([^"]*)"', page[1])
    return Served(
        statuses,
        alive,
        canonical[1].replace(str(port), "PORT") if canonical else "",
        long[1],
        server.log.read_text(),
        code,
    )


def test_proper_requests_are_answered_and_others_refused(served):
    assert {
        "page": 200,
        "asked": 200,
        "long": 414,
        "lines in a path": 404,
        "no request": 400,
        "no header": 400,
        "large body": 413,
    } == served.statuses


def test_it_ends_well_when_asked_to(served):
    assert 0 == served.exit_code


def test_the_log_has_method_path_and_status_and_nothing_of_the_visitor(served):
    assert re.search(r"^\S+ \S+ \S+ GET /en/ 200 \d+\.\d ms$", served.log, re.MULTILINE)
    assert SECRET not in served.log
    assert "127.0.0.1 " not in served.log


def test_a_path_forges_no_line_of_the_log(served):
    assert r"GET /en/\x0aforged 404" in served.log


def test_a_query_that_is_too_long_gets_our_own_page(served):
    assert '<html lang="de"' in served.too_long


def test_it_believes_nobody_about_scheme_and_prefix(served):
    assert "http://127.0.0.1:PORT/en/" == served.canonical


def test_with_a_trusted_proxy_the_log_has_its_number_of_the_request(tmp_path):
    settings = {"SDC_TRUSTED_PROXIES": "1", "SDC_LOG_FORMAT": "json"}
    with stack.calculator(tmp_path, {"SDC_WORKERS": "1", **settings}) as server:
        _get(server.port, "/en/", **{"X-Request-ID": "a-1"})
    asked = [line for line in server.log.read_text().splitlines() if '"a-1"' in line]
    assert 1 == len(asked)
    asked = json.loads(asked[0])

    assert ("GET", "/en/", 200) == (asked["method"], asked["path"], asked["status"])
    assert {"time", "level", "method", "path", "status", "ms", "request_id"} == {*asked}


def test_it_listens_at_a_unix_socket(tmp_path):
    path = tmp_path / "socket"
    with stack.calculator(tmp_path, {"SDC_BIND": f"unix:{path}"}, unix=path):
        assert is_alive(f"unix:{path}")
    assert not is_alive(f"unix:{path}")


def test_its_container_asks_whether_it_is_alive(served):
    assert served.alive
    assert not is_alive("127.0.0.1:1")
