"""How gunicorn serves the app; the settings come from the environment."""

import ctypes
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import gunicorn.http.message

# The command `gunicorn` does not look for modules where it was started.
sys.path.insert(0, str(Path(__file__).parent))

from app.config import SettingsError, load
from app.worker import guard_forks

try:
    _settings = load(os.environ)
except SettingsError as error:
    print(error, file=sys.stderr)
    sys.exit(1)

# glibc gives each thread a heap of its own, up to eight a core, which made a worker
# take 80 MB; with two for all it takes 48. Other C libraries have no such setting.
M_ARENA_MAX = -8
with suppress(AttributeError, OSError):
    ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)

wsgi_app = "wsgi:app"
bind = _settings.bind
workers = _settings.workers
threads = _settings.threads
worker_class = "app.worker.Worker"


def on_starting(_server: object) -> None:
    """Let no worker miss a stop that comes while it is being made."""
    guard_forks()


# A request in flight has this long to end on SIGTERM or a reload.
graceful_timeout = 30
keepalive = 5

# Heartbeats in memory: a full disk, or one that is only read, stops no worker.
try:
    shared = "/dev/shm"  # noqa: S108  # the usual place for this
    worker_tmp_dir = shared if os.access(shared, os.W_OK) else tempfile.gettempdir()
except FileNotFoundError:
    sentence = "The workers need /dev/shm or /tmp to write to; a tmpfs will do."
    print(sentence, file=sys.stderr)
    sys.exit(1)
control_socket_disable = True

# The app itself answers a query of more than 8 KiB, in the visitor's language.
# Gunicorn does not go beyond 8190 bytes for the whole line unless told here.
gunicorn.http.message.MAX_REQUEST_LINE = limit_request_line = 32 * 1024

# Who is a proxy is for app/proxy.py to say: gunicorn believes nobody.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""

# Neither the query nor the visitor's address nor the browser's name is noted.
accesslog = "-"
access_log_format = "%(t)s %(m)s %(U)s %(s)s %(B)s bytes %(M)s ms"
logger_class = "app.server_log.DiscreetLogger"
