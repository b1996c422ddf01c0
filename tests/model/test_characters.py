"""The characters of a text, as a reader counts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.characters import characters
from tests.growth import AT_MOST, growth

COUPLE = (
    "\U0001f469\U0001f3fb\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f469\U0001f3ff"
)
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
GERMANY = "\U0001f1e9\U0001f1ea"
FRANCE = "\U0001f1eb\U0001f1f7"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("abc", ["a", "b", "c"]),
        ("größer", ["g", "r", "ö", "ß", "e", "r"]),
        ("e\u0301te\u0301", ["e\u0301", "t", "e\u0301"]),
        ("投機的", ["投", "機", "的"]),
        ("한국", ["한", "국"]),
        ("\u1112\u1161\u11ab\u1100", ["\u1112\u1161\u11ab", "\u1100"]),
        ("नमस्ते", ["न", "म", "स्", "ते"]),
        ("กำ", ["กำ"]),
        ("مَرحبا", ["مَ", "ر", "ح", "ب", "ا"]),
        (f"a{COUPLE}{FAMILY}b", ["a", COUPLE, FAMILY, "b"]),
        (GERMANY + FRANCE, [GERMANY, FRANCE]),
        (SCOTLAND + "!", [SCOTLAND, "!"]),
        ("1\ufe0f\u20e32", ["1\ufe0f\u20e3", "2"]),
        ("\u0301a", ["\u0301", "a"]),
        ("a\u200db", ["a\u200d", "b"]),
    ],
)
def test_what_a_reader_takes_for_one_stays_whole(text, expected):
    assert expected == characters(text)


def test_every_line_ends_with_one_line_feed():
    assert ["a", "\n", "b", "\n", "ö"] == characters("a\r\nb\rö")


def test_a_heap_of_marks_is_not_one_character():
    assert [31, 31, 31, 8] == [len(token) for token in characters("a" + "\u0301" * 100)]


@given(st.text())
def test_nothing_is_lost_or_added(text):
    assert "".join(characters(text)) == text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize("unit", ["\u0301", "\u200d", "\U0001f525\u200d", COUPLE])
def test_time_grows_with_the_length_of_a_text_and_no_faster(unit):
    text = "ö\U0001f525" + unit * (64 * 1024 // len(unit.encode()))
    assert growth(lambda size: characters(text[:size]), len(text)) < AT_MOST
