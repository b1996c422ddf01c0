"""
What breaks when something breaks; the scenarios are those of benchmarks/faults.py.

They are shorter here, but what they must not lose is the same.
"""

import os
import shutil
import subprocess
import sys

import pytest

from benchmarks import faults
from benchmarks.deployment import stack
from benchmarks.deployment.load import GIVE_UP_SECONDS

REST = 0.7
"""Seconds before and after each fault."""

CATALOGUE = "translations/de/LC_MESSAGES/messages.mo"


def _lost(outcomes: faults.Outcomes) -> int:
    return outcomes["lost"] + outcomes["lost_reused"]


def test_killed_worker_loses_only_what_comes_to_it_while_it_dies(tmp_path):
    outcomes, held = faults.kill_worker(tmp_path, REST)
    assert outcomes["answered"] >= faults.CLIENTS
    assert held <= faults.CLIENTS
    # Its socket closes after its connections: who asks at once again may meet it twice.
    assert _lost(outcomes) <= 2 * faults.CLIENTS
    assert outcomes["refused"] == 0


def test_stop_loses_no_request_in_flight(tmp_path):
    statuses = faults.stop_when_nobody_new_comes(tmp_path)
    assert statuses == [200] * faults.CLIENTS


def test_reload_loses_only_what_waits_in_a_stopping_workers_socket(tmp_path):
    outcomes = faults.reload(tmp_path, REST, 1, keep_alive=False)
    assert outcomes["answered"] >= faults.CLIENTS
    # Each of two sockets is closed once; who comes at that moment is refused.
    assert _lost(outcomes) + outcomes["refused"] <= 2 * faults.CLIENTS


def test_slow_visitors_do_not_stop_the_page_behind_nginx(tmp_path):
    with stack.behind_nginx(tmp_path) as web:
        outcomes, slowest = faults.slow_visitors(web.port, 3, tls=True)
    assert outcomes["answered"] > 0
    assert set(outcomes.counts) == {"answered"}
    assert slowest < GIVE_UP_SECONDS


def test_jumping_clock_stops_nothing(tmp_path):
    outcomes = faults.clock_jump(tmp_path, REST)
    assert set(outcomes.counts) == {"answered"}


def test_full_disk_stops_nothing(tmp_path):
    outcomes = faults.no_byte_to_write(tmp_path, REST)
    assert set(outcomes.counts) == {"answered"}


@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "garbage"])
def test_start_is_refused_in_a_sentence_with_a_broken_catalogue(tmp_path, damage):
    for name in ("app", "templates", "static", "wsgi.py", "pyproject.toml"):
        (tmp_path / name).symlink_to(stack.ROOT / name)
    # Python looks for modules where a script really is.
    shutil.copy(stack.ROOT / "serve.py", tmp_path)
    shutil.copytree(stack.ROOT / "translations", tmp_path / "translations")
    catalogue = tmp_path / CATALOGUE
    whole = catalogue.read_bytes()
    catalogue.unlink()
    damaged = {"empty": b"", "cut": whole[: len(whole) // 2], "garbage": b"x" * 999}
    if damage in damaged:
        catalogue.write_bytes(damaged[damage])
    done = subprocess.run(
        [sys.executable, "serve.py"],
        cwd=tmp_path,
        env={**os.environ, "SDC_BIND": f"127.0.0.1:{stack.free_port()}"},
        capture_output=True,
        text=True,
        timeout=stack.STOP_SECONDS,
    )
    assert done.returncode != 0
    assert f"The catalogue {CATALOGUE} is missing or broken" in done.stderr
    assert "Traceback" not in done.stderr
