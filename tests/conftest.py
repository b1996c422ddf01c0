"""
Fixtures, and the rules that every page keeps.

A test opens a page with `page(url)`: whatever else it checks, the page has been
held to the rules in `check_page`.
"""

import itertools
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from tinyhtml5.parser import HTMLParser

from app import create_app
from app.web import caching

# A slow day is no fault: speed is for benchmarks/.
settings.register_profile("project", deadline=None, print_blob=True)
settings.load_profile("project")

SVG = "{http://www.w3.org/2000/svg}"
ERROR_PREFIX = {"de": "Fehler: ", "en": "Error: "}


@pytest.fixture(scope="session")
def app() -> Flask:
    """The app with its default settings; each answer is made when it is asked for."""
    app = create_app({"TESTING": True})
    app.extensions[caching.STORE].most_entry_bytes = 0
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client that keeps no cookies."""
    return app.test_client(use_cookies=False)


@dataclass
class Document:
    """One page as the browser would see it."""

    root: ET.Element
    html: str
    status: int
    headers: dict

    def all(self, tag: str, **attributes: str) -> list[ET.Element]:
        """Return the elements of a tag, with these attributes (class_ for class)."""
        wanted = {
            name.rstrip("_").replace("_", "-"): v for name, v in attributes.items()
        }
        return [
            element
            for element in self.root.iter(tag)
            if all(
                value in element.get(name, "").split()
                if name == "class"
                else element.get(name) == value
                for name, value in wanted.items()
            )
        ]

    def by_id(self, name: str) -> ET.Element:
        """Return the element with this id."""
        return next(e for e in self.root.iter() if e.get("id") == name)

    def text(self, element: ET.Element | None = None) -> str:
        """Return the words of an element (or of the page), white space folded."""
        words = "".join((self.root if element is None else element).itertext())
        return re.sub(r"[ \n]+", " ", words).strip()


@pytest.fixture
def page(client: FlaskClient):
    """Open a page, hold it to the rules of every page, and return it."""

    def open_page(url: str, status: int = 200, **options) -> Document:
        response = client.open(url, **options)
        html = response.get_data(as_text=True)
        assert status == response.status_code, url
        assert response.mimetype == "text/html"
        assert "Set-Cookie" not in response.headers
        document = Document(_parse(html), html, status, dict(response.headers))
        check_page(document, url)
        return document

    return open_page


@lru_cache(maxsize=64)
def _parse(html: str) -> ET.Element:
    """Parse a page without errors; most of a test's time, so it is kept a while."""
    parser = HTMLParser(namespace_html_elements=False)
    root = parser.parse(html)
    assert parser.errors == []
    return root


def check_page(document: Document, url: str) -> None:
    """Hold a page to the rules that every page keeps."""
    root = document.root
    elements = [e for e in root.iter() if isinstance(e.tag, str)]
    lang = root.get("lang")
    path_lang = url.split("?")[0].strip("/").split("/")[0]

    if path_lang in ERROR_PREFIX:
        assert path_lang == lang, "the language is the one in the path"
    assert len(document.all("h1")) == 1, "one h1"

    title = document.text(document.all("title")[0])
    has_errors = any("err" in e.get("class", "").split() for e in elements)
    assert has_errors == title.startswith(ERROR_PREFIX[lang]), "title tells of errors"

    ids = Counter(e.get("id") for e in elements if e.get("id"))
    assert [name for name, count in ids.items() if count > 1] == [], "ids are unique"
    for element in elements:
        _check_references(element, ids)
        _check_content_security(element)
        assert element.get("required") is None, "nothing is `required`"
    for form in document.all("form"):
        assert form.get("novalidate") is not None, "our own messages only"
        assert form.get("action"), "a form says where it goes"
    _check_labels(document)
    _check_headings(document)


def _check_references(element: ET.Element, ids: Counter) -> None:
    for attribute in ("for", "aria-describedby", "aria-labelledby", "aria-controls"):
        for name in element.get(attribute, "").split():
            assert name in ids, f"{attribute}={name} has a target"
    href = element.get("href", "")
    if href.startswith("#") and len(href) > 1:
        assert href[1:] in ids, f"{href} has a target"


def _check_content_security(element: ET.Element) -> None:
    assert element.get("style") is None, "no style attributes"
    assert not [a for a in element.attrib if a.startswith("on")], "no inline handlers"
    assert element.tag not in ("style", f"{SVG}style"), "no style elements"
    if element.tag == "script":
        assert element.get("src"), "no inline script"
    if element.tag in ("script", "img", "iframe", "source"):
        assert "//" not in element.get("src", ""), "nothing from foreign hosts"
    if element.tag == "link" and element.get("rel") not in ("canonical", "alternate"):
        assert "//" not in element.get("href", ""), "nothing from foreign hosts"


def _check_labels(document: Document) -> None:
    labelled = {label.get("for") for label in document.all("label")}
    for tag in ("input", "textarea", "select"):
        for control in document.all(tag):
            if control.get("type") in ("hidden", "submit"):
                continue
            named = control.get("aria-label") or control.get("aria-labelledby")
            assert named or control.get("id") in labelled, "every control has a name"
    for figure in document.root.iter(f"{SVG}svg"):
        if figure.get("role") == "img":
            assert figure.get("aria-label") or figure.get("aria-labelledby")


def _check_headings(document: Document) -> None:
    levels = [
        int(e.tag[1])
        for e in document.root.iter()
        if re.fullmatch("h[1-6]", str(e.tag))
    ]
    jumps = [(a, b) for a, b in itertools.pairwise(levels) if b > a + 1]
    assert jumps == [], "heading levels do not skip"
