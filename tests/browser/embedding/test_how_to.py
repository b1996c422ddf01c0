"""The page that builds the code of a frame."""

import pytest
from playwright.sync_api import expect

from tests.browser.navigation import follow


def test_how_to_page_shows_the_frame_and_copies_its_code(open_page):
    page = open_page(
        "/en/embedding?gamma=4&show=results",
        permissions=["clipboard-write", "clipboard-read"],
    )
    preview = page.frame_locator(".preview iframe")
    expect(preview.locator(".hn")).to_have_text("1.73")
    page.get_by_label("dark").check()
    expect(page.locator("#plain")).to_contain_text("theme=dark")
    expect(preview.locator("html.dark")).to_have_count(1)
    page.locator("#plain-block button").click()
    expect(page.locator("#plain-block button")).to_contain_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#plain").inner_text()
    assert copied.startswith("<iframe src=")


def test_how_to_page_works_without_script(open_page):
    page = open_page("/de/embedding", java_script_enabled=False)
    page.get_by_label("dunkel").check()
    page.get_by_label("Breite").fill("300")
    follow(page, page.get_by_role("button", name="Code erzeugen"))
    code = page.locator("#plain").inner_text()
    assert 'width="300"' in code
    assert "theme=dark" in code
    assert page.locator("button[data-copies]").first.is_hidden()


@pytest.mark.parametrize("path", ["/de/embedding", "/en/embedding?frame_width=3"])
@pytest.mark.parametrize(("width", "system"), [(320, "dark"), (1280, "light")])
def test_how_to_page_is_accessible(open_page, check_accessibility, path, width, system):
    status = 400 if "frame_width" in path else 200
    page = open_page(path, status=status, width=width, color_scheme=system)
    page.wait_for_load_state("networkidle")
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
