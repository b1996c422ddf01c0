"""The page that builds the code of a frame."""

import html

import pytest
from tinyhtml5.parser import HTMLParser

from app import create_app


def _attributes(code: str) -> dict[str, str]:
    """Return the attributes of the one frame in a piece of code."""
    root = HTMLParser(namespace_html_elements=False).parse(code)
    (frame,) = root.iter("iframe")
    return dict(frame.attrib)


def _code(document, name: str) -> str:
    return "".join(document.by_id(name).itertext())


@pytest.mark.parametrize("lang", ["de", "en"])
def test_first_visit_builds_a_frame_in_the_language_of_the_page(page, lang):
    document = page(f"/{lang}/embedding")
    frame = _attributes(_code(document, "plain"))
    assert frame["src"] == f"http://localhost/{lang}/embed"
    assert frame["title"]
    assert frame["width"] == "100%"
    assert int(frame["height"]) > 500
    assert "style" not in frame


def test_values_and_choices_are_in_the_code_and_the_preview(page):
    document = page(
        "/en/embedding?alpha_percent=81.5&gamma=4&theme=dark&show=chart&show=results"
        "&frame_language=de&frame_width=300px&ttft_ms=9&pin=70_5_15"
    )
    path = "/de/embed?alpha_percent=81.5&gamma=4&theme=dark&show=results%2Cchart"
    frame = _attributes(_code(document, "plain"))
    assert frame["src"] == f"http://localhost{path}"
    assert frame["width"] == "300"
    assert frame["title"] != "Speculative decoding speedup calculator"
    (preview,) = document.all("iframe")
    assert preview.get("src") == path
    assert preview.get("title") == frame["title"]


def test_growing_frame_is_marked_and_comes_with_the_script(page):
    document = page("/en/embedding")
    growing = _code(document, "growing")
    assert "data-speculative-decoding" in _attributes(growing)
    script = '<script src="http://localhost/static/embed-host.js" async></script>'
    assert script in growing
    assert "data-speculative-decoding" not in _code(document, "plain")


def test_every_guide_has_the_frame_with_the_values(page):
    document = page("/en/embedding?gamma=4")
    for name in ("sphinx-page", "mkdocs-page", "docusaurus-page"):
        assert _attributes(_code(document, name))["src"].endswith("/en/embed?gamma=4")
    assert 'frameBorder="0"' in _code(document, "docusaurus-page")
    for name in ("sphinx-conf", "mkdocs-conf", "docusaurus-conf"):
        assert "http://localhost/static/embed-host.js" in _code(document, name)


def test_policy_names_the_origin_without_the_path():
    settings = {"SDC_PUBLIC_URL": "https://docs.example.org/sd"}
    client = create_app({"TESTING": True, **settings}).test_client()
    text = html.unescape(client.get("/sd/en/embedding").get_data(as_text=True))
    origin = "https://docs.example.org"
    assert f"frame-src {origin}; script-src {origin}<" in text
    assert f'src="{origin}/sd/en/embed"' in text
    assert f'src="{origin}/sd/static/embed-host.js"' in text


@pytest.mark.parametrize("width", ["279", "1201", "abc", "300.5"])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_wrong_width_is_an_error_and_kept(page, lang, width):
    document = page(f"/{lang}/embedding?frame_width={width}", 400)
    assert document.by_id("frame_width").get("value") == width
    assert _attributes(_code(document, "plain"))["width"] == "100%"


@pytest.mark.parametrize("query", ["theme=x&show=y&frame_language=fr", "frame_width="])
def test_what_is_unknown_or_blank_has_no_effect(page, query):
    known, other = (
        _code(page(f"/en/embedding{q}"), "plain") for q in ("", f"?{query}")
    )
    assert known == other


def test_choices_survive_a_change_of_language(page):
    query = "theme=dark&show=chart&frame_language=de&frame_width=300"
    document = page(f"/en/embedding?gamma=4&{query}")
    (german,) = document.all("a", hreflang="de")
    assert german.get("href") == f"/de/embedding?gamma=4&{query}"


def test_markup_in_values_stays_text(page):
    document = page('/en/embedding?alpha_percent="><script>alert(1)</script>')
    assert len(_attributes(_code(document, "plain"))["src"].split("script")) == 3
    assert "<script>alert" not in document.html


def test_page_says_so_where_nobody_may_embed():
    app = create_app({"TESTING": True, "SDC_FRAME_ANCESTORS": "none"})
    text = app.test_client().get("/en/embedding").get_data(as_text=True)
    assert "no page may embed it" in text
    assert 'class="preview"' not in text


def test_only_this_page_may_frame_and_only_the_app_itself(client):
    policy = client.get("/en/embedding").headers["Content-Security-Policy"]
    assert "frame-src 'self'" in policy
    for path in ("/en/", "/en/embed"):
        assert "frame-src" not in client.get(path).headers["Content-Security-Policy"]
