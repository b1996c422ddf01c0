"""The measurements page in a real browser."""

import pytest

from app.pages.measurements.view import EXAMPLES
from tests.browser.navigation import follow
from tests.browser.test_calculator import SVG_CONTRAST

STATES = {
    "empty": "",
    "reading": f"?reading={EXAMPLES[0][1]}",
    "two": f"?reading={EXAMPLES[1][1]}&reading={EXAMPLES[2][1]}&run=8,0,,400",
    "detail": f"?reading={EXAMPLES[1][1]}&reading={EXAMPLES[2][1]}&detail=2",
    "tree": "?measured_share_percent=65&measured_tau=3.25",
    "wrong": "?measured_gamma=5&measured_share_percent=170",
}


def status(state: str) -> int:
    return 400 if state == "wrong" else 200


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(open_page, check_accessibility, theme, state):
    lang = "de" if theme == "light" else "en"
    page = open_page(
        f"/{lang}/measured{STATES[state]}", status=status(state), color_scheme=theme
    )
    for details in page.locator("details").all():
        details.evaluate("e => { e.open = true; }")
    check_accessibility(page)
    assert [] == page.evaluate(SVG_CONTRAST)


@pytest.mark.parametrize("script", [True, False])
def test_from_a_paste_to_the_calculator(open_page, script):
    page = open_page("/en/measured", java_script_enabled=script)
    page.fill(
        "#paste",
        "INFO SpecDecoding metrics: Mean acceptance length: 4.50, Accepted throughput: "
        "1.00 tokens/s, Drafted throughput: 1.00 tokens/s, Accepted: 350 tokens, "
        "Drafted: 500 tokens, Per-position acceptance rate: 0.880, 0.780, 0.690, "
        "0.610, 0.540, Avg Draft acceptance rate: 70.0%",
    )
    page.click("text=Read >> nth=0")
    page.wait_for_url("**/measured?reading=**")
    assert "SpecDecoding" not in page.url
    assert page.locator(".hn").inner_text() == "88.3"

    follow(page, "p.pin a >> nth=1")
    page.fill("#run1_speed", "40")
    page.fill("#run2_speed", "80")
    page.click("form.runs button.go")
    page.locator(".hn", has_text="2.00").wait_for()
    follow(page, "#findings p.pin a")
    assert page.locator(".hn").inner_text() == "2.00"
    assert page.locator("#alpha_percent").input_value().startswith("88.3")


def test_by_hand_without_script(open_page):
    page = open_page("/de/measured", java_script_enabled=False)
    page.click("#by-hand summary")
    page.fill("#measured_gamma", "5")
    page.fill("#measured_share_percent", "70")
    follow(page, "form.times button.go")
    assert page.locator(".hn").inner_text() == "88,3"


def test_what_is_typed_into_one_form_is_sent_with_another(open_page):
    page = open_page("/en/measured?c_percent=30")
    page.click("#costs summary")
    page.fill("#c_percent", "20")
    page.fill("#paste", "accept len: 2.95, accept rate: 0.65")
    page.click("text=Read >> nth=0")
    page.wait_for_url("**reading=**")
    assert page.locator("#c_percent").input_value() == "20"
