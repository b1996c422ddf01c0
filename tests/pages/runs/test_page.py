"""The runs page: its rows, its answer, its links, and what it carries."""

import csv
import json
import re
from io import StringIO
from math import isclose
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest

from app.engines.runs import RunNote
from app.i18n.languages import LANGUAGES
from app.model.load import LoadNoteCode
from app.pages.runs.examples import EXAMPLES
from app.pages.runs.notes import carries
from app.pages.runs.words import ELSEWHERE, LOAD_NOTES, PROBLEMS, RUN_NOTES

TABLES = json.loads(
    (Path(__file__).parents[2] / "reference" / "load.json").read_text("utf-8")
)
SPEC = "run=32,0,,100&run=32,3,2,124&run=48,0,,130&run=48,3,2,136&run=64,0,,160"
SPEC += "&run=64,3,2,152"


def query_of(table: dict, *, at: bool = False) -> str:
    names = ("concurrency", "gamma", "tau", "tokens_per_second")
    runs = [
        ("run", ",".join("" if run[n] is None else repr(run[n]) for n in names))
        for run in table["runs"]
    ]
    asked = [("at", repr(load)) for load in table["at"]] if at else []
    return urlencode([*runs, *asked])


def verdict(document) -> str:
    return document.text(document.by_id("verdict"))


