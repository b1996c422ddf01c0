"""The worker: connections that come together are spread."""

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
