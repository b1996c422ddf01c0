"""
Errors: the answer to each.

People get a page in their language; under /api the answer is
``{"errors": [{"field", "code", "message"}]}``. Neither says anything that the
visitor sent, nor anything about the code.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from flask import (
    Flask,
    Response,
    current_app,
    make_response,
    request,
    url_for,
)
from flask_babel import lazy_gettext as _l
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from app.i18n.languages import current_language, languages
from app.i18n.templating import render
from app.web import limits
from app.web.config import Settings
from app.web.layout import LanguageLink, Page
from app.web.problem import Problem, refusal

API = "/api"


@dataclass(frozen=True)
class Words:
    """
    Hold what a visitor reads about a kind of error.

    Attributes:
        code: The stable name of the error under /api.
        title: What happened; a lazy text.
        advice: What it means, and what to do; a lazy text.
    """

    code: str
    title: Any
    advice: Any


_WORDS = {
    400: Words(
        "bad_request",
        _l("This request cannot be read"),
        _l("The address, or what was sent with it, is not as a browser sends it."),
    ),
    403: Words(
        "forbidden",
        _l("No access"),
        _l("This address is not open to you."),
    ),
    404: Words(
        "not_found",
        _l("Page not found"),
        _l("There is no page at this address. It may be misspelt, or have moved."),
    ),
    405: Words(
        "method_not_allowed",
        _l("This does not work at this address"),
        _l("The page exists, but it does not accept this kind of request."),
    ),
    410: Words(
        "gone",
        _l("This page is gone"),
        _l("There was a page at this address, but it has been removed."),
    ),
    413: Words(
        "too_large",
        _l("Too much text"),
        _l("At most 256 KiB can be sent at once. Leave a part out and send it again."),
    ),
    414: Words(
        "query_too_long",
        _l("This address is too long"),
        _l("What follows the question mark may be 8 KiB long. Leave a part out."),
    ),
    415: Words(
        "unsupported_media_type",
        _l("This kind of content cannot be read"),
        _l("Send what you send as it is: compressed content is not unpacked here."),
    ),
    500: Words(
        "internal_error",
        _l("Something went wrong on our side"),
        _l("The calculator has an error, and it has been noted. Try other values."),
    ),
    503: Words(
        "unavailable",
        _l("The calculator is busy"),
        _l("Try again in a moment."),
    ),
}

_UNKNOWN_HOST = Words(
    "unknown_host",
    _l("Unknown host name"),
    _l("The calculator does not answer under this host name."),
)

_TOO_MANY_FIELDS = Words(
    "too_many_fields",
    _l("Too many fields"),
    _l("A form may have at most 1,000 fields. Leave some out and send it again."),
)

_BARE_PAGE = (
    "<!doctype html><html lang=en><title>Error</title>"
    "<h1>Something went wrong on our side</h1></html>"
)


def init_app(app: Flask, settings: Settings) -> None:
    """
    Refuse what is too large or meant for others, and answer every error.

    Args:
        app: The app.
        settings: The hosts that are answered.
    """
    # Werkzeug counts what comes without a Content-Length.
    app.config["MAX_CONTENT_LENGTH"] = limits.MAX_BODY_BYTES

    @app.before_request
    def refuse() -> None:
        limits.check(settings.allowed_hosts)

    app.register_error_handler(HTTPException, answer)


def answer(error: HTTPException) -> Response:
    """
    Answer an error.

    Args:
        error: The error; its own words are not shown.
    """
    status = error.code or 500
    words = _words(error, status)
    under_api = f"{request.path}/".startswith(f"{API}/")
    response = _json(words) if under_api else make_response(_page(status, words))
    response.status_code = status
    # Allow, Retry-After: what belongs to the status.
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    response.headers["Cache-Control"] = "no-store"
    return response


def _words(error: HTTPException, status: int) -> Words:
    if isinstance(error, limits.UnknownHostError):
        return _UNKNOWN_HOST
    if status == 413 and limits.has_too_many_fields():
        return _TOO_MANY_FIELDS
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        return replace(_WORDS[405], advice=_allowed(error.valid_methods))
    return _WORDS.get(status) or _WORDS[400 if status < 500 else 500]


def _allowed(methods: Iterable[str]) -> Any:
    return _l(
        "The page exists, but accepts only these methods: %(methods)s.",
        methods=", ".join(sorted(methods)),
    )


def _json(words: Words) -> Response:
    return refusal([Problem(None, words.code, str(words.advice))])


def _page(status: int, words: Words) -> str:
    """Return the page of an error, whatever state the templates are in."""
    try:
        return render(
            "error.html",
            status=status,
            words=words,
            page=_frame(),
            page_link=_link,
        )
    except Exception:
        if status < 500:
            raise
        return _BARE_PAGE


def _frame() -> Page:
    """Return what stands around the page: nothing of the visitor's values."""
    return Page(
        endpoint="",
        path="",
        permalink="",
        canonical="",
        alternates=(),
        languages=tuple(
            LanguageLink(code, language.name, _link("pages.calculator", code))
            for code, language in languages().items()
        ),
        version=current_app.config["VERSION"],
        source_url=current_app.config.get("SOURCE_URL", ""),
    )


def _link(endpoint: str, lang: str = "", **_changes: str | None) -> str:
    """Return the address of a page in a language, or in that of the request."""
    return url_for(endpoint, lang=lang or current_language().code)
