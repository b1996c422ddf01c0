"""Templates are code: they compile, import what they use, and speak through gettext."""

import re
from pathlib import Path

import pytest
from jinja2 import nodes

from app.i18n.languages import LANGUAGES, Language
from app.i18n.templating import translated

ROOT = Path(__file__).parents[2] / "templates"
TEMPLATES = sorted(p.relative_to(ROOT).as_posix() for p in ROOT.rglob("*.*"))
SAME_IN_EVERY_LANGUAGE = {
    *("API", "CSV", "JSON", "MIT", "SVG", "TPOT", "TTFT", "iframe", "oEmbed"),
    *("min", "ms"),
    *("Docusaurus", "Jupyter", "Material", "MkDocs", "Sphinx", "Zensical"),
}


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_it_compiles_in_every_language(app, name, code):
    translated(app.jinja_env, Language(code)).get_template(name)


@pytest.mark.parametrize("name", TEMPLATES)
def test_it_uses_what_it_imports(app, name):
    tree = app.jinja_env.parse((ROOT / name).read_text(encoding="utf-8"))
    used = {n.name for n in tree.find_all(nodes.Name) if n.ctx == "load"}
    for statement in tree.find_all(nodes.FromImport):
        names = {n[1] if isinstance(n, tuple) else n for n in statement.names}
        assert names <= used


@pytest.mark.parametrize("name", [n for n in TEMPLATES if n.endswith(".html")])
def test_its_words_can_be_translated(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    for pattern in (
        r"\{#.*?#\}",
        r"\{%-?\s*trans\b.*?endtrans\s*-?%\}",
        r"\{%.*?%\}",
        r"\{\{.*?\}\}",
        r"<(code|pre|mi|mn|mo|mtext)\b.*?</\1>",
        r"<[^>]*>",
        r"&\w+;",
    ):
        text = re.sub(pattern, " ", text, flags=re.DOTALL)
    words = set(re.findall(r"[A-Za-zÄÖÜäöüß]{2,}", text))
    assert set() == words - SAME_IN_EVERY_LANGUAGE


@pytest.mark.parametrize("name", [n for n in TEMPLATES if n.endswith(".html")])
def test_its_spoken_attributes_can_be_translated(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    spoken = re.findall(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"', text)
    assert [] == [value for value in spoken if value and "{{" not in value]
