"""The real server, sent bodies in pieces whose length is nowhere told."""

import contextlib
import http.client
import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from app.web.limits import MAX_BODY_BYTES
from benchmarks.deployment import stack

LINE = (
    "SpecDecoding metrics: Mean acceptance length: 2.80, Accepted: 180 tokens, Drafted:"
    " 300 tokens, Per-position acceptance rate: 0.800, 0.600, 0.400\n"
)
FITS = LINE * (MAX_BODY_BYTES // len(LINE))
BEYOND = LINE * (297_000 // len(LINE))
API = "/api/v1/measurement"
PAGE = "/en/measured"


@pytest.fixture(scope="module")
def port(tmp_path_factory) -> Iterator[int]:
    """Serve the app until the tests are through."""
    folder = tmp_path_factory.mktemp("server")
    with stack.calculator(folder, {"SDC_WORKERS": "1"}) as server:
        yield server.port


def send(port: int, path: str, body: bytes, kind: str) -> tuple[int, bytes]:
    """Send *body* in pieces and return status and answer."""
    pieces = (body[place : place + 8192] for place in range(0, len(body), 8192))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        # Who is refused may be told so before all is sent.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.request(
                "POST", path, pieces, {"Content-Type": kind}, encode_chunked=True
            )
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_a_log_in_pieces_is_read_whole(port):
    status, answer = send(port, API, FITS.encode(), "text/plain")
    (reading,) = json.loads(answer)["readings"]
    assert (200, 180 * FITS.count("\n")) == (status, reading["num_accepted_tokens"])


def test_a_log_in_pieces_beyond_256_kib_is_refused_and_not_cut(port):
    status, answer = send(port, API, BEYOND.encode(), "text/plain")
    assert (413, "too_large") == (status, json.loads(answer)["errors"][0]["code"])


@pytest.mark.parametrize(("text", "status"), [(FITS, 303), (BEYOND, 400)])
def test_the_form_in_pieces_takes_a_log_of_256_kib(port, text, status):
    body = urlencode({"paste": text}).encode()
    assert status == send(port, PAGE, body, "application/x-www-form-urlencoded")[0]


def test_a_form_in_pieces_beyond_its_most_is_refused(port):
    body = urlencode({"paste": "\xff" * MAX_BODY_BYTES}).encode()
    assert 413 == send(port, PAGE, body, "application/x-www-form-urlencoded")[0]
