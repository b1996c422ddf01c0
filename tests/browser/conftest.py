"""
A real Chromium against a real server.

`open_page(path, ...)` opens a page; when the test ends, its console must have
stayed empty and nothing may have asked a foreign host.
"""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.serving import make_server

from app import create_app
from tests.browser.fonts import only

HANGS_MS = 30_000
"""After this a wait is given up; it bounds what hangs and times nothing."""

expect.set_options(timeout=HANGS_MS)

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--no-sandbox",  # containers and CI run as root
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-gpu-rasterization",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items) -> None:
    """Mark every test of this folder."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


def find_chromium() -> str:
    """Return the path of an installed Chromium; `make test` sees to one."""
    found = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, BROWSERS)), None
    )
    assert found, "no Chromium: install the package chromium, or set CHROMIUM"
    return found


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The app on a free port of this machine; yields its address."""
    served = make_server("127.0.0.1", 0, create_app({"TESTING": True}), threaded=True)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.port}"
    served.shutdown()
    thread.join()
    served.server_close()


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Browser]]:
    """Start a Chromium, with more in its environment."""
    with sync_playwright() as playwright:
        launched: list[Browser] = []

        def launch(**environment: str) -> Browser:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(),
                args=FLAGS,
                env={**os.environ, **environment},
            )
            launched.append(browser)
            return browser

        yield launch
        for browser in launched:
            browser.close()


@pytest.fixture(scope="session")
def browser(launch) -> Browser:
    """One Chromium for all tests of a worker."""
    return launch()


@pytest.fixture(scope="session")
def with_fonts(launch, tmp_path_factory) -> Callable[[str], Browser]:
    """Return the worker's Chromium that sees one set of fonts only."""

    @cache
    def with_fonts(name: str) -> Browser:
        return launch(**only(name, tmp_path_factory.mktemp("fonts")))

    return with_fonts


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open pages of the app, each in a context of its own."""
    contexts, complaints = [], []

    def open_one(path: str, *, status: int = 200, width: int = 1280, **options) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, **options
        )
        context.set_default_timeout(HANGS_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request", lambda request: _note_foreign(request.url, server, complaints)
        )
        response = page.goto(server + path)
        assert status == response.status
        if status != 200:
            # Chromium itself notes the status of a page that is an error.
            complaints[:] = [
                text for text in complaints if "the server responded" not in text
            ]
        return page

    open_one.complaints = complaints
    yield open_one
    for context in contexts:
        context.close()
    assert [] == complaints


def _note_foreign(url: str, server: str, complaints: list[str]) -> None:
    if not url.startswith((server, "data:", "blob:", "about:")):
        complaints.append(f"asked a foreign host: {url}")


@pytest.fixture
def check_accessibility() -> Callable[[Page], None]:
    """Run axe on a page: no violation, and nothing left undecided but SVG text."""

    def check(page: Page) -> None:
        only = {"resultTypes": ["violations"]}  # or it sets out all that is well
        result = Axe().run(page, options=only).response
        found = [
            (violation["id"], [node["target"] for node in violation["nodes"]])
            for violation in result["violations"]
        ]
        assert [] == found

    return check
