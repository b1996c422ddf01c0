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
STILL = {"en": "still missing", "de": "fehlt noch"}
READING = dict(EXAMPLES)["vLLM"]


def facts(document) -> str:
    return " ".join(document.text(e) for e in document.all("dl", class_="facts"))


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
        "speculative_tokens_per_second=0",
        "run1_gamma=2&run1_tau=2&run1_speed=1.203",
        "per_position=0.5+0.6",
        "per_position=oh",
        "tokens_per_second=nan",
        "run1_gamma=2&run1_tau=4&run1_speed=3&tokens_per_second=1",
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
        ("run1_gamma=2&run1_speed=3&tokens_per_second=1", STILL),
        ("run1_gamma=2&run1_tau=2&run1_speed=3", STILL),
    ],
)  # fmt: skip
def test_what_is_still_to_be_entered_is_no_error(page, lang, query, asked):
    assert asked[lang] in page(f"/{lang}/measured?{query}").html


def test_a_mean_above_gamma_and_one_is_refused_at_its_own_field(page):
    document = page("/en/measured?measured_gamma=2&measured_tau=5", 400)
    assert document.by_id("measured_tau").get("aria-invalid") == "true"
    assert document.by_id("measured_share_percent").get("aria-invalid") is None


def test_the_summary_names_the_run(page):
    query = "tokens_per_second=1&run1_gamma=x&run3_gamma=2&run3_tau=9&run3_speed=2"
    summary = page(f"/en/measured?{query}", 400).all("section", class_="errsum")[0]
    words = ["".join(item.itertext()).strip()[:6] for item in summary.iter("li")]
    assert ["Run 1:", "Run 3:"] == words


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
    document = page(location.partition("#")[0])
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


def test_with_speeds_shorter_drafts_are_priced_at_the_real_cost(page):
    speeds = "tokens_per_second=50&speculative_tokens_per_second=90&c_percent=10"
    document = page(f"/en/measured?reading={READING}&{speeds}")
    rows = list(document.all("table", class_="vals")[0].iter("tr"))
    assert "1.80" in document.text(rows[-1])


def test_a_free_draft_stays_free(page):
    document = page(f"/en/measured?reading={READING}&c_percent=0")
    assert document.by_id("c_percent").get("value") == "0"
    assert "c_percent=0" in document.by_id("nav").find(".//a").get("href")


def test_a_speed_above_the_tokens_per_pass_is_called_impossible(page):
    speeds = "tokens_per_second=50&speculative_tokens_per_second=400"
    document = page(f"/en/measured?reading={READING}&{speeds}")
    assert "higher than these tokens per pass allow" in document.html
    assert document.all("p", class_="pin") == []


def test_a_negative_overhead_is_said_and_c_lowered_instead(page):
    speeds = "tokens_per_second=50&speculative_tokens_per_second=200"
    document = page(f"/en/measured?reading={READING}&{speeds}")
    said = document.text(document.all("p", class_="said")[0])
    assert "-39.0%" in said.replace("\N{MINUS SIGN}", "-")
    assert "c = 7.2%" in said


def test_a_reading_can_be_entered_among_the_runs(page):
    query = f"reading={READING}&tokens_per_second=50&speculative_tokens_per_second=90"
    document = page(f"/en/measured?{query}&run1_gamma=2&run1_tau=2.4&run1_speed=80")
    link = document.all("p", class_="pin")[1].find("a").get("href")
    values = dict(parse_qsl(urlsplit(link).query))
    assert (values["run2_gamma"], values["run2_speed"]) == ("5", "90")
    assert values["run2_tau"] == "5.440678"
    after = page(link.partition("#")[0])
    assert "A cycle costs" in after.html


def test_beside_a_speed_of_one_three_decimals_are_no_thousands(page):
    query = "tokens_per_second=1&run1_gamma=2&run1_tau=2.63&run1_speed=1.282"
    assert "One run fixes only one number" in page(f"/en/measured?{query}").html


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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("after", [55, 90, 130])
@pytest.mark.parametrize("name", ["vLLM", "llama.cpp", "SGLang"])
def test_the_calculator_gets_the_measured_speedup(page, lang, name, after):
    reading = dict(EXAMPLES)[name]
    query = f"reading={reading}&tokens_per_second=50"
    document = page(f"/{lang}/measured?{query}&speculative_tokens_per_second={after}")
    links = [
        link
        for p in document.all("p", class_="pin")
        for a in p.iter("a")
        if "alpha_percent=" in (link := a.get("href"))
    ]
    if after / 50 > read_reading(reading).tau:
        assert links == []
        return
    values = parse_qs(urlsplit(links[0]).query)
    calculator = page(links[0])
    hero = document_hero(calculator)
    assert isclose(after / 50, hero, abs_tol=0.006)
    assert values["gamma"] == [str(read_reading(reading).gamma)]
    answer = {k: float(v[0]) for k, v in values.items() if k.endswith("_percent")}
    assert min(answer.values()) >= 0


