"""Caching: an ETag per address and build, 304 without work, compressed bodies."""

import gzip

import pytest

from app import create_app
from app.web import caching

URL = "/en/?alpha_percent=70&gamma=5&c_percent=15"
GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_may_be_kept_and_is_renewed_behind_the_visitors_back(client):
    headers = client.get(URL).headers
    assert (
        "public, max-age=300, stale-while-revalidate=3600" == headers["Cache-Control"]
    )
    assert "Accept-Encoding" == headers["Vary"]
    assert headers["ETag"].startswith('"')


def test_the_etag_is_the_same_for_the_same_address_and_body(client):
    first, again, head = client.get(URL), client.get(URL), client.head(URL)
    assert first.headers["ETag"] == again.headers["ETag"] == head.headers["ETag"]
    assert first.data == again.data


@pytest.mark.parametrize(
    ("url", "options"),
    [
        (URL + "0", {}),
        ("/de/?alpha_percent=70&gamma=5&c_percent=15", {}),
        (URL, {"headers": GZIP}),
        (URL, {"headers": {"Host": "other.org"}}),
        (URL, {"base_url": "https://localhost"}),
    ],
)
def test_the_etag_is_another_where_the_body_is(client, url, options):
    assert client.get(URL).headers["ETag"] != client.get(url, **options).headers["ETag"]


def test_the_etag_changes_with_the_build_and_with_settings_that_show(monkeypatch):
    def etag(**settings):
        app = create_app({"TESTING": True, **settings})
        return app.test_client().get(URL).headers["ETag"]

    usual = etag()
    assert usual == etag(SDC_WORKERS="3")
    assert usual != etag(SDC_PUBLIC_URL="https://a.org")
    assert usual != etag(SDC_FRAME_ANCESTORS="https://a.org https://b.org")
    monkeypatch.setattr(caching, "_sources_hash", lambda: b"another build")
    assert usual != etag()


def test_every_file_that_pages_are_made_of_counts(monkeypatch, tmp_path):
    monkeypatch.setattr(caching, "ROOT", tmp_path)
    template = tmp_path / "templates" / "a.html"
    template.parent.mkdir()
    hashes = set()
    for content in ("one", "two"):
        template.write_text(content)
        caching._sources_hash.cache_clear()
        hashes.add(caching._sources_hash())
    caching._sources_hash.cache_clear()
    assert 2 == len(hashes)


def test_two_addresses_never_share_an_etag(client):
    """A path with a question mark in it is not the path and its query."""
    page, nowhere = client.get("/en/?gamma=4"), client.get("/en/%3Fgamma=4")
    asked = {"If-None-Match": page.headers["ETag"]}

    assert 404 == nowhere.status_code
    assert 404 == client.get("/en/%3Fgamma=4", headers=asked).status_code


def _ask(app, url, **options):
    """Return status, headers and body as the server gets them."""
    response = app.test_client().open(url, **options)
    return response.status, [*response.headers], response.data


@pytest.fixture(scope="module")
def storing():
    return create_app({})


@pytest.fixture(scope="module")
def storeless():
    app = create_app({})
    app.extensions[caching.STORE].most_entry_bytes = 0
    return app


PAGES = (
    URL,
    "/de/latency?tpot_ms=20",
    "/en/embed?show=chart&theme=dark",
    "/de/demo?seed=7",
    "/en/figure.svg",
    "/api/v1/speedup?alpha=0.7&gamma=5&c=0.15",
    "/api/v1/sweep.csv?alpha=0.7&c=0.15&lang=de",
    "/en/?gamma=x",
    "/nowhere",
    "/",
)


@pytest.mark.parametrize("url", PAGES)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("headers", [{}, GZIP, {"Accept-Language": "de"}])
def test_the_same_bytes_come_from_the_store_and_without_it(
    storing, storeless, url, method, headers
):
    options = {"method": method, "headers": headers}
    made = _ask(storing, url, **options)
    before = storing.extensions[caching.STORE].hits

    kept = _ask(storing, url, **options)

    assert made == kept == _ask(storeless, url, **options)
    hits = storing.extensions[caching.STORE].hits - before
    assert hits == ("ETag" in dict(made[1]))


def test_no_two_addresses_share_an_answer(storing, storeless):
    """Each part that a page depends on alone makes another entry."""
    asked = [
        (url, {"base_url": base, "headers": headers, "method": method})
        for url in ("/en/", "/de/", "/en/?gamma=4", "/en/?gamma=5", "/en/?gamma=4&x")
        for base in ("http://a.org", "https://a.org", "http://b.org", "http://a.org:8")
        for headers in ({}, GZIP)
        for method in ("GET", "HEAD")
    ]
    for _ in range(2):
        for url, options in asked:
            expected = _ask(storeless, url, **options)
            assert expected == _ask(storing, url, **options)
    assert 0 == storeless.extensions[caching.STORE].hits


