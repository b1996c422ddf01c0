"""The log of the app: where an error came about, not what it says."""

import logging
import sys

from app.web.log import DiscreetFormatter


def _record(raise_error) -> logging.LogRecord:
    try:
        raise_error()
    except Exception:
        error = sys.exc_info()
    return logging.LogRecord("app", logging.ERROR, "app.py", 1, "Broken", (), error)


def _both():
    try:
        int("the visitor's text")
    except ValueError as error:
        raise LookupError from error


def test_it_tells_type_and_place_of_an_error_and_of_its_cause():
    written = DiscreetFormatter("%(message)s").format(_record(_both))

    first, second = written.split("then came")
    assert first.startswith("Broken\n")
    assert first.rstrip().endswith("builtins.ValueError")
    assert second.endswith("builtins.LookupError")
    assert "in _both" in first


def test_it_leaves_out_what_an_error_says():
    text = "typed by the visitor"

    def quote():
        int(text)

    assert text not in DiscreetFormatter("%(message)s").format(_record(quote))


def test_a_plain_message_is_written_as_it_is():
    record = logging.LogRecord("app", logging.INFO, "app.py", 1, "Begun", (), None)
    assert "INFO Begun" == DiscreetFormatter("%(levelname)s %(message)s").format(record)
