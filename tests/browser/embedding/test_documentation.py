"""
The guides of the how-to page, tried with the real tools.

Each site is built from the code that the page shows, and opened in the browser.
"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.embedding.frames import has_no_scroll_bar, inside, settle

HOW_TO = "/en/embedding?alpha_percent=81.5&gamma=4&theme=dark"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serve files and stay quiet; browsers ask for an icon that is not there."""

    def send_error(self, *_, **__) -> None:
        """Answer with nothing."""
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_) -> None:
        """Say nothing."""


@pytest.fixture
def serve() -> Iterator[Callable[[Path], str]]:
    """Serve a folder on another origin than the app's; returns its address."""
    servers = []

    def serve(folder: Path) -> str:
        handler = partial(QuietHandler, directory=str(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        servers.append((server, thread))
        return f"http://localhost:{server.server_port}"

    yield serve
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def code(open_page) -> Callable[[str], str]:
    """Return the text of a block of code on the how-to page."""
    page = open_page(HOW_TO)
    return lambda name: page.locator(f"#{name}").inner_text()


def _build(folder: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _shows_the_calculator(page) -> None:
    content = inside(page)
    expect(content.locator("#alpha_percent")).to_have_value("81.5")
    expect(content.locator("html.dark")).to_have_count(1)
    page.locator("iframe").scroll_into_view_if_needed()
    settle(page)
    assert has_no_scroll_bar(content)


def test_sphinx_page_shows_the_calculator(code, serve, visit, tmp_path):
    (tmp_path / "conf.py").write_text(f'project = "Serving"\n{code("sphinx-conf")}\n')
    page = f"Serving\n=======\n\nSome words.\n\n{code('sphinx-page')}\n\nMore words.\n"
    (tmp_path / "index.rst").write_text(page)
    _build(tmp_path, "sphinx", "-q", "-W", "-b", "html", ".", "site")
    _shows_the_calculator(visit(serve(tmp_path / "site")))


def test_mkdocs_material_page_shows_the_calculator_after_instant_navigation_too(
    code, serve, visit, tmp_path
):
    # Material's fonts would come from a third party.
    theme = (
        "theme:\n  name: material\n  font: false\n  features: [navigation.instant]\n"
    )
    nav = "nav:\n  - Start: index.md\n  - Serving: serving.md\n"
    config = f"site_name: Docs\nsite_url: http://localhost/\n{nav}{theme}"
    (tmp_path / "mkdocs.yml").write_text(config + code("mkdocs-conf") + "\n")
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# Start\n\n[On](serving.md)\n")
    text = f"# Serving\n\nSome words.\n\n{code('mkdocs-page')}\n\nMore words.\n"
    (docs / "serving.md").write_text(text)
    _build(tmp_path, "mkdocs", "build", "-q", "-s")
    site = serve(tmp_path / "site")
    _shows_the_calculator(visit(f"{site}/serving/"))
    start = visit(f"{site}/")
    start.get_by_role("link", name="On", exact=True).click()
    expect(start.locator("iframe")).to_have_count(1)
    _shows_the_calculator(start)


def test_frame_follows_the_switch_of_mkdocs_material(open_page, serve, visit, tmp_path):
    how_to = open_page("/en/embedding")
    palette = (
        "theme:\n  name: material\n  font: false\n  palette:\n"
        "    - scheme: default\n      toggle: {icon: material/eye, name: Dark}\n"
        "    - scheme: slate\n      toggle: {icon: material/eye, name: Light}\n"
    )
    lines = how_to.locator("#mkdocs-conf").inner_text()
    config = f"site_name: Docs\nsite_url: http://localhost/\n{palette}{lines}\n"
    (tmp_path / "mkdocs.yml").write_text(config)
    (tmp_path / "docs").mkdir()
    text = f"# Serving\n\n{how_to.locator('#mkdocs-page').inner_text()}\n"
    (tmp_path / "docs" / "index.md").write_text(text)
    _build(tmp_path, "mkdocs", "build", "-q", "-s")
    page = visit(f"{serve(tmp_path / 'site')}/", width=1300, color_scheme="dark")
    expect(inside(page).locator("html.light")).to_have_count(1)
    page.get_by_title("Dark", exact=True).click()
    expect(inside(page).locator("html.dark")).to_have_count(1)
    page.get_by_title("Light", exact=True).click()
    expect(inside(page).locator("html.light")).to_have_count(1)