def links(document, start: str) -> list[str]:
    return [a.get("href") for a in document.all("a") if start in a.get("href", "")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_first_visit_offers_rows_a_paste_and_examples(page, lang):
    document = page(f"/{lang}/runs")

    assert document.by_id("paste").tag == "textarea"
    assert len(document.all("input", name="run_speed")) == 4
    assert document.all("p", class_="examples")


def test_the_answer_names_the_last_load_that_pays_and_where_it_stops(page):
    said = verdict(page(f"/en/runs?{SPEC}"))

    assert "At 48 requests your model writes about as fast" in said
    assert "At 32 requests it is 1.24×" in said
    assert "It stops paying between 48 and 64 requests (about 55)" in said


def test_german_says_it_with_its_own_marks(page):
    said = verdict(
        page("/de/runs?run=32,0,,100&run=32,3,2,124&run=64,0,,160&run=64,3,2,140")
    )

    assert (
        "Bei 32 Anfragen ist Ihr Modell mit 3 Entwurfs-Token noch 1,24-mal so" in said
    )
    assert "zwischen 32 und 64 Anfragen" in said


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["name"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_published_tables_give_their_speedups_and_break_even(page, lang, table):
    document = page(f"/{lang}/runs?{query_of(table, at=True)}")
    shown = document.text(document.by_id("figures")).replace(",", ".")
    for row in table["expected"]["loads"]:
        if row["speedup"] is not None:
            assert f"{row['speedup']:.2f}×"[:4] in shown
    gammas = {run["gamma"] for run in table["runs"] if run["gamma"]}
    (first, *_) = table["expected"]["break_even"]
    if len(gammas) == 1 and first["state"] == "stops":
        low, high = first["between"]
        assert re.search(rf"\b{low}\b.*\b{high}\b", verdict(document))
        assert f"{first['estimate']:.0f}" in verdict(document)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["name"])
def test_loads_asked_for_get_the_exact_speedup(page, table):
    document = page(f"/en/runs?{query_of(table, at=True)}")
    shown = document.text(document.by_id("reading"))
    for one in table["expected"]["at"]:
        if one["speedup"] is not None and one["speedup"] >= 0.5:
            assert f"{one['speedup']:.2f}×" in shown
    if any(one["speedup"] is None for one in table["expected"]["at"]):
        assert "too far from what was measured" in shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_published_examples_fill_the_page(page, lang, example):
    document = page(f"/{lang}/runs?{urlencode(example.query)}")

    assert document.all("span", class_="hn")
    assert urlencode(example.query) in document.html.replace("&amp;", "&")


def test_numbers_in_an_address_have_a_point_and_fields_read_the_same(page):
    document = page("/de/runs?run=8,0,,47.349")

    assert document.by_id("run1_speed").get("value") == "47,3490"


def test_rows_as_typed_move_to_the_short_address(client):
    cells = {
        "run_concurrency": ["8", "8", ""],
        "run_gamma": ["0", "3", ""],
        "run_tau": ["", "34 %", ""],
        "run_speed": ["1 500", "1.700,5", ""],
    }
    response = client.get("/de/runs?" + urlencode(cells, doseq=True) + "&pin=70_5_15")

    assert response.status_code == 302
    values = parse_qs(urlsplit(response.headers["Location"]).query)
    assert values["run"] == ["8,0,,1500", "8,3,2.02,1700.5"]
    assert values["pin"] == ["70_5_15"]


@pytest.mark.parametrize(
    ("share", "tau"),
    [("0.47", "1.47"), ("47 %", "1.47"), ("47%", "1.47"), ("1.47", "1.47")],
)
def test_a_share_is_as_good_as_the_tokens_per_cycle(client, share, tau):
    query = urlencode(
        {"run_concurrency": "", "run_gamma": "1", "run_tau": share, "run_speed": "5"}
    )
    location = client.get(f"/en/runs?{query}").headers["Location"]

    assert parse_qs(urlsplit(location).query)["run"] == [f",1,{tau},5"]


@pytest.mark.parametrize("button", ["remove=2", "add=1"])
def test_rows_are_removed_and_added_without_script(client, page, button):
    cells = "run_concurrency=1&run_gamma=0&run_tau=&run_speed=10"
    cells += "&run_concurrency=2&run_gamma=0&run_tau=&run_speed=20"
    response = client.get(f"/en/runs?{cells}&{button}")
    target = response.headers["Location"]
    document = page(target.partition("#")[0])
    shown = len(document.all("input", name="run_speed"))

    if button == "add=1":
        assert shown == 6
        assert parse_qs(urlsplit(target).query)["run"] == ["1,0,,10", "2,0,,20"]
    else:
        assert parse_qs(urlsplit(target).query)["run"] == ["1,0,,10"]
    assert target.endswith("#runs-inputs")


def test_one_field_fills_the_draft_lengths_that_rows_lack(client, page):
    lacking = "run=1,0,,40&run=1,,,60&run=2,,,110"
    assert page(f"/en/runs?{lacking}").by_id("fill").tag == "input"
    assert not page(f"/en/runs?{SPEC}").all("input", name="fill")

    cells = "run_concurrency=1&run_gamma=0&run_tau=&run_speed=40"
    cells += "&run_concurrency=1&run_gamma=&run_tau=&run_speed=60"
    cells += "&run_concurrency=&run_gamma=&run_tau=&run_speed=&fill=3"
    target = client.get(f"/en/runs?{cells}").headers["Location"]
    assert parse_qs(urlsplit(target).query)["run"] == ["1,0,,40", "1,3,,60"]


def test_enter_calculates_and_removes_nothing(page):
    form = page(f"/en/runs?{SPEC}").all("form", class_="runs")[0]
    first = next(button for button in form.iter("button"))

    assert first.get("name") is None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("cells", "field"),
    [
        (("8", "0", "", "x"), "run1_speed"),
        (("8", "0", "", "47.349"), "run1_speed"),
        (("0", "0", "", "5"), "run1_concurrency"),
        (("8", "200", "", "5"), "run1_gamma"),
        (("8", "3", "170 %", "5"), "run1_tau"),
        (("8", "1.5", "2", "5"), "run1_gamma"),
        (("nan", "1", "2", "5"), "run1_concurrency"),
    ],
)
def test_what_cannot_be_is_refused_and_kept(page, lang, cells, field):
    names = ("concurrency", "gamma", "tau", "speed")
    query = urlencode([(f"run_{n}", v) for n, v in zip(names, cells, strict=True)])
    document = page(f"/{lang}/runs?{query}", 400)

    summary = document.all("section", class_="errsum")[0]
    assert [a.get("href") for a in summary.iter("a")] == [f"#{field}"]
    wrong = cells[names.index(field.removeprefix("run1_"))]
    assert document.by_id(field).get("value") == wrong
    assert document.by_id(field).get("aria-invalid") == "true"
    assert not document.all("span", class_="hn")


