"""Settings pinned in the address, side by side, without script."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from app.i18n.languages import LANGUAGES

EIGHT = [f"{alpha}_5_15" for alpha in range(60, 68)]


def link(*pins: str, **values: str) -> str:
    pairs = [*values.items(), *(("pin", pin) for pin in pins)]
    return "?" + "&".join(f"{key}={value}" for key, value in pairs)


def table(document) -> list[list[str]]:
    """Return the words of the comparison's rows, without the last cell."""
    rows = document.by_id("comparison").iter("tr")
    return [[document.text(cell) for cell in row][:-1] for row in rows][1:]


def links(document, words: str) -> list[str]:
    """Return the addresses of the comparison's links that begin with words."""
    return [
        anchor.get("href")
        for anchor in document.by_id("comparison").iter("a")
        if document.text(anchor).startswith(words)
    ]


def pins_of(url: str) -> list[str]:
    return [value for key, value in parse_qsl(urlsplit(url).query) if key == "pin"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "query",
    [
        link(),
        link("70_5_15"),
        link("70_5_15", "70_3_15"),
        link("70_5_15_30", "80.5_7_4"),
        link(*EIGHT),
        link(*EIGHT, "90_5_15"),
        link("wrong", "70_5_15"),
        link("30_5_40", "20_5_40"),
        link("0_1_0", "0_2_0"),
        link("70_5_15", alpha_percent=""),
        link("70_5_15", tokens_per_second="50"),
    ],
)
def test_every_state_of_the_comparison_is_a_whole_page(page, lang, query):
    page(f"/{lang}/{query}")


def test_pinned_settings_stand_in_order_of_their_speedup(page):
    document = page("/en/" + link("70_5_15", "90_5_15", "70_3_15"))

    expected = [
        ["1 α 90%, γ 5, c 15%fastest", "2.68×", "4.69", "8 2.78×"],
        ["2 α 70%, γ 3, c 15%", "1.75×", "2.53", "3 1.75×"],
        ["3 α 70%, γ 5, c 15%current", "1.68×", "2.94", "3 1.75×"],
    ]
    assert expected == table(document)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            "The fastest is α 70%, γ 3, c 15% with 1.75×, before α 70%, γ 5, c 15%",
        ),
        (
            "de",
            "Am schnellsten ist α 70\u202f%, γ 3, c 15\u202f%, 1,75-mal so schnell",
        ),
    ],
)
def test_words_name_the_winner(page, lang, words):
    document = page(f"/{lang}/" + link("70_5_15", "70_3_15"))
    assert words in document.text(document.by_id("comparison"))


def test_words_do_not_make_much_of_a_difference_that_does_not_show(page):
    document = page("/en/" + link("70_5_15", "70.01_5_15"))
    words = document.text(document.by_id("comparison"))

    assert "with 1.68×; α 70%, γ 5, c 15% is practically as fast." in words


def test_settings_that_tie_share_their_place(page):
    document = page("/en/" + link("0_1_0", "0_2_0", "0_2_50"))

    assert [True, True, False] == [
        row[0].endswith("fastest") for row in table(document)
    ]
    assert "2 settings share" in document.text(document.by_id("comparison"))


def test_words_say_where_no_setting_is_worth_it(page):
    document = page("/en/" + link("30_5_40", "20_5_40"))
    assert "None of them is faster" in document.text(document.by_id("comparison"))


def test_the_same_setting_counts_once_however_it_is_written(page):
    document = page("/en/" + link("70_5_15", "70.0_5_15", "70,00_5.0_15_0", "70_5_15"))

    assert 1 == len(table(document))
    inputs = document.all("input", name="pin")
    assert ["70_5_15"] == [pin.get("value") for pin in inputs]


def test_the_current_setting_can_be_pinned_by_a_link(page):
    first = page("/en/?alpha_percent=80&gamma=7&c_percent=4")
    (pin,) = links(first, "Pin")
    second = page(pin)

    assert ["80_7_4"] == pins_of(pin)
    assert ["1 α 80%, γ 7, c 4%current"] == [row[0] for row in table(second)]
    assert [] == links(second, "Pin")
    assert "The current setting is pinned." in second.text()


