"""Servers for the benchmarks: started, waited for, measured, and stopped again."""

import os
import re
import signal
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.deployment.stack import workers_of

ROOT = Path(__file__).parents[1]

SERVER = os.environ.get("SERVER", "granian")
"""The shipped server, or "gunicorn" to compare with."""


@contextmanager
def serve(app: str, port: int) -> Iterator[int]:
    """Run an app under `SERVER`; yields its main process."""
    gunicorn = ["-m", "gunicorn", app, "-k", "gthread", "-w", "2", "--threads", "4"]
    gunicorn += ["-b", f"127.0.0.1:{port}", "--no-control-socket"]
    environment = {
        **os.environ,
        "SDC_BIND": f"127.0.0.1:{port}",
        "SERVE_TARGET": app,
    }
    process = subprocess.Popen(
        [sys.executable, *(["serve.py"] if SERVER == "granian" else gunicorn)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(port)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit(f"Nothing answers on port {port}.")


def worker_memory(main: int) -> float:
    """Return the mean proportional memory of the server's workers, in MB."""
    sizes = []
    for child in workers_of(main):
        rollup = Path(f"/proc/{child}/smaps_rollup").read_text()
        sizes.append(int(re.search(r"Pss:\s+(\d+)", rollup)[1]) / 1024)  # type: ignore[index]
    return statistics.mean(sizes)


def start_up() -> float:
    """Return the seconds from an empty interpreter to the first page."""
    code = (
        "import time; t = time.perf_counter(); from app import create_app; "
        "c = create_app({}).test_client(); c.get('/en/'); "
        "print(time.perf_counter() - t)"
    )
    times = [
        float(
            subprocess.run(
                [sys.executable, "-c", code],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for _ in range(5)
    ]
    return statistics.median(times)
