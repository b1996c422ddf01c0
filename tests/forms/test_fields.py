"""What fields make of typed numbers: the same in both languages, but the words."""

import pytest
from flask import Flask, current_app
from werkzeug.datastructures import MultiDict
from wtforms import Form
from wtforms.validators import ValidationError

from app.forms.fields import NumberField, PercentField, WholeField
from app.forms.numbers import MILLISECONDS
from app.i18n import languages, templating


def refuse_everything(_form, _field):
    raise ValidationError("refused")


class ExampleForm(Form):
    alpha = PercentField(
        "Acceptance rate",
        name="alpha_percent",
        least=0.0,
        most=1.0,
        default=0.7,
        asks_hundredfold=True,
        description="How likely",
    )
    gamma = WholeField("Draft tokens", least=1, most=128, default=5)
    ttft = NumberField(
        "Waiting time",
        name="ttft_ms",
        least=0.001,
        most=10_000_000.0,
        thousands=True,
        unit="ms",
        units=MILLISECONDS,
    )
    factor = NumberField("Speedup", least=0.5, most=1000.0, default=1.5)
    count = WholeField("Answer length", least=1, most=20_000, thousands=True)


KEYS = {
    "alpha": "alpha_percent",
    "gamma": "gamma",
    "ttft": "ttft_ms",
    "factor": "factor",
    "count": "count",
}

READ = [
    ("alpha", "70", 0.7),
    ("alpha", "7", 0.07),
    ("alpha", "14.5", 0.145),
    ("alpha", "14,5", 0.145),
    ("alpha", "88,3 %", 0.883),
    ("alpha", "88.3%", 0.883),
    ("alpha", "70％", 0.7),
    ("alpha", "٧٠٪", 0.7),
    ("alpha", "７０", 0.7),
    ("alpha", "७०", 0.7),
    ("alpha", "+70", 0.7),
    ("alpha", "70\u202f%", 0.7),
    ("alpha", "70 Prozent", 0.7),
    ("alpha", "70 percent", 0.7),
    ("alpha", "12.345", 0.12345),
    ("alpha", "12,345", 0.12345),
    ("alpha", "0", 0.0),
    ("alpha", "-0", 0.0),
    ("alpha", "100", 1.0),
    ("alpha", "1e2", 1.0),
    ("alpha", "0.7", 0.007),
    ("alpha", "0,7", 0.007),
    ("alpha", ".5", 0.005),
    ("alpha", "99.99999999999999", 0.9999999999999999),
    ("alpha", "\u200e70\u200f", 0.7),
    ("gamma", "5", 5),
    ("gamma", "5.0", 5),
    ("gamma", "5,0", 5),
    ("gamma", "5,000", 5),
    ("gamma", "5.", 5),
    ("gamma", "128", 128),
    ("gamma", " 5 ", 5),
    ("gamma", "1e1", 10),
    ("gamma", "٥", 5),
    ("ttft", "200", 200.0),
    ("ttft", "200 ms", 200.0),
    ("ttft", "200ms", 200.0),
    ("ttft", "1500", 1500.0),
    ("ttft", "1 500", 1500.0),
    ("ttft", "1\u202f500 ms", 1500.0),
    ("ttft", "1'500", 1500.0),
    ("ttft", "1’500", 1500.0),
    ("ttft", "1,234.5", 1234.5),
    ("ttft", "1.234,5", 1234.5),
    ("ttft", "1.234.567", 1234567.0),
    ("ttft", "1,234,567", 1234567.0),
    ("ttft", "1234.567", 1234.567),
    ("ttft", "0.500", 0.5),
    ("ttft", "0,125", 0.125),
    ("ttft", "1.2340", 1.234),
    ("factor", "2,5", 2.5),
    ("factor", "1.234", 1.234),
    ("count", "1024", 1024),
    ("count", "1 024", 1024),
    ("count", "2.0", 2),
]

