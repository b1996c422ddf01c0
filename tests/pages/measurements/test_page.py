"""The measurements page: from a paste to numbers, by hand, speeds, runs."""

import importlib
import json
import re
from math import isclose
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest

from app.engines import ENGINES, Note, Problem, read
from app.i18n.languages import LANGUAGES
from app.pages.measurements.address import read_reading, read_readings, write_reading
from app.pages.measurements.view import EXAMPLES
from app.pages.measurements.words import (
    ENGINE_NAMES,
    FORMAT_NAMES,
    NOTES,
    PROBLEMS,
)

CASES = json.loads(
    (Path(__file__).parents[2] / "engines" / "cases.json").read_text(encoding="utf-8")
)
READING = dict(EXAMPLES)["vLLM"]


def facts(document) -> str:
    tables = document.all("table", class_="readings")
    parts = [*document.all("dl", class_="facts"), *tables]
    return " ".join(map(document.text, parts))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_first_visit_offers_the_ways_in(page, lang):
    document = page(f"/{lang}/measured")
    assert document.by_id("paste").tag == "textarea"
    assert len(document.all("p", class_="examples")) == 1


def test_the_examples_are_what_real_lines_come_to():
    found = {
        write_reading(measurement)
        for case in CASES
        for measurement in read(case["raw"]).measurements
    }
    assert {reading for _, reading in EXAMPLES} <= found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_paste_becomes_an_address_of_numbers(client, page, case):
    response = client.post("/en/measured", data={"paste": case["raw"]})
    if response.status_code == 400:
        assert read(case["raw"]).problems
        return
    assert response.status_code == 303
    assert response.headers["Cache-Control"] == "no-store"
    target = urlsplit(response.headers["Location"])
    assert re.fullmatch(r"[\w=&.~%-]*", target.query), "nothing to escape"
    document = page(f"{target.path}?{target.query}")
    expected = case["expected"]
    if expected["tau"] is not None:
        assert f"{expected['tau']:.2f}" in facts(document)
    if expected["alpha_moment"] is not None:
        shown = re.findall(r"[\d.]+(?=%)", facts(document))
        assert any(
            abs(float(one) / 100 - expected["alpha_moment"]) < 0.005 for one in shown
        )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_link_carries_a_reading_whole(case):
    for measurement in read(case["raw"]).measurements:
        back = read_reading(write_reading(measurement))
        assert (back.gamma, back.notes) == (measurement.gamma, measurement.notes)
        assert back.tau_basis == measurement.tau_basis
        for name in ("tau", "alpha_moment", "alpha_mle", "accepted_per_drafted"):
            before, after = getattr(measurement, name), getattr(back, name)
            assert before == after or isclose(before, after, rel_tol=1e-9), name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_of_the_paste_is_in_the_answer(client, lang):
    line = "secret-host SpecDecoding metrics: Mean acceptance length: 2.87, Accepted: "
    line += "489 tokens, Drafted: 1572 tokens, Per-position acceptance rate: 0.740, "
    line += "0.473, 0.309, 0.187, 0.099, 0.057, Avg Draft acceptance rate: 31.1% secret"
    response = client.post(f"/{lang}/measured", data={"paste": line})
    assert "secret" not in response.headers["Location"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "text", ["", "hello", "<script>alert(1)</script>", "x" * (256 * 1024)]
)
def test_what_is_not_recognised_is_said_and_kept(page, lang, text):
    document = page(
        f"/{lang}/measured", 400, method="POST", data={"paste": text[:1000]}
    )
    assert len(document.all("p", class_="err")) == 1
    assert (document.by_id("paste").text or "").strip() == text[:1000]
    assert "<script>alert" not in document.html


def test_a_paste_of_256_kib_is_read(client):
    line = "SpecDecoding metrics: Mean acceptance length: 2.00, Accepted: 10 tokens, "
    line += "Drafted: 10 tokens, Per-position acceptance rate: 1.000, Avg Draft "
    line += "acceptance rate: 100.0%\n"
    text = line + "é,%" * ((256 * 1024 - len(line)) // 4)
    response = client.post("/en/measured", data={"paste": text})
    assert response.status_code == 303
    longer = client.post("/en/measured", data={"paste": text + "x" * 1000})
    assert longer.status_code == 400


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "alpha"),
    [
        ("measured_gamma=5&measured_share_percent=70", 88.3),
        ("measured_gamma=5&measured_tau=2.94117", 70.0),
        ("measured_gamma=3&num_drafts=100&num_accepted_tokens=153", 69.9),
        ("per_position=0.7+0.49+0.343", 70.0),
        ("per_position=70;49;34,3", 70.0),
    ],
)
def test_by_hand_there_are_four_ways(page, lang, query, alpha):
    document = page(f"/{lang}/measured?{query}")
    hero = document.text(document.all("span", class_="hn")[0]).replace(",", ".")
    assert isclose(alpha, float(hero), abs_tol=0.6)


