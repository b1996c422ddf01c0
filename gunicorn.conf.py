"""How gunicorn serves the app; the settings come from the environment."""

import os
import sys
import tempfile
from pathlib import Path

import gunicorn.http.message

# The command `gunicorn` does not look for modules where it was started.
sys.path.insert(0, str(Path(__file__).parent))


from app.web.config import SettingsError, load

try:
    _settings = load(os.environ)
except SettingsError as error:
    print(error, file=sys.stderr)
    sys.exit(1)

wsgi_app = "wsgi:app"
bind = _settings.bind
workers = _settings.workers
threads = _settings.threads
worker_class = "gthread"


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

# Who is a proxy is for app/web/proxy.py to say: gunicorn believes nobody.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""

# Neither the query nor the visitor's address nor the browser's name is noted.
accesslog = "-"
access_log_format = "%(t)s %(m)s %(U)s %(s)s %(B)s bytes %(M)s ms"
logger_class = "app.web.access_log.DiscreetLogger"
