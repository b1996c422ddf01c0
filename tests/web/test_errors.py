"""Errors: a proper page in the visitor's language, JSON under /api, no details."""

import io
import logging

import pytest
from flask import abort, request
from flask.logging import default_handler

from app import create_app
from app.web.limits import MAX_BODY_BYTES, MAX_QUERY_BYTES, SWALLOWED_BYTES

ADDRESSES = [
    ("GET", "nowhere", 404),
    ("POST", "", 405),
    ("GET", "?x=" + "a" * MAX_QUERY_BYTES, 414),
]


@pytest.mark.parametrize(("method", "rest", "status"), ADDRESSES)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_an_error_is_a_page_in_the_language_of_the_path(
    page, method, rest, status, lang
):
    document = page(f"/{lang}/{rest}", status=status, method=method)
    assert f'href="/{lang}/"' in document.html
    assert str(status) in document.text()


def test_without_a_language_in_the_path_the_visitors_counts(page):
    document = page("/nowhere", status=404, headers={"Accept-Language": "de"})
    assert "de" == document.root.get("lang")


def test_the_page_says_nothing_that_the_visitor_sent(page):
    url = "/en/%3Cscript%3Esecret?secret=1"
    assert "secret" not in page(url, status=404).html


def test_a_wrong_method_is_told_the_right_ones(client):
    for url in ("/en/", "/static/style.css"):
        allowed = client.delete(url).headers["Allow"].split(", ")
        assert {"GET", "HEAD", "OPTIONS"} == set(allowed)


@pytest.mark.parametrize(
    ("method", "url", "status", "code"),
    [
        ("GET", "/api/nowhere", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/x?" + "a" * (MAX_QUERY_BYTES + 1), 414, "query_too_long"),
    ],
)
def test_under_api_an_error_is_json(client, method, url, status, code):
    response = client.open(url, method=method)
    (problem,) = response.json["errors"]

    assert (status, code) == (response.status_code, problem["code"])
    assert {"field", "code", "message"} == set(problem)
    assert "*" == response.headers["Access-Control-Allow-Origin"]


@pytest.mark.parametrize("url", ["/api/nowhere?lang=de", "/api/nowhere"])
def test_its_message_is_in_the_language_asked_for(client, url):
    english = client.get("/api/nowhere?lang=en").json["errors"][0]["message"]
    german = client.get(url, headers={"Accept-Language": "de"}).json["errors"][0]
    assert english != german["message"]


def test_a_query_may_have_8_kib_and_no_more(client):
    assert 200 == client.get("/en/?" + "a" * MAX_QUERY_BYTES).status_code
    assert 414 == client.get("/en/?" + "a" * (MAX_QUERY_BYTES + 1)).status_code


def test_a_body_of_more_than_256_kib_is_refused_and_only_so_much_of_it_taken_in(page):
    class Endless(io.RawIOBase):
        taken = 0

        def readinto(self, buffer):
            self.taken += len(buffer)
            return len(buffer)

    for size in (MAX_BODY_BYTES + 1, 10**12):
        sent = Endless()
        body = {"wsgi.input": sent, "CONTENT_LENGTH": str(size)}
        page("/en/", status=413, method="POST", environ_overrides=body)
        assert sent.taken <= SWALLOWED_BYTES


def _app_with(view, **settings):
    app = create_app({"PROPAGATE_EXCEPTIONS": False, **settings})
    app.add_url_rule("/en/broken", "broken", view, methods=["GET", "POST"])
    app.add_url_rule("/api/broken", "api_broken", view)
    return app.test_client()


class _Pieces(io.RawIOBase):
    """A body whose length nobody can ask for, as of Transfer-Encoding: chunked."""

    def __init__(self, size, most=10_000):
        self.left, self.most = size, most

    def readinto(self, buffer):
        count = min(len(buffer), self.left, self.most)
        self.left -= count
        buffer[:count] = b"a" * count
        return count


@pytest.mark.parametrize(
    ("size", "status"), [(1, 200), (MAX_BODY_BYTES, 200), (MAX_BODY_BYTES + 1, 413)]
)
@pytest.mark.parametrize("form", [False, True])
def test_a_body_without_a_length_is_refused_beyond_256_kib(size, status, form):
    def measure():
        return str(len("".join(request.form)) if form else len(request.get_data()))

    kind = "application/x-www-form-urlencoded" if form else "text/plain"
    response = _app_with(measure).post(
        "/en/broken",
        content_type=kind,
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input": _Pieces(size), "wsgi.input_terminated": True},
    )
    assert status == response.status_code
    assert status != 200 or str(size) == response.text


def test_a_body_without_length_or_end_is_none():
    client = _app_with(lambda: str(len(request.get_data())))
    response = client.post("/en/broken", environ_overrides={"wsgi.input": _Pieces(9)})
    assert (200, "0") == (response.status_code, response.text)


@pytest.mark.parametrize("status", [400, 403, 404, 410, 413, 418, 429, 500, 501, 503])
def test_every_status_has_its_page(status):
    response = _app_with(lambda: abort(status)).get("/en/broken")
    assert status == response.status_code
    assert "<h1>" in response.text


@pytest.mark.parametrize("host", ["evil.org", "a.org.evil.org", "", "a.org/x", "a b"])
def test_a_host_that_is_not_ours_is_refused(host):
    client = create_app({"TESTING": True, "SDC_ALLOWED_HOSTS": "a.org"}).test_client()
    response = client.get("/de/", headers={"Host": host})
    assert 400 == response.status_code
    assert '<html lang="de"' in response.text
    assert "evil" not in response.text


@pytest.mark.parametrize("host", ["a.org", "a.org:8000", "x.b.org", "b.org"])
def test_a_host_that_is_ours_is_answered_on_any_port(host):
    settings = {"TESTING": True, "SDC_ALLOWED_HOSTS": "a.org, .b.org"}
    client = create_app(settings).test_client()
    assert 200 == client.get("/de/", headers={"Host": host}).status_code


def test_a_host_that_no_name_can_be_is_always_refused(client):
    assert 400 == client.get("/de/", headers={"Host": "a.org/<x>"}).status_code


def _fail():
    try:
        int("secret of the visitor")
    except ValueError as error:
        raise RuntimeError("another secret") from error


def test_a_fault_of_ours_shows_no_details_and_logs_no_words_of_the_visitor():
    client, log = _app_with(_fail), io.StringIO()
    former = default_handler.setStream(log)
    logger = client.application.logger
    logger.addHandler(default_handler)
    try:
        page = client.get("/en/broken?secret=1")
        answer = client.get("/api/broken?secret=1")
    finally:
        default_handler.setStream(former)

    assert (500, 500) == (page.status_code, answer.status_code)
    assert "internal_error" == answer.json["errors"][0]["code"]
    for text in (page.text, answer.text, log.getvalue().replace('int("secret', "")):
        assert "secret" not in text.replace('RuntimeError("another secret")', "")
    for trace in (
        "builtins.ValueError",
        "builtins.RuntimeError",
        "_fail",
        "/en/broken",
    ):
        assert trace in log.getvalue()
        assert trace not in page.text + answer.text
    assert logging.INFO == logger.level


def test_a_broken_template_still_leaves_an_answer(monkeypatch):
    def broken(*_args, **_context):
        raise RuntimeError

    client = _app_with(_fail)
    monkeypatch.setattr("app.web.errors.render", broken)
    response = client.get("/en/broken")
    assert 500 == response.status_code
    assert "<h1>" in response.text