@pytest.mark.parametrize(
    "query",
    [
        "measured_gamma=5&measured_share_percent=70&measured_tau=3",
        "measured_gamma=2&measured_tau=5",
        "measured_gamma=2&num_drafts=10&num_accepted_tokens=21",
        "measured_gamma=2&per_position=0.5+0.4+0.3",
        "measured_tau=2&num_drafts=10",
        "measured_gamma=x&measured_tau=2",
        "c_percent=-1",
        "verify_overhead_percent=x",
        "per_position=0.5+0.6",
        "per_position=oh",
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_refused_in_words(page, lang, query):
    document = page(f"/{lang}/measured?{query}", 400)
    assert document.all("p", class_="err")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("measured_gamma=5", {"en": "one more", "de": "eine weitere"}),
        ("measured_share_percent=70", {"en": "per cycle too", "de": "pro Zyklus"}),
        ("measured_gamma=5&num_drafts=9", {"en": "both", "de": "beide"}),
    ],
)  # fmt: skip
def test_what_is_still_to_be_entered_is_no_error(page, lang, query, asked):
    assert asked[lang] in page(f"/{lang}/measured?{query}").html


def test_a_mean_above_gamma_and_one_is_refused_at_its_own_field(page):
    document = page("/en/measured?measured_gamma=2&measured_tau=5", 400)
    assert document.by_id("measured_tau").get("aria-invalid") == "true"
    assert document.by_id("measured_share_percent").get("aria-invalid") is None


def test_nothing_drafted_is_no_acceptance_rate_of_zero(client, page):
    raw = next(c["raw"] for c in CASES if c["id"] == "vllm-offline-zero-drafts")
    response = client.post("/en/measured", data={"paste": raw})
    document = page(response.headers["Location"].partition("#")[0])
    said = document.text(document.all("p", class_="verdict")[0])
    assert "speculation did not run" in said
    assert "0.0" not in document.text(document.by_id("readings"))
    assert document.all("p", class_="pin") == []


def test_a_multipart_form_is_read_too(client):
    raw = next(c["raw"] for c in CASES if c["id"] == "aiperf-record")
    response = client.post(
        "/en/measured", data={"paste": raw}, content_type="multipart/form-data"
    )
    assert response.status_code == 303


def test_more_readings_than_fit_into_an_address_are_counted(client, page):
    names = 'vllm:spec_decode_num_{}_total{{model_name="m{}"}} {}'
    lines = [
        names.format(name, model, value + model)
        for model in range(60)
        for name, value in (
            ("drafts", 100),
            ("draft_tokens", 500),
            ("accepted_tokens", 200),
        )
    ]
    kept = "?pin=70_5_15&alpha_percent=81"
    response = client.post("/en/measured" + kept, data={"paste": "\n".join(lines)})
    target = response.headers["Location"].partition("#")[0]
    values = parse_qs(urlsplit(target).query)
    assert len(target) < 6200
    assert int(values["left_out"][0]) == 60 - len(values["reading"])
    assert values["pin"] == ["70_5_15"]
    assert "did not fit" in page(target).html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_engine_format_and_what_is_missing_are_said(client, page, lang, case):
    location = client.post(f"/{lang}/measured", data={"paste": case["raw"]}).headers[
        "Location"
    ]
    document = page(f"{location.partition('#')[0]}&detail=1")
    words = document.text(document.by_id("readings"))
    for measurement in read(case["raw"]).measurements:
        assert measurement.engine in ENGINE_NAMES
        assert measurement.format in FORMAT_NAMES
    if (
        lang == "en"
        and case["expected"]["tau"]
        and case["expected"]["alpha_mle"] is None
    ):
        trees = "The drafts are trees" in words
        assert trees or "What could not be determined, and why" in words


