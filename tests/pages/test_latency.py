"""The latency page: its states, words and links, in both languages."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from app.i18n.languages import LANGUAGES, languages
from app.i18n.templating import render_in

FIRST = "?ttft_ms=200&num_output_tokens=256&tpot_ms=20&speedup=2.5"
STATES = {
    "first visit": "",
    "decoding": FIRST,
    "prompt with a draft": "?ttft_ms=2000&num_output_tokens=128&tpot_ms=20&speedup=2.5",
    "prompt anyway": "?ttft_ms=9000&num_output_tokens=32&tpot_ms=20&speedup=2.5",
    "long": "?ttft_ms=500&num_output_tokens=1024&tpot_ms=30&speedup=3",
    "no TTFT": "?ttft_ms=0&num_output_tokens=256&tpot_ms=20&speedup=2.5",
    "one token": "?ttft_ms=200&num_output_tokens=1&tpot_ms=20&speedup=2.5",
    "one token at once": "?ttft_ms=0&num_output_tokens=1&tpot_ms=20",
    "only the draft's prompt": "?ttft_ms=0&num_output_tokens=1&draft_prefill_ms=9",
    "sliver": "?ttft_ms=100000&num_output_tokens=2&tpot_ms=0.1&speedup=2.5",
    "slowdown": "?ttft_ms=200&speedup=0.5",
    "prefill": "?ttft_ms=200&num_output_tokens=20&speedup=2&draft_prefill_ms=900",
    "setting": "?alpha_percent=80&gamma=7&c_percent=4&verify_overhead_percent=10",
    "speed": "?tpot_ms=50+tokens/s",
    "largest": "?ttft_ms=1e6&num_output_tokens=1e6&tpot_ms=1e6&speedup=100",
    "blank": "?ttft_ms=",
    "all blank": "?ttft_ms=&tpot_ms=&num_output_tokens=&speedup=&draft_prefill_ms=",
    "blank setting": "?alpha_percent=",
    "wrong setting unused": "?alpha_percent=170&speedup=2",
}
WRONG = {
    "ttft": "?ttft_ms=-1",
    "tpot": "?tpot_ms=0",
    "unit": "?tpot_ms=20+min",
    "ambiguous": "?ttft_ms=1.500",
    "length": "?num_output_tokens=0",
    "not whole": "?num_output_tokens=2.5",
    "speedup": "?speedup=0",
    "prefill": "?draft_prefill_ms=x",
    "several": "?ttft_ms=x&tpot_ms=y&num_output_tokens=z",
    "setting": "?alpha_percent=170&gamma=5&c_percent=15",
}


def facts(document) -> list[str]:
    return [
        document.text(dd) for dd in document.all("dl", class_="facts")[0].iter("dd")
    ]


def hero(document) -> list[str]:
    return [document.text(number) for number in document.all("span", class_="hn")]


def verdict(document) -> str:
    return document.text(document.by_id("verdict"))


def value(document, name: str) -> str:
    return document.all("input", name=name)[0].get("value")


def link_to(document, path: str, words: str = "") -> str:
    return next(
        anchor.get("href")
        for anchor in document.by_id("main").iter("a")
        if urlsplit(anchor.get("href")).path == path and words in document.text(anchor)
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", STATES.values(), ids=STATES.keys())
def test_every_state_is_a_whole_page(page, lang, query):
    page(f"/{lang}/latency{query}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_value_is_an_error_without_a_result(page, lang, query):
    document = page(f"/{lang}/latency{query}", status=400)
    assert [] == hero(document)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (FIRST, ["5.30 s→ 2.24 s", "3.06 s", "26.50×", "2.37"]),
        (STATES["prompt with a draft"], ["4.54 s→ 3.02 s", "1.52 s", "2.27×", "1.51"]),
        (STATES["long"], ["31.19 s→ 10.73 s", "20.46 s", "62.38×", "2.91"]),
    ],
)
def test_the_page_shows_the_check_values(page, query, numbers):
    document = page("/en/latency" + query)
    shown = [fact.replace("\u00a0", " ").replace(" →", "→") for fact in facts(document)]

    times, saved, limit, speedup = numbers
    assert times == shown[0]
    assert saved == " ".join(shown[1].split()[:2]).replace("s5", "s")[: len(saved)]
    assert limit == shown[2]
    assert [speedup] == hero(document)


def test_the_facts_are_written_in_german(page):
    shown = [fact.replace("\u00a0", " ") for fact in facts(page("/de/latency" + FIRST))]

    assert "5,30 s→ 2,24 s" == shown[0].replace(" →", "→")
    assert "96,2\u202f%→ 91,1\u202f%" == shown[3].replace(" →", "→")
    assert "20 ms→ 8 ms" == shown[4].replace(" →", "→")


@pytest.mark.parametrize(
    "tpot", ["tpot_ms=20", "tpot_ms=50+tokens/s", "tokens_per_second=50"]
)
def test_the_time_per_token_may_be_a_speed(page, tpot):
    document = page(f"/en/latency?ttft_ms=200&num_output_tokens=256&speedup=2.5&{tpot}")
    assert ["2.37"] == hero(document)


def test_a_first_visit_calculates_with_the_calculators_example(page):
    document = page("/en/latency")

    assert "1.68×, calculated from the example α 70%, γ 5, c 15%" in document.text()
    assert ["1.64"] == hero(document)
    assert "" == value(document, "speedup")


def test_the_calculators_setting_gives_speedup_and_gap(page):
    document = page("/en/latency?alpha_percent=80&gamma=7&c_percent=4")

    assert "calculated from your setting α 80%, γ 7, c 4%" in document.text()
    assert "20 ms→ 25.6 ms" == facts(document)[5].replace("\u00a0", " ").replace(
        " →", "→"
    )
    assert "4.16 tokens arrive every 25.6" in document.text()


def test_a_typed_speedup_wins_and_the_page_says_how_to_undo_that(page):
    query = "?alpha_percent=80&gamma=7&c_percent=4&speedup=2"
    document = page("/en/latency" + query)
    assert "In use: what you entered here." in document.text()
    assert "needs α, γ and c" == facts(document)[5]

    undone = page(link_to(document, "/en/latency", "instead"))
    assert "calculated from your setting α 80%, γ 7, c 4%" in undone.text()


def test_a_wrong_setting_is_named_with_the_way_to_correct_it(page):
    document = page("/en/latency?alpha_percent=170&gamma=5&c_percent=15", status=400)

    assert "Acceptance rate must be from 0 to 100%, not 170%." in document.text()
    url = link_to(document, "/en/", "Correct it")
    assert ("alpha_percent", "170") in parse_qsl(urlsplit(url).query)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (FIRST, None),
        (
            STATES["prompt with a draft"],
            "With this draft the user waits for the prompt",
        ),
        (STATES["prompt anyway"], "The user waits for the prompt, not for decoding"),
        (STATES["one token"], "A single token comes out of the prompt processing"),
        (STATES["prefill"], "too few of them to earn back"),
        (STATES["slowdown"], "This draft makes the user wait longer"),
        ("?speedup=1", "The draft changes nothing"),
        ("?ttft_ms=", "Enter a value to see the results."),
    ],
)
def test_the_verdict_says_what_the_user_waits_for(page, query, words):
    document = page("/en/latency" + query)
    if words is None:
        assert "waits for the prompt" not in verdict(document)
    else:
        assert words in verdict(document)


def test_without_ttft_there_is_no_limit(page):
    assert "no limit" == facts(page("/en/latency" + STATES["no TTFT"]))[2]


def test_wrong_values_are_kept_as_typed(page):
    document = page("/en/latency?ttft_ms=1.500&tpot_ms=fast", status=400)

    assert "1.500" == value(document, "ttft_ms")
    assert "fast" == value(document, "tpot_ms")
    assert "could mean 1.5 or 1500" in document.text()


EVERYTHING = {
    "alpha_percent": "80.5",
    "gamma": "7",
    "c_percent": "4",
    "verify_overhead_percent": "2.5",
    "pin": "70_5_15",
    "ttft_ms": "350",
    "num_output_tokens": "300",
    "draft_prefill_ms": "12.5",
    "speedup": "2.25",
}


@pytest.mark.parametrize("speed", [("tpot_ms", "21.5"), ("tokens_per_second", "49.1")])
def test_everything_survives_the_round_trip_through_pages_and_languages(page, speed):
    """Calculator, latency, other language, calculator, and by form instead of link."""
    values = {**EVERYTHING, speed[0]: speed[1]}
    query = "&".join(f"{key}={text}" for key, text in values.items())
    expected = set(values.items())

    def followed(document, path: str) -> str:
        urls = [anchor.get("href") for anchor in document.all("a")]
        return next(
            url
            for url in urls
            if urlsplit(url).path == path
            and expected == set(parse_qsl(urlsplit(url).query))
        )

    url = "/en/?" + query
    for path in ("/en/latency", "/de/latency", "/de/", "/en/", "/en/latency"):
        url = followed(page(url), path)
        assert expected == set(parse_qsl(urlsplit(url).query))

    for start in ("/de/", "/de/latency"):
        document = page(f"{start}?{query}")
        sent = {
            (field.get("name"), field.get("value"))
            for field in document.all("input")
            if field.get("name")
        }
        names = {name for name, _ in sent}
        assert {*EVERYTHING, "tpot_ms"} - {"tpot_ms"} <= names
        again = page(start + "?" + "&".join(f"{k}={v}" for k, v in sent))
        assert expected == set(
            parse_qsl(urlsplit(followed(again, "/en" + start[3:])).query)
        )


def test_the_page_leads_back_to_the_calculator(page):
    document = page("/en/latency" + FIRST + "&alpha_percent=80&gamma=7&c_percent=4")
    back = parse_qsl(urlsplit(link_to(document, "/en/", "Back")).query)

    assert {("alpha_percent", "80"), ("gamma", "7"), ("c_percent", "4")} <= set(back)


def test_the_formula_has_the_visitors_numbers(page):
    document = page("/en/latency" + FIRST + "&draft_prefill_ms=40")
    numbers = [
        document.text(mn) for mn in document.root.iter() if str(mn.tag).endswith("}mn")
    ]

    assert ["200", "40", "256", "1", "20", "2.5", "2,280"] == numbers[-7:]


def test_every_german_sentence_is_german(page):
    english = re.compile(r"\b(the|answer|waits|draft|tokens arrive)\b")
    for query in STATES.values():
        document = page("/de/latency" + query)
        assert [] == english.findall(document.text(document.by_id("main")))


@pytest.mark.parametrize(
    ("ms", "shown"),
    [
        (0.5, "0.5 ms"),
        (999.96, "1.00 s"),
        (1234.5, "1.23 s"),
        (59_994, "59.99 s"),
        (59_996, "1 min"),
        (83_000, "1 min 23 s"),
        (500_000, "8 min 20 s"),
        (3_599_600, "1 h"),
        (4_320_000, "1 h 12 min"),
        (10_000_000, "2 h 47 min"),
        (172_770_000, "2 days"),
        (1e12, "11,574 days 2 h"),
    ],
)
def test_a_time_is_written_as_people_write_it(app, ms, shown):
    with app.app_context():
        environment = app.extensions["environments"]
        render_in(languages()["en"], "latency/_figure.html", answer=None, bars=None)
        macros = environment["en"].get_template("macros/amounts.html").module
    assert shown == str(macros.duration(ms)).replace("&nbsp;", " ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_seconds_are_taken_and_carried_as_milliseconds(page, lang):
    typed = "?ttft_ms=1,5+s&tpot_ms=0.02+s&num_output_tokens=256&speedup=2.5"
    document = page(f"/{lang}/latency{typed}")
    same = page(
        f"/{lang}/latency?ttft_ms=1500&tpot_ms=20&num_output_tokens=256&speedup=2.5"
    )
    assert facts(same) == facts(document)
    assert "1500" == value(document, "ttft_ms")
