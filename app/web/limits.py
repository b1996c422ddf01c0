"""What is refused before any work: too much, what cannot be read, others' hosts."""

from contextlib import suppress
from io import BytesIO
from math import inf
from typing import IO, Any, NoReturn

from flask import abort, request
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.sansio.utils import host_is_trusted

from app.web import health, metrics

MAX_QUERY_BYTES = 8 * 1024
MAX_BODY_BYTES = 256 * 1024

API = "api"
"""The blueprint that says what is wrong with a query before its length."""

PASTES = ("pages.paste", "pages.paste_runs")
"""The endpoints of the forms that take 256 KiB of text."""

MAX_FORM_BYTES = 3 * MAX_BODY_BYTES + 4096
"""The most a form with such a text has: each byte may be written as %FF."""

MAX_FORM_FIELDS = 1000
"""The most fields of a form; ours have fewer than a hundred."""

SWALLOWED_BYTES = 2 * 1024 * 1024
"""The most that is read of a body which is refused."""

_PIECE = 64 * 1024
_INPUT = "wsgi.input"
_URLENCODED = "application/x-www-form-urlencoded"


class CompressedError(HTTPException):
    """Say that a body is not sent as it is."""

    code = 415

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:
        """Return the headers; among them which encodings are read (RFC 9110)."""
        return [*super().get_headers(*args, **kwargs), ("Accept-Encoding", "identity")]


class TooManyFieldsError(HTTPException):
    """Say that a form has more fields than ours ever have."""

    code = 413


class UnknownHostError(HTTPException):
    """Say that the request names a host that is not ours."""

    code = 400


class Body:
    """
    Read a request's body, as the server hands it over.

    What is wrong with a body, such as a chunk that is none, shows while it is read,
    as an exception of the server's own kind. It is the sender's fault, not ours.

    Args:
        stream: The server's input.
        most_fields: How many signs "&" it may hold, which part the fields of a form.

    Attributes:
        count: How many bytes have been read.
    """

    def __init__(self, stream: IO[bytes], most_fields: float) -> None:
        self._stream = stream
        self.most_fields = most_fields
        self.count = self.fields = 0

    def read(self, size: int = -1) -> bytes:
        """
        Return the next bytes; none at the end.

        Args:
            size: The most to return; all where it is negative.

        Raises:
            BadRequest: The server cannot read it.
            TooManyFieldsError: It has too many fields.
        """
        try:
            read = self._stream.read(size)
        except Exception as error:
            raise BadRequest from error
        self.count += len(read)
        self.fields += read.count(b"&")
        if self.fields > self.most_fields:
            raise TooManyFieldsError
        return read


def check(allowed_hosts: tuple[str, ...]) -> None:
    """
    Refuse the request if it is too large, unreadable or meant for another host.

    Args:
        allowed_hosts: The hosts that are answered; any where there are none.

    Raises:
        HTTPException: It is refused, with this status.
    """
    if len(request.query_string) > MAX_QUERY_BYTES and request.blueprint != API:
        abort(414)
    _check_body()
    # Whoever watches over the app may call it by its bare address. Werkzeug's host
    # is empty where it holds characters that no name has.
    watched = request.path in (health.PATH, metrics.PATH)
    if not (watched or host_is_trusted(request.host, allowed_hosts)):
        raise UnknownHostError


def has_too_many_fields() -> bool:
    """Say whether a body was called too large for what is in it, not for its length."""
    body = request.environ[_INPUT]
    return isinstance(body, Body) and 0 < body.count < (request.max_content_length or 0)


def _check_body() -> None:
    most = MAX_FORM_BYTES if request.endpoint in PASTES else MAX_BODY_BYTES
    request.max_content_length = request.max_form_memory_size = most
    request.max_form_parts = MAX_FORM_FIELDS
    if (request.content_length or 0) > most:
        _refuse_large()
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise CompressedError
    # Werkzeug counts the fields of multipart/form-data only.
    most_fields = MAX_FORM_FIELDS if request.mimetype == _URLENCODED else inf
    request.environ[_INPUT] = Body(request.environ[_INPUT], most_fields)
    if request.method == "POST" and request.content_length is None:
        _read_whole(most)


def _read_whole(most: int) -> None:
    """
    Read a body that comes in pieces, which says nowhere how long it is.

    Werkzeug's stream ends at its limit as if the body did; only what lies beyond
    tells a body that was cut from one that fits.

    Args:
        most: The most bytes that are taken.
    """
    request.max_content_length = most + 1
    body = request.stream.read()
    if len(body) > most:
        _refuse_large()
    request.stream = BytesIO(body)


def _refuse_large() -> NoReturn:
    """
    Refuse a body that is too large, but take in what a sane client sends of it.

    A server that closes while a client still sends makes it lose the answer.
    """
    for _ in range(SWALLOWED_BYTES // _PIECE):
        with suppress(Exception):
            if request.environ[_INPUT].read(_PIECE):
                continue
        break
    abort(413)
