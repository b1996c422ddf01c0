"""The demonstration in a real browser."""

import pytest

from tests.browser.navigation import follow

STATES = {"run": "", "long": "?demo_tokens=1200&demo_gamma=16", "wrong": "?seed=x"}


@pytest.mark.parametrize(("lang", "theme"), [("de", "light"), ("en", "dark")])
@pytest.mark.parametrize("state", ["run", "wrong"])
def test_axe_finds_nothing(open_page, check_accessibility, lang, theme, state):
    status = 400 if state == "wrong" else 200
    page = open_page(f"/{lang}/demo{STATES[state]}", status=status, color_scheme=theme)
    check_accessibility(page)


def visible(page) -> int:
    return page.locator("#cycles > li:visible").count()


def test_the_run_is_stepped_played_and_skipped(open_page):
    page = open_page("/en/demo?demo_tokens=60")
    every = visible(page)
    assert every > 5

    page.click("#step")
    page.click("#step")
    assert visible(page) == 2
    page.click("#play")
    page.locator("#cycles > li:visible").nth(2).wait_for()
    page.click("#play")
    assert 2 < visible(page) <= every
    page.click("#skip")
    assert visible(page) == every


def test_a_step_is_said_and_leaves_the_page_where_it_is(open_page):
    page = open_page("/en/demo?demo_tokens=60")
    page.locator("#step").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.click("#step")
    page.click("#step")
    assert before == page.evaluate("scrollY")
    line = page.locator("#cycles > li .vh").nth(1).text_content()
    assert f"2: {line}" == page.locator("#heard").text_content()
    total = page.locator("#cycles > li").count()
    assert f"2 / {total}" == page.locator("#at").text_content()


def test_with_reduced_motion_play_goes_one_step(open_page):
    page = open_page("/en/demo?demo_tokens=60", reduced_motion="reduce")
    page.click("#play")
    page.wait_for_timeout(800)
    assert visible(page) == 1


def test_without_script_the_whole_run_is_there(open_page):
    page = open_page("/de/demo?demo_tokens=60", java_script_enabled=False)
    assert visible(page) > 5
    assert page.locator(".player:visible").count() == 0

    page.fill("#text", "Eigener Text, der lang genug ist. " * 5)
    follow(page, ".ownrow button")
    assert visible(page) > 5
    assert "Eigener" not in page.url

    page.fill("#seed", "2")
    follow(page, "#settings button")
    assert page.input_value("#text").startswith("Eigener")
    assert page.input_value("#seed") == "2"
    assert "Eigener" not in page.url


def test_a_line_break_that_the_target_adds_is_seen(open_page):
    page = open_page("/en/demo?demo_tokens=60&draft_order=1")
    page.fill("#text", "ab\ncd\nef\n" * 20)
    follow(page, ".ownrow button")
    marks = page.locator("#runtext .nl")
    assert marks.count() > 0
    shown = marks.first.evaluate("e => getComputedStyle(e, '::before').content")
    assert "↵" in shown


def test_in_print_the_whole_run_is_there(open_page):
    page = open_page("/en/demo")
    page.emulate_media(media="print")
    hidden = page.evaluate(
        "(() => { const e = document.querySelector('#cycles');"
        " return e.scrollHeight - e.clientHeight })()"
    )
    assert hidden <= 0


def test_a_cycle_runs_from_draft_to_closing_token_in_any_script(open_page):
    page = open_page("/en/demo?demo_tokens=60")
    page.fill("#text", "مرحبا بالعالم، هذا نص قصير عن النماذج اللغوية. " * 5)
    page.click(".ownrow button")
    backwards = page.evaluate(
        "[...document.querySelectorAll('#cycles > li [aria-hidden]')]"
        ".filter(line => { const at = [...line.children]"
        ".map(part => part.getBoundingClientRect().left);"
        " return at.some((left, i) => i && left < at[i - 1]) }).length"
    )
    assert backwards == 0


def test_settings_typed_but_not_sent_go_with_the_own_text(open_page):
    page = open_page("/en/demo")
    page.fill("#demo_gamma", "7")
    page.fill("#text", "A text of one's own, long enough to learn from. " * 5)
    page.click("text=Run with this text")
    page.wait_for_selector("#demo_gamma[value='7']")
    assert page.locator(
        "#result a[href*='&gamma=7'], #result a[href*='?gamma=7']"
    ).count()
