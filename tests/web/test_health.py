"""The health check: alive, never from a cache, under any host name."""

from app import VERSION, create_app
from app.web import caching
from app.web.health import warm_up


def test_it_says_ok_and_is_never_kept(client):
    response = client.get("/healthz")
    assert 200 == response.status_code
    assert {"status": "ok", "version": VERSION} == response.json
    assert "no-store" == response.headers["Cache-Control"]
    assert "ETag" not in response.headers


def test_it_answers_by_the_bare_address_too():
    app = create_app({"TESTING": True, "SDC_ALLOWED_HOSTS": "a.org"})
    client = app.test_client()
    assert 200 == client.get("/healthz", headers={"Host": "10.0.0.7:8000"}).status_code
    assert 400 == client.get("/en/", headers={"Host": "10.0.0.7:8000"}).status_code


def test_it_makes_every_page_once_before_a_visitor_asks():
    app = create_app({"SDC_ALLOWED_HOSTS": "a.org"})
    warm_up(app)

    asked = app.test_client().get("/de/latency", base_url="http://a.org")

    assert 200 == asked.status_code
    assert 0 < app.extensions[caching.STORE].hits
