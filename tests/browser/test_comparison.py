"""The comparison in a real browser: by links alone, and together with the script."""

import pytest

from tests.browser.navigation import follow

EIGHT = "&".join(f"pin={alpha}.5_{alpha // 10}_12.5_3" for alpha in range(62, 70))
STATES = {
    "one": "?pin=70_5_15",
    "two": "?pin=70_5_15&pin=70_3_15&tokens_per_second=50",
    "eight": f"?{EIGHT}&tokens_per_second=1234",
    "alike": "?pin=70_5_15&pin=70_5_15.1&pin=70_5_15.2&pin=70.1_5_15&pin=70_5_14.9",
    "extremes": "?pin=100_128_0&pin=0_1_1000_1000&pin=1e-9_1_0",
    "notes": f"?{EIGHT}&pin=wrong&pin=90_5_15",
}


def rows(page) -> list[str]:
    return page.locator("#comparison tbody th").all_inner_texts()


@pytest.mark.parametrize(("lang", "theme"), [("de", "light"), ("en", "dark")])
@pytest.mark.parametrize("state", ["eight", "notes"])
def test_axe_finds_nothing(open_page, check_accessibility, lang, theme, state):
    page = open_page(f"/{lang}/{STATES[state]}", width=390, color_scheme=theme)
    check_accessibility(page)


@pytest.mark.parametrize("script", [True, False])
def test_pin_compare_load_and_remove_by_links_alone(open_page, script):
    page = open_page("/en/", java_script_enabled=script)
    follow(page, "#comparison .pin a")
    assert 1 == len(rows(page))

    page.fill("#gamma", "3")
    page.click("button.go")
    page.wait_for_selector("#comparison .pin a:has-text('γ 3')")
    follow(page, "#comparison .pin a")
    assert 2 == len(rows(page))
    assert "γ 3" in rows(page)[0]
    assert "The fastest is α 70%, γ 3, c 15%" in page.inner_text("#comparison")

    follow(page, "#comparison a:has-text('Load') >> nth=0")
    assert "5" == page.input_value("#gamma")
    assert 2 == len(rows(page))

    follow(page, "#comparison a:has-text('Remove') >> nth=0")
    assert 1 == len(rows(page))
    assert "5" == page.input_value("#gamma")


def test_the_link_to_pin_follows_the_fields_and_the_pins_stay(open_page):
    page = open_page("/en/?pin=90_5_15")
    page.fill("#alpha_percent", "75")

    page.wait_for_selector("#comparison .pin a:has-text('α 75%')")
    assert "pin=90_5_15" in page.url
    assert 1 == len(rows(page))


def test_the_comparison_prints(open_page):
    page = open_page("/de/" + STATES["two"])
    page.emulate_media(media="print")
    assert page.locator("#comparison table").is_visible()
    assert 0 == page.locator("#comparison .acts a:visible").count()
