"""The runs page in a real browser: narrow, dark, live, and without script."""

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from app.pages.runs.examples import EXAMPLES
from tests.browser.navigation import follow
from tests.browser.test_calculator import SVG_CONTRAST

FOCUSED = "document.activeElement.id || document.activeElement.name"


def full(gammas: int, loads: int) -> str:
    """Return runs of many draft lengths at many loads; 64 at most."""
    runs = []
    for step in range(loads):
        load = round(2 ** (step * 10 / max(1, loads - 1)))
        for gamma in range(gammas):
            speed = load * (100 + 12 * gamma) / (1 + load * (1 + gamma) / 500)
            tau = 1 + 0.6 * gamma if gamma else ""
            runs.append(("run", f"{load},{gamma},{tau},{speed:.1f}"))
    return "?" + urlencode(runs)


STATES = {
    "empty": "",
    "loads": "?" + urlencode(EXAMPLES[0].query) + "&at=24&at=100",
    "one load": "?" + urlencode(EXAMPLES[1].query),
    "one length": "?run=,0,,342.2&run=,1,1.966,128.3",
    "range": "?run=,0,,174&run=,3,,164&per_position=0.69+0+0",
    "slower": "?" + urlencode(EXAMPLES[3].query),
    "eight lengths": full(9, 7),
    "sixteen loads": full(4, 16),
    "doubtful": "?run=8,0,,5&run=8,0,,7&run=8,3,9,9&note=overload,8,3,12",
    "wrong": "?run=8,0,,x&run=8,300,170%25,1.500&at=x",
}


def status(state: str) -> int:
    return 400 if state == "wrong" else 200


def hero(page) -> str:
    return page.locator(".hn").inner_text().replace(",", ".")


@pytest.mark.parametrize(("lang", "theme"), [("de", "light"), ("en", "dark")])
@pytest.mark.parametrize("state", ["empty", "loads", "one load", "doubtful", "wrong"])
def test_axe_finds_nothing(open_page, check_accessibility, lang, theme, state):
    page = open_page(
        f"/{lang}/runs{STATES[state]}", status=status(state), color_scheme=theme
    )
    for details in page.locator("details").all():
        details.evaluate("e => { e.open = true; }")
    check_accessibility(page)
    assert [] == page.evaluate(SVG_CONTRAST)


def enter(page, *rows: tuple[str, ...]) -> None:
    for number, cells in enumerate(rows, 1):
        for name, text in zip(
            ("concurrency", "gamma", "tau", "speed"), cells, strict=True
        ):
            page.fill(f"#run{number}_{name}", text)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_without_script_the_button_calculates_and_rows_change(open_page, lang):
    page = open_page(f"/{lang}/runs?alpha_percent=80", java_script_enabled=False)
    enter(page, ("8", "0", "", "400"), ("8", "3", "2,6", "640"), ("9", "0", "", "1"))
    follow(page, "button[name=remove][value='3']")
    follow(page, "form.runs button.go")

    assert hero(page) == "1.60"
    values = parse_qs(urlsplit(page.url).query)
    assert values["run"] == ["8,0,,400", "8,3,2.6,640"]
    assert values["alpha_percent"] == ["80"]

    follow(page, "button[name=add]")
    assert page.locator("input[name=run_speed]").count() == 6
    assert page.input_value("#run2_speed") == "640"


@pytest.mark.parametrize("script", [True, False])
def test_enter_in_a_row_calculates(open_page, script):
    page = open_page("/en/runs?run=8,0,,400&run=8,3,,500", java_script_enabled=script)
    page.fill("#run2_speed", "640")
    page.press("#run2_speed", "Enter")
    page.locator(".hn", has_text="1.60").wait_for()

    assert len(parse_qs(urlsplit(page.url).query)["run"]) == 2


def test_the_result_follows_the_rows_without_a_reload(open_page):
    page = open_page("/en/runs")
    page.evaluate("window.same = true")
    enter(page, ("8", "0", "", "400"), ("8", "3", "2.6", "640"))
    page.locator(".hn", has_text="1.60").wait_for()
    page.wait_for_url("**run=8*640*")
    assert "run_speed" not in page.url

    page.fill("#at", "8")
    page.locator("#reading h3", has_text="asked for").wait_for()
    page.select_option("#unit", "tpot_ms")
    page.locator(".hn", has_text="0.63").wait_for()
    assert page.evaluate("window.same")


def test_an_entry_is_judged_when_it_is_left(open_page):
    page = open_page("/en/runs?run=8,0,,400")
    page.fill("#run1_speed", "1.500")
    page.locator("#at").focus()

    page.wait_for_selector("#run1_speed-error")
    assert "could mean 1.5 or 1500" in page.inner_text("#run1_speed-errors")
    assert page.title().startswith("Error: ")
    # Chromium itself notes every answer of 400.
    open_page.complaints[:] = [c for c in open_page.complaints if "400" not in c]


def test_the_keyboard_goes_row_by_row(open_page):
    page = open_page("/en/runs?run=8,0,,400")
    page.focus("#run1_concurrency")
    order = []
    for _ in range(6):
        order.append(
            page.evaluate("document.activeElement.id || document.activeElement.name")
        )
        page.keyboard.press("Tab")

    assert order == [
        *("run1_concurrency", "run1_gamma", "run1_tau", "run1_speed"),
        *("remove", "run2_concurrency"),
    ]


@pytest.mark.parametrize("script", [True, False])
def test_a_paste_adds_to_the_rows_there(open_page, script):
    page = open_page("/en/runs?run=4,0,,180", java_script_enabled=script)
    page.fill(
        "#paste",
        "| Concurrency | Baseline tok/s | K=3 tok/s |\n| ---: | ---: | ---: |\n"
        "| 1 | 47.3 | 97.0 |\n| 16 | 716.7 | 1152.9 |\n",
    )
    page.click("text=Add runs")
    page.wait_for_url("**/runs?run=4**1152.9**")

    assert "Baseline" not in page.url
    assert page.input_value("#run1_speed") == "180"
    expect(page.locator("input[name=run_speed]")).to_have_count(6)


def test_print_shows_the_result(open_page):
    page = open_page(f"/de/runs{STATES['loads']}")
    page.emulate_media(media="print")

    assert page.locator("button.go:visible").count() == 0
    assert page.locator(".hn").is_visible()
    assert page.locator("#figures svg").first.is_visible()
