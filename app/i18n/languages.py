"""
Languages: which one a request has and why, and what depends on it.

The language of a request is, in this order,

1. the one in the path (``/de/...``),
2. under ``/api`` the one of the query's ``lang``,
3. the visitor's Accept-Language,
4. the configured default.
"""

import struct
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from babel import Locale
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, has_request_context, request
from flask_babel import Babel

from app.i18n.notation import Notation

LANGUAGES = ("de", "en")
"""The languages of the pages. To add one, see translations/README.md."""

SOURCE_LANGUAGE = "en"
"""The language of the message keys, which needs no catalogue."""

ROOT = Path(__file__).parents[2]
TRANSLATIONS = ROOT / "translations"


class CatalogueError(RuntimeError):
    """Say in one sentence which catalogue cannot be read."""


class Language(Notation):
    """
    Hold one language: its name, its numbers, its messages.

    Args:
        code: The two letters in the path and in ``<html lang>``.
    """

    def __init__(self, code: str) -> None:
        super().__init__(Locale.parse(code))
        self.code = code

    @cached_property
    def name(self) -> str:
        """Return the language's own name for itself."""
        return str(self.locale.get_display_name()).capitalize()

    @cached_property
    def translations(self) -> NullTranslations:
        """
        Return the compiled catalogue; English is the language of the keys.

        Raises:
            CatalogueError: It is missing or broken.
        """
        if self.code == SOURCE_LANGUAGE:
            return NullTranslations()
        path = TRANSLATIONS / self.code / "LC_MESSAGES" / "messages.mo"
        try:
            with path.open("rb") as file:
                return Translations(file)
        except (OSError, ValueError, struct.error) as error:
            raise CatalogueError(
                f"The catalogue {path.relative_to(ROOT)} is missing or broken; "
                "compile it with `make translations`."
            ) from error


def load_languages() -> dict[str, Language]:
    """
    Return the languages by their code, with their catalogues read.

    Raises:
        CatalogueError: One is missing or broken: better now than for a visitor.
    """
    languages = {code: Language(code) for code in LANGUAGES}
    for language in languages.values():
        language.translations  # noqa: B018  # reading it is the point
    return languages


def init_app(app: Flask, default: str) -> None:
    """
    Teach the app its languages.

    Args:
        app: The app to teach.
        default: Code of the language for visitors who ask for none of ours.
    """
    app.extensions["languages"] = load_languages()
    app.config["DEFAULT_LANGUAGE"] = default
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(TRANSLATIONS)
    Babel(app, locale_selector=lambda: current_language().code, configure_jinja=False)


def languages() -> dict[str, Language]:
    """Return the app's languages by their code."""
    found: dict[str, Language] = current_app.extensions["languages"]
    return found


def current_language() -> Language:
    """Return the language of the request; the module's docstring says which."""
    try:
        language: Language = g.language
    except AttributeError:
        if not has_request_context():
            return languages()[current_app.config["DEFAULT_LANGUAGE"]]
        language = g.language = languages()[_choose()]
    return language


def _choose() -> str:
    first = request.path.split("/", 2)[1]
    asked = request.args.get("lang") if first == "api" else first
    if asked in LANGUAGES:
        return asked
    default: str = current_app.config["DEFAULT_LANGUAGE"]
    return next(_accepted(), default)


def _accepted() -> Iterator[str]:
    """Yield our languages among the visitor's, the best liked first."""
    for tag, quality in request.accept_languages:
        primary = tag.partition("-")[0].lower()
        if quality > 0 and primary in LANGUAGES:
            yield primary
