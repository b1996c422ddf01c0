"""The health check: alive, never from a cache, under any host name."""

from app import create_app


def test_it_says_ok_and_is_never_kept(client):
    response = client.get("/healthz")
    assert (200, "ok\n") == (response.status_code, response.text)
    assert "no-store" == response.headers["Cache-Control"]
    assert "ETag" not in response.headers


def test_it_answers_by_the_bare_address_too():
    app = create_app({"TESTING": True, "SDC_ALLOWED_HOSTS": "a.org"})
    client = app.test_client()
    assert 200 == client.get("/healthz", headers={"Host": "10.0.0.7:8000"}).status_code
    assert 400 == client.get("/en/", headers={"Host": "10.0.0.7:8000"}).status_code
