"""Proxies and the path prefix: right links, and belief only where configured."""

import pytest

from app import create_app

FORWARDED = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "calc.example.org",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Prefix": "/evil",
}


def _client(**settings):
    return create_app({"TESTING": True, **settings}).test_client()


def _canonical(text: str) -> str:
    return text.partition('rel="canonical" href="')[2].partition('"')[0]


def test_no_proxy_is_believed_unless_configured():
    client = _client()
    assert "http://localhost/en/" == _canonical(
        client.get("/en/", headers=FORWARDED).text
    )


def test_a_configured_proxy_is_believed_but_for_the_prefix():
    client = _client(SDC_TRUSTED_PROXIES="1")
    assert "https://calc.example.org/en/" == _canonical(
        client.get("/en/", headers=FORWARDED).text
    )


@pytest.mark.parametrize(
    ("count", "expected"), [(1, "near.org"), (2, "far.org"), (3, "localhost")]
)
def test_only_as_many_proxies_as_configured_are_believed(count, expected):
    client = _client(SDC_TRUSTED_PROXIES=count)
    headers = {"X-Forwarded-Host": "far.org, near.org"}
    response = client.get("/en/", headers=headers)
    assert f"http://{expected}/en/" == _canonical(response.text)


@pytest.mark.parametrize("sent", ["/tools/calc", ""], ids=["passed on", "stripped"])
def test_the_prefix_is_right_whether_or_not_the_proxy_strips_it(sent):
    client = _client(SDC_PATH_PREFIX="/tools/calc")
    page = client.get(f"{sent}/de/?gamma=3")

    assert 200 == page.status_code
    assert "http://localhost/tools/calc/de/" == _canonical(page.text)
    assert 'href="/tools/calc/en/' in page.text
    assert 'href="/de' not in page.text
    assert "/tools/calc/en/" == client.get(f"{sent}/").location
    assert "/tools/calc/de/" == client.get(f"{sent}/de").location
    assert 200 == client.get(f"{sent}/healthz").status_code
    assert 404 == client.get(f"{sent}/nowhere").status_code


def test_the_prefix_alone_leads_to_the_start():
    client = _client(SDC_PATH_PREFIX="/tools")
    response = client.get("/tools", follow_redirects=True)
    assert "/tools/en/" == response.request.script_root + response.request.path


def test_a_longer_word_is_not_the_prefix():
    assert 404 == _client(SDC_PATH_PREFIX="/tools").get("/toolshed/en/").status_code


def test_absolute_links_have_the_public_url_where_it_is_configured():
    client = _client(SDC_PUBLIC_URL="https://example.org/tools")
    page = client.get("/en/", headers={**FORWARDED, "Host": "10.0.0.7:8000"})

    assert "https://example.org/tools/en/" == _canonical(page.text)
    assert "10.0.0.7" not in page.text
    assert "https://example.org/tools/sitemap.xml" in client.get("/robots.txt").text


def test_redirects_name_no_host():
    client = _client()
    response = client.get("/de?gamma=3", headers={"Host": "10.0.0.7:8000"})
    assert (308, "/de/?gamma=3") == (response.status_code, response.location)


@pytest.mark.parametrize("path", ["//evil.org/de", "/%2Fevil.org", "/\\evil.org"])
def test_no_path_makes_a_redirect_to_elsewhere(path):
    location = _client().get(path).headers.get("Location", "/")
    assert location.startswith("/")
    assert not location.startswith(("//", "/\\"))


ODD_SCHEMES = ["javascript", "ftp", "data", "https, javascript", "a b", ":"]


@pytest.mark.parametrize("scheme", ODD_SCHEMES)
def test_a_scheme_that_no_visitor_comes_by_reaches_no_link(scheme):
    client = create_app({"TESTING": True, "SDC_TRUSTED_PROXIES": "1"}).test_client()
    claimed = {"X-Forwarded-Proto": scheme, "X-Forwarded-Host": "a.org"}
    for url in ("/en/", "/en/embedding", "/robots.txt", "/api/openapi.json"):
        text = client.get(url, headers=claimed).text
        assert "http://a.org/" in text or "http://a.org" in text
        assert f"{scheme.rpartition(', ')[2]}://a.org" not in text


def test_a_scheme_may_be_in_capitals():
    client = create_app({"TESTING": True, "SDC_TRUSTED_PROXIES": "1"}).test_client()
    text = client.get("/robots.txt", headers={"X-Forwarded-Proto": "HTTPS"}).text
    assert "https://localhost/" in text


ODD_HOSTS = [
    *("a.org/x", "user@a.org", "javascript:alert(1)", "a.org:", "a.org:abc", "a b"),
    *("a.org:99999", "[::1", "a.org?x", "a.org#x", "<b>", "a_b.org"),
    # Names of empty or long parts, over which the address of a link breaks.
    *("..", "a..b", ".a.org", "x" * 64 + ".org"),
]


@pytest.mark.parametrize("host", ODD_HOSTS)
@pytest.mark.parametrize("name", ["Host", "X-Forwarded-Host"])
def test_a_host_that_no_name_can_be_is_refused_with_a_page(host, name):
    settings = {"PROPAGATE_EXCEPTIONS": False, "SDC_TRUSTED_PROXIES": "1"}
    client = create_app(settings).test_client()
    response = client.get("/de/", headers={name: host})
    assert 400 == response.status_code
    assert '<html lang="de"' in response.text
    assert host not in response.text
