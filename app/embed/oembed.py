"""
oEmbed: other sites turn an address of ours into a frame.

The answers follow the specification, version 1.0, at https://oembed.com: type
"rich" as JSON; 404 for an address that is not ours or whose values we cannot use, 501
for a format that we do not speak.
"""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from flask import Flask, Response, current_app, jsonify, request
from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict

from app.embed.frame import TITLE, Appearance
from app.embed.snippet import FrameCode
from app.forms.calculator import SpeedupForm
from app.forms.sentences import printable
from app.i18n.languages import Language, languages
from app.pages.passthrough import SPEED_KEYS
from app.pages.strays import VALUE_KEYS
from app.web.links import Query, absolute_url, base_url, with_query

USUAL_WIDTH = 640
"""Width of a frame in px where the asking site sets no smaller bound."""

CACHE_SECONDS = 86_400
"""How long an asking site may keep the answer."""

MAX_SIZE_DIGITS = 6
NO_BOUND = 1_000_000

_MESSAGES = {
    "missing": _l("Give the address of a page of the calculator as url."),
    "unknown_url": _l("No page of the calculator has this address."),
    "unknown_format": _l("There is no format but json."),
    "wrong_values": _l("The values in this address cannot be used."),
    "not_a_size": _l("Give a whole number of pixels, from 1 to 999,999."),
}


class OembedError(Exception):
    """
    Say why there is no answer.

    Attributes:
        status: The status of the answer.
        field: The query key that is at fault.
        code: One of the codes in `_MESSAGES`.
    """

    def __init__(self, status: int, field: str, code: str) -> None:
        super().__init__(code)
        self.status, self.field, self.code = status, field, code


@dataclass(frozen=True)
class Frame:
    """
    Hold the frame that shows the page of an address.

    Attributes:
        language: The page's language.
        values: The calculator's values, as typed.
        appearance: How the frame looks and what it shows.
    """

    language: Language
    values: Query
    appearance: Appearance

    @property
    def url(self) -> str:
        """Return the absolute address of the page in the frame."""
        address = absolute_url("embedding.embed", lang=self.language.code)
        return with_query(address, [*self.values, *self.appearance.query])

    @property
    def title(self) -> str:
        """Return the frame's title in the language of its page."""
        return self.language.translations.gettext(TITLE)


def init_app(app: Flask) -> None:
    """Add oEmbed to the app."""
    app.add_url_rule("/oembed", "oembed", oembed)
    app.jinja_env.globals["oembed_url"] = discovery_url


def discovery_url(address: str) -> str:
    """Return where the frame of an address of ours is described."""
    return with_query(absolute_url("oembed"), [("url", address)])


def oembed() -> Response:
    """Describe the frame of an address."""
    try:
        if request.args.get("format", "json").lower() != "json":
            raise OembedError(501, "format", "unknown_format")
        response = jsonify(_describe(_find(request.args.get("url", ""))))
    except OembedError as error:
        message = str(_MESSAGES[error.code])
        problem = {"field": error.field, "code": error.code, "message": message}
        response = jsonify(errors=[problem])
        response.status_code = error.status
        response.vary.add("Accept-Language")
    response.access_control_allow_origin = "*"
    return response


def _describe(frame: Frame) -> dict[str, object]:
    width = min(USUAL_WIDTH, _bound("maxwidth"))
    speed = any(key in SPEED_KEYS for key, _ in frame.values)
    height = min(frame.appearance.height(width, speed=speed), _bound("maxheight"))
    return {
        "version": "1.0",
        "type": "rich",
        "title": frame.title,
        "provider_name": frame.title,
        "provider_url": base_url() + "/",
        "cache_age": CACHE_SECONDS,
        "width": width,
        "height": height,
        "html": FrameCode(frame.url, frame.title, width, height).plain,
    }


def _bound(name: str) -> int:
    """Return the bound that the asking site sets, in px."""
    text = request.args.get(name, "")
    if not text:
        return NO_BOUND
    digits = text.isascii() and text.isdigit() and len(text) <= MAX_SIZE_DIGITS
    if not digits or not int(text):
        raise OembedError(400, name, "not_a_size")
    return int(text)


def _find(address: str) -> Frame:
    """Return the frame for an address of ours."""
    if not address:
        raise OembedError(400, "url", "missing")
    language = _addresses().get(_without_query(address))
    if language is None:
        raise OembedError(404, "url", "unknown_url")
    args = MultiDict(parse_qsl(urlsplit(address).query, keep_blank_values=True))
    values = [(key, printable(args[key])) for key in VALUE_KEYS if key in args]
    if not SpeedupForm(MultiDict(values)).valid:
        raise OembedError(404, "url", "wrong_values")
    return Frame(language, values, Appearance.read(args))


def _addresses() -> dict[str, Language]:
    """Return the languages of the calculator's and the frame's addresses."""
    default = languages()[current_app.config["DEFAULT_LANGUAGE"]]
    found = {_without_query(absolute_url("start")): default}
    for code, language in languages().items():
        for endpoint in ("pages.calculator", "embedding.embed"):
            found[_without_query(absolute_url(endpoint, lang=code))] = language
    return found


def _without_query(address: str) -> str:
    """Return host and path; neither the scheme nor a slash at the end matters."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    return parts.netloc.lower() + parts.path.rstrip("/")
