"""The worker: connections that come together are spread."""

import sys
from collections import deque

import pytest
from gunicorn.workers.gthread import ThreadWorker

from app import worker
from app.worker import Worker


@pytest.fixture
def busy(monkeypatch):
    """A worker that answers one request, and what it did when it accepts."""
    made = Worker.__new__(Worker)
    made.alive = True
    made.nr_conns, made.keepalived_conns, made.pending_conns = 1, deque(), deque()
    made.done = []
    monkeypatch.setattr(worker.time, "sleep", lambda _: made.done.append("wait"))
    monkeypatch.setattr(ThreadWorker, "accept", lambda *_: made.done.append("accept"))
    return made


def test_a_busy_worker_leaves_a_connection_to_the_others_first(busy):
    busy.accept(None)
    assert ["wait", "accept"] == busy.done


def test_an_idle_worker_accepts_at_once(busy):
    busy.keepalived_conns.append("a visitor who reads")
    busy.accept(None)
    assert ["accept"] == busy.done


def test_a_worker_that_stops_takes_in_what_waits_at_once(busy):
    busy.alive = False
    busy.accept(None)
    assert ["accept"] == busy.done


@pytest.fixture
def stopping(monkeypatch):
    """A worker that is told to stop, and what it did with its socket."""
    done = []

    class Listener:
        def close(self):
            done.append("close")

    made = Worker.__new__(Worker)
    made.alive, made.ppid, made.nr_conns = False, 1, 0
    made.sockets = [Listener()]
    made.done = done
    monkeypatch.setattr(ThreadWorker, "set_accept_enabled", lambda *_: None)
    monkeypatch.setattr(ThreadWorker, "accept", lambda *_: done.append("accept"))
    monkeypatch.setattr(worker, "begin_no_more", lambda _: done.append("no more"))
    return made


def test_a_stop_lets_no_connection_begin_before_the_last_look(stopping, monkeypatch):
    monkeypatch.setattr(worker, "is_held_by", lambda *_: False)
    stopping.set_accept_enabled(enabled=False)
    assert ["no more", "accept", "accept", "close"] == stopping.done


def test_a_reload_leaves_the_socket_to_the_workers_that_follow(stopping, monkeypatch):
    monkeypatch.setattr(worker, "is_held_by", lambda *_: True)
    stopping.set_accept_enabled(enabled=False)
    assert ["accept", "close"] == stopping.done


@pytest.mark.parametrize(
    ("age", "alive", "status", "waits"),
    [(1, True, 3, 0), (2, True, 3, 1), (2, False, None, 1)],
)
def test_one_worker_says_why_the_app_cannot_start(
    monkeypatch, age, alive, status, waits
):
    slept = []
    monkeypatch.setattr(worker.time, "sleep", slept.append)
    monkeypatch.setattr(ThreadWorker, "load_wsgi", lambda _: sys.exit(3))
    made = Worker.__new__(Worker)
    made.age, made.alive = age, alive
    with pytest.raises(SystemExit) as stopped:
        made.load_wsgi()
    assert (status, waits) == (stopped.value.code, len(slept))
