"""Speeds as people type them: tokens per second, or the time per token."""

import pytest
from werkzeug.datastructures import MultiDict

from app.forms.calculator import SpeedupForm
from app.forms.latency import LatencyForm

LANGUAGES = ("de", "en")


@pytest.fixture(params=LANGUAGES)
def in_language(app, request):
    with app.test_request_context(f"/{request.param}/"):
        yield request.param


def speed(**query: str):
    return SpeedupForm(MultiDict(query)).speed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("50", 50.0),
        ("50 tokens/s", 50.0),
        ("50 Token/s", 50.0),
        ("50 tok/s", 50.0),
        ("50 t/s", 50.0),
        ("50 tokens per second", 50.0),
        ("50 Token pro Sekunde", 50.0),
        ("20 ms", 50.0),
        ("20ms", 50.0),
        ("20 ms/token", 50.0),
        ("20 ms je Token", 50.0),
        ("12,5 ms", 80.0),
        ("12.5 ms", 80.0),
        ("1 500", 1500.0),
        ("0.001", 0.001),
        ("1000000", 1e6),
        ("0.001 ms", 1e6),
        ("1000000 ms", 0.001),
    ],
)
@pytest.mark.usefixtures("in_language")
def test_a_speed_reads_the_same_in_every_language(text, expected):
    field = speed(tokens_per_second=text)

    assert [] == list(field.errors)
    assert expected == field.tokens_per_second
    assert 1000 / expected == pytest.approx(field.tpot_ms)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0", ["0.0001", "1,000,000", "tokens/s"]),
        ("0 ms", ["0.001", "10,000,000", "ms"]),
        ("-5", ["0.0001"]),
        ("1.500", ["1.5", "1500"]),
        ("1.500 ms", ["1.5", "1500"]),
        ("20 min", ["min"]),
        ("fast", ["fast"]),
        ("nan", ["finite"]),
        ("20 ms 50 tokens/s", ["Speed without a draft"]),
    ],
)
def test_a_wrong_speed_gets_one_sentence_that_names_it(app, text, words):
    with app.test_request_context("/en/"):
        (error,) = speed(tokens_per_second=text).errors

    for word in words:
        assert word in error


@pytest.mark.parametrize("text", ["49.1", "20.408", "49.1 tokens/s", "20.41 ms"])
@pytest.mark.usefixtures("in_language")
def test_a_speed_keeps_its_digits_from_page_to_page(text):
    """Neither page turns the one unit into the other in links."""
    if text == "20.408":
        text = "20.4080"
    on_calculator = speed(tokens_per_second=text)
    key, value = on_calculator.link

    on_latency = LatencyForm(MultiDict({key: value})).tpot

    assert (key, value) == on_latency.link
    assert on_calculator.data == on_latency.data
    assert (key, value) == speed(**{key: value}).link


@pytest.mark.usefixtures("in_language")
def test_what_the_field_shows_can_be_sent_again():
    field = speed(tpot_ms="1234.5")
    again = speed(tokens_per_second=field.text)

    assert field.text.endswith("\u00a0ms")
    assert 1234.5 == again.data == again.tpot_ms


@pytest.mark.usefixtures("in_language")
def test_each_page_reads_its_own_key_first():
    both = {"tokens_per_second": "100", "tpot_ms": "20"}

    assert 100.0 == speed(**both).tokens_per_second
    assert 20.0 == LatencyForm(MultiDict(both)).tpot.tpot_ms


@pytest.mark.usefixtures("in_language")
def test_without_a_speed_there_is_none():
    field = speed(alpha_percent="70")

    assert field.blank
    assert field.tokens_per_second is None
    assert field.tpot_ms is None
    assert "" == field.text
