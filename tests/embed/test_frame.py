"""The page for frames: what it takes, what it shows, and who may frame it."""

import itertools

import pytest
from werkzeug.datastructures import MultiDict

from app import create_app
from app.embed.frame import MAX_WIDTH, MIN_WIDTH, PARTS, Appearance

EMBEDS = ["/de/embed", "/en/embed"]


@pytest.mark.parametrize("url", EMBEDS)
def test_first_visit_shows_the_example_and_its_result(page, url):
    document = page(url)
    assert document.by_id("alpha_percent").get("value") == "70"
    number = {"de": "1,68", "en": "1.68"}[url[1:3]]
    assert document.text(document.by_id("reading")).startswith(number)


@pytest.mark.parametrize("url", EMBEDS)
def test_wrong_value_shows_the_error_inside_and_no_result(page, url):
    document = page(f"{url}?alpha_percent=abc", 400)
    assert document.by_id("alpha_percent").get("value") == "abc"
    assert document.by_id("alpha_percent").get("aria-invalid") == "true"
    assert document.all("figure") == []


def test_wrong_value_is_told_where_no_fields_are_shown(page):
    document = page("/en/embed?alpha_percent=abc&show=chart", 400)
    errors = document.by_id("errors")
    assert "Acceptance rate" in document.text(errors)
    assert list(errors.iter("a")) == [], "there is no field to lead to"


def test_blank_value_is_no_error(page):
    document = page("/en/embed?alpha_percent=")
    assert "Enter a value" in document.text(document.by_id("verdict"))


@pytest.mark.parametrize(
    ("query", "theme", "show"),
    [
        ("", "auto", PARTS),
        ("theme=dark", "dark", PARTS),
        ("theme=DARK&show=everything", "auto", PARTS),
        ("show=chart,inputs", "auto", ("inputs", "chart")),
        ("show=chart&show=results", "auto", ("results", "chart")),
        ("show=results,nonsense,,results", "auto", ("results",)),
        ("show=&theme=", "auto", PARTS),
    ],
)
def test_appearance_is_read_in_any_order_and_what_is_unknown_has_no_effect(
    query, theme, show
):
    pairs = [pair.split("=") for pair in query.split("&") if pair]
    read = Appearance.read(MultiDict(pairs))
    assert (read.theme, read.show) == (theme, show)
    assert Appearance.read(MultiDict(read.query)) == read


@pytest.mark.parametrize(
    "show", [c for n in (1, 2, 3) for c in itertools.combinations(PARTS, n)]
)
def test_only_what_is_asked_for_is_shown(page, show):
    document = page(f"/de/embed?show={','.join(show)}")
    shown = {
        "inputs": bool(document.all("form")),
        "results": bool(document.all("p", class_="hero")),
        "chart": any(e.get("id") == "curve" for e in document.root.iter()),
    }
    assert shown == {part: part in show for part in PARTS}


def test_form_keeps_theme_parts_and_values_without_a_field(page):
    url = "/en/embed?verify_overhead_percent=4&tpot_ms=20&theme=dark&show=inputs,chart"
    document = page(url)
    hidden = {
        e.get("name"): e.get("value") for e in document.all("input", type="hidden")
    }
    assert hidden == {
        "verify_overhead_percent": "4",
        "tpot_ms": "20",
        "theme": "dark",
        "show": "inputs,chart",
    }


def test_links_open_in_a_new_tab_and_carry_the_values(page):
    document = page("/de/embed?gamma=4&theme=dark")
    (link,) = document.by_id("full").iter("a")
    assert link.get("href") == "/de/?alpha_percent=70&gamma=4&c_percent=15"
    assert (link.get("target"), link.get("rel")) == ("_blank", "noopener")
    (base,) = document.all("base")
    assert (base.get("target"), base.get("href")) == ("_blank", None)
    (form,) = document.all("form")
    assert form.get("target") == "_self"


@pytest.mark.parametrize(("theme", "name"), [("dark", "embed dark"), ("x", "embed")])
def test_theme_is_a_class_of_the_page(page, theme, name):
    assert page(f"/en/embed?theme={theme}").root.get("class") == name


def test_search_engines_are_sent_to_the_calculator(page):
    document = page("/de/embed?gamma=4")
    (canonical,) = document.all("link", rel="canonical")
    assert canonical.get("href") == "http://localhost/de/"
    assert document.all("meta", name="robots")[0].get("content") == "noindex"


@pytest.mark.parametrize(
    ("setting", "directive"),
    [
        (None, "frame-ancestors *"),
        ("*", "frame-ancestors *"),
        ("none", "frame-ancestors 'none'"),
        (
            "https://a.example, https://b.example:8443",
            "frame-ancestors 'self' https://a.example https://b.example:8443",
        ),
    ],
)
def test_who_may_frame_it_is_as_configured_and_all_else_refuses(setting, directive):
    settings = {"SDC_FRAME_ANCESTORS": setting} if setting else {}
    client = create_app({"TESTING": True, **settings}).test_client()
    embed = client.get("/en/embed").headers
    assert directive in embed["Content-Security-Policy"]
    assert ("X-Frame-Options" in embed) == (setting == "none")
    for path in ("/en/", "/en/embedding", "/oembed", "/en/nothing"):
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def test_it_may_be_read_from_any_origin_since_it_is_everybodys(client):
    """A sandboxed frame has an origin of its own and fetches itself."""
    assert client.get("/en/embed").headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("width", [MIN_WIDTH, 559, 560, 639, 640, MAX_WIDTH, 9999])
def test_more_parts_need_more_height(width):
    whole = Appearance().height(width)
    for count in (1, 2):
        for show in itertools.combinations(PARTS, count):
            assert Appearance(show=show).height(width) < whole
