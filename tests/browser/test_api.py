"""The page of the API in a real browser; its example, run on another origin."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@pytest.mark.parametrize(("lang", "scheme"), [("de", "light"), ("en", "dark")])
@pytest.mark.parametrize("width", [320, 1280])
def test_it_is_accessible_and_nothing_is_cut_off(
    open_page, check_accessibility, lang, scheme, width
):
    page = open_page(f"/{lang}/api", width=width, color_scheme=scheme)

    check_accessibility(page)
    assert width == page.evaluate("document.documentElement.scrollWidth")


def test_long_lines_of_a_program_scroll_within_their_box(open_page):
    page = open_page("/en/api", width=320)
    box = page.locator(".program pre").first
    wide, seen = box.evaluate("box => [box.scrollWidth, box.clientWidth]")
    assert wide > seen

    scrolled = box.evaluate_handle(
        "box => ({ event: new Promise(done => box.onscroll = done) })"
    )
    box.focus()
    page.keyboard.press("ArrowRight")
    scrolled.evaluate("({ event }) => event.then(() => {})")
    assert box.evaluate("box => box.scrollLeft") > 0


class Stranger(BaseHTTPRequestHandler):
    """A site of somebody else: one empty page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(
            b'<!doctype html><title>A</title><link rel=icon href="data:,">'
        )

    def log_message(self, *_args) -> None:
        """Say nothing."""


@pytest.fixture
def stranger() -> Iterator[str]:
    served = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}"
    served.shutdown()
    thread.join()
    served.server_close()


def test_the_javascript_example_runs_as_it_is_in_a_page_of_another_origin(
    open_page, stranger, client
):
    page = open_page("/en/api?alpha_percent=80&gamma=4&c_percent=7.5")
    program = page.locator("#javascript").text_content()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(stranger)
    page.evaluate(f"(async () => {{ {program} }})()")

    answer = client.get("/api/v1/speedup?alpha=0.8&gamma=4&c=0.075").json
    assert [f"{answer['speedup']} {answer['best_gamma']}"] == said
    open_page.complaints.clear()  # of the console, and of the stranger
