"""The latency page in a real browser: narrow, dark, live, and without script."""

import pytest

from tests.browser.navigation import follow

STATES = {
    "example": "",
    "decoding": "?ttft_ms=200&num_output_tokens=256&tpot_ms=20&speedup=2.5",
    "prompt": "?ttft_ms=9000&num_output_tokens=32&tpot_ms=20&speedup=2.5",
    "no TTFT": "?ttft_ms=0&num_output_tokens=256&tpot_ms=20&speedup=2.5",
    "one token": "?ttft_ms=200&num_output_tokens=1&tpot_ms=20&speedup=2.5",
    "nothing at all": "?ttft_ms=0&num_output_tokens=1&tpot_ms=20",
    "sliver": "?ttft_ms=100000&num_output_tokens=2&tpot_ms=0.1&speedup=2.5",
    "prompt sliver": "?ttft_ms=1&num_output_tokens=4000&tpot_ms=50+tokens/s",
    "draft prefill": "?num_output_tokens=20&speedup=2&draft_prefill_ms=900",
    "slowdown": "?ttft_ms=200&speedup=0.5",
    "blank": "?ttft_ms=",
    "wrong": "?ttft_ms=-1&tpot_ms=1.500&speedup=0",
    "wrong setting": "?alpha_percent=170&gamma=5&c_percent=15",
}
WRONG = ("wrong", "wrong setting")


def hero(page) -> str:
    return page.locator(".hn").inner_text().replace(",", ".")


@pytest.mark.parametrize(("lang", "theme"), [("de", "light"), ("en", "dark")])
@pytest.mark.parametrize("state", ["draft prefill", *WRONG])
def test_axe_finds_nothing(open_page, check_accessibility, lang, theme, state):
    status = 400 if state in WRONG else 200
    page = open_page(
        f"/{lang}/latency{STATES[state]}", status=status, color_scheme=theme
    )
    check_accessibility(page)


def test_the_longest_text_of_a_speed_fits_its_field(open_page):
    page = open_page("/de/latency?tpot_ms=123.45+tokens/s", width=320)
    assert page.locator("#tpot_ms").evaluate("e => e.scrollWidth <= e.clientWidth")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_without_script_the_button_calculates(open_page, lang):
    page = open_page(
        f"/{lang}/latency?alpha_percent=80&gamma=7&c_percent=4&pin=70_5_15",
        java_script_enabled=False,
    )
    page.fill("#speedup", "2,5")
    page.fill("#tpot_ms", "50 tokens/s")
    follow(page, "button.go")

    assert "2.37" == hero(page)
    for kept in ("alpha_percent=80", "gamma=7", "c_percent=4", "pin=70_5_15"):
        assert kept in page.url


def test_the_result_follows_the_fields_without_a_reload(open_page):
    page = open_page("/en/latency?alpha_percent=80&gamma=7&c_percent=4")
    page.evaluate("window.same = true")

    page.fill("#speedup", "2.5")
    page.locator(".hn", has_text="2.37").wait_for()
    assert "In use: what you entered here." in page.inner_text("#source")
    assert "alpha_percent=80" in page.url

    page.fill("#speedup", "")
    page.locator(".hn", has_text="3.00").wait_for()
    assert "your setting" in page.inner_text("#source")
    page.wait_for_url(lambda url: "speedup=" not in url)
    assert page.evaluate("window.same")


def test_an_entry_is_judged_when_it_is_left(open_page):
    page = open_page("/en/latency")
    page.fill("#ttft_ms", "1.500")
    page.locator("#speedup").focus()

    page.wait_for_selector("#ttft_ms-error")
    assert "could mean 1.5 or 1500" in page.inner_text("#ttft_ms-errors")
    assert page.title().startswith("Error: ")
    # Chromium itself notes every answer of 400.
    open_page.complaints[:] = [c for c in open_page.complaints if "400" not in c]


def test_the_calculator_leads_here_with_its_setting_and_back(open_page):
    page = open_page("/en/?alpha_percent=80&gamma=7&c_percent=4&pin=70_5_15")
    page.locator("main a[href*='/en/latency']").first.click()
    assert "your setting α 80%, γ 7, c 4%" in page.inner_text("#source")

    page.fill("#ttft_ms", "350")
    page.wait_for_url("**ttft_ms=350*")
    page.click("nav a[hreflang=de]")
    page.locator("#source a").click()

    assert "80" == page.input_value("#alpha_percent")
    assert "ttft_ms=350" in page.url
    assert "pin=70_5_15" in page.url


def test_print_draws_the_result(open_page):
    page = open_page("/de/latency")
    page.emulate_media(media="print")
    assert 0 == page.locator("button.go:visible").count()
    assert page.locator(".hn").is_visible()
    assert page.locator("#figures svg").first.is_visible()
