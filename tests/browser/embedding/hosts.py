"""Pages of another origin, which embed the calculator or try to misuse it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HTML = "text/html; charset=utf-8"


class Host:
    """A site of its own: pages by their path, on another host name and port."""

    def __init__(self) -> None:
        pages: dict[str, tuple[str, dict[str, str]]] = {}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                text, headers = pages.get(self.path, ("", {}))
                body = text.encode()
                # Browsers ask for an icon too.
                self.send_response(200 if text else 204)
                for name, value in {"Content-Type": HTML, **headers}.items():
                    self.send_header(name, value)
                if text:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_) -> None:
                """Stay quiet."""

        self.pages = pages
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self.server.server_port}"

    def add(self, path: str, html: str, **headers: str) -> str:
        """Publish a page and return its address."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = (html, named)
        return self.origin + path


@contextmanager
def running_host() -> Iterator[Host]:
    """Run a site until the end of the block."""
    host = Host()
    thread = threading.Thread(target=host.server.serve_forever, daemon=True)
    thread.start()
    yield host
    host.server.shutdown()
    thread.join()
    host.server.server_close()
