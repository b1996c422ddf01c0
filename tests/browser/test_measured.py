"""The measurements page in a real browser."""

import pytest

from app.pages.measurements.view import EXAMPLES
from tests.browser.test_calculator import SVG_CONTRAST

RUNS = "&".join(
    f"run{n}_gamma={n}&run{n}_tau={tau}&run{n}_speed={s}"
    for n, tau, s in [(1, 1.884, "1.2030"), (2, 2.63, "1.2820"), (3, 3.138, "1.2120")]
)
STATES = {
    "empty": "",
    "reading": f"?reading={EXAMPLES[0][1]}",
    "two": f"?reading={EXAMPLES[1][1]}&reading={EXAMPLES[2][1]}"
    "&tokens_per_second=40&speculative_tokens_per_second=70",
    "runs": f"?{RUNS}&tokens_per_second=1",
    "wrong": "?measured_gamma=5&measured_share_percent=170&run1_gamma=x",
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

    page.fill("#tokens_per_second", "40")
    page.fill("#speculative_tokens_per_second", "80")
    page.click("form.times button.go")
    page.click("p.pin a")
    assert page.locator(".hn").inner_text() == "2.00"
    assert page.locator("#alpha_percent").input_value().startswith("88.3")


def test_by_hand_without_script(open_page):
    page = open_page("/de/measured", java_script_enabled=False)
    page.click("#by-hand summary")
    page.fill("#measured_gamma", "5")
    page.fill("#measured_share_percent", "70")
    page.click("form.times button.go")
    assert page.locator(".hn").inner_text() == "88,3"


def test_what_is_typed_into_one_form_is_sent_with_another(open_page):
    page = open_page("/en/measured?tokens_per_second=30")
    page.click("#speeds summary")
    page.fill("#tokens_per_second", "50")
    page.fill("#speculative_tokens_per_second", "20 ms")
    page.fill("#run1_gamma", "3")
    page.fill("#paste", "accept len: 2.95, accept rate: 0.65")
    page.click("text=Read >> nth=0")
    page.wait_for_url("**reading=**")
    assert page.locator("#tokens_per_second").input_value() == "50\u00a0tokens/s"
    assert page.locator("#speculative_tokens_per_second").input_value() == "20\u00a0ms"
    assert page.locator("#run1_gamma").input_value() == "3"

    page.fill("#speculative_tokens_per_second", "75")
    page.fill("#run1_tau", "2.95")
    page.fill("#run1_speed", "75")
    page.click("text=Fit the line")
    page.wait_for_url("**run1_tau=2.95**")
    assert "1.50×" in page.locator(".measure .said").inner_text()
    assert page.locator("#tokens_per_second").input_value() == "50\u00a0tokens/s"
