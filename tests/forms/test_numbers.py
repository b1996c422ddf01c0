import contextlib
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.forms.numbers import (
    MILLISECONDS,
    PERCENT,
    TIMES,
    TOKENS_PER_SECOND,
    NumberError,
    read,
    write,
)
from tests.growth import AT_MOST, growth

NUMBERS = [
    # plain, comma and point
    ("70", "70"),
    ("0", "0"),
    ("007", "7"),
    ("0.7", "0.7"),
    ("0,7", "0.7"),
    ("12.5", "12.5"),
    ("12,5", "12.5"),
    ("43,21", "43.21"),
    ("1.2345", "1.2345"),
    ("1,2345", "1.2345"),
    (".5", "0.5"),
    (",5", "0.5"),
    ("5.", "5"),
    ("5,", "5"),
    # signs
    ("+5", "5"),
    ("+ 5", "5"),
    ("＋5", "5"),
    ("-5", "-5"),
    ("−5", "-5"),
    ("–5", "-5"),
    ("－5", "-5"),
    ("- 5,5", "-5.5"),
    ("-0", "0"),
    ("-0,00", "0"),
    # spaces and signs that nobody sees
    (" 5 ", "5"),
    ("5\n", "5"),
    ("\t5", "5"),
    ("5\u00a0", "5"),
    ("\u202f5\u2009", "5"),
    ("\u3000５\u3000", "5"),
    ("\u200e12.5\u200f", "12.5"),
    ("\ufeff5\u200b", "5"),
    ("\u206612.5\u2069", "12.5"),
    # digits of other scripts
    ("１２．５", "12.5"),
    ("１２，５", "12.5"),
    ("٧٠", "70"),
    ("٠٫٧", "0.7"),
    ("۷۰", "70"),
    ("७०", "70"),
    ("๗๐", "70"),
    ("𝟕𝟎", "70"),
    # groups that cannot be mistaken
    ("1 500", "1500"),
    ("1\u00a0500", "1500"),
    ("1\u202f500", "1500"),
    ("1\u2009500", "1500"),
    ("1\u2007500", "1500"),
    ("1'500", "1500"),
    ("1’500", "1500"),
    ("1ʼ500", "1500"),
    ("1'234'567.5", "1234567.5"),
    ("1 234 567", "1234567"),
    ("1 234,5", "1234.5"),
    ("1 234.567", "1234.567"),
    ("1.234.567", "1234567"),
    ("1,234,567", "1234567"),
    ("1,234.5", "1234.5"),
    ("1.234,5", "1234.5"),
    ("1,234.567", "1234.567"),
    ("1.234.567,8", "1234567.8"),
    ("12,34,567", "1234567"),
    ("1,23,456.5", "123456.5"),
    ("١٬٥٠٠", "1500"),
    ("١٬٥٠٠٫٥", "1500.5"),
    ("-1 500", "-1500"),
    # three decimals whose front can be no group
    ("0.500", "0.5"),
    ("0,125", "0.125"),
    ("01.500", "1.5"),
    (".500", "0.5"),
    ("1234.567", "1234.567"),
    ("1234,567", "1234.567"),
    ("1٫500", "1.5"),
    # as programs print
    ("1e3", "1000"),
    ("7E1", "70"),
    ("1.500e3", "1500"),
    ("1,5e-05", "0.000015"),
    ("2.5E+02", "250"),
    ("-.5e1", "-5"),
    ("0e99999", "0"),
    ("1" * 64, "1" * 64),
]

EITHER_WAY = [
    ("1.500", "1.5", "1500"),
    ("1,500", "1.5", "1500"),
    ("12.345", "12.345", "12345"),
    ("999,000", "999", "999000"),
    ("-1.500", "-1.5", "-1500"),
    ("+1,500", "1.5", "1500"),
    ("１．５００", "1.5", "1500"),
    ("٧.٠٠٠", "7", "7000"),
]

