"""Templates translated when they are compiled give what Jinja gives."""

import jinja2
import pytest
from babel.support import NullTranslations
from markupsafe import escape

from app.i18n.languages import Language
from app.i18n.templating import TranslatingLoader, translated

SOURCES = {
    "trans.html": (
        "{% trans s=text, n=number %}Of {{ n }}: <b>{{ s }}</b>, {{ s }}.{% endtrans %}"
        "{% trans %}Nothing 100 % variable{% endtrans %}"
        "{% trans n=number %}100 % of {{ n }}{% endtrans %}"
        "{% trans n=number %}{{ n }} token{% pluralize %}{{ n }} tokens{% endtrans %}"
    ),
    "macros.html": (
        "{% macro twice(x) %}<p>{{ x }}{{ _('or') }}{{ x }}</p>{% endmacro %}"
    ),
    "import.html": "{% from 'macros.html' import twice %}{{ twice(text) }}",
    "base.html": "<{% block a %}A{{ _('x < y') }}{% endblock %}>",
    "child.html": (
        "{% extends 'base.html' %}"
        "{% block a %}{{ super() }}-{{ text }}{% include 'trans.html' %}{% endblock %}"
    ),
}
CONTEXT = {"text": '<b>"it\'s" & more</b>', "number": 3}


@pytest.fixture
def shared() -> jinja2.Environment:
    environment = jinja2.Environment(
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        undefined=jinja2.StrictUndefined,
    )
    environment.install_null_translations()
    return environment


@pytest.fixture
def folder(tmp_path):
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", SOURCES)
def test_templates_give_what_jinja_gives(shared, folder, name):
    ours = translated(shared, Language("en"))
    ours.loader = TranslatingLoader(NullTranslations(), folder)
    plain = shared.overlay(loader=jinja2.DictLoader(SOURCES))
    expected = plain.get_template(name).render(CONTEXT)
    # What stands in the catalogue is ours, and may hold marks of HTML.
    expected = expected.replace(str(escape("x < y")), "x < y")

    assert expected == ours.get_template(name).render(CONTEXT)


def test_a_message_is_translated_once_when_its_template_is_compiled(shared, folder):
    class Shouting(NullTranslations):
        asked = 0

        def gettext(self, message):
            self.asked += 1
            return message.upper()

    words = Shouting()
    ours = translated(shared, Language("en"))
    ours.loader = TranslatingLoader(words, folder)
    for _ in range(3):
        assert "<AX < Y>" == ours.get_template("base.html").render()

    assert 1 == words.asked


def test_a_message_is_constant(shared, tmp_path):
    (tmp_path / "wrong.html").write_text("{{ _(text) }}", encoding="utf-8")
    ours = translated(shared, Language("en"))
    ours.loader = TranslatingLoader(NullTranslations(), tmp_path)

    with pytest.raises(jinja2.TemplateSyntaxError, match="constant text only"):
        ours.get_template("wrong.html")