@pytest.mark.parametrize("extra", ["", "&verify_overhead_percent=20"])
def test_shorter_drafts_are_priced_at_the_visitors_costs(page, extra):
    document = page(f"/en/measured?reading={READING}&c_percent=30{extra}")
    rates = (0.983, 0.949, 0.915, 0.881, 0.712)
    rows = list(document.all("table", class_="vals")[0].iter("tr"))[1:]
    overhead = 0.2 if extra else 0.0
    for gamma, row in enumerate(rows, start=1):
        speedup = (1 + sum(rates[:gamma])) / (1 + overhead + gamma * 0.3)
        assert f"{speedup:.2f}" in document.text(row)


def test_a_free_draft_stays_free(page):
    document = page(f"/en/measured?reading={READING}&c_percent=0")
    assert document.by_id("c_percent").get("value") == "0"
    assert "c_percent=0" in document.by_id("nav").find(".//a").get("href")


@pytest.mark.parametrize(
    "text",
    ["x", "vllm~log~g0", "vllm~log~t0.5", "vllm~log~zz", "vllm~log~knope", "~~",
     "vllm~log~p0.5_0.9", "vllm~log~g2~t9~v~m1", "vllm~log~g5~t2~v~m0.9",
     "vllm~log~t2", "vllm~log~g1~p0.9_0.8", "vllm~log~t1e400~v",
     "vllm~log~tnan", "vllm~log~g" + "9" * 5000, "<b>~log"],
)  # fmt: skip
def test_a_reading_that_is_none_is_left_out_with_a_note(page, text):
    found, wrong = read_readings([text, READING])
    assert (len(found), wrong) == (1, 1)
    document = page("/en/measured?" + urlencode({"reading": text[:500]}))
    assert "left out" in document.text(document.by_id("readings"))


def document_hero(document) -> float:
    return float(document.text(document.all("span", class_="hn")[0]).replace(",", "."))


def test_every_note_and_problem_has_words():
    assert set(NOTES) == set(Note)
    assert set(PROBLEMS) == set(Problem)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_pages_carry_the_readings(page, lang):
    document = page(f"/{lang}/measured?reading={READING}&alpha_percent=81")
    links = [a.get("href") for a in document.by_id("nav").iter("a")]
    assert all("reading=" in link and "alpha_percent=81" in link for link in links)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_calculator_says_that_alpha_is_not_the_logs_share(page, lang):
    document = page(f"/{lang}/")
    link = next(document.by_id("lognote").iter("a"))
    assert f"/{lang}/measured" in link.get("href")


def test_every_engine_that_a_reader_names_has_a_name_on_the_page():
    modules = [importlib.import_module(reader.__module__) for reader in ENGINES]
    names = {getattr(module, "ENGINE", "unknown") for module in modules}
    assert 10 < len(names)
    assert names <= set(ENGINE_NAMES)


def hand_link(document):
    return next(
        a.get("href")
        for p in document.all("p", class_="pin")
        for a in p.iter("a")
        if a.get("href").endswith("#by-hand")
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("Decode batch, accept len: 2.95, gen throughput", "measured_tau", "2.95"),
        (
            "draft acceptance rate = 0.60000 (   60 accepted /   100 generated)",
            "measured_share_percent",
            "60",
        ),
    ],
)
def test_where_only_gamma_is_missing_it_can_be_entered(page, lang, line, key, value):
    (reading,) = map(write_reading, read(line).measurements)
    document = page(f"/{lang}/measured?reading={reading}")
    link = hand_link(document).partition("#")[0]
    assert dict(parse_qsl(urlsplit(link).query))[key] == value
    asked = page(link)
    assert asked.by_id("by-hand").get("open") is not None
    assert asked.all("p", class_="note")[0].find("a").get("href") == "#by-hand"
    whole = page(f"{link}&measured_gamma=4")
    assert len(whole.all("p", class_="hero")) == 1
    assert len(list(whole.all("table", class_="readings")[0].iter("tr"))) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_share_below_one_percent_is_asked_about(page, lang):
    document = page(f"/{lang}/measured?measured_gamma=3&measured_share_percent=0.508")
    (ask,) = document.all("p", class_="ask")
    meant = dict(parse_qsl(urlsplit(ask.find("a").get("href")).query))
    assert meant["measured_share_percent"] == "50.8"


def pins(document) -> list[str]:
    return [a.get("href") for p in document.all("p", class_="pin") for a in p.iter("a")]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["vLLM", "llama.cpp", "SGLang"])
