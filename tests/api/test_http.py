"""Methods, origins, caching and languages of every answer under /api."""

import pytest

from app import create_app
from app.api.catalogue import OPERATIONS
from app.api.description import example_url
from app.web.limits import MAX_BODY_BYTES, MAX_QUERY_BYTES

URLS = [
    example_url(operation, "", operation.example or {})
    for operation in OPERATIONS
    if operation.method == "GET"
]


@pytest.mark.parametrize("url", URLS)
def test_pages_of_every_origin_may_read_the_answer(client, url):
    headers = client.get(url, headers={"Origin": "https://a.org"}).headers
    assert ["*"] == headers.getlist("Access-Control-Allow-Origin")
    assert "Access-Control-Allow-Credentials" not in headers
    assert "cross-origin" == headers["Cross-Origin-Resource-Policy"]
    assert "Set-Cookie" not in headers


def test_and_so_may_they_read_the_answer_to_a_post(client):
    response = client.post(
        "/api/v1/measurement",
        data="Mean acceptance length: 2.87",
        content_type="text/plain",
        headers={"Origin": "https://a.org"},
    )
    assert 200 == response.status_code
    assert ["*"] == response.headers.getlist("Access-Control-Allow-Origin")
    assert "Access-Control-Allow-Credentials" not in response.headers


@pytest.mark.parametrize("url", [*URLS[:1], "/api/v1/speedup", "/api/nowhere"])
def test_and_so_may_they_read_an_error(client, url):
    origins = client.get(url).headers.getlist("Access-Control-Allow-Origin")
    assert ["*"] == origins


BY_GET, BY_POST = {"GET", "HEAD", "OPTIONS"}, {"POST", "OPTIONS"}
BY_BOTH = ("/api/v1/runs",)
PREFLIGHTS = [
    *((url, BY_GET | BY_POST if url.startswith(BY_BOTH) else BY_GET) for url in URLS),
    ("/api/v1/measurement", BY_POST),
]


@pytest.mark.parametrize(("url", "methods"), PREFLIGHTS)
def test_a_browser_that_asks_first_is_told_what_it_may(client, url, methods):
    asked = {
        "Origin": "https://a.org",
        "Access-Control-Request-Method": min(methods),
        "Access-Control-Request-Headers": "x-anything",
    }
    response = client.options(url, headers=asked)

    assert 200 == response.status_code
    assert b"" == response.data
    for name in ("Allow", "Access-Control-Allow-Methods"):
        assert methods == set(response.headers[name].split(", "))
    assert "*" == response.headers["Access-Control-Allow-Headers"]
    assert "*" == response.headers["Access-Control-Allow-Origin"]


@pytest.mark.parametrize("url", URLS)
def test_head_tells_what_get_would_send(client, url):
    get, head = client.get(url), client.head(url)
    assert (200, b"", dict(get.headers)) == (
        head.status_code,
        head.data,
        dict(head.headers),
    )


@pytest.mark.parametrize("url", URLS)
def test_an_answer_may_be_kept_and_depends_on_no_language(client, url):
    german = client.get(url, headers={"Accept-Language": "de"})
    english = client.get(url, headers={"Accept-Language": "en"})

    assert german.data == english.data
    assert german.headers["ETag"] == english.headers["ETag"]
    assert "max-age=" in german.headers["Cache-Control"]
    assert "Accept-Encoding" == german.headers["Vary"]


@pytest.mark.parametrize("url", URLS)
def test_who_has_the_answer_is_told_so(client, url):
    etag = client.get(url).headers["ETag"]
    response = client.get(url, headers={"If-None-Match": etag})
    assert (304, b"") == (response.status_code, response.data)
    assert etag == response.headers["ETag"]
    assert "*" == response.headers["Access-Control-Allow-Origin"]


ERRORS = [
    ("GET", "/api/v1/speedup", 400),
    ("GET", "/api/v1/speedup/", 404),
    ("GET", "/api/", 404),
    ("DELETE", "/api/v1/speedup", 405),
    ("POST", "/api/openapi.json", 405),
    ("GET", "/api/v1/sweep?x=" + "a" * MAX_QUERY_BYTES, 414),
    ("GET", "/api/v1/sweep?alpha=0.7&c=" + "1" * MAX_QUERY_BYTES, 400),
]


@pytest.mark.parametrize(("method", "url", "status"), ERRORS)
def test_every_error_has_the_same_shape_and_is_not_kept(client, method, url, status):
    response = client.open(url, method=method)

    assert (status, "application/json") == (response.status_code, response.mimetype)
    assert ["errors"] == list(response.json)
    for error in response.json["errors"]:
        assert ["field", "code", "message"] == list(error)
    assert "no-store" == response.headers["Cache-Control"]
    assert "Accept-Language" in response.headers["Vary"]
    assert "ETag" not in response.headers


@pytest.mark.parametrize(("method", "url", "status"), ERRORS)
def test_every_error_is_in_the_language_of_the_visitor(client, method, url, status):
    def messages(language):
        headers = {"Accept-Language": language}
        answer = client.open(url, method=method, headers=headers)
        assert status == answer.status_code
        return [error["message"] for error in answer.json["errors"]]

    assert messages("de") != messages("en")


def test_a_wrong_method_is_told_the_right_ones(client):
    allowed = client.delete("/api/v1/speedup").headers["Allow"].split(", ")
    assert {"GET", "HEAD", "OPTIONS"} == set(allowed)


def test_a_body_that_is_too_large_is_refused_as_json(client):
    response = client.post("/api/v1/speedup", data=b"a" * (MAX_BODY_BYTES + 1))
    (error,) = response.json["errors"]
    assert (413, "too_large") == (response.status_code, error["code"])


def test_a_fault_of_ours_is_json_too(monkeypatch):
    app = create_app({"PROPAGATE_EXCEPTIONS": False})
    monkeypatch.setitem(app.view_functions, "api.speedup", lambda: 1 / 0)
    response = app.test_client().get(URLS[0])
    (error,) = response.json["errors"]
    assert (500, "internal_error") == (response.status_code, error["code"])


def test_german_is_sent_as_it_is_written(client):
    response = client.get("/api/v1/speedup?alpha=x&lang=de&gamma=1&c=0")
    assert "muss eine Zahl in der Schreibweise von JSON sein, etwa" in response.text
    assert "„x“".encode() in response.data
