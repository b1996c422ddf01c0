"""Turns: few runs at once, and a page that says so to who waits too long."""

import threading

import pytest
from werkzeug.exceptions import ServiceUnavailable

from app.web import turns

TEXT = "Own text, long enough to learn from. " * 3
FORM = {"data": {"text": TEXT}, "content_type": "multipart/form-data"}
RUNS = [
    ("GET", "/en/demo", {}),
    ("POST", "/en/demo", FORM),
    ("GET", "/api/v1/demo?lang=en", {}),
]


@pytest.fixture
def busy(monkeypatch):
    """All turns taken, and nobody waits."""
    monkeypatch.setattr(turns, "MAX_WAIT_SECONDS", 0.0)
    taken = threading.BoundedSemaphore(1)
    taken.acquire()
    monkeypatch.setattr(turns, "_turns", taken)
    return taken


@pytest.mark.parametrize(("method", "url", "options"), RUNS)
def test_who_waits_too_long_is_told_when_to_try_again(
    client, busy, method, url, options
):
    response = client.open(url, method=method, **options)
    assert 503 == response.status_code
    assert str(turns.RETRY_SECONDS) == response.headers["Retry-After"]
    assert "Try again in a moment." in response.text
    assert "no-store" == response.headers["Cache-Control"]

    busy.release()
    assert 200 == client.open(url, method=method, **options).status_code


@pytest.mark.usefixtures("busy")
def test_and_in_german(page):
    assert "ausgelastet" in page("/de/demo", status=503).text()


@pytest.mark.usefixtures("busy")
def test_other_pages_need_no_turn(client):
    for url in ("/en/", "/en/measured", "/en/embed", "/api/v1/speedup", "/healthz"):
        assert 503 != client.get(url).status_code


def test_no_more_than_a_few_have_their_turn_at_once():
    inside, most, lock = 0, 0, threading.Lock()
    gate = threading.Barrier(turns.AT_ONCE)

    def work():
        nonlocal inside, most
        with turns.turn():
            with lock:
                inside += 1
                most = max(most, inside)
            gate.wait(timeout=30)
            with lock:
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(4 * turns.AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (0, turns.AT_ONCE) == (inside, most)


def test_a_turn_ends_with_an_error_too():
    for _ in range(2 * turns.AT_ONCE):
        with pytest.raises(ZeroDivisionError), turns.turn():
            raise ZeroDivisionError
    with turns.turn():
        pass


def test_none_in_time_is_an_answer_of_the_server(busy):
    with pytest.raises(ServiceUnavailable), turns.turn():
        pytest.fail("had a turn")
    assert busy is turns._turns
