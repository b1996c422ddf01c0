"""
Settings: read from the environment, checked once, at the start.

Each setting is a line in `_READERS`. A wrong value stops the start with one
sentence that names the variable, the value and what is allowed.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import Flask

from app.i18n.languages import LANGUAGES

PREFIX = "SDC_"
"""What the names of all our variables begin with."""

_HOST = re.compile(r"\.?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]")
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")
_BIND = re.compile(r"unix:/.+|([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}")
_MAIL = re.compile(r"[^\s@:/<>]+@[A-Za-z0-9.-]+")
_CONTACT = re.compile(r"(https://[!-~]+|mailto:[!-~]+@[A-Za-z0-9.-]+|tel:\+?[0-9-]+)")
_OWN_PATHS = {*LANGUAGES, "api", "static", "healthz", "oembed", "metrics"}


class SettingsError(ValueError):
    """Say in one sentence which setting is wrong and what is allowed."""


@dataclass(frozen=True)
class Settings:
    """
    Hold the settings of the app.

    Attributes:
        public_url: Scheme, host and path prefix that visitors see, without a
            slash at the end; "" where absolute links follow the request.
        path_prefix: Path under which the app lives, such as "/tools", or "".
        trusted_proxies: How many proxies in front of the app are believed.
        frame_ancestors: Who may frame the embed: ("*",) for anyone, () for
            nobody, else origins.
        default_language: Code of the language for who asks for none of ours.
        allowed_hosts: Host names that are answered; () for any. A leading
            point allows the subdomains too.
        bind: Where the server listens: host:port, or unix:/path.
        workers: Processes of the server.
        threads: Threads of each.
        log_level: Least weight of what is logged.
        log_format: "text" or "json".
        metrics: Whether requests are counted for Prometheus.
        security_contact: Where to report a weakness: an address that begins with
            https:, mailto: or tel:; "" for nowhere.
    """

    public_url: str = ""
    path_prefix: str = ""
    trusted_proxies: int = 0
    frame_ancestors: tuple[str, ...] = ("*",)
    default_language: str = "en"
    allowed_hosts: tuple[str, ...] = ()
    bind: str = "127.0.0.1:8000"
    workers: int = 2
    threads: int = 4
    log_level: str = "info"
    log_format: str = "text"
    metrics: bool = False
    security_contact: str = ""


def load(source: Mapping[str, Any]) -> Settings:
    """
    Read the settings; what is missing or blank has its default.

    Args:
        source: Values by the variable's name, such as the environment.

    Raises:
        SettingsError: A value is not allowed, or there is no such setting.
    """
    given = {
        name.removeprefix(PREFIX): str(value).strip()
        for name, value in source.items()
        if name.startswith(PREFIX)
    }
    for name in given:
        if name not in _READERS:
            known = ", ".join(PREFIX + other for other in _READERS)
            raise SettingsError(f"{PREFIX}{name} is no setting; there are {known}.")
    values = {
        name.lower(): _READERS[name](PREFIX + name, value)
        for name, value in given.items()
        if value
    }
    return Settings(**_joined(values))


def init_app(app: Flask, source: Mapping[str, Any]) -> Settings:
    """
    Give the app its settings.

    Args:
        app: The app.
        source: Values by the variable's name; other keys go to Flask.
    """
    settings = load(source)
    flask_keys = {k: v for k, v in source.items() if k in app.config}
    app.config.update(flask_keys, SETTINGS=settings, PUBLIC_URL=settings.public_url)
    return settings


def _joined(values: dict[str, Any]) -> dict[str, Any]:
    """Bring the prefix, the public URL and the allowed hosts together."""
    url, prefix = urlsplit(values.get("public_url", "")), values.get("path_prefix", "")
    if url.path and prefix and url.path != prefix:
        raise SettingsError(
            f"{PREFIX}PATH_PREFIX is {prefix!r}, but the path of {PREFIX}PUBLIC_URL "
            f"is {url.path!r}; both must be the same, or one of them left out."
        )
    prefix = prefix or url.path
    joined = {**values, "path_prefix": prefix}
    if url.netloc:
        joined["public_url"] = f"{url.scheme}://{url.netloc}{prefix}"
    if "allowed_hosts" in values and url.hostname:
        own = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
        joined["allowed_hosts"] = (*values["allowed_hosts"], own)
    return joined


def _wrong(name: str, value: str, allowed: str) -> SettingsError:
    return SettingsError(f"{name} is {value!r}; allowed is {allowed}.")


def _is_path(value: str) -> bool:
    """Say whether the app can live under a path: it must not be one of its own."""
    return bool(_PATH.fullmatch(value)) and value.split("/")[1] not in _OWN_PATHS


def _is_origin(value: str) -> bool:
    """Say whether a text is scheme and host, perhaps a port, and nothing else."""
    try:
        url = urlsplit(value)
        sound = url.port is None or url.port > 0
    except ValueError:
        return False
    host = f"[{url.hostname}]" if ":" in (url.hostname or "") else url.hostname or ""
    whole = f"{url.scheme}://{host}" + (f":{url.port}" if url.port else "")
    named = url.scheme in ("http", "https") and _HOST.fullmatch(host.removeprefix("*."))
    return bool(sound and named and whole == value.lower())


def _public_url(name: str, value: str) -> str:
    trimmed = value.rstrip("/")
    path = "/" + trimmed.split("/", 3)[3] if trimmed.count("/") > 2 else ""
    origin = trimmed.removesuffix(path)
    if not _is_origin(origin) or "*" in origin or (path and not _is_path(path)):
        allowed = "an address like https://example.org or https://example.org/tools"
        raise _wrong(name, value, allowed)
    return origin.lower() + path


def _path_prefix(name: str, value: str) -> str:
    trimmed = value.rstrip("/")
    if trimmed and not _is_path(trimmed):
        raise _wrong(name, value, 'a path like "/tools" that is not one of the app\'s')
    return trimmed


def _frame_ancestors(name: str, value: str) -> tuple[str, ...]:
    listed = tuple(value.replace(",", " ").split())
    if listed == ("none",):
        return ()
    if listed != ("*",) and not all(map(_is_origin, listed)):
        allowed = '"*" for anyone, "none", or origins like https://docs.example.org'
        raise _wrong(name, value, allowed)
    return tuple(origin.lower() for origin in listed)


def _allowed_hosts(name: str, value: str) -> tuple[str, ...]:
    listed = tuple(value.lower().replace(",", " ").split())
    if not all(map(_HOST.fullmatch, listed)):
        allowed = "host names without port, with spaces or commas between them"
        raise _wrong(name, value, allowed)
    return listed


def _bind(name: str, value: str) -> str:
    if not _BIND.fullmatch(value):
        raise _wrong(name, value, "host:port, such as 0.0.0.0:8000, or unix:/path")
    port = value.rpartition(":")[2]
    if not value.startswith("unix:") and not 0 < int(port) <= 65535:
        raise _wrong(name, value, "a port from 1 to 65535")
    return value


def _one_of(*allowed: str) -> Callable[[str, str], str]:
    def read(name: str, value: str) -> str:
        if value not in allowed:
            raise _wrong(name, value, " or ".join(allowed))
        return value

    return read


def _whole(least: int, most: int) -> Callable[[str, str], int]:
    def read(name: str, value: str) -> int:
        digits = value.isascii() and value.isdigit() and len(value) < 6
        if not digits or not least <= int(value) <= most:
            raise _wrong(name, value, f"a whole number from {least} to {most}")
        return int(value)

    return read


def _on_or_off(name: str, value: str) -> bool:
    if value not in ("on", "off"):
        raise _wrong(name, value, "on or off")
    return value == "on"


def _contact(name: str, value: str) -> str:
    contact = f"mailto:{value}" if _MAIL.fullmatch(value) else value
    if not _CONTACT.fullmatch(contact):
        allowed = "an address like security@example.org or https://example.org/security"
        raise _wrong(name, value, allowed)
    return contact


_READERS: dict[str, Callable[[str, str], Any]] = {
    "PUBLIC_URL": _public_url,
    "PATH_PREFIX": _path_prefix,
    "TRUSTED_PROXIES": _whole(0, 10),
    "FRAME_ANCESTORS": _frame_ancestors,
    "DEFAULT_LANGUAGE": _one_of(*LANGUAGES),
    "ALLOWED_HOSTS": _allowed_hosts,
    "BIND": _bind,
    "WORKERS": _whole(1, 64),
    "THREADS": _whole(1, 256),
    "LOG_LEVEL": _one_of("debug", "info", "warning", "error"),
    "LOG_FORMAT": _one_of("text", "json"),
    "METRICS": _on_or_off,
    "SECURITY_CONTACT": _contact,
}