@pytest.mark.parametrize(
    "query",
    [
        "run=1,0,,x",
        "run=1,0,,5,6",
        "unit=furlongs",
        "at=x",
        "per_position=oh",
        "at=0.5",
    ],
)
def test_a_wrong_address_is_an_error_in_words(page, query):
    document = page(f"/en/runs?{query}", 400)

    assert len(list(document.all("section", class_="errsum")[0].iter("li"))) == 1


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("run=1,0,,5", "only runs without speculation"),
        ("run=1,3,2,5", "no run without speculation"),
        ("run=1,0,,5&run=2,0,,9&run=9,3,2,50", "other loads"),
        ("run=1,0,,5&run=1,3,2,", "Run 2 lacks its speed"),
        ("run=1,0,,5&run=1,,2,9", "Enter the draft tokens of run 2"),
        ("run=1,0,,5&run=1,3,,9&run=2,,,9", "Run 3 lacks its draft tokens"),
        ("run=1,0,,5&run=1,3,,9", "Run 2 lacks the tokens per cycle"),
        ("run=1,0,,5&run=1,0,,7&run=1,3,2,9", "2 runs at this setting were averaged"),
        ("run=1,0,,5&run=1,3,9,9", "more than the draft length plus one"),
        ("run=1,0,,5&run=1,3,1.2,9", "Less than the one that checks"),
    ],
)
def test_what_is_missing_or_contradicts_itself_is_said(page, query, words):
    assert words in page(f"/en/runs?{query}").text()


@pytest.mark.parametrize("unit", ["tokens_per_second_per_request", "tpot_ms"])
def test_every_unit_gives_the_same_speedups(page, unit):
    per_request = [(8, 0, 50.0), (8, 3, 75.0), (16, 0, 40.0), (16, 3, 44.0)]
    speeds = [s if unit != "tpot_ms" else 1000 / s for _, _, s in per_request]
    runs = [
        ("run", f"{load},{gamma},,{speed!r}")
        for (load, gamma, _), speed in zip(per_request, speeds, strict=True)
    ]
    shown = page(f"/en/runs?{urlencode([*runs, ('unit', unit)])}").text()

    assert "1.50×" in shown
    assert "1.10×" in shown
    assert "400 → 600" in shown


def test_a_best_length_beyond_the_measured_ones_is_no_headline(page):
    document = page("/en/runs?run=,0,,1&run=,2,2.44,2.2&run=,4,3.36,2.9")
    text = document.text()

    assert "By this line a draft longer than 4" in text
    assert "Best with" not in text


def test_faster_than_tau_allows_gives_no_best_length(page):
    document = page("/en/runs?run=,0,,1&run=,1,1.5,2&run=,3,2.2,2.5")

    assert "The runs at γ = 1, 3 are faster" in document.text()
    assert not links(document, "from=measured")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("after", [55, 90, 130])
def test_one_length_leads_to_a_calculator_that_says_the_same(page, lang, after):
    document = page(f"/{lang}/runs?run=,0,,50&run=,3,2.9,{after}&pin=70_5_15")
    (link,) = links(document, "from=measured")
    calculator = page(link)
    hero = calculator.text(calculator.all("span", class_="hn")[0]).replace(",", ".")

    assert isclose(after / 50, float(hero), abs_tol=0.006)
    assert "pin=70_5_15" in link