# The field, what was typed, the English sentence, what the German one contains.
REFUSED = [
    ("alpha", "170", "must be from 0 to 100%, not 170%.", "170\u202f%"),
    ("alpha", "170,5 %", "must be from 0 to 100%, not 170.5%.", "170,5\u202f%"),
    ("alpha", "-5", "must be from 0 to 100%, not -5%.", "-5\u202f%"),
    ("alpha", "−5", "must be from 0 to 100%, not -5%.", "-5\u202f%"),
    ("alpha", "1.234.567", "must be from 0 to 100%, not 1,234,567%.", "1.234.567"),
    (
        "alpha",
        "100.00000000000000000001",
        "must be from 0 to 100%, not 100.000000000000000…%.",
        "100,000000000000000…",
    ),
    (
        "alpha",
        "1e400",
        "must be from 0 to 100%; “1e400” is too large to calculate with.",
        "1e400",
    ),
    (
        "alpha",
        "1e-400",
        "must be from 0 to 100%; “1e-400” is too close to 0 to calculate with.",
        "1e-400",
    ),
    ("alpha", "nan", "must be a finite number, not “nan”.", "nan"),
    ("alpha", "-inf", "must be a finite number, not “-inf”.", "-inf"),
    ("alpha", "0x10", "must be a number such as 12.5, not “0x10”.", "12,5"),
    ("alpha", "1_0", "must be a number such as 12.5, not “1_0”.", "1_0"),
    ("alpha", "--5", "must be a number such as 12.5, not “--5”.", "--5"),
    ("alpha", "%", "must be a number such as 12.5, not “%”.", "“%”"),
    ("alpha", "abc\x00\nd", "must be a number such as 12.5, not “abcd”.", "abcd"),
    ("alpha", "9" * 5000, "must be a number of at most 64 characters.", "64"),
    ("alpha", "5 5", "must be one number, but “5 5” looks like several.", "5 5"),
    (
        "alpha",
        "½",
        "must be a decimal number such as 12.5, not the fraction “½”.",
        "12,5",
    ),
    ("alpha", "70 %%", ": enter the number in %, without “%%”.", "%%"),
    ("alpha", "5²", ": enter the number in %, without “²”.", "²"),
    ("gamma", "0", "must be from 1 to 128, not 0.", "128"),
    ("gamma", "129", "must be from 1 to 128, not 129.", "129"),
    ("gamma", "2,5", "must be a whole number from 1 to 128, not 2.5.", "2,5"),
    ("gamma", "1e-3", "must be a whole number from 1 to 128, not 0.001.", "0,001"),
    ("gamma", "1e300", "must be from 1 to 128, not 1e300.", "1e300"),
    ("gamma", "five", "must be a number such as 5, not “five”.", "five"),
    ("gamma", "5 Token", ": enter the number without “Token”.", "Token"),
    (
        "ttft",
        "1.500",
        ": “1.500” could mean 1.5 or 1500. Enter one of these.",
        "1,5 ",
    ),
    (
        "ttft",
        "1,234 ms",
        ": “1,234 ms” could mean 1.2340 or 1234. Enter one of these.",
        "1,2340",
    ),
    ("ttft", "2 s", ": enter the number in ms, without “s”.", "ms"),
    ("ttft", "0", "must be from 0.001 to 10,000,000\u00a0ms, not 0\u00a0ms.", "0,001"),
    (
        "ttft",
        "2e7",
        "must be from 0.001 to 10,000,000\u00a0ms, not 20,000,000\u00a0ms.",
        "20.000.000",
    ),
    (
        "ttft",
        "1.23.456",
        ": the commas and points in “1.23.456” fit no number. "
        "Enter it without thousands separators, such as 12.5.",
        "12,5",
    ),
    ("count", "1,024", ": “1,024” could mean 1.0240 or 1024. Enter one of these.", ""),
    ("count", "1e5", "must be from 1 to 20000, not 100000.", "100000"),
    ("factor", "1.234.567", "must be from 0.5 to 1000, not 1,234,567.", "0,5"),
    (
        "factor",
        "<script>alert(1)</script>",
        "must be a number such as 12.5, not “<script>alert(1)</s…”.",
        "<script>alert(1)</s…",
    ),
]


@pytest.fixture(params=["en", "de"], autouse=True)
def language(request):
    """Hold a request in one language."""
    app = Flask(__name__)
    languages.init_app(app, "en")
    templating.init_app(app)
    with app.test_request_context(f"/{request.param}/"):
        yield request.param


def bound(*arguments):
    form = ExampleForm(MultiDict(arguments))
    form.validate()
    return form


def shown(field, hinted="true") -> str:
    """Return the field as a page has it."""
    environment = templating.translated(
        current_app.jinja_env, languages.current_language()
    )
    template = environment.from_string(
        '{% from "macros/field.html" import number_input %}'
        f"{{{{ number_input(field, {hinted}) }}}}"
    )
    return template.render(field=field)


def sent(name, text):
    return bound((KEYS[name], text))[name]


@pytest.mark.parametrize(("name", "text", "data"), READ)
def test_a_number_means_the_same_in_both_languages(name, text, data):
    field = sent(name, text)

    assert list(field.errors) == []
    assert field.data == data
    assert type(field.data) is type(data)


@pytest.mark.parametrize(("name", "text", "data"), READ)
def test_what_a_field_shows_is_read_the_same_in_the_other_language(name, text, data):
    field = sent(name, text)

    assert sent(name, field.text).data == data
    assert sent(name, field.link_text).data == data
    assert "," not in field.link_text