REFUSED = [
    ("", "blank"),
    ("   ", "blank"),
    ("\u3000\u200b\ufeff", "blank"),
    ("9" * 65, "too_long"),
    ("9" * 5000, "too_long"),
    ("1 " * 4000, "too_long"),
    ("nan", "not_finite"),
    ("NaN", "not_finite"),
    ("sNaN", "not_finite"),
    ("inf", "not_finite"),
    ("-Infinity", "not_finite"),
    ("∞", "not_finite"),
    ("1e400", "too_large"),
    ("-1e400", "too_large"),
    ("1e99999999999999999999", "too_large"),
    ("1e-400", "too_small"),
    ("1/2", "fraction"),
    ("1 ⁄ 2", "fraction"),
    ("½", "fraction"),
    ("2½", "fraction"),
    ("1,2,3", "grouping"),
    ("1.23.456", "grouping"),
    ("1..2", "grouping"),
    ("1.234.56", "grouping"),
    ("1.234,567.8", "grouping"),
    ("12.345,", "grouping"),
    ("0.123.456", "grouping"),
    ("1'50", "grouping"),
    ("5 5", "several_numbers"),
    ("1 50", "several_numbers"),
    ("12 34", "several_numbers"),
    ("1  500", "several_numbers"),
    ("1\n500", "several_numbers"),
    ("1\t500", "several_numbers"),
    ("0 500", "several_numbers"),
    ("1.234 567", "several_numbers"),
    ("5-7", "several_numbers"),
    ("5 bis 7", "several_numbers"),
    ("70; 80", "several_numbers"),
    ("70, 80", "several_numbers"),
    ("5-", "unknown_unit"),
    ("5 €", "unknown_unit"),
    ("70 ‰", "unknown_unit"),
    ("5²", "unknown_unit"),
    ("5e", "unknown_unit"),
    ("7️⃣", "unknown_unit"),
    ("5\u0308", "unknown_unit"),
    ("0x10", "not_a_number"),
    ("1_000", "not_a_number"),
    ("--5", "not_a_number"),
    ("+-5", "not_a_number"),
    ("-", "not_a_number"),
    (".", "not_a_number"),
    (",", "not_a_number"),
    ("%", "not_a_number"),
    ("e5", "not_a_number"),
    ("²", "not_a_number"),
    ("Ⅷ", "not_a_number"),
    ("①", "not_a_number"),
    ("七十", "not_a_number"),
    ("seventy", "not_a_number"),
    ("🙂", "not_a_number"),
    ("5٣", "not_a_number"),
    ("٣۳", "not_a_number"),
    ("5·5", "not_a_number"),
    ("\u202e07", "not_a_number"),
    ("5\x005", "not_a_number"),
    ("\ud800", "not_a_number"),
    ("=1+1", "several_numbers"),
    ("'; DROP TABLE", "not_a_number"),
]

WITH_UNITS = [
    ("70%", PERCENT, "70"),
    ("70 %", PERCENT, "70"),
    ("70\u202f%", PERCENT, "70"),
    ("70％", PERCENT, "70"),
    ("٧٠٪", PERCENT, "70"),
    ("70 percent", PERCENT, "70"),
    ("70 per cent", PERCENT, "70"),
    ("70 PROZENT", PERCENT, "70"),
    ("% 70", PERCENT, "70"),
    ("%70", PERCENT, "70"),
    ("-5 %", PERCENT, "-5"),
    ("20ms", MILLISECONDS, "20"),
    ("20,5 ms", MILLISECONDS, "20.5"),
    ("35 tokens/s", TOKENS_PER_SECOND, "35"),
    ("35 Token/s", TOKENS_PER_SECOND, "35"),
    ("35.5 tok/s", TOKENS_PER_SECOND, "35.5"),
    ("1,68-mal", TIMES, "1.68"),
    ("1.68×", TIMES, "1.68"),
    ("2x", TIMES, "2"),
]

FOREIGN_UNITS = [
    ("70 %%", PERCENT, "%%"),
    ("70 % x", PERCENT, "% x"),
    ("2 s", MILLISECONDS, "s"),
    ("70 %", MILLISECONDS, "%"),
    ("0.7 of all", PERCENT, "of all"),
]


def refusal(text, *, thousands=True, units=()):
    with pytest.raises(NumberError) as caught:
        read(text, thousands=thousands, units=units)
    return caught.value


@pytest.mark.parametrize("thousands", [True, False])
@pytest.mark.parametrize(("text", "value"), NUMBERS)
def test_a_number_that_cannot_be_mistaken_is_read(text, value, thousands):
    assert read(text, thousands=thousands) == Decimal(value)