def test_the_line_of_several_lengths_leads_to_the_calculator(page):
    query = "run=,0,,1&run=,1,1.884,1.203&run=,2,2.63,1.282&run=,3,3.138,1.212"
    document = page(f"/en/runs?{query}&run=,4,3.568,1.138")

    assert "1.02 + 0.525 · γ" in document.text()
    assert "Best with these costs: 2 draft tokens, 1.27×" in document.text()
    (link,) = links(document, "from=measured")
    assert dict(parse_qsl(urlsplit(link).query))["gamma"] == "2"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_there_as_csv_with_full_numbers(client, lang):
    table = TABLES[0]
    text = client.get(f"/{lang}/runs.csv?{query_of(table)}").get_data(as_text=True)
    german = lang == "de"
    rows = [
        *csv.reader(StringIO(text.lstrip("\ufeff")), delimiter=";" if german else ",")
    ]
    for row, expected in zip(rows[1:], table["expected"]["loads"], strict=True):
        found = dict(zip(rows[0], row, strict=True))
        for name in ("concurrency", "speedup", "cycle_cost", "perfect_speedup"):
            value = float(found[name].replace(",", "."))
            assert isclose(value, expected[name], rel_tol=1e-9), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_figure_is_there_as_a_file(client, lang):
    response = client.get(f"/{lang}/runs.svg?{SPEC}")

    assert response.mimetype == "image/svg+xml"
    assert "γ 3" in response.get_data(as_text=True)
    assert client.get(f"/{lang}/runs.svg?run=1,0,,5").status_code == 400
    assert client.get(f"/{lang}/runs.csv").status_code == 400


@pytest.mark.parametrize("lang", LANGUAGES)
def test_links_to_other_pages_and_languages_carry_all_values(page, lang):
    query = f"{SPEC}&unit=tokens_per_second_per_request&at=40&alpha_percent=81"
    document = page(f"/{lang}/runs?{query}")
    hrefs = [a.get("href") for a in document.by_id("nav").iter("a")]
    for href in hrefs:
        values = parse_qs(urlsplit(href).query)
        assert len(values["run"]) == 6
        assert values["unit"] == ["tokens_per_second_per_request"]
        assert (values["at"], values["alpha_percent"]) == (["40"], ["81"])


def test_the_same_numbers_are_there_as_json(client, page):
    query = f"{SPEC}&run=99,3,,&run=5,,,7&unit=tpot_ms&at=1234"
    (link,) = links(page(f"/en/runs?{query}"), "/api/v1/runs")
    answer = client.get(link)

    assert answer.status_code == 200
    assert len(answer.json["loads"]) == 3
    assert answer.json["at"][0]["concurrency"] == 1234


def test_the_page_is_in_the_sitemap_its_files_are_not(client):
    sitemap = client.get("/sitemap.xml").get_data(as_text=True)

    assert "/de/runs<" in sitemap
    assert "runs.csv" not in sitemap


def test_64_runs_are_evaluated_and_no_more(page):
    runs = urlencode([("run", f"{load},0,,{load * 9}") for load in range(1, 70)])
    document = page(f"/en/runs?{runs}")

    assert "5 runs did not fit" in document.text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_calculator_says_where_its_number_ends(page, lang):
    document = page(f"/{lang}/?alpha_percent=80&gamma=3&c_percent=5")
    (link,) = document.by_id("under-load").iter("a")

    assert f"/{lang}/runs" in link.get("href")
    assert "alpha_percent=80" in link.get("href")
    faq = next(e for e in document.all("section", class_="faq"))
    assert any(f"/{lang}/runs" in a.get("href") for a in faq.iter("a"))


def test_every_note_has_words():
    assert set(LOAD_NOTES) | ELSEWHERE == set(LoadNoteCode)
    assert set(RUN_NOTES) == {code for code in RunNote if carries(code)}
    unsaid = {code for code in RunNote if not carries(code)}
    assert set(PROBLEMS) <= unsaid
