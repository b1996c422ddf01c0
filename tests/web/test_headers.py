"""Headers: on every response, whoever makes it; only the embed may be framed."""

import pytest

from app import create_app
from app.i18n.languages import LANGUAGES
from app.web.headers import Kind, _kind

EVERY_RESPONSE = [
    ("GET", "/", 302, {}),
    ("GET", "/de", 308, {}),
    ("GET", "/en/", 200, {}),
    ("HEAD", "/de/", 200, {}),
    ("OPTIONS", "/de/", 200, {}),
    ("GET", "/en/", 304, {"headers": {"If-None-Match": "ours"}}),
    ("GET", "/api/v1/sweep?alpha=0.7&c=0", 304, {"headers": {"If-None-Match": "ours"}}),
    ("GET", "/static/style.css", 304, {"headers": {"If-Modified-Since": "ours"}}),
    ("GET", "/en/figure.svg", 200, {}),
    ("GET", "/en/?gamma=x", 400, {}),
    ("GET", "/en/", 400, {"headers": {"Host": "a..b"}}),
    ("GET", "/api/v1/speedup", 400, {}),
    ("GET", "/oembed", 400, {}),
    ("GET", "/nowhere", 404, {}),
    ("GET", "/api/nowhere", 404, {}),
    ("GET", "/static/nothing.css", 404, {}),
    ("POST", "/en/", 405, {}),
    ("POST", "/api/v1/sweep", 405, {}),
    ("DELETE", "/static/style.css", 405, {}),
    ("POST", "/en/measured", 413, {"data": b"a" * 900_000}),
    ("POST", "/api/v1/measurement", 413, {"data": b"a" * 300_000}),
    ("GET", "/en/?" + "a" * 9000, 414, {}),
    ("GET", "/api/v1/sweep?" + "a" * 9000, 414, {}),
    ("POST", "/en/measured", 415, {"headers": {"Content-Encoding": "gzip"}}),
    ("POST", "/api/v1/measurement", 415, {"data": b"", "content_type": "image/png"}),
    ("GET", "/en/broken", 500, {}),
    ("GET", "/api/broken", 500, {}),
    ("GET", "/healthz", 200, {}),
    ("GET", "/static/style.css", 200, {}),
    ("GET", "/robots.txt", 200, {}),
    ("GET", "/sitemap.xml", 200, {}),
    ("GET", "/api/openapi.json", 200, {}),
    ("OPTIONS", "/api/v1/sweep", 200, {}),
]


@pytest.fixture(scope="module")
def breakable():
    app = create_app({"PROPAGATE_EXCEPTIONS": False})
    for path in ("/en/broken", "/api/broken"):
        app.add_url_rule(path, path, lambda: 1 / 0)
    return app.test_client()


def _ours(client, url, options):
    """Put in the validator of what we have already, where one is asked for."""
    names = {"If-None-Match": "ETag", "If-Modified-Since": "Last-Modified"}
    headers = dict(options.get("headers", {}))
    for name in names.keys() & headers.keys():
        headers[name] = client.get(url, buffered=True).headers[names[name]]
    return {**options, "headers": headers}