def test_the_overhead_is_part_of_a_pin(page):
    query = "?alpha_percent=80&gamma=7&c_percent=4&verify_overhead_percent=12.5"
    (pin,) = links(page("/en/" + query), "Pin")

    assert ["80_7_4_12.5"] == pins_of(pin)
    assert "overhead 12.5%" in table(page(pin))[0][0]


def test_a_row_can_be_loaded_with_all_pins_kept(page):
    document = page("/en/" + link("70_5_15", "80_7_4_10", alpha_percent="60"))
    best, other = links(document, "Load")

    loaded = page(best)
    values = ["alpha_percent", "gamma", "c_percent", "verify_overhead_percent"]
    assert ["80", "7", "4", "10"] == [loaded.by_id(v).get("value") for v in values]
    assert ["70_5_15", "80_7_4_10"] == pins_of(best) == pins_of(other)


def test_a_row_can_be_removed_with_the_inputs_kept(page):
    document = page("/en/" + link("70_5_15", "80_7_4", alpha_percent="60"))
    removed = page(links(document, "Remove")[0])

    assert ["1 α 70%, γ 5, c 15%"] == [row[0] for row in table(removed)]
    assert "60" == removed.by_id("alpha_percent").get("value")


def test_the_last_row_can_be_removed(page):
    (remove,) = links(page("/en/" + link("70_5_15")), "Remove")
    assert [] == table(page(remove))


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "more do not fit"), ("de", "mehr passen nicht")]
)
def test_a_ninth_setting_is_not_offered_and_the_page_says_why(page, lang, words):
    document = page(f"/{lang}/" + link(*EIGHT))

    assert 8 == len(table(document))
    assert [] == links(document, "Pin")
    assert words in document.text(document.by_id("comparison"))


def test_a_ninth_setting_in_the_address_is_left_out_with_a_note(page):
    document = page("/en/" + link(*EIGHT, "90_5_15", "91_5_15", EIGHT[0]))

    assert 8 == len(table(document))
    assert "2 more were left out" in document.text(document.by_id("comparison"))


@pytest.mark.parametrize(
    "pin",
    [
        "x",
        "70",
        "70_5",
        "70_5_15_10_3",
        "170_5_15",
        "70_0_15",
        "70_5.5_15",
        "_5_15",
        "nan_5_15",
        "70_5_15_-1",
        "<script>alert(1)</script>",
        "%00",
        "1e400_5_15",
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_pin_is_left_out_with_a_note_and_no_error(page, lang, pin):
    document = page(f"/{lang}/" + link(pin, "70_5_15"))

    assert 1 == len(table(document))
    words = {"en": "could not be read", "de": "nicht lesbar"}
    assert words[lang] in document.text(document.by_id("comparison"))
    assert ["70_5_15"] == [p.get("value") for p in document.all("input", name="pin")]


def test_a_blank_pin_is_none(page):
    document = page("/en/?pin=")
    assert "could not be read" not in document.text()


def test_the_other_language_opens_the_same_comparison(page):
    query = link("80.5_7_4", "70_3_15", alpha_percent="72.5")
    document = page("/en/" + query)
    (other,) = document.all("a", lang="de")
    german = page("/de/?" + urlsplit(other.get("href")).query)

    def numbers(cells: list[str]) -> list[str]:
        return [cell.replace("\u202f", "").replace(",", ".") for cell in cells[1:]]

    assert [*map(numbers, table(document))] == [*map(numbers, table(german))]


def test_with_a_base_speed_every_row_shows_its_tokens_per_second(page):
    document = page("/en/" + link("70_5_15", "70_3_15", tokens_per_second="50"))
    assert ["87.3", "84.0"] == [row[2] for row in table(document)]


def test_pins_survive_the_form_and_a_wrong_entry(page):
    document = page("/en/" + link("70_5_15", alpha_percent="170"), status=400)

    assert ["70_5_15"] == [p.get("value") for p in document.all("input", name="pin")]
    assert 1 == len(table(document))


def test_pins_do_not_make_the_page_slow(client):
    """A query of 8 KiB full of pins is answered like any other."""
    pins = "&".join(
        f"pin={alpha}_{gamma}_1" for alpha in range(8) for gamma in range(80)
    )
    assert 200 == client.get("/en/?" + pins).status_code