def document_hero(document) -> float:
    return float(document.text(document.all("span", class_="hn")[0]).replace(",", "."))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_runs_at_several_lengths_show_the_real_cost(page, lang):
    sweep = [
        (1, 1.884, "1.2030"),
        (2, 2.63, "1.2820"),
        (3, 3.138, "1.2120"),
        (4, 3.568, "1.1380"),
    ]
    query = [("tokens_per_second", "1")]
    for number, (gamma, tau, speed) in enumerate(sweep, start=1):
        query += [
            (f"run{number}_gamma", gamma),
            (f"run{number}_tau", tau),
            (f"run{number}_speed", speed),
        ]
    document = page(f"/{lang}/measured?{urlencode(query)}")
    said = document.text(document.all("p", class_="said")[0]).replace(",", ".")
    assert "1.02 + 0.52" in said
    assert "= 2" in said
    links = [
        a.get("href") for p in document.all("p", class_="pin") for a in p.iter("a")
    ]
    values = dict(parse_qsl(urlsplit(links[0]).query))
    assert values["gamma"] == "2"
    assert isclose(2.63 / 2.073, document_hero(page(links[0])), abs_tol=0.01)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_run_alone_says_what_it_cannot_tell(page, lang):
    document = page(
        f"/{lang}/measured?run1_gamma=2&run1_tau=2.4&run1_speed=60&tokens_per_second=40"
    )
    said = document.text(document.all("p", class_="said")[0])
    assert "30" in said
    assert {"de": "nur eine Zahl", "en": "only one number"}[lang] in said


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
    assert len(whole.all("p", class_="hero")) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_share_below_one_percent_is_asked_about(page, lang):
    document = page(f"/{lang}/measured?measured_gamma=3&measured_share_percent=0.508")
    (ask,) = document.all("p", class_="ask")
    meant = dict(parse_qsl(urlsplit(ask.find("a").get("href")).query))
    assert meant["measured_share_percent"] == "50.8"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_time_per_token_is_a_speed_everywhere(page, lang):
    query = f"reading={READING}&tpot_ms=25&speculative_tokens_per_second=12,5 ms"
    document = page(
        f"/{lang}/measured?{query}&run1_gamma=2&run1_tau=2.4&run1_speed=20ms"
    )
    said = [
        document.text(p).replace(",", ".") for p in document.all("p", class_="said")
    ]
    assert "2.00" in said[0]
    assert "1.25" in facts_of_runs(document)
    ms = {"de": "12,5\u00a0ms", "en": "12.5\u00a0ms"}[lang]
    assert document.by_id("speculative_tokens_per_second").get("value") == ms
    link = document.by_id("nav").find(".//a").get("href")
    carried = dict(parse_qsl(urlsplit(link).query))
    assert carried["speculative_tokens_per_second"] == "12.5 ms"
    assert carried["run1_speed"] == "20 ms"


def facts_of_runs(document) -> str:
    return document.text(document.all("table", class_="fitted")[0]).replace(",", ".")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_speeds_alone_are_divided(page, lang):
    speeds = "tokens_per_second=50&speculative_tokens_per_second=75"
    verdict = page(f"/{lang}/measured?{speeds}").all("p", class_="verdict")[0]
    assert "1.50" in page(f"/{lang}/measured?{speeds}").text(verdict).replace(",", ".")


def runs_query(*runs, before="1"):
    query = [("tokens_per_second", before)]
    for number, (gamma, tau, speed) in enumerate(runs, start=1):
        values = {"gamma": gamma, "tau": tau, "speed": speed}
        query += [(f"run{number}_{name}", value) for name, value in values.items()]
    return urlencode(query)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_runs_faster_than_their_tau_get_no_best_length(page, lang):
    query = runs_query((1, "1.5", "2"), (3, "2.2", "2.5"))
    document = page(f"/{lang}/measured?{query}")
    (note,) = document.all("p", class_="note")
    assert "1, 3" in document.text(note)
    assert document.all("p", class_="pin") == []
    assert document.all("b", class_="best") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_best_length_beyond_the_runs_is_called_so(page, lang):
    query = runs_query((2, "2.44", "2.2"), (4, "3.36", "2.9"))
    said = page(f"/{lang}/measured?{query}").all("p", class_="said")[0]
    assert {"de": "verlängert", "en": "carried on"}[lang] in page(
        f"/{lang}/measured?{query}"
    ).text(said)


@pytest.mark.parametrize(("speed", "before"), [("1000000", "0.0001"), ("0,001", "1e6")])
def test_runs_beyond_all_bounds_are_called_so(page, speed, before):
    query = runs_query((2, "2.4", speed), before=before)
    assert "Check the speeds" in page(f"/en/measured?{query}").html


def test_a_wrong_speed_of_a_run_is_the_one_error(page):
    document = page(f"/en/measured?{runs_query((2, '2.4', 'x'))}", status=400)
    assert STILL["en"] not in document.html


def test_a_paste_takes_along_what_forms_mjs_sends(client):
    response = client.post(
        "/en/measured?tokens_per_second=30&run1_gamma=2",
        data={
            "paste": "accept len: 2.95, accept rate: 0.65",
            "tokens_per_second": "50",
            "run1_gamma": "3",
            "measured_gamma": "4",
        },
    )
    values = parse_qs(urlsplit(response.headers["Location"]).query)
    assert values["tokens_per_second"] == ["50"]
    assert values["run1_gamma"] == ["3"]
    assert "measured_gamma" not in values
