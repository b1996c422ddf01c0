"""The calculator page: its states, its words, its links, in both languages."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from app.i18n.languages import LANGUAGES

STATES = {
    "first visit": "",
    "better optimum": "?alpha_percent=70&gamma=5&c_percent=15",
    "optimum reached": "?alpha_percent=70&gamma=3&c_percent=15",
    "slowdown with a way out": "?alpha_percent=50&gamma=8&c_percent=20",
    "nothing pays off": "?alpha_percent=30&gamma=5&c_percent=40",
    "optimum beyond 16": "?alpha_percent=90&gamma=16&c_percent=2",
    "still rising": "?alpha_percent=100&gamma=5&c_percent=0",
    "alpha 0": "?alpha_percent=0&gamma=5&c_percent=15",
    "alpha 1": "?alpha_percent=100&gamma=5&c_percent=15",
    "c 0": "?alpha_percent=70&gamma=5&c_percent=0",
    "gamma 128": "?alpha_percent=99&gamma=128&c_percent=0.1",
    "gamma 1": "?alpha_percent=70&gamma=1&c_percent=15",
    "overhead": "?alpha_percent=70&gamma=5&c_percent=15&verify_overhead_percent=30",
    "even alpha 1 loses": "?alpha_percent=70&gamma=1&c_percent=1000",
    "tiny alpha": "?alpha_percent=1e-9&gamma=5&c_percent=15",
    "blank": "?alpha_percent=&gamma=5&c_percent=15",
    "all blank": "?alpha_percent=&gamma=&c_percent=",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", STATES.values(), ids=STATES.keys())
def test_every_state_is_a_whole_page(page, lang, query):
    page(f"/{lang}/{query}")


def hero(document) -> str:
    return document.text(document.all("span", class_="hn")[0])


@pytest.mark.parametrize(("lang", "expected"), [("de", "1,68"), ("en", "1.68")])
def test_a_first_visit_shows_the_examples_result(page, lang, expected):
    document = page(f"/{lang}/")

    assert expected == hero(document)
    fields = ["alpha_percent", "gamma", "c_percent"]
    assert ["70", "5", "15"] == [document.by_id(name).get("value") for name in fields]


@pytest.mark.parametrize(
    ("lang", "facts"),
    [
        ("de", ["2,94", "3→ 1,75×", "43,2\u202f%", "16,8\u202f%"]),
        ("en", ["2.94", "3→ 1.75×", "43.2%", "16.8%"]),
    ],
)
def test_the_facts_of_the_example(page, lang, facts):
    document = page(f"/{lang}/")
    facts_list = document.all("dl", class_="facts")[0]
    assert facts == [document.text(e).replace(" →", "→") for e in facts_list.iter("dd")]


@pytest.mark.parametrize(
    ("lang", "prompt"),
    [
        ("de", "Geben Sie einen Wert ein, um die Ergebnisse zu sehen."),
        ("en", "Enter a value to see the results."),
    ],
)
def test_a_blank_field_is_no_error_and_asks_for_a_value(page, lang, prompt):
    document = page(f"/{lang}/?alpha_percent=&gamma=5&c_percent=15")

    assert prompt in document.text(document.by_id("verdict"))
    assert [] == document.all("dl", class_="facts")
    assert [] == document.all("p", class_="err")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_value_is_named_twice_and_kept(page, lang):
    document = page(f"/{lang}/?alpha_percent=170&gamma=2,5&c_percent=15", 400)

    summary = [document.text(e) for e in document.by_id("errors").iter("li")]
    at_fields = [document.text(e) for e in document.all("p", class_="err")]
    assert 2 == len(summary)
    assert [
        f"{'Fehler' if lang == 'de' else 'Error'}: {s}" for s in summary
    ] == at_fields
    assert "170" == document.by_id("alpha_percent").get("value")
    assert "2,5" == document.by_id("gamma").get("value")
    assert "true" == document.by_id("gamma").get("aria-invalid")
    assert None is document.by_id("c_percent").get("aria-invalid")
    assert [] == document.all("span", class_="hn")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?alpha_percent=0.7", {"de": "70\u202f%", "en": "70%"}),
        ("?alpha_percent=0,15", {"de": "15\u202f%", "en": "15%"}),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fraction_in_the_percent_field_is_calculated_and_questioned(
    page, lang, query, words
):
    document = page(f"/{lang}/{query}")

    question = document.all("p", class_="ask")[0]
    link = next(question.iter("a"))
    assert words[lang] == document.text(link)
    asked = parse_qs(urlsplit(link.get("href")).query)["alpha_percent"]
    assert [words["en"].removesuffix("%")] == asked


@pytest.mark.parametrize("lang", LANGUAGES)
def test_comma_and_point_are_one_mark_in_both_languages(page, lang):
    with_comma = page(f"/{lang}/?alpha_percent=72,5&gamma=4&c_percent=7,5")
    with_point = page(f"/{lang}/?alpha_percent=72.5&gamma=4&c_percent=7.5")
    assert hero(with_comma) == hero(with_point)
    shown = with_comma.by_id("alpha_percent").get("value")
    assert {"de": "72,5", "en": "72.5"}[lang] == shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "carried"),
    [
        ("?alpha_percent=72,5&gamma=4&c_percent=7,5", {"alpha_percent": ["72.5"]}),
        ("?alpha_percent=oh&gamma=4&c_percent=7", {"alpha_percent": ["oh"]}),
    ],
)
def test_switching_the_language_keeps_the_values(page, lang, query, carried):
    document = page(f"/{lang}/{query}", 400 if "oh" in query else 200)
    links = [a for a in document.by_id("nav").iter("a") if a.get("hreflang")]

    assert sorted(LANGUAGES) == sorted(a.get("hreflang") for a in links)
    for link in links:
        sent = parse_qs(urlsplit(link.get("href")).query)
        assert carried["alpha_percent"] == sent["alpha_percent"]
        assert ["4"] == sent["gamma"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_search_engines_find_one_address_per_language(page, lang):
    document = page(f"/{lang}/?alpha_percent=80")

    canonical = document.all("link", rel="canonical")[0].get("href")
    alternates = {
        e.get("hreflang"): e.get("href")
        for e in document.all("link", rel="alternate")
        if e.get("hreflang")
    }
    assert f"http://localhost/{lang}/" == canonical
    assert {
        "de": "http://localhost/de/",
        "en": "http://localhost/en/",
        "x-default": "http://localhost/",
    } == alternates
    properties = {e.get("property"): e.get("content") for e in document.all("meta")}
    assert properties["og:title"]
    assert 50 < len(properties["og:description"]) < 300


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", STATES.values(), ids=STATES.keys())
def test_drawings_have_points_in_every_language(page, lang, query):
    """A comma in a coordinate would break the drawing silently."""
    drawn = re.findall(
        r' (?:x|y|x1|x2|y1|y2|cx|cy|r|width|height|dx)="([^"]*)"',
        page(f"/{lang}/{query}").html,
    )
    for value in drawn:
        for number in value.split():
            assert re.fullmatch(r"-?\d*\.?\d+(%|px|rem)?", number), value


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_formula_has_the_visitors_numbers(page, lang):
    document = page(f"/{lang}/?alpha_percent=80&gamma=4&c_percent=10")
    numbers = {
        document.text(e)
        for e in document.root.iter("{http://www.w3.org/1998/Math/MathML}mn")
    }
    expected = {"de": {"0,8", "0,1", "4", "2,40"}, "en": {"0.8", "0.1", "4", "2.40"}}
    assert expected[lang] <= numbers


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", ["", "?alpha_percent=73&c_percent=8"])
def test_the_grid_marks_the_visitors_cell(page, lang, query):
    document = page(f"/{lang}/{query}")
    marked = [e for e in document.all("td", class_="now") if len(list(e.iter("b")))]
    assert 1 == len(marked)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_presets_are_the_papers_pairs(page, lang):
    document = page(f"/{lang}/")
    links = list(document.all("p", class_="presets")[0].iter("a"))
    loaded = [
        {k: v[0] for k, v in parse_qs(urlsplit(a.get("href")).query).items()}
        for a in links
        if "arxiv" not in a.get("href")
    ]
    assert [
        {"alpha_percent": "75", "gamma": "7", "c_percent": "2"},
        {"alpha_percent": "80", "gamma": "7", "c_percent": "4"},
        {"alpha_percent": "82", "gamma": "7", "c_percent": "11"},
    ] == loaded


def test_the_start_sends_the_visitor_to_their_language_and_keeps_the_query(client):
    response = client.get("/?gamma=3", headers={"Accept-Language": "de-CH"})

    assert 302 == response.status_code
    assert "/de/?gamma=3" == response.headers["Location"]
    assert "Accept-Language" in response.headers["Vary"]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{ 7*7 }}",
        "%(label)s %s %n",
        "\x00\x07",
        "9" * 5000,
        "‮1234",
        "🧮",
        "nan",
        "1e400",
        "-5",
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_hostile_text_is_refused_in_words_and_stays_text(page, lang, hostile):
    document = page(
        f"/{lang}/", 400, query_string={"alpha_percent": hostile, "gamma": "5"}
    )
    assert "<script>alert" not in document.html
    assert 1 == len(document.all("p", class_="err"))
    assert "49" not in document.text(document.by_id("errors"))


def test_unknown_keys_are_ignored_and_of_repeated_ones_the_first_counts(page):
    document = page("/en/?utm_source=x&gamma=3&gamma=9")
    assert "3" == document.by_id("gamma").get("value")
    assert "1.75" == hero(document)
