"""Limits: what is refused before any work, each with words that say what is wrong."""

import io

import pytest
from flask import request

from app import create_app
from app.web.limits import MAX_BODY_BYTES, MAX_FORM_FIELDS

PASTE = "SpecDecoding metrics: Mean acceptance length: 2.87"
CHUNKED = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
ALL_BODIES = [
    ("/en/measured", "application/x-www-form-urlencoded"),
    ("/de/demo", "multipart/form-data; boundary=b"),
    ("/api/v1/measurement", "text/plain"),
]


class Broken(io.RawIOBase):
    """The input of a server that meets a chunk that is none."""

    def __init__(self, error: Exception, first: bytes = b"") -> None:
        self.error, self.first = error, first

    def read(self, _size=-1):
        first, self.first = self.first, b""
        if first:
            return first
        raise self.error


@pytest.mark.parametrize(("url", "kind"), ALL_BODIES)
@pytest.mark.parametrize("error", [OSError, ValueError, RuntimeError, StopIteration])
@pytest.mark.parametrize("first", [b"", b"--b\r\n"])
def test_a_body_that_the_server_cannot_read_is_a_bad_request(url, kind, error, first):
    client = create_app({"PROPAGATE_EXCEPTIONS": False}).test_client()
    response = client.post(
        url,
        content_type=kind,
        environ_overrides={
            **CHUNKED,
            "wsgi.input": Broken(error("invalid chunk"), first),
        },
    )
    assert 400 == response.status_code
    if url.startswith("/api"):
        assert "bad_request" == response.json["errors"][0]["code"]
    assert "invalid chunk" not in response.text


@pytest.mark.parametrize("encoding", ["gzip", "br", "GZIP", "gzip, identity", "x"])
def test_content_that_is_compressed_is_refused_and_not_read_as_text(
    page, client, encoding
):
    headers = {"Content-Encoding": encoding}
    document = page("/en/measured", status=415, method="POST", headers=headers)
    assert "compressed" in document.text()
    assert "identity" == document.headers["Accept-Encoding"]

    url = "/api/v1/measurement"
    response = client.post(url, data=PASTE, content_type="text/plain", headers=headers)
    (error,) = response.json["errors"]
    assert (415, "unsupported_media_type") == (response.status_code, error["code"])
    assert "compressed" in error["message"]


def test_content_as_it_is_may_say_so(client):
    headers = {"Content-Encoding": "identity"}
    url = "/api/v1/measurement"
    response = client.post(url, data=PASTE, content_type="text/plain", headers=headers)
    assert 200 == response.status_code


def fields(count: int) -> dict[str, str]:
    return {f"f{number}": "" for number in range(count)}


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("/en/demo", "multipart/form-data"),
        ("/en/measured", "application/x-www-form-urlencoded"),
    ],
)
def test_a_form_of_too_many_fields_is_told_so_and_not_that_it_is_too_long(
    page, url, kind
):
    options = {"method": "POST", "content_type": kind}
    many, most = fields(2 * MAX_FORM_FIELDS), fields(MAX_FORM_FIELDS)
    document = page(url, status=413, data=many, **options)
    assert "Too many fields" in document.text()
    assert "KiB" not in document.text()
    # As many as are allowed are read; there is just no text among them.
    allowed = page(url, status=400, data=most, **options)
    assert "Too many fields" not in allowed.text()


def test_a_body_of_chunks_that_is_too_long_is_told_so(page):
    part = b'--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n'
    document = page(
        "/en/demo",
        status=413,
        method="POST",
        input_stream=io.BytesIO(part + b"a" * MAX_BODY_BYTES),
        content_type="multipart/form-data; boundary=b",
        environ_overrides=CHUNKED,
    )
    assert "KiB" in document.text()


@pytest.mark.parametrize(
    ("method", "url", "allowed"),
    [
        ("POST", "/en/", "GET, HEAD, OPTIONS"),
        ("DELETE", "/de/measured", "GET, HEAD, OPTIONS, POST"),
        ("PUT", "/static/style.css", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones_in_words_too(page, method, url, allowed):
    document = page(url, status=405, method=method)
    assert allowed in document.text()
    assert set(allowed.split(", ")) == set(document.headers["Allow"].split(", "))


def test_so_is_a_program(client):
    response = client.get("/api/v1/measurement?lang=en")
    (error,) = response.json["errors"]
    assert (405, "method_not_allowed") == (response.status_code, error["code"])
    assert error["message"].endswith("only these methods: OPTIONS, POST.")


def test_a_view_reads_what_was_sent():
    app = create_app({"TESTING": True})
    app.add_url_rule("/en/echo", "echo", lambda: request.get_data(), methods=["POST"])
    assert b"sent" == app.test_client().post("/en/echo", data=b"sent").data
