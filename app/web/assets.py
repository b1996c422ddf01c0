"""
Static files, with a hash of their content in the address.

``static/style.css`` is served as ``/static/style.<hash>.css`` and may be kept
for a year. WhiteNoise serves it, compressed where a ``.gz`` stands beside it.
The plain address works too, and is kept for a short time: host pages use
``/static/embed-host.js``. Fonts carry the hash in their file name already,
since the style sheet names them.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, abort, current_app, redirect
from werkzeug.wrappers import Response
from whitenoise import WhiteNoise

from app.web.config import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

STATIC = Path(__file__).parents[2] / "static"
HASH_LENGTH = 12
PLAIN_SECONDS = 600
YEAR_SECONDS = 31_536_000

_HASHED = re.compile(rf"(.+)\.[0-9a-f]{{{HASH_LENGTH}}}(\.[a-z0-9]+)")
_COMPRESSED = ".gz"
_FONT = ".woff2"


def content_hash(path: Path) -> str:
    """Return the hash of a file that stands in its address."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:HASH_LENGTH]


class _Files(WhiteNoise):  # type: ignore[misc]  # WhiteNoise ships no types
    """Serve files; all that is not a GET or HEAD of one goes to the app."""

    FOREVER = YEAR_SECONDS

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        serve: WSGIApplication = super().__call__ if reads else self.application
        return serve(environ, start_response)


def init_app(app: Flask, settings: Settings) -> None:
    """
    Serve static files, and tell templates their addresses.

    Args:
        app: The app.
        settings: The path prefix, which stands before every address.
    """
    names = {name: _hashed_name(name) for name in _names()}
    addresses = {
        name: f"{settings.path_prefix}/static/{hashed}"
        for name, hashed in names.items()
    }
    app.jinja_env.globals["asset_url"] = addresses.__getitem__
    app.jinja_env.globals["font_url"] = _font_address(addresses)
    _serve(app, names)
    app.extensions["static_names"] = frozenset(names)
    app.add_url_rule("/static/<path:name>", "static", _current_file)


def _serve(app: Flask, names: dict[str, str]) -> None:
    files = _Files(
        app.wsgi_app,
        max_age=PLAIN_SECONDS,
        immutable_file_test=lambda _, url: bool(_HASHED.fullmatch(url)),
        allow_all_origins=False,  # app/web/headers.py sees to it
    )
    for name, hashed in names.items():
        stats = _stats(STATIC / name)
        for served_as in {name, hashed}:
            files.add_file_to_dictionary(
                f"/static/{served_as}", str(STATIC / name), stats
            )
    setattr(app, "wsgi_app", files)  # noqa: B010  # Flask's way of wrapping


def _stats(path: Path) -> dict[str, os.stat_result]:
    """
    Return what WhiteNoise may serve for a file: itself and its compressed form.

    The build gives both the same time; one of another time is of a former content.
    """
    stats = {str(path): path.stat()}
    compressed = path.with_name(path.name + _COMPRESSED)
    if compressed.exists():
        found = compressed.stat()
        if int(found.st_mtime) == int(path.stat().st_mtime):
            stats[str(compressed)] = found
    return stats


def _names() -> Iterator[str]:
    """Return the name of every static file, relative to the folder."""
    for path in sorted(STATIC.rglob("*")):
        if path.is_file() and path.suffix != _COMPRESSED:
            yield path.relative_to(STATIC).as_posix()


def _hashed_name(name: str) -> str:
    if _HASHED.fullmatch(name):
        return name
    path = Path(name)
    hashed = f"{path.stem}.{content_hash(STATIC / name)}{path.suffix}"
    return path.with_name(hashed).as_posix()


def _font_address(addresses: dict[str, str]) -> str:
    """Return the address of the font that pages load first."""
    return next(url for name, url in addresses.items() if name.endswith(_FONT))


def _current_file(name: str) -> Response:
    """
    Send whoever asks for a former content of a file to the present one.

    A page that was cached before an update still names the former one; and
    while copies of the app are replaced, it may be asked of an older copy.
    """
    match = _HASHED.fullmatch(name)
    plain = match.expand(r"\1\2") if match else ""
    if plain not in current_app.extensions["static_names"]:
        abort(404)
    response = redirect(plain.rpartition("/")[2], 302)
    response.headers["Cache-Control"] = "no-store"
    return response
