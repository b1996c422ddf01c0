"""Frames follow the light and dark switch of the page around them."""

import pytest

from tests.browser.embedding.frames import inside, settle, wait_until

LIGHT, DARK = "rgb(251, 252, 252)", "rgb(16, 21, 23)"

SWITCHES = [
    ("body", "data-md-color-scheme", "default", "slate"),
    ("documentElement", "data-bs-theme", "light", "dark"),
    ("documentElement", "data-theme", "light", "dark"),
    ("body", "data-theme", "light", "dark"),
]
"""Material and Zensical, Docusaurus, and a theme for Sphinx."""


def _ground(page, number: int = 0) -> str:
    return inside(page, number).evaluate(
        "getComputedStyle(document.body).backgroundColor"
    )


def _switch(page, element: str, name: str, value: str | None) -> None:
    page.evaluate(
        "([element, name, value]) => value === null"
        " ? document[element].removeAttribute(name)"
        " : document[element].setAttribute(name, value)",
        [element, name, value],
    )


@pytest.mark.parametrize(("element", "name", "light", "dark"), SWITCHES)
@pytest.mark.parametrize("system", ["light", "dark"])
def test_switch_of_the_page_is_followed(
    embedding, frame, system, element, name, light, dark
):
    page = embedding(
        frame(), frame("/de/embed?theme=auto&gamma=4"), color_scheme=system
    )
    for value, ground in [(dark, DARK), (light, LIGHT), (dark, DARK)]:
        _switch(page, element, name, value)
        for number in range(2):
            wait_until(page, lambda n=number, g=ground: g == _ground(page, n))
    for value in ("solarized", None):
        _switch(page, element, name, light if system == "dark" else dark)
        _switch(page, element, name, value)
        wait_until(page, lambda: _ground(page) == (DARK if system == "dark" else LIGHT))


@pytest.mark.parametrize("page_says", ["html", "body"])
def test_frame_gets_the_theme_that_was_there_before_it(
    host, server, visit, frame, page_says
):
    said = {"html": "", "body": ""} | {page_says: " data-theme=dark"}
    html = (
        f"<!doctype html><html lang=en{said['html']}>"
        f"<script src={server}/static/embed-host.js></script>"
        f"<title>Host</title><body{said['body']}>{frame()}"
    )
    page = visit(host.add("/early", html))
    wait_until(page, lambda: _ground(page) == DARK)


def test_frame_loaded_anew_and_a_body_put_in_later_are_followed_too(embedding, frame):
    page = embedding(frame())
    _switch(page, "body", "data-md-color-scheme", "slate")
    wait_until(page, lambda: _ground(page) == DARK)
    frames = page.locator("iframe")
    frames.evaluate("frame => { frame.src = frame.src + '?gamma=4' }")
    wait_until(page, lambda: "gamma=4" in inside(page).url)
    wait_until(page, lambda: _ground(page) == DARK)
    page.evaluate(
        "() => { const body = document.createElement('body');"
        " body.append(...document.body.childNodes); document.body = body }"
    )
    wait_until(page, lambda: _ground(page) == LIGHT)
    _switch(page, "body", "data-md-color-scheme", "slate")
    wait_until(page, lambda: _ground(page) == DARK)


@pytest.mark.parametrize(
    ("theme", "ground", "other"), [("light", LIGHT, "slate"), ("dark", DARK, "default")]
)
def test_theme_in_the_address_wins(embedding, frame, theme, ground, other):
    page = embedding(frame(f"/en/embed?theme={theme}"), frame("/en/embed"))
    _switch(page, "body", "data-md-color-scheme", other)
    wait_until(page, lambda: _ground(page, 1) != ground)
    say = "frames[0].postMessage({type: 'speculative-decoding:theme', theme}, '*')"
    page.evaluate(f"for (const theme of ['light', 'dark', 'auto']) {say}")
    page.wait_for_timeout(200)
    assert _ground(page) == ground


def test_theme_stays_when_values_change_in_the_frame(embedding, frame):
    page = embedding(frame())
    _switch(page, "documentElement", "data-theme", "dark")
    wait_until(page, lambda: _ground(page) == DARK)
    content = inside(page)
    content.locator("#alpha_percent").fill("90")
    wait_until(page, lambda: content.locator(".hn").inner_text() == "2.68")
    settle(page)
    assert _ground(page) == DARK


def test_page_without_a_switch_says_nothing(embedding, frame):
    page = embedding(frame())
    inside(page).evaluate(
        "addEventListener('message', ({data}) => { window.told = data })"
    )
    page.evaluate("document.documentElement.className = 'dark'")
    inside(page).locator("summary").click()
    settle(page)
    page.wait_for_timeout(200)
    assert inside(page).evaluate("window.told?.type") != "speculative-decoding:theme"
    assert _ground(page) == LIGHT


def test_only_the_page_around_it_can_say_how_a_frame_looks(host, server, visit, frame):
    say = "{type: 'speculative-decoding:theme', theme: 'dark'}"
    evil = host.add(
        "/shouting",
        "<!doctype html><title>x</title><script>setInterval(() => {"
        f"for (let n = 0; n < parent.length; n++) parent[n].postMessage({say}, '*');"
        f"parent.postMessage({say}, '*') }}, 20)</script>",
    )
    html = (
        f"<!doctype html><title>Host</title>{frame()}"
        f'<iframe src="{evil}"></iframe>'
        f"<script src={server}/static/embed-host.js></script>"
    )
    page = visit(host.add("/shouted-at", html))
    settle(page)
    inside(page).evaluate(f"postMessage({say}, '*')")
    page.wait_for_timeout(300)
    assert _ground(page) == LIGHT


def test_what_is_no_theme_changes_nothing(embedding, frame):
    page = embedding(frame(), script=False)
    before = inside(page).evaluate("document.documentElement.className")
    page.evaluate(
        "for (const theme of ['pink', '', null, undefined, 5, {}, ['dark'], 'embed'])"
        " frames[0].postMessage({type: 'speculative-decoding:theme', theme}, '*')"
    )
    page.wait_for_timeout(200)
    assert inside(page).evaluate("document.documentElement.className") == before
    assert _ground(page) == LIGHT
