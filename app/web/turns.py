"""
Turns: how many heavy pieces of work a process does at once.

A run of the demonstration takes up to 20 MB while it lasts, and half a second of the
one processor that all threads share. Twenty at once are no faster than one after the
other; they only take more memory, and keep others waiting.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from werkzeug.exceptions import ServiceUnavailable

AT_ONCE = 2
"""So many have their turn: one works, and the other is ready when it is done."""

MAX_WAIT_SECONDS = 10.0
"""Who has waited for so long is asked to come again."""

RETRY_SECONDS = 10
"""When that makes sense: about when those before them are done."""

_turns = BoundedSemaphore(AT_ONCE)


@contextmanager
def turn() -> Iterator[None]:
    """
    Wait for a turn, and have it.

    Raises:
        ServiceUnavailable: None came in time; it says when to try again.
    """
    if not _turns.acquire(timeout=MAX_WAIT_SECONDS):
        raise ServiceUnavailable(retry_after=RETRY_SECONDS)
    try:
        yield
    finally:
        _turns.release()
