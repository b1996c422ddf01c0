"""Frames are as high as their content, whatever happens to it."""

import itertools

import pytest
from playwright.sync_api import expect

from app.embed.frame import PARTS, Appearance
from tests.browser.embedding.frames import (
    has_no_scroll_bar,
    heights,
    inside,
    settle,
    wait_until,
)

WIDTHS = (280, 340, 559, 560, 640, 800, 1200)
JUST_BELOW = (339, 639, 799)
"""The last widths before a frame gets another height."""
SUBSETS = [c for n in (1, 2, 3) for c in itertools.combinations(PARTS, n)]


@pytest.mark.parametrize("language", ["de", "en"])
def test_frame_is_as_high_as_its_content_at_every_width(embedding, frame, language):
    page = embedding(
        *(frame(f"/{language}/embed", width=width) for width in WIDTHS), width=1300
    )
    for number in range(len(WIDTHS)):
        # Out of sight a frame is not laid out anew.
        page.locator("iframe").nth(number).scroll_into_view_if_needed()
        settle(page, number)
        assert has_no_scroll_bar(inside(page, number)), WIDTHS[number]


@pytest.mark.parametrize("fonts", ["wide", "typewriter", "narrow"])
def test_height_in_the_code_suffices_with_any_fonts_and_hardly_exceeds_it(
    with_fonts, server, fonts
):
    with with_fonts(fonts).new_page() as page:
        for show in SUBSETS:
            page.goto(f"{server}/de/embed?show={','.join(show)}")
            page.evaluate("document.fonts.ready.then(() => {})")
            for width in (*WIDTHS, *JUST_BELOW):
                page.set_viewport_size({"width": width, "height": 300})
                needed = page.evaluate(
                    "Math.ceil(document.documentElement.getBoundingClientRect().height)"
                )
                given = Appearance(show=show).height(width)
                assert needed <= given <= needed + 160, (show, width)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("fonts", ["wide", "narrow"])
def test_height_in_the_code_suffices_for_a_speed_too(
    with_fonts, server, fonts, language
):
    query = "tokens_per_second=30&alpha_percent=5"
    with with_fonts(fonts).new_page() as page:
        for show in (PARTS, ("results",)):
            page.goto(f"{server}/{language}/embed?show={','.join(show)}&{query}")
            page.evaluate("document.fonts.ready.then(() => {})")
            for width in (*WIDTHS, *JUST_BELOW):
                page.set_viewport_size({"width": width, "height": 300})
                needed = page.evaluate(
                    "Math.ceil(document.documentElement.getBoundingClientRect().height)"
                )
                given = Appearance(show=show).height(width, speed=True)
                assert needed <= given, (show, width)


def test_height_follows_the_content_up_and_down_and_comes_to_rest(
    embedding, frame, visit
):
    page = embedding(frame())
    page.evaluate(
        "addEventListener('message', () => { window.told = (window.told ?? 0) + 1 })"
    )
    before = settle(page)
    content = inside(page)
    content.locator("summary").click()
    expect(content.locator("table")).to_be_visible()
    assert settle(page) > before + 200
    content.locator("summary").click()
    assert settle(page) == before
    content.locator("#alpha_percent").fill("abc")
    content.locator("#alpha_percent").press("Enter")
    expect(content.locator(".errsum")).to_be_visible()
    assert settle(page) < before
    assert has_no_scroll_bar(content)
    content.locator("#alpha_percent").fill("70")
    expect(content.locator(".errsum")).to_have_count(0)
    assert settle(page) == before
    told = page.evaluate("window.told")
    page.wait_for_timeout(400)
    assert told == page.evaluate("window.told"), "nothing is told at rest"
    visit.complaints[:] = [c for c in visit.complaints if "400" not in c]


def test_height_follows_the_width_of_the_page(embedding, frame):
    page = embedding(frame())
    wide = settle(page)
    page.set_viewport_size({"width": 330, "height": 900})
    assert settle(page) > wide
    page.set_viewport_size({"width": 900, "height": 900})
    assert settle(page) == wide


def test_several_frames_each_get_their_own_height(embedding, frame):
    page = embedding(
        frame("/en/embed?show=chart"),
        frame("/de/embed?show=results&theme=dark"),
        frame("/en/embed?alpha_percent=90"),
    )
    heights = [settle(page, number) for number in range(3)]
    assert len(set(heights)) == 3
    inside(page, 2).locator("summary").click()
    assert settle(page, 2) > heights[2]
    assert heights[:2] == [settle(page, number) for number in range(2)]


def test_border_of_the_host_page_is_added(host, server, visit, frame):
    html = (
        "<!doctype html><title>Host</title><style>*{box-sizing:border-box}"
        "iframe{border:7px solid;padding:3px}</style>"
        f"{frame()}<script src={server}/static/embed-host.js></script>"
    )
    page = visit(host.add("/bordered", html))
    wait_until(page, lambda: has_no_scroll_bar(inside(page)))


def test_script_that_comes_after_the_frames_asks_for_their_heights(
    embedding, frame, server
):
    page = embedding(frame(), script=False)
    inside(page)
    page.wait_for_timeout(300)
    assert heights(page)[0] == 150
    page.evaluate(
        "url => document.body.append(Object.assign("
        "document.createElement('script'), {src: url}))",
        f"{server}/static/embed-host.js",
    )
    assert settle(page) > 150
