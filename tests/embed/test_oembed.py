"""oEmbed: the answers that https://oembed.com asks for."""

from urllib.parse import parse_qs, urlsplit

import pytest
from tinyhtml5.parser import HTMLParser

from app import create_app

SITE = "http://localhost"


@pytest.fixture
def ask(client):
    """Ask for the frame of an address."""

    def ask(url=None, status=200, **query):
        parameters = {"url": url, **query} if url is not None else query
        response = client.get("/oembed", query_string=parameters)
        assert status == response.status_code
        assert response.mimetype == "application/json"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "Set-Cookie" not in response.headers
        return response.get_json()

    return ask


def _frame(answer: dict):
    """Return the attributes of the one iframe in the answer's HTML."""
    root = HTMLParser(namespace_html_elements=False).parse(answer["html"])
    (frame,) = root.iter("iframe")
    return frame


def _problem(answer: dict) -> tuple[str, str]:
    (problem,) = answer["errors"]
    assert set(problem) == {"field", "code", "message"}
    return problem["field"], problem["code"]


def test_answer_holds_what_the_specification_asks_for(ask):
    answer = ask(f"{SITE}/en/")
    assert answer["type"] == "rich"
    assert answer["version"] == "1.0"
    assert answer["provider_url"] == f"{SITE}/"
    assert answer["cache_age"] > 0
    frame = _frame(answer)
    assert frame.get("src") == f"{SITE}/en/embed"
    assert frame.get("title") == answer["title"]
    assert (int(frame.get("width")), int(frame.get("height"))) == (
        answer["width"],
        answer["height"],
    )


@pytest.mark.parametrize("path", ["/de/", "/de/embed"])
def test_query_is_kept_for_every_address_of_ours(ask, path):
    query = "alpha_percent=81.5&gamma=4&theme=dark&show=chart,results&ttft_ms=9"
    frame = _frame(ask(f"{SITE}{path}?{query}"))
    src = urlsplit(frame.get("src"))
    assert src.path == "/de/embed"
    assert parse_qs(src.query) == {
        "alpha_percent": ["81.5"],
        "gamma": ["4"],
        "theme": ["dark"],
        "show": ["results,chart"],
    }


def test_start_is_the_calculator_in_the_usual_language(ask):
    assert _frame(ask(f"{SITE}/")).get("src") == f"{SITE}/en/embed"


def test_title_is_in_the_language_of_the_frame(ask):
    assert ask(f"{SITE}/de/")["title"] != ask(f"{SITE}/en/")["title"]


def test_https_and_http_are_the_same_page(ask):
    ask("https://localhost/en/")


def test_bounds_are_kept_and_a_narrow_frame_is_higher(ask):
    free = ask(f"{SITE}/en/")
    narrow = ask(f"{SITE}/en/", maxwidth="300")
    low = ask(f"{SITE}/en/", maxwidth="300", maxheight="200")
    assert narrow["width"] == 300
    assert narrow["height"] > free["height"]
    assert (low["width"], low["height"]) == (300, 200)
    assert ask(f"{SITE}/en/", maxwidth="9999", maxheight="9999") == free


def test_blank_bounds_are_none(ask):
    assert ask(f"{SITE}/en/", maxwidth="", maxheight="") == ask(f"{SITE}/en/")


@pytest.mark.parametrize("size", ["0", "-1", "abc", "1.5", "1_0", "9" * 20, "٣"])
@pytest.mark.parametrize("name", ["maxwidth", "maxheight"])
def test_bound_that_is_no_size_is_refused(ask, name, size):
    answer = ask(f"{SITE}/en/", 400, **{name: size})
    assert _problem(answer) == (name, "not_a_size")


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/en/",
        f"{SITE}/en/api",
        f"{SITE}/fr/",
        f"{SITE}:81/en/",
        "ftp://localhost/en/",
        "javascript:alert(1)",
        "http://[",
        "/en/",
        f"{SITE}@example.org/en/",
    ],
)
def test_address_that_is_not_ours_is_not_found(ask, url):
    assert _problem(ask(url, 404)) == ("url", "unknown_url")


def test_missing_address_is_a_bad_request(ask):
    assert _problem(ask(None, 400)) == ("url", "missing")
    assert _problem(ask("", 400)) == ("url", "missing")


def test_json_is_the_only_format(ask):
    assert ask(f"{SITE}/en/", format="json") == ask(f"{SITE}/en/")
    for other in ("xml", "html"):
        answer = ask(f"{SITE}/en/", 501, format=other)
        assert _problem(answer) == ("format", "unknown_format")


def test_messages_are_in_the_language_of_who_asks(client):
    answers = [
        client.get("/oembed", headers={"Accept-Language": language})
        for language in ("de", "en")
    ]
    german, english = (a.get_json()["errors"][0]["message"] for a in answers)
    assert german != english
    assert all("Accept-Language" in a.vary for a in answers)


@pytest.mark.parametrize(
    "query",
    [
        "alpha_percent=170",
        "gamma=x",
        "gamma=2.5",
        "c_percent=-1",
        "tokens_per_second=0",
        "verify_overhead_percent=nan",
        'alpha_percent="><script>alert(1)</script>',
    ],
)
def test_address_with_values_that_cannot_be_used_is_not_found(ask, query):
    answer = ask(f"{SITE}/en/?{query}", 404)
    assert _problem(answer) == ("url", "wrong_values")
    assert "script" not in str(answer)


def test_markup_in_the_query_stays_text(ask):
    answer = ask(SITE + '/en/?gamma=3&theme="><script>alert(1)</script>')
    assert "script" not in answer["html"]


def test_public_address_and_prefix_are_those_configured():
    app = create_app({"TESTING": True, "SDC_PUBLIC_URL": "https://docs.example.org/sd"})
    address = "https://docs.example.org/sd/en/?gamma=3"
    response = app.test_client().get("/sd/oembed", query_string={"url": address})
    src = _frame(response.get_json()).get("src")
    assert src == "https://docs.example.org/sd/en/embed?gamma=3"


def test_embed_page_names_its_description(page):
    document = page("/en/embed?gamma=3&theme=dark")
    (link,) = document.all("link", type="application/json+oembed")
    assert link.get("rel") == "alternate"
    described = parse_qs(urlsplit(link.get("href")).query)["url"]
    assert described == [
        f"{SITE}/en/embed?alpha_percent=70&gamma=3&c_percent=15&theme=dark"
    ]


def test_calculator_names_its_description(page, ask):
    document = page("/de/?gamma=3")
    (link,) = document.all("link", type="application/json+oembed")
    (described,) = parse_qs(urlsplit(link.get("href")).query)["url"]
    assert "gamma=3" in _frame(ask(described)).get("src")
