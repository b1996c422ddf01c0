"""Languages: numbers agree with Babel, templates are translated, nothing is missing."""

import random
from decimal import Decimal
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from flask import g

from app.i18n.languages import LANGUAGES, Language, current_language

TRANSLATIONS = Path(__file__).parents[2] / "translations"
CATALOGUES = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("digits", [0, 1, 2, 4])
def test_numbers_are_written_as_babel_writes_them(code, digits):
    language = Language(code)
    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    draw = random.Random(digits)
    values = [0.0685, 0.125, 1234567.891, 2.5, 0.0, 1e-9, 999.9999]
    values += [draw.uniform(-2000, 2000) for _ in range(300)]
    for value in values:
        expected = format_decimal(Decimal(repr(value)), pattern, locale=code)
        if expected.strip("-0.,") == "":
            expected = expected.removeprefix("-")
        assert expected == language.number(value, digits)


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("de", ("1,68", "0,7", "7\u202f%", "43,2\u202f%", "14,5\u202f%", "1,68×")),
        ("en", ("1.68", "0.7", "7%", "43.2%", "14.5%", "1.68×")),
    ],
)
def test_each_language_has_its_marks_and_spaces(code, written):
    language = Language(code)
    assert written == (
        language.number(1.6807),
        language.short(0.7),
        language.percent(0.07, 0),
        language.percent(0.43230118),
        language.short_percent(0.145),
        language.times(1.6807),
    )


@pytest.mark.parametrize(
    ("path", "accept", "expected"),
    [
        ("/de/", "en", "de"),
        ("/en/", "de", "en"),
        ("/", "de-AT,de;q=0.9,en;q=0.5", "de"),
        ("/", "fr, en;q=0.4", "en"),
        ("/", "de-CH, en;q=0.5", "de"),
        ("/", "EN-gb, de;q=0.9", "en"),
        ("/", "de;q=0, fr", "en"),
        ("/", "*", "en"),
        ("/", "fr", "en"),
        ("/", None, "en"),
        ("/api/v1/speedup?lang=de", "en", "de"),
        ("/api/v1/speedup?lang=xx", "de", "de"),
        ("/missing?lang=de", "en", "en"),
    ],
)
def test_path_comes_before_query_before_header_before_default(
    app, path, accept, expected
):
    headers = {"Accept-Language": accept} if accept else {}
    with app.test_request_context(path, headers=headers):
        assert expected == current_language().code
        assert g.language is current_language()


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_the_catalogue_is_complete(path):
    with path.open("rb") as file:
        catalogue = read_po(file)
    messages = [message for message in catalogue if message.id]

    assert {path.parts[-3] for path in CATALOGUES} == set(LANGUAGES) - {"en"}
    assert [m.id for m in messages if m.fuzzy] == []
    assert [m.id for m in messages if not _translated(m.string)] == []
    assert list(catalogue.obsolete) == []
    assert [m.id for m in messages if list(m.check())] == []


def _translated(string) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)
