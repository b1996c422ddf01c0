"""
The main paths in an installed Firefox: math, sliders, live results, frames.

It has its own engine, so that what only Chromium does is noticed.
"""

from collections.abc import Callable, Iterator

import pytest

from app.embed.frame import Appearance
from tests.browser.embedding.hosts import Host, running_host
from tests.browser.firefox import Firefox, Tab, running_firefox
from tests.browser.fonts import only
from tests.browser.test_layout import FAULTS

PATHS = ("/", "/embed", "/latency", "/measured", "/demo", "/embedding", "/api")
ARROW_LEFT = "\ue012"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory) -> Iterator[Firefox]:
    """One Firefox for all tests here; the fonts it sees are wide."""
    fonts = only("wide", tmp_path_factory.mktemp("fonts"))
    with running_firefox(tmp_path_factory.mktemp("profile"), **fonts) as running:
        yield running


@pytest.fixture
def open_tab(firefox, server) -> Iterator[Callable[..., Tab]]:
    """Open pages of the app; the console stays empty, nobody else is asked."""
    firefox.events.clear()
    tabs = []

    def open_tab(path: str, width: int = 1280) -> Tab:
        tabs.append(firefox.open(server + path, width))
        return tabs[-1]

    yield open_tab
    for tab in tabs:
        tab.close()
    assert [] == [event for event in firefox.events if _complains(event, server)]


def _complains(event: dict, *ours: str) -> bool:
    if event["method"] == "log.entryAdded":
        return True
    return not event["params"]["request"]["url"].startswith((*ours, "data:", "about:"))


@pytest.fixture
def host() -> Iterator[Host]:
    """Another site on this machine."""
    with running_host() as running:
        yield running


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_cut_off_or_covered(open_tab, path):
    tab = open_tab(f"/de{path}")
    tab.wait("document.fonts.status == 'loaded'")
    for width in (280, 390, 640, 1280):
        tab.resize(width)
        assert [] == tab.evaluate(f"({FAULTS})()"), width


def test_formulas_are_set_as_math_with_letters_that_every_font_has(open_tab):
    tab = open_tab("/en/")
    middles = tab.evaluate(
        "[...document.querySelectorAll('mfrac')].map(fraction =>"
        " [...fraction.children].map(part => part.getBoundingClientRect())"
        ".map(box => [box.left + box.width / 2, box.top + box.height / 2]))"
    )
    assert middles
    for (x, numerator), (under, denominator) in middles:
        assert abs(x - under) < 2
        assert denominator > numerator + 10
    # Mathematical italics are letters of their own, which few fonts have.
    assert {"normal italic"} == set(
        tab.evaluate(
            "[...document.querySelectorAll('mi')].map(letter =>"
            " `${letter.getAttribute('mathvariant')}"
            " ${getComputedStyle(letter).fontStyle}`)"
        )
    )


def test_a_slider_moves_its_field_the_result_and_the_address(open_tab):
    tab = open_tab("/en/")
    tab.evaluate("document.querySelector('[data-slides=gamma]').focus()")
    tab.press(ARROW_LEFT, ARROW_LEFT)
    tab.wait("document.querySelector('.hn').textContent == '1.75'")
    tab.wait("location.search.includes('gamma=3')")
    assert "3" == tab.evaluate("document.querySelector('#gamma').value")


def test_a_slider_is_a_measuring_scale(open_tab):
    """Its track is a thin line, and the thumb stands at the value's place."""
    tab = open_tab("/en/?alpha_percent=0")
    height, appearance, wide = tab.evaluate(
        "(e => [getComputedStyle(e, '::-moz-range-track').height,"
        " getComputedStyle(e).appearance,"
        " e.getBoundingClientRect().width"
        " - e.parentElement.querySelector('.scale').getBoundingClientRect().width])"
        "(document.querySelector('#alpha_percent-slider'))"
    )
    assert ("2px", "none", 12) == (height, appearance, wide)


def test_the_result_follows_what_is_typed(open_tab):
    tab = open_tab("/de/")
    tab.fill("#alpha_percent", "80")
    tab.wait("document.querySelector('.hn').textContent == '2,11'")
    tab.fill("#gamma", "2,5")
    tab.click("#c_percent")
    tab.wait("document.querySelector('#gamma-error')")
    tab.wait("document.title.startsWith('Fehler: ')")
    tab.fill("#gamma", "3")
    tab.wait("!document.querySelector('.err')")
    tab.wait("!document.title.startsWith('Fehler: ')")


def test_a_frame_is_as_high_as_its_content_with_the_script_of_the_host(
    firefox, server, host
):
    html = (
        "<!doctype html><title>Host</title>"
        f'<iframe data-speculative-decoding src="{server}/en/embed" frameborder="0"'
        ' title="Calculator" width="100%" height="150"></iframe>'
        f"<script src={server}/static/embed-host.js></script>"
    )
    firefox.events.clear()
    tab = firefox.open(host.add("/page", html), 700)
    frame = tab.frame()
    frame.wait(
        "document.documentElement.scrollHeight <= innerHeight && innerHeight > 150"
    )
    before = frame.evaluate("innerHeight")
    frame.click("summary")
    frame.wait(f"innerHeight > {before + 200}")
    frame.fill("#alpha_percent", "90")
    frame.wait("document.querySelector('.hn').textContent == '2.68'")
    frame.wait("document.documentElement.scrollHeight <= innerHeight")
    tab.close()
    assert [] == [e for e in firefox.events if _complains(e, server, host.origin)]


def test_a_plain_frame_is_high_enough(open_tab):
    tab = open_tab("/de/embed")
    tab.wait("document.fonts.status == 'loaded'")
    for width in (280, 340, 560, 640, 800):
        tab.resize(width)
        needed = tab.evaluate(
            "Math.ceil(document.documentElement.getBoundingClientRect().height)"
        )
        assert needed <= Appearance().height(width), width


def test_without_script_the_button_calculates(tmp_path, server):
    with running_firefox(tmp_path, {"javascript.enabled": False}) as firefox:
        tab = firefox.open(f"{server}/en/")
        slider = "document.querySelector('.range')"
        assert "none" == tab.evaluate(f"getComputedStyle({slider}).display")
        tab.fill("#alpha_percent", "80")
        tab.fill("#gamma", "4")
        tab.click("button.go")
        tab.wait("location.search.includes('alpha_percent=80&gamma=4')")
        assert "2.10" == tab.text(".hn")