def test_the_store_stays_within_its_bytes_under_any_number_of_addresses():
    body = b"x" * 9000

    def page(environ, start_response):
        labels = [("ETag", environ[caching.ETAG]), ("Content-Type", "text/html")]
        start_response("200 OK", labels)
        return [body]

    answers = caching.Answers(page, b"build", most_bytes=1024 * 1024)
    for number in range(100_000):
        environ = {
            "REQUEST_METHOD": "GET",
            "wsgi.url_scheme": "http",
            "PATH_INFO": "/",
            "QUERY_STRING": f"{number:0{number % 4000}}",
        }
        answers(environ, lambda *_: None)
        assert answers.size <= 1024 * 1024

    assert 50 < len(answers) < 105


def test_what_is_far_too_large_is_sent_but_not_kept():
    def page(environ, start_response):
        start_response("200 OK", [("ETag", environ[caching.ETAG])])
        return [b"x" * 100_000]

    answers = caching.Answers(page, b"build", most_bytes=1024 * 1024)
    environ = {"REQUEST_METHOD": "GET", "wsgi.url_scheme": "http"}
    for _ in range(2):
        assert [b"x" * 100_000] == answers(dict(environ), lambda *_: None)

    assert 0 == len(answers) == answers.hits


@pytest.mark.parametrize(
    ("method", "url"),
    [("POST", "/en/measured"), ("GET", "/healthz"), ("GET", "/"), ("GET", "/x")],
)
def test_errors_posts_redirects_and_what_must_not_be_kept_are_made_anew(method, url):
    app = create_app({})
    for _ in range(2):
        _ask(app, url, method=method, data={} if method == "POST" else None)

    assert 0 == len(app.extensions[caching.STORE]) == app.extensions[caching.STORE].hits


@pytest.mark.parametrize("form", ["{}", "W/{}", '"x", {}', '"x",W/{} , "y"'])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("encoding", [{}, GZIP])
def test_who_has_the_page_is_told_so_without_rendering_it(
    app, monkeypatch, form, method, encoding
):
    client = app.test_client()
    full = client.get(URL, headers=encoding)
    monkeypatch.setattr(app, "full_dispatch_request", lambda: pytest.fail("rendered"))

    wanted = {**encoding, "If-None-Match": form.format(full.headers["ETag"])}
    response = client.open(URL, method=method, headers=wanted)

    assert (304, b"") == (response.status_code, response.data)
    of_the_body = {"Content-Type", "Content-Length", "Content-Encoding"}
    kept = {k: v for k, v in full.headers if k not in of_the_body}
    assert kept == dict(response.headers)


@pytest.mark.parametrize("sent", ["*", '"x"', "", "nonsense", 'W/"'])
def test_who_has_something_else_gets_the_page(client, sent):
    assert 200 == client.get(URL, headers={"If-None-Match": sent}).status_code


def test_a_changing_request_is_never_answered_from_what_is_kept(client):
    etag = client.get(URL).headers["ETag"]
    assert 405 == client.post(URL, headers={"If-None-Match": etag}).status_code


@pytest.mark.parametrize(
    ("method", "url"),
    [("GET", "/en/?gamma=x"), ("GET", "/nowhere"), ("POST", "/en/")],
)
def test_errors_are_not_kept(client, method, url):
    headers = client.open(url, method=method).headers
    assert "no-store" == headers["Cache-Control"]
    assert "ETag" not in headers


def test_the_start_depends_on_the_visitors_language_and_says_so(client):
    response = client.get("/?gamma=3", headers={"Accept-Language": "de"})
    assert (302, "/de/?gamma=3") == (response.status_code, response.location)
    assert "Accept-Language" == response.headers["Vary"]
    assert "public, max-age=300" == response.headers["Cache-Control"]


def test_a_body_is_compressed_when_asked_and_the_same_bytes_each_time(client):
    plain, packed = client.get(URL), client.get(URL, headers=GZIP)
    assert "gzip" == packed.headers["Content-Encoding"]
    assert plain.data == gzip.decompress(packed.data)
    assert len(packed.data) == int(packed.headers["Content-Length"])
    assert packed.data == client.get(URL, headers=GZIP).data


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("gzip", True),
        ("br;q=1, gzip;q=0.5", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("identity;q=1, gzip;q=0.5", False),
        ("br", False),
    ],
)
def test_the_visitors_wish_decides(client, accepted, expected):
    headers = client.get(URL, headers={"Accept-Encoding": accepted}).headers
    assert expected == ("Content-Encoding" in headers)


def test_a_short_body_is_sent_as_it_is(client):
    assert "Content-Encoding" not in client.get("/robots.txt", headers=GZIP).headers


def test_head_tells_what_get_would_send(client):
    for headers in ({}, GZIP):
        get, head = client.get(URL, headers=headers), client.head(URL, headers=headers)
        assert dict(get.headers) == dict(head.headers)
        assert b"" == head.data


def test_a_range_is_answered_with_the_whole(client):
    response = client.get(URL, headers={"Range": "bytes=0-9"})
    assert 200 == response.status_code
    assert client.get(URL).data == response.data
    assert "Accept-Ranges" not in response.headers


def test_in_debug_mode_nothing_is_kept():
    app = create_app({"TESTING": True, "DEBUG": True})
    assert caching.STORE not in app.extensions
    assert "no-store" == app.test_client().get(URL).headers["Cache-Control"]
