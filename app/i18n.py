"""
Languages: which one a request has and why, and what depends on it.

The language of a request is, in this order,

1. the one in the path (``/de/...``),
2. under ``/api`` the one of the query's ``lang``,
3. the visitor's Accept-Language,
4. the configured default.

Templates are translated when they are compiled, in one Jinja environment per
language: a message without variables is plain text in the compiled template
and costs nothing when a page is rendered.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

import jinja2
from babel import Locale
from babel.support import NullTranslations, Translations
from flask import Flask, current_app, g, has_request_context, request
from flask_babel import Babel

from app.templating import TranslatingEnvironment

LANGUAGES = ("de", "en")
"""The languages of the pages. To add one, see translations/README.md."""

SOURCE_LANGUAGE = "en"
"""The language of the message keys, which needs no catalogue."""

ROOT = Path(__file__).parents[1]
TRANSLATIONS = ROOT / "translations"
NARROW_SPACE = "\u202f"

NEARLY = 1e-3
"""How near to a tie, in units behind the last digit, rounding is done exactly."""


_FORMATS = tuple((10 ** (digits + 1), f"%.{digits}f") for digits in range(8))


class CatalogueError(RuntimeError):
    """Say in one sentence which catalogue cannot be read."""


@dataclass(frozen=True)
class Language:
    """
    Hold one language: its name, its number signs, its messages.

    Attributes:
        code: The two letters in the path and in ``<html lang>``.
    """

    code: str

    @cached_property
    def locale(self) -> Locale:
        """Return Babel's knowledge of the language."""
        return Locale.parse(self.code)

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

    def load(self) -> None:
        """Read the catalogue now: a broken one stops the start, not a visitor."""
        self.translations  # noqa: B018  # reading it is the point

    @cached_property
    def decimal_mark(self) -> str:
        """Return the sign between whole and decimal digits."""
        return str(self.locale.number_symbols["latn"]["decimal"])

    @cached_property
    def _signs(self) -> dict[int, str]:
        symbols = self.locale.number_symbols["latn"]
        return str.maketrans(
            {".": self.decimal_mark, ",": symbols["group"], "-": symbols["minusSign"]}
        )

    @cached_property
    def _plain(self) -> bool:
        """Say whether the language has Python's own number signs."""
        return "1,234.5-".translate(self._signs) == "1,234.5-"

    @cached_property
    def _percent_affixes(self) -> tuple[str, str]:
        pattern = self.locale.percent_formats[None]
        before, after = pattern.prefix[0], pattern.suffix[0]
        return before, after.replace("\xa0", NARROW_SPACE)

    def number(self, value: float, digits: int = 2) -> str:
        """
        Write a number with a fixed count of decimals.

        Rounds the shortest decimal text of the float half to even, as Babel
        does; a tenth of the time of Babel's formatter.

        Args:
            value: Any finite number.
            digits: Decimals to show, 0 or more.
        """
        return self._quickly(value, digits) or self._exactly(value, digits)

    def _quickly(self, value: float, digits: int) -> str:
        """
        Write a usual number in a third of the time, or return "".

        Python rounds the float's binary value. Only near a tie of the decimal
        text can that differ, and only there is the exact way worth its time.
        """
        if 0 < value < 999 and digits < len(_FORMATS):
            scale, form = _FORMATS[digits]
            if abs(value * scale % 10 - 5) >= NEARLY:
                return (form % value).replace(".", self.decimal_mark)
        return ""

    def _exactly(self, value: float, digits: int) -> str:
        text = f"{Decimal(repr(value)):,.{digits}f}"
        if text[0] == "-" and not text.strip("-0.,"):
            text = text[1:]
        return text if self._plain else text.translate(self._signs)

    def short(self, value: float, digits: int = 4) -> str:
        """Write a number with at most *digits* decimals, without trailing zeros."""
        text = self.number(value, digits)
        if digits:
            text = text.rstrip("0").removesuffix(self.decimal_mark)
        return text

    def percent(self, value: float, digits: int = 1) -> str:
        """Write a fraction as percent, with the sign and space of the language."""
        text = self._quickly(100 * value, digits)
        return self._with_percent(text or self._exactly(_hundredfold(value), digits))

    def short_percent(self, value: float, digits: int = 4) -> str:
        """Write a fraction as percent, without trailing zeros."""
        return self._with_percent(self.short(_hundredfold(value), digits))

    def times(self, value: float, digits: int = 2) -> str:
        """Write a factor: the number and the multiplication sign."""
        return self.number(value, digits) + "×"

    def _with_percent(self, text: str) -> str:
        before, after = self._percent_affixes
        return f"{before}{text}{after}"


def _hundredfold(value: float) -> float:
    """Return 100 times *value*, exactly: 0.07 becomes 7, not 7.000000000000001."""
    return float(Decimal(repr(value)) * 100)


def init_app(app: Flask, default: str) -> None:
    """
    Teach the app its languages.

    Args:
        app: The app to teach.
        default: Code of the language for visitors who ask for none of ours.
    """
    languages = {code: Language(code) for code in LANGUAGES}
    for language in languages.values():
        language.load()
    app.extensions["languages"] = languages
    app.extensions["environments"] = {}
    app.config["DEFAULT_LANGUAGE"] = default
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(TRANSLATIONS)
    Babel(app, locale_selector=lambda: current_language().code, configure_jinja=False)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.undefined = jinja2.StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["ext.i18n.trimmed"] = True


def _environment(shared: jinja2.Environment, language: Language) -> jinja2.Environment:
    """Return a Jinja environment whose templates speak one language."""
    environment = shared.overlay()
    assert isinstance(environment, TranslatingEnvironment)  # noqa: S101  # for mypy
    environment.translations = language.translations
    environment.filters = {
        **shared.filters,
        "number": language.number,
        "short": language.short,
        "percent": language.percent,
        "short_percent": language.short_percent,
        "times": language.times,
    }
    environment.globals = {
        **shared.globals,
        "language": language,
        "ngettext": language.translations.ngettext,
    }
    return environment


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


class LazyText:
    """
    Hold a message, said in the language of the request that it is shown to.

    A fifth of the time of Flask-Babel's, for names that every page shows.
    """

    def __init__(self, message: str) -> None:
        self.message = message

    def __str__(self) -> str:
        return current_language().translations.gettext(self.message)


def lazy(message: str) -> LazyText:
    """Return a message that is said in the language of whoever sees it."""
    return LazyText(message)


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


def render(template: str, /, **context: Any) -> str:
    """
    Render a template in the language of the request.

    Args:
        template: Its path under templates/.
        context: All that the template may know besides the globals.
    """
    return render_in(current_language(), template, **context)


def render_in(language: Language, template: str, /, **context: Any) -> str:
    """
    Render a template in a language.

    Args:
        language: One of ours.
        template: Its path under templates/.
        context: All that the template may know besides the globals.
    """
    return _environment_of(language).get_template(template).render(context)


def _environment_of(language: Language) -> jinja2.Environment:
    """Return the language's environment, made when it is first needed."""
    made: dict[str, jinja2.Environment] = current_app.extensions["environments"]
    if language.code not in made:
        made[language.code] = _environment(current_app.jinja_env, language)
    return made[language.code]
