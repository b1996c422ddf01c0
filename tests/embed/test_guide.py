"""The page that builds the code of a frame."""

import html

import pytest
from tinyhtml5.parser import HTMLParser

from app import create_app
from app.embed.frame import PARTS, THEMES
from app.embed.keys import value_keys
from app.pages.strays import APPEARANCE_KEYS, VALUE_KEYS


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
    for name in ("sphinx-conf", "mkdocs-conf", "zensical-conf", "docusaurus-conf"):
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
    assert "<script>alert" not in document.html


def test_a_value_that_cannot_be_used_gives_the_examples_code(page):
    document = page("/en/embedding?alpha_percent=800&gamma=4")
    source = _attributes(_code(document, "plain"))["src"]
    assert source.endswith("/en/embed")
    assert "carry the example" in document.text(document.by_id("setting"))


@pytest.mark.parametrize("speed", ["tpot_ms=20", "tokens_per_second=50"])
def test_the_code_leaves_room_for_the_lines_about_a_speed(page, speed):
    def height(query: str) -> int:
        return int(_attributes(_code(page(f"/de/embedding{query}"), "plain"))["height"])

    assert height(f"?{speed}") > height("")
    assert height(f"?{speed}&show=chart") == height("?show=chart")


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


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_key_of_an_address_is_listed_with_its_meaning(page, lang):
    document = page(f"/{lang}/embedding")
    listed = document.by_id("keys")
    keys = [document.text(term) for term in listed.iter("dt")]
    assert keys == [*VALUE_KEYS, *APPEARANCE_KEYS]
    meanings = dict(zip(keys, map(document.text, listed.iter("dd")), strict=True))
    label = {"de": "Entwurfs-Token pro Zyklus", "en": "Draft tokens per cycle"}[lang]
    assert meanings["gamma"].startswith(label)
    assert "128" in meanings["gamma"]
    assert "ms" in meanings["tpot_ms"]
    for key, names in (("theme", THEMES), ("show", PARTS)):
        assert all(name in meanings[key] for name in names)


def test_what_holds_without_a_key_is_what_the_form_starts_with(page):
    listed = {key.name: key for key in _keys()}
    document = page("/en/embed")
    for name in ("alpha_percent", "gamma", "c_percent"):
        assert document.by_id(name).get("value") == listed[name].usual
    assert listed["alpha_percent"].most == "100%"
    assert listed["tokens_per_second"].usual == ""


def _keys():
    with create_app({"TESTING": True}).test_request_context("/en/"):
        return value_keys()


def test_every_guide_says_how_the_theme_follows(page):
    text = page("/en/embedding").text()
    assert text.count("Unless light or dark is chosen above") == 3
    for name in ("data-theme", "data-md-color-scheme", "Zensical"):
        assert name in text
