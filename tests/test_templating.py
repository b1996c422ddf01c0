"""Templates compiled for speed give what Jinja gives."""

import jinja2
import pytest
from babel.support import NullTranslations
from flask import Flask
from markupsafe import Markup, escape

from app.i18n import Language
from app.templating import TranslatingEnvironment, text_of

SOURCES = {
    "plain.html": "a {{ text }} b {{ markup }} c {{ 7 }} {{ number }} {{ 1.5 }}"
    "{{ number|round(2) }} {{ (number / 7)|round(3) }} {{ (number / 7)|round }} "
    "{{ (number / 7)|round(1, 'ceil') }} {{ (number / 7)|round(1)|string }}",
    "trans.html": (
        "{% trans s=text, n=number %}Of {{ n }}: <b>{{ s }}</b>, {{ s }}.{% endtrans %}"
        "{% trans %}Nothing 100 % variable{% endtrans %}"
        "{% trans n=number %}100 % of {{ n }}{% endtrans %}"
        "{% trans n=number %}{{ n }} token{% pluralize %}{{ n }} tokens{% endtrans %}"
    ),
    "macros.html": (
        "{% macro twice(x, class='k', caller=none) %}"
        "<p class='{{ class }}'>{{ x }}{{ x }}"
        "{{ caller(x) if caller else '' }}</p>{% endmacro %}"
        "{% macro outer(x) %}{{ twice(x, class='o') }}{% endmacro %}"
    ),
    "import.html": (
        "{% from 'macros.html' import twice, outer %}{{ twice(text) }}"
        "{{ outer(markup) }}{{ twice(number, **{'class': text}) }}"
        "{% call(y) twice('q') %}<i>{{ y }}</i>{{ text }}{% endcall %}"
    ),
    "base.html": (
        "<{% block a %}A{{ text }}{% endblock %}{% block b required %}{% endblock %}>"
        "{{ self.a() }}{% block c scoped %}{% endblock %}"
    ),
    "child.html": (
        "{% extends 'base.html' %}{% block a %}{{ super() }}-{{ text }}{% endblock %}"
        "{% block b %}{% include 'loop.html' %}{{ self.c() }}{% endblock %}"
        "{% block c %}{{ thing.name }}{% endblock %}"
    ),
    "loop.html": (
        "{% for x in items if x %}{{ loop.index }}{{ x }}{% if not loop.last %}, "
        "{% endif %}{% else %}none{% endfor %}{% set y %}<u>{{ text }}</u>{% endset %}"
        "{{ y }}{{ {'key': text}['key'] }}{{ {'key': text}.key }}{{ thing.name|upper }}"
    ),
}


class Thing:
    name = "O'Neill & <sons>"


CONTEXT = {
    "text": '<b>"it\'s" & more</b>',
    "markup": Markup("<em>safe</em>"),
    "number": 3,
    "items": ["x", 0, "<", 2.5],
    "thing": Thing(),
}


def environment(kind: type[jinja2.Environment]) -> jinja2.Environment:
    made = kind(
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        loader=jinja2.DictLoader(SOURCES),
        undefined=jinja2.StrictUndefined,
    )
    made.install_null_translations()
    return made


@pytest.fixture(scope="module")
def ours() -> jinja2.Environment:
    class Ours(TranslatingEnvironment):
        def __init__(self, **options):
            super().__init__(Flask(__name__), **options)

    return environment(Ours)


@pytest.mark.parametrize("name", [n for n in SOURCES if n != "base.html"])
def test_the_output_is_jinjas_to_the_byte(ours, name):
    expected = environment(jinja2.Environment).get_template(name).render(CONTEXT)
    assert expected == ours.get_template(name).render(CONTEXT)


def test_a_required_block_is_required(ours):
    template = ours.get_template("base.html")
    with pytest.raises(jinja2.TemplateRuntimeError):
        template.render(CONTEXT)


def test_what_is_not_defined_is_an_error(ours):
    for source in ("{{ nothing }}", "{{ nothing.at_all }}", "{{ nothing() }}"):
        with pytest.raises(jinja2.UndefinedError):
            ours.from_string(source).render(CONTEXT)


def test_a_dict_has_no_attributes_where_attributes_are_plain(ours):
    code = ours.compile("{{ thing.key }}", "calculator/x.html", raw=True)
    assert ".key" in code
    assert "getattr" not in code


@pytest.mark.parametrize(
    "value",
    [
        "",
        "plain",
        "<",
        ">",
        "&",
        "'",
        '"',
        Markup("<b>"),
        0,
        -1.5,
        1e300,
        True,
        None,
        [],
    ],
)
def test_a_value_is_escaped_as_markupsafe_does(value):
    assert escape(value) == text_of(value)


@pytest.mark.parametrize("value", [0.0, -1234.5, 1e15, 0.07])
@pytest.mark.parametrize("code", ["de", "en"])
def test_numbers_as_written_hold_nothing_to_escape(value, code):
    language = Language(code)
    filters = (language.number, language.short, language.percent, language.times)
    for write in (*filters, language.short_percent):
        assert write(value) == str(escape(write(value)))


def test_a_percent_sign_in_a_translation_is_kept(ours):
    class Shouting(NullTranslations):
        def gettext(self, message):
            return message.upper().replace("%(N)S", "%(n)s")

    overlay = ours.overlay()
    overlay.translations = Shouting()
    source = "{% trans n=number %}100 % of {{ n }}{% endtrans %}"
    assert "100 % OF 3" == overlay.from_string(source).render(CONTEXT)
