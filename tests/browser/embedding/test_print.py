"""Printing the page around a frame cuts nothing of it."""

import itertools
import json

import pytest

from app.embed.frame import PARTS
from tests.browser.embedding.frames import inside, settle, wait_until

SUBSETS = [c for n in (1, 2, 3) for c in itertools.combinations(PARTS, n)]
WIDTHS = (280, 339, 400, 480, 559, 560, 640, 720, 799, 1200)
"""Widths of a frame, on the screen and on paper, independently of each other."""
STATES = {
    "de": ("", "alpha=80&c=3&verify_overhead_percent=5", "tokens_per_second=50"),
    "en": ("",),
}
"""What a frame shows; German has the longer words."""

HEIGHT = "Math.ceil(document.documentElement.getBoundingClientRect().height)"
WATCH = """
matchMedia("print").addEventListener("change", ({matches}) => {
  if (!matches) return;
  const needed = document.documentElement.getBoundingClientRect().height;
  console.log("printed " + JSON.stringify([needed, innerHeight]));
});
"""


def _heights(page, media: str) -> list[int]:
    page.emulate_media(media=media)
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 300})
        found.append(page.evaluate(HEIGHT))
    return found


@pytest.mark.parametrize("language", STATES)
def test_no_frame_is_higher_on_paper_than_on_the_screen_whatever_their_widths(
    open_page, server, language
):
    """Paper may be wider or narrower than the screen, so any pair must do."""
    page = open_page(f"/{language}/embed")
    for show, state in itertools.product(SUBSETS, STATES[language]):
        page.goto(f"{server}/{language}/embed?show={','.join(show)}&{state}")
        page.evaluate("document.fonts.ready.then(() => {})")
        screen, paper = _heights(page, "screen"), _heights(page, "print")
        assert max(paper) <= min(screen), (show, state)


def test_table_is_printed_if_it_is_open(open_page):
    page = open_page("/en/embed", width=640)
    summary = page.locator("#values summary")
    page.emulate_media(media="print")
    assert summary.is_hidden()
    page.emulate_media(media="screen")
    summary.click()
    screen = page.evaluate(HEIGHT)
    page.emulate_media(media="print")
    assert page.locator("#values table").is_visible()
    assert page.evaluate(HEIGHT) <= screen


@pytest.mark.parametrize(("screen", "paper"), [(1100, "148mm"), (360, "297mm")])
@pytest.mark.parametrize("opened", [False, True])
def test_printed_page_shows_the_whole_frame(
    embedding, frame, visit, screen, paper, opened
):
    page = embedding(frame(), frame("/de/embed?show=results"), width=screen)
    for number in range(2):
        settle(page, number)
        inside(page, number).evaluate(WATCH)
    if opened:
        inside(page).locator("summary").click()
        settle(page)
    page.pdf(width=paper, height="420mm")
    wait_until(page, lambda: len(visit.complaints) >= 2)
    printed = [json.loads(text.removeprefix("printed ")) for text in visit.complaints]
    visit.complaints.clear()
    for needed, given in printed:
        assert needed <= given
