"""Host pages of another origin with frames of the calculator in them."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import HANGS_MS
from tests.browser.embedding.hosts import Host, running_host


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """Another site on this machine."""
    with running_host() as running:
        yield running


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page of any site; nothing may complain meanwhile."""
    contexts, complaints = [], []

    def visit(url: str, width: int = 900, **options) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, **options
        )
        context.set_default_timeout(HANGS_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        return page

    visit.complaints = complaints
    yield visit
    for context in contexts:
        assert [] == context.cookies()
        context.close()
    assert [] == complaints


@pytest.fixture
def embedding(host: Host, server: str, visit) -> Callable[..., Page]:
    """Open a host page with a strict policy and frames of the calculator."""

    def embedding(*frames: str, script: bool = True, headers=None, **options) -> Page:
        html = "<!doctype html><html lang=en><title>Host</title><h1>Host</h1>"
        html += "".join(frames)
        if script:
            html += f'<script src="{server}/static/embed-host.js" async></script>'
        policy = f"default-src 'none'; frame-src {server}; script-src {server}"
        url = host.add("/page", html, Content_Security_Policy=policy, **(headers or {}))
        return visit(url, **options)

    return embedding


@pytest.fixture
def frame(server: str) -> Callable[..., str]:
    """Write a frame as the how-to page does."""

    def frame(path: str = "/en/embed", *, width="100%", height=150, more="") -> str:
        return (
            f'<iframe data-speculative-decoding src="{server}{path}" title="Calculator"'
            f' width="{width}" height="{height}" frameborder="0" {more}></iframe>'
        )

    return frame
