"""The calculator in frames: what works in them, and what they show."""

import itertools

import pytest
from playwright.sync_api import expect

from app.embed.frame import PARTS
from tests.browser.embedding.frames import inside, settle, wait_until

SUBSETS = [c for n in (1, 2, 3) for c in itertools.combinations(PARTS, n)]
SANDBOX = 'sandbox="allow-scripts allow-forms allow-popups"'


@pytest.mark.parametrize(
    "more", ["", SANDBOX, SANDBOX.replace("allow-popups", "allow-same-origin")]
)
def test_values_are_followed_in_a_frame_sandboxed_or_not(embedding, frame, more):
    page = embedding(frame(more=more))
    settle(page)
    content = inside(page)
    content.locator("#alpha_percent").fill("90")
    expect(content.locator(".hn")).to_have_text("2.68")
    content.locator("#gamma-slider").fill("3")
    expect(content.locator("#gamma")).to_have_value("3")
    expect(content.locator(".hn")).not_to_have_text("2.68")
    settle(page)


def test_sandboxed_frame_without_scripts_works_by_its_button(embedding, frame, visit):
    page = embedding(frame(more='sandbox="allow-forms"', height=1000))
    content = inside(page)
    content.locator("#alpha_percent").fill("90")
    content.locator("button.go").click()
    expect(page.frame_locator("iframe").locator(".hn")).to_have_text("2.68")
    visit.complaints[:] = [c for c in visit.complaints if "script execution" not in c]


def test_frame_works_in_an_isolated_page(embedding, frame):
    isolated = {
        "Cross_Origin_Embedder_Policy": "require-corp",
        "Cross_Origin_Opener_Policy": "same-origin",
    }
    page = embedding(frame(), headers=isolated)
    assert page.evaluate("crossOriginIsolated")
    settle(page)


def test_nothing_is_stored(embedding, frame):
    page = embedding(frame())
    settle(page)
    content = inside(page)
    content.locator("#alpha_percent").fill("80")
    expect(content.locator(".hn")).not_to_have_text("1.68")
    # Where a browser keeps frames from storing anything, asking is an error.
    count = "try { count += window[name].length } catch {}"
    names = "['localStorage', 'sessionStorage']"
    loop = f"for (const name of {names}) {count}"
    assert content.evaluate(f"() => {{ let count = 0; {loop}; return count }}") == 0


@pytest.mark.parametrize("path", ["/en/", "/en/embedding", "/de/latency", "/healthz"])
def test_all_else_refuses_to_be_framed(host, server, visit, path):
    html = f'<!doctype html><title>Host</title><iframe src="{server}{path}"></iframe>'
    page = visit(host.add("/refused", html))
    wait_until(page, lambda: visit.complaints)
    (refused,) = page.main_frame.child_frames
    wait_until(page, lambda: refused.url.startswith("chrome-error:"))
    assert all("frame" in text.lower() for text in visit.complaints)
    visit.complaints.clear()


@pytest.mark.parametrize("show", SUBSETS)
def test_frame_shows_what_it_is_asked_to(open_page, show):
    page = open_page(f"/en/embed?show={','.join(reversed(show))}", width=640)
    shown = {
        "inputs": page.locator("form").count() == 1,
        "results": page.locator(".hero").count() == 1,
        "chart": page.locator("svg.fig1").count() == 1,
    }
    assert {part: part in show for part in PARTS} == shown


def test_results_follow_the_fields_whatever_is_shown(open_page):
    page = open_page("/en/embed?show=inputs,chart", width=640)
    page.locator("#alpha_percent").fill("90")
    expect(page.locator(".nowl .big")).to_have_text("2.68×")
    expect(page.locator("#announcer")).to_contain_text("2.68×")


LIGHT, DARK = "rgb(251, 252, 252)", "rgb(16, 21, 23)"


@pytest.mark.parametrize(
    ("theme", "system", "ground"),
    [
        ("auto", "light", LIGHT),
        ("auto", "dark", DARK),
        ("light", "dark", LIGHT),
        ("dark", "light", DARK),
        ("pink", "dark", DARK),
    ],
)
def test_colours_are_those_asked_for(embedding, frame, theme, system, ground):
    page = embedding(frame(f"/en/embed?theme={theme}"), color_scheme=system)
    settle(page)
    found = inside(page).evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == found


def test_theme_stays_when_values_change(open_page):
    page = open_page("/en/embed?theme=dark&show=inputs,results", width=640)
    page.locator("#alpha_percent").fill("90")
    expect(page.locator(".hn")).to_have_text("2.68")
    page.reload()
    assert "theme=dark" in page.url
    assert page.locator("svg.fig1").count() == 0
    href = page.get_by_role("link", name="Open the full calculator").get_attribute(
        "href"
    )
    assert "alpha_percent=90" in href
    assert "theme" not in href


def test_link_opens_the_whole_calculator_in_a_new_tab(embedding, frame):
    page = embedding(frame("/de/embed?gamma=4&show=results", more=SANDBOX))
    settle(page)
    with page.context.expect_page() as opened:
        inside(page).get_by_role("link").last.click()
    opened.value.wait_for_load_state()
    assert "/de/?" in opened.value.url
    assert "gamma=4" in opened.value.url
    assert opened.value.evaluate("opener") is None


@pytest.mark.parametrize("path", ["/de/embed", "/en/embed?alpha_percent=x&theme=dark"])
@pytest.mark.parametrize("width", [280, 640])
def test_frame_is_accessible(open_page, check_accessibility, path, width):
    status = 400 if "=x" in path else 200
    page = open_page(path, status=status, width=width)
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    "path", ["/de/embed?alpha=80&foo=1", "/en/?c=3&tokens_per_s=5"]
)
@pytest.mark.parametrize(("width", "system"), [(320, "dark"), (900, "light")])
def test_notice_of_unknown_names_is_readable(
    open_page, check_accessibility, path, width, system
):
    page = open_page(path, width=width, color_scheme=system)
    expect(page.locator("#strays")).to_contain_text("_")
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_notice_goes_when_the_address_no_longer_holds_the_name(open_page):
    page = open_page("/en/embed?alpha=80", width=640)
    expect(page.locator("#strays")).to_contain_text("alpha_percent")
    page.locator("#alpha_percent").fill("80")
    expect(page.locator("#strays .note")).to_have_count(0)
    assert "alpha=80" not in page.url
