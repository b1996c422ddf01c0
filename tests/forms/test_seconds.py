"""Times may be typed in seconds: "2 s" is 2000 ms."""

import pytest
from werkzeug.datastructures import MultiDict

from app.forms.latency import LatencyForm


def form(app, **values) -> LatencyForm:
    with app.test_request_context("/en/latency"):
        return LatencyForm(MultiDict(values))


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("2 s", 2000),
        ("2s", 2000),
        ("0,35 s", 350),
        ("1.5 sec.", 1500),
        ("0.2 seconds", 200),
        ("3 Sekunden", 3000),
        ("350", 350),
        ("350 ms", 350),
        ("350 msec", 350),
    ],
)
@pytest.mark.parametrize("name", ["ttft_ms", "draft_prefill_ms"])
def test_a_time_in_seconds_becomes_milliseconds(app, name, text, ms):
    field = form(app, **{name: text})[name]

    assert [] == list(field.errors)
    assert ms == field.data
    assert (name, str(ms)) == field.link


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("0.02 s", "tpot_ms", 20),
        ("0,05 s/token", "tpot_ms", 50),
        ("0.05 s per token", "tpot_ms", 50),
        ("20 ms", "tpot_ms", 20),
        ("50 tokens/s", "tokens_per_second", 50),
        ("50 1/s", "tokens_per_second", 50),
        ("50 Tokens pro Sekunde", "tokens_per_second", 50),
        ("50 tokens per second", "tokens_per_second", 50),
    ],
)
def test_a_speed_takes_seconds_per_token_and_tokens_per_second(app, text, key, value):
    field = form(app, tpot_ms=text).tpot

    assert [] == list(field.errors)
    assert (key, value) == (field.key, field.data)


@pytest.mark.parametrize("text", ["1.500 s", "2 min", "s", "nan s", "99999 s", "2 ss"])
def test_what_is_no_time_in_seconds_is_refused(app, text):
    assert form(app, ttft_ms=text).ttft_ms.errors