@pytest.mark.parametrize(("name", "text", "english", "german"), REFUSED)
def test_a_wrong_number_gets_one_sentence(language, name, text, english, german):
    field = sent(name, text)

    assert len(field.errors) == 1
    assert field.data is None
    if language == "en":
        separator = "" if english.startswith(":") else " "
        assert field.errors[0] == f"{field.label.text}{separator}{english}"
    else:
        assert german.strip("“”") in field.errors[0]


@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_sentences_name_the_field_as_the_page_does():
    for name, text, _, _ in REFUSED:
        field = sent(name, text)
        assert field.errors[0].startswith(field.label.text)


def test_a_wrong_text_stays_as_typed():
    field = sent("gamma", "2,5 <b>\x00")

    assert field.text == "2,5 <b>"
    assert field.link_text == "2,5 <b>"
    assert 'value="2,5 &lt;b&gt;"' in shown(field)


@pytest.mark.parametrize("text", ["", "  ", "\u200b"])
def test_a_blank_field_is_no_error(text):
    field = sent("alpha", text)

    assert list(field.errors) == []
    assert field.data is None
    assert field.blank
    assert (field.text, field.link_text) == ("", "")


def test_without_a_query_the_defaults_show(language):
    form = ExampleForm(None)

    assert form.validate()
    assert form.data == {
        "alpha": 0.7,
        "gamma": 5,
        "ttft": None,
        "factor": 1.5,
        "count": None,
    }
    assert form.alpha.text == "70"
    assert form.factor.text == {"en": "1.5", "de": "1,5"}[language]
    assert form.factor.link_text == "1.5"
    assert form.ttft.blank
    assert not form.alpha.blank


def test_a_field_absent_from_the_query_keeps_its_default():
    form = bound(("gamma", "7"), ("utm_source", "x"))

    assert form.errors == {}
    assert (form.alpha.data, form.gamma.data) == (0.7, 7)


def test_of_a_repeated_argument_the_first_counts():
    assert bound(("gamma", "7"), ("gamma", "9")).gamma.data == 7


def test_the_key_says_percent_and_the_attribute_does_not():
    form = bound(("alpha_percent", "50"))

    assert form.data["alpha"] == 0.5
    assert form.alpha.id == "alpha_percent"


def test_percent_shows_no_trace_of_binary_fractions():
    for percent in range(101):
        assert ExampleForm(None, alpha=percent / 100).alpha.text == str(percent)


def test_the_bounds_themselves_are_allowed():
    form = bound(("alpha_percent", "100"), ("gamma", "128"), ("ttft_ms", "10000000"))

    assert form.errors == {}


@pytest.mark.parametrize(
    ("text", "asks"),
    [("0.7", True), ("0,95 %", True), ("0", False), ("1", False), ("70", False)],
)
def test_a_fraction_typed_as_percent_is_asked_about(text, asks):
    assert sent("alpha", text).hint_hundredfold == asks


def test_only_typed_values_of_fields_that_ask_are_asked_about():
    assert not ExampleForm(None, alpha=0.005).alpha.hint_hundredfold
    assert not sent("alpha", "-0.5").hint_hundredfold
    assert not sent("alpha", "").hint_hundredfold
    assert not sent("factor", "0.7").hint_hundredfold


def test_the_answer_to_the_question_is_exact():
    assert sent("alpha", "0,07").hundredfold_text == "7"


def test_a_wrong_number_stops_further_validators():
    class StrictForm(Form):
        gamma = WholeField("Draft", least=1, most=8, validators=[refuse_everything])

    wrong, right = (StrictForm(MultiDict({"gamma": text})) for text in ("x", "5"))
    wrong.validate()
    right.validate()

    assert len(wrong.gamma.errors) == 1
    assert wrong.gamma.errors != ["refused"]
    assert right.gamma.errors == ["refused"]


def test_the_input_takes_any_text_and_brings_a_keypad_for_numbers():
    form = bound()

    assert shown(form.gamma) == (
        '<input id="gamma" name="gamma" type="text" inputmode="numeric" '
        'autocomplete="off" value="5" aria-describedby="gamma-hint">'
    )
    assert 'inputmode="decimal"' in shown(form.alpha)


def test_the_input_points_to_its_hint_and_its_error():
    right, wrong = sent("alpha", "70"), sent("alpha", "x")

    assert 'aria-describedby="alpha_percent-hint"' in shown(right)
    assert "aria-invalid" not in shown(right)
    both = 'aria-describedby="alpha_percent-hint alpha_percent-error"'
    assert both in shown(wrong)
    assert 'aria-invalid="true"' in shown(wrong)


def test_an_input_without_hint_points_to_its_error_alone():
    assert "aria-describedby" not in shown(sent("alpha", "70"), "false")
    wrong = shown(sent("alpha", "x"), "false")
    assert 'aria-describedby="alpha_percent-error"' in wrong


def test_the_table_is_as_long_as_promised():
    assert len(READ) + len(REFUSED) >= 80