@pytest.mark.parametrize(("method", "url", "status", "options"), EVERY_RESPONSE)
def test_every_response_is_protected_and_sets_no_cookie(
    breakable, method, url, status, options
):
    options = _ours(breakable, url, options)
    response = breakable.open(url, method=method, buffered=True, **options)
    headers = response.headers

    assert status == response.status_code
    assert "nosniff" == headers["X-Content-Type-Options"]
    assert "no-referrer" == headers["Referrer-Policy"]
    assert "camera=()" in headers["Permissions-Policy"]
    assert "unsafe-none" == headers["Cross-Origin-Opener-Policy"]
    shared = url.startswith(("/static/", "/api/"))
    origin = "cross-origin" if shared else "same-origin"
    assert origin == headers["Cross-Origin-Resource-Policy"]
    assert "DENY" == headers["X-Frame-Options"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Content-Security-Policy"].startswith("default-src 'none';")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "Set-Cookie" not in headers
    assert len({name.lower() for name, _ in headers}) == len(headers)


UNKEYED = [
    {"Accept-Language": "de"},
    {"X-Forwarded-Host": "evil.org"},
    {"X-Forwarded-Proto": "https"},
    {"X-Forwarded-Prefix": "/evil"},
    {"X-Forwarded-For": "192.0.2.1"},
    {"X-Forwarded-Port": "81"},
    {"Forwarded": "host=evil.org;proto=https"},
    {"X-Original-URL": "/de/"},
    {"X-Rewrite-URL": "/de/"},
    {"X-HTTP-Method-Override": "POST"},
    {"User-Agent": "evil"},
    {"Cookie": "lang=de"},
    {"Referer": "https://evil.org/"},
    {"Range": "bytes=0-1"},
    {"Sec-Fetch-Dest": "iframe"},
]
PAGES = [
    *("/en/", "/en/measured", "/en/latency", "/en/demo", "/en/embedding", "/en/api"),
    *("/en/embed", "/en/figure.svg", "/robots.txt", "/sitemap.xml"),
    *("/api/openapi.json", "/api/v1/sweep?alpha=0.7&c=0"),
    "/oembed?url=http://localhost/en/",
]


@pytest.mark.parametrize("url", PAGES)
def test_nothing_that_a_cache_does_not_look_at_changes_a_page(client, url):
    plain = client.get(url)
    assert 200 == plain.status_code
    for sent in UNKEYED:
        other = client.get(url, headers=sent)
        assert (plain.status_code, plain.data) == (other.status_code, other.data), sent
        assert dict(plain.headers) == dict(other.headers), sent


@pytest.mark.parametrize("url", ["/en/", "/robots.txt", "/api/openapi.json"])
def test_the_host_shows_in_links_and_so_it_is_part_of_the_etag(client, url):
    one, other = (client.get(url, headers={"Host": h}) for h in ("a.org", "b.org"))
    assert "http://a.org" in one.text
    assert "a.org" not in other.text
    assert one.headers["ETag"] != other.headers["ETag"]


def test_nor_does_a_host_change_a_page_where_the_address_is_configured():
    app = create_app({"TESTING": True, "SDC_PUBLIC_URL": "https://a.org"})
    client = app.test_client()
    one, other = (client.get("/en/", headers={"Host": h}) for h in ("a.org", "b.org"))
    assert one.data == other.data


def _framing(settings: dict, url: str = "/en/embed") -> tuple[str, str | None]:
    app = create_app({"TESTING": True, **settings})
    headers = app.test_client().get(url).headers
    policy = headers["Content-Security-Policy"]
    return policy.partition("frame-ancestors ")[2], headers.get("X-Frame-Options")


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("*", ("* file:", None)),
        ("none", ("'none'", "DENY")),
        (
            "https://a.org http://b.org:81",
            ("'self' https://a.org http://b.org:81", None),
        ),
    ],
)
def test_the_embed_may_be_framed_by_whom_the_settings_say(setting, expected):
    assert expected == _framing({"SDC_FRAME_ANCESTORS": setting})


def test_a_former_answer_does_not_outlive_the_setting():
    first, second = (
        create_app({"TESTING": True, "SDC_FRAME_ANCESTORS": value}).test_client()
        for value in ("*", "none")
    )
    etag = first.get("/en/embed").headers["ETag"]
    assert 200 == second.get("/en/embed", headers={"If-None-Match": etag}).status_code


def test_the_embed_works_for_hosts_and_frames_that_are_isolated(client):
    headers = client.get("/de/embed").headers
    assert ("cross-origin", "require-corp", "*") == (
        headers["Cross-Origin-Resource-Policy"],
        headers["Cross-Origin-Embedder-Policy"],
        headers["Access-Control-Allow-Origin"],
    )
    script = client.get("/static/embed-host.js", buffered=True).headers
    assert "cross-origin" == script["Cross-Origin-Resource-Policy"]


def test_pages_belong_to_their_own_origin(client):
    headers = client.get("/de/").headers
    assert "same-origin" == headers["Cross-Origin-Resource-Policy"]
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_kinds_are_known_by_the_addresses_that_the_views_have(app, code):
    with app.test_request_context():
        addresses = app.url_map.bind("localhost")
        assert Kind.EMBED is _kind(addresses.build("embedding.embed", {"lang": code}))
        assert Kind.HOW_TO is _kind(addresses.build("pages.embedding", {"lang": code}))


def test_the_how_to_page_may_frame_the_embed_and_nothing_else_may(client):
    policies = {
        url: client.get(url).headers["Content-Security-Policy"]
        for url in ("/en/embedding", "/en/", "/en/embed")
    }
    assert ["/en/embedding"] == [
        url for url, policy in policies.items() if "frame-src 'self'" in policy
    ]


def test_browsers_are_told_to_stay_with_https_where_visitors_come_by_it():
    name = "Strict-Transport-Security"
    for url, expected in (
        ("https://a.org", "max-age=31536000"),
        ("http://a.org", None),
    ):
        app = create_app({"TESTING": True, "SDC_PUBLIC_URL": url})
        assert expected == app.test_client().get("/en/").headers.get(name)


def test_a_view_may_say_something_else():
    app = create_app({"TESTING": True})
    own = {"Cross-Origin-Resource-Policy": "cross-origin"}
    app.add_url_rule("/en/own", "own", lambda: ("", own))
    headers = app.test_client().get("/en/own").headers
    assert ["cross-origin"] == headers.getlist("Cross-Origin-Resource-Policy")
