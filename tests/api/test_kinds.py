"""Values are read as JSON writes them, and nothing is guessed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.api.kinds import Choice, Falling, Number, Whole, plain
from app.api.messages import RefusalError

FRACTION = Number(0.0, 1.0, example=0.7, fraction=True)
ANY = Number(-1e308, 1e308, example=0.7)
GAMMA = Whole(1, 128, example=5)
RATES = Falling(FRACTION, most=4)


def refusal(kind, text: str) -> str:
    with pytest.raises(RefusalError) as caught:
        kind.read(text)
    return caught.value.code


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "0,7", "1_0", "+0.7", " 0.7", "0.7 ", "0.7\n", ".7", "1.", "01"),
        *("nan", "NaN", "inf", "Infinity", "-Infinity", "0x1", "1e", "e1", "--1"),
        *("٠", "０", "½", "0.7%", "1 000", "1,000", "0.7;", "true", "null", "[1]"),
    ],
)
def test_what_json_does_not_take_for_a_number_is_none(text):
    assert "not_a_number" == refusal(ANY, text)
    assert "not_a_number" == refusal(GAMMA, text)
    if "," not in text:
        assert "not_a_number" == refusal(RATES, text)


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e308))
@settings(max_examples=200)
def test_whatever_json_writes_is_read_as_the_same_number(value):
    if abs(value) <= 1e308:
        assert value == ANY.read(json.dumps(value))


@given(st.text(max_size=12))
def test_a_text_is_read_just_where_json_reads_a_number(text):
    try:
        expected = json.loads(text, parse_constant=lambda _: None)
        assert not isinstance(expected, bool)
        expected = float(expected)
        assert text == text.strip()
    except (ValueError, TypeError, AssertionError, OverflowError, RecursionError):
        expected = None
    try:
        found = Number(float("-inf"), float("inf"), example=0.7).read(text)
    except RefusalError:
        found = None
    assert expected == found


def test_minus_zero_is_zero():
    assert "0.0" == repr(FRACTION.read("-0"))
    assert "0" == repr(Whole(0, 9, example=1).read("-0.0"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("70", "fraction_expected"),
        ("1.0000001", "fraction_expected"),
        ("100", "fraction_expected"),
        ("100.1", "out_of_range"),
        ("-0.1", "out_of_range"),
        ("1e400", "out_of_range"),
        ("9" * 5000, "out_of_range"),
        ("1e" + "9" * 50, "out_of_range"),
    ],
)
def test_a_number_beyond_its_bounds_is_refused_percent_with_a_hint(text, code):
    assert code == refusal(FRACTION, text)


def test_the_hint_names_the_fraction_exactly():
    with pytest.raises(RefusalError) as caught:
        FRACTION.read("7")
    assert "0.07" == caught.value.values["fraction"]


@pytest.mark.parametrize(
    ("text", "value"), [("5", 5), ("5.0", 5), ("5e0", 5), ("0.5e1", 5), ("128", 128)]
)
def test_a_whole_number_may_be_written_with_a_point(text, value):
    assert value == GAMMA.read(text)
    assert isinstance(GAMMA.read(text), int)


@pytest.mark.parametrize(
    ("text", "code"),
    [("5.5", "not_whole"), ("0", "out_of_range"), ("129", "out_of_range")],
)
def test_a_whole_number_has_no_decimals_and_keeps_its_bounds(text, code):
    assert code == refusal(GAMMA, text)


def test_a_list_falls_or_stays():
    assert (0.66, 0.36, 0.36, 0.0) == RATES.read("0.66,0.36,0.36,0")
    assert (1.0,) == RATES.read("1")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0.5,0.6", "rising"),
        ("0.5,,0.4", "not_a_number"),
        ("0.5, 0.4", "not_a_number"),
        ("0.5,", "not_a_number"),
        ("66,36", "fraction_expected"),
        ("1,1,1,1,1", "too_many"),
    ],
)
def test_a_list_that_is_none_is_refused(text, code):
    assert code == refusal(RATES, text)


def test_a_word_is_one_of_the_choices():
    assert "de" == Choice(("de", "en")).read("de")
    assert "not_a_choice" == refusal(Choice(("de", "en")), "DE")


@pytest.mark.parametrize(
    ("value", "text"), [(5, "5"), (1.0, "1"), (0.15, "0.15"), (1e7, "10000000")]
)
def test_whole_numbers_are_shown_without_a_point(value, text):
    assert text == plain(value)
