"""Languages: one rounding, translated templates, and nothing missing."""

import random
from decimal import ROUND_HALF_UP, Decimal, localcontext
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from flask import g

from app.i18n.languages import LANGUAGES, Language, current_language
from app.i18n.notation import amount, equals

TRANSLATIONS = Path(__file__).parents[2] / "translations"
CATALOGUES = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("digits", [0, 1, 2, 4])
def test_numbers_are_babels_with_halves_away_from_zero(code, digits):
    language = Language(code)
    pattern = "#,##0" + ("." + "0" * digits if digits else "")
    draw = random.Random(digits)
    values = [0.0685, 0.125, 0.135, 1234567.891, 2.5, -2.5, 0.0, 1e-9, 999.9999]
    values += [draw.uniform(-2000, 2000) for _ in range(300)]
    for value in values:
        with localcontext(rounding=ROUND_HALF_UP):
            expected = format_decimal(Decimal(repr(value)), pattern, locale=code)
        if expected.strip("-0.,") == "":
            expected = expected.removeprefix("-")
        assert expected == language.number(value, digits)


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (0.125, 2, "0.13"),
        (0.375, 2, "0.38"),
        (1.005, 2, "1.01"),
        (2.675, 2, "2.68"),
        (-0.125, 2, "-0.13"),
        (-0.004, 2, "0.00"),
        (0.5, 0, "1"),
        (1.5, 0, "2"),
        (2.5, 0, "3"),
        (1e22, 0, "10,000,000,000,000,000,000,000"),
    ],
)
def test_a_half_is_rounded_away_from_zero_in_the_decimal_text(value, digits, shown):
    assert shown == Language("en").number(value, digits)


def test_percent_is_rounded_in_its_own_decimals():
    assert "12.5%" == Language("en").percent(0.1245)
    assert "0.3%" == Language("en").percent(0.0025)
    assert "7%" == Language("en").short_percent(0.07)


@pytest.mark.parametrize(
    ("left", "right", "sign"),
    [(0.3, Decimal("0.30"), "="), (0.1 + 0.2, Decimal("0.3"), "≈"), (2, 2.0, "=")],
)
def test_sides_are_equal_only_where_their_digits_are(left, right, sign):
    assert sign == equals(left, right)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0"), (0.1234565, "0.123457"), (1e-6, "0.000001"), (1.235e-9, "1.24E-9")],
)
def test_a_formula_shows_six_decimals_or_three_digits(value, shown):
    assert Decimal(shown) == amount(value)


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