def test_the_calculator_gets_alpha_and_gamma(page, lang, name):
    reading = dict(EXAMPLES)[name]
    links = pins(page(f"/{lang}/measured?reading={reading}&c_percent=7"))
    values = parse_qs(urlsplit(links[0]).query)
    one = read_reading(reading)
    assert values["gamma"] == [str(one.gamma)]
    assert isclose(float(values["alpha_percent"][0]), 100 * one.alpha_moment)
    assert values["c_percent"] == ["7"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reading_leads_to_the_runs_with_all_it_knows(page, lang):
    speeds = "tokens_per_second=50&speculative_tokens_per_second=12,5 ms"
    document = page(f"/{lang}/measured?reading={READING}&{speeds}&pin=70_5_15")
    link = pins(document)[1]
    values = parse_qs(urlsplit(link).query)
    assert f"/{lang}/runs?" in link
    assert values["run"] == [",0,,50", ",5,5.440678,80"]
    assert values["per_position"] == ["0.983 0.949 0.915 0.881 0.712"]
    assert values["pin"] == ["70_5_15"]
    assert values["reading"] == [READING]
    assert "1.60" in page(link).text().replace(",", ".")


def test_a_paste_with_speeds_offers_them_on_the_page_of_runs(client, page):
    report = """============ Serving Benchmark Result ============
Successful requests:                     200
Maximum request concurrency:             8
Output token throughput (tok/s):         640.00
Mean TPOT (ms):                          12.50
Mean ITL (ms):                           32.28
---------------Speculative Decoding---------------
Acceptance rate (%):                     52.76
Acceptance length:                       2.58
Drafts:                                  37600
Draft tokens:                            112800
Accepted tokens:                         59511
"""
    response = client.post("/en/measured", data={"paste": report})
    document = page(response.headers["Location"].partition("#")[0])
    link = next(link for link in pins(document) if "/en/runs?" in link)
    (run,) = parse_qs(urlsplit(link).query)["run"]
    assert run.startswith("8,3,2.58")
    assert run.endswith(",640")


def test_speeds_without_acceptance_lead_to_the_runs_too(client, page):
    table = "| c | baseline tok/s | K=3 tok/s |\n|---|---|---|\n| 1 | 40 | 60 |\n"
    response = client.post("/en/measured", data={"paste": table})
    assert response.status_code == 303
    document = page(response.headers["Location"].partition("#")[0])
    assert "speeds" in document.text(document.all("p", class_="verdict")[0])
    assert any("/en/runs?" in link for link in pins(document))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_old_links_with_runs_lead_to_the_page_of_runs(client, page, lang):
    query = "run1_gamma=1&run1_tau=1.884&run1_speed=1.2030&run3_gamma=2&run3_tau=2.63"
    query += "&run3_speed=20 ms&tpot_ms=25&pin=70_5_15"
    response = client.get(f"/{lang}/measured?reading={READING}&{query}")
    assert response.status_code == 302
    target = response.headers["Location"]
    values = parse_qs(urlsplit(target).query)
    assert values["run"] == [",0,,40", ",1,1.884,1.203", ",2,2.63,50"]
    assert (values["pin"], values["reading"]) == (["70_5_15"], [READING])
    assert page(target).all("span", class_="hn")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_readings_stand_as_one_table(page, lang):
    readings = "&".join(f"reading={reading}" for _, reading in EXAMPLES)
    document = page(f"/{lang}/measured?{readings}")
    (table,) = document.all("table", class_="readings")
    assert len(list(table.iter("tr"))) == 4
    assert document.all("p", class_="hero") == []
    details = page(f"/{lang}/measured?{readings}&detail=2")
    assert len(details.all("p", class_="hero")) == 1
    assert isclose(79.3, document_hero(details), abs_tol=0.1)


@pytest.mark.parametrize(
    ("query", "gamma"),
    [("measured_share_percent=65&measured_tau=2.3", "2"),
     ("measured_share_percent=70&measured_tau=4.5&measured_gamma=5", "5")],
)  # fmt: skip
def test_a_rate_and_a_length_that_fit_tell_the_draft_length(page, query, gamma):
    document = page(f"/en/measured?{query}")
    assert dict(parse_qsl(urlsplit(pins(document)[0]).query))["gamma"] == gamma


def test_a_paste_takes_along_what_forms_mjs_sends(client):
    response = client.post(
        "/en/measured?c_percent=30",
        data={
            "paste": "accept len: 2.95, accept rate: 0.65",
            "c_percent": "20",
            "measured_gamma": "4",
        },
    )
    values = parse_qs(urlsplit(response.headers["Location"]).query)
    assert values["c_percent"] == ["20"]
    assert "measured_gamma" not in values