@pytest.mark.parametrize(("text", "decimal", "grouped"), EITHER_WAY)
def test_one_mark_before_three_digits_is_refused_where_thousands_make_sense(
    text, decimal, grouped
):
    error = refusal(text, thousands=True)

    assert error.code == "ambiguous"
    assert error.readings == (Decimal(decimal), Decimal(grouped))
    assert read(text, thousands=False) == Decimal(decimal)


@pytest.mark.parametrize("thousands", [True, False])
@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_is_no_number_is_refused_with_its_reason(text, code, thousands):
    assert refusal(text, thousands=thousands).code == code


@pytest.mark.parametrize(("text", "units", "value"), WITH_UNITS)
def test_an_own_unit_may_stand_beside_the_number(text, units, value):
    assert read(text, thousands=True, units=units) == Decimal(value)


@pytest.mark.parametrize(("text", "units", "unit"), FOREIGN_UNITS)
def test_a_foreign_unit_is_named(text, units, unit):
    error = refusal(text, units=units)

    assert (error.code, error.unit) == ("unknown_unit", unit)


def test_minus_zero_is_zero():
    assert str(read("-0.0", thousands=False)) == "0"


SIGNS = st.sampled_from("0123456789.,' -+e%/½∞x_٣５\u00a0\u202f\u200f\u0308²")


@settings(max_examples=300)
@given(st.text() | st.text(SIGNS, max_size=70), st.booleans())
def test_any_text_is_a_number_within_floats_or_refused(text, thousands):
    try:
        value = read(text, thousands=thousands, units=PERCENT)
    except NumberError:
        return
    assert value.is_finite()
    assert abs(float(value)) < float("inf")


@pytest.mark.parametrize(
    "unit",
    ["1", "1 ", "1.", "1,", "1'", "-", " ", "1e", "1a", "1-", "\u200b", "％", "½"],
)
@pytest.mark.parametrize("ending", ["", "x", "%"])
def test_no_text_takes_long(unit, ending):
    """No form that a text of the longest query may have makes it hard to refuse."""

    def read_often(length):
        text = (unit * length)[: length - 1] + ending
        for _ in range(30):
            with contextlib.suppress(NumberError):
                read(text, thousands=True, units=PERCENT)

    assert growth(read_often, 64) < 10 * AT_MOST
    assert growth(read_often, 8192) < AT_MOST


@pytest.mark.parametrize(
    ("value", "thousands", "text"),
    [
        (70.0, False, "70"),
        (0.7, True, "0.7"),
        (1.234, True, "1.2340"),
        (-1.234, True, "-1.2340"),
        (1.234, False, "1.234"),
        (0.125, True, "0.125"),
        (1234.567, True, "1234.567"),
        (1500.0, True, "1500"),
        (1500, True, "1500"),
        (Decimal("1.500"), True, "1.5"),
        (Decimal("14.50"), False, "14.5"),
        (Decimal("1E+2"), False, "100"),
        (-0.0, False, "0"),
        (Decimal("-0.00"), True, "0"),
        (1e-12, True, "0.000000000001"),
        (1e22, True, "10000000000000000000000"),
        (1.5e-300, True, "1.5e-300"),
        (1e300, False, "1e300"),
    ],
)
def test_a_number_is_written_short_and_exact(value, thousands, text):
    assert write(value, thousands=thousands) == text


def test_a_number_can_be_written_with_a_comma():
    assert write(1.234, thousands=True, decimal_mark=",") == "1,2340"


@settings(max_examples=300)
@given(
    st.floats(allow_nan=False, allow_infinity=False)
    | st.decimals(-(10**7), 10**7, places=3).map(float),
    st.booleans(),
    st.sampled_from(".,"),
)
@example(5e-324, True, ",")
@example(1.7976931348623157e308, True, ".")
def test_what_is_written_is_read_as_the_same_number(value, thousands, mark):
    text = write(value, thousands=thousands, decimal_mark=mark)

    assert float(read(text, thousands=thousands)) == value


def test_the_table_is_as_long_as_promised():
    assert len(NUMBERS) + len(EITHER_WAY) + len(REFUSED) + len(WITH_UNITS) >= 160
