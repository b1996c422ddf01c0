"""The measurements page: from a paste to numbers, by hand, speeds, runs."""

import json
import re
from math import isclose
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest

from app.engines import Note, Problem, read
from app.i18n import LANGUAGES
from app.pages.measured import EXAMPLES
from app.pages.measured_words import NOTES, PROBLEMS
from app.pages.readings import read_reading, read_readings, write_reading

CASES = json.loads(
    (Path(__file__).parents[1] / "engines" / "cases.json").read_text(encoding="utf-8")
)
READING = dict(EXAMPLES)["vLLM"]


def facts(document) -> str:
    return " ".join(document.text(e) for e in document.all("dl", class_="facts"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_first_visit_offers_the_ways_in(page, lang):
    document = page(f"/{lang}/measured")
    assert document.by_id("paste").tag == "textarea"
    assert len(document.all("p", class_="examples")) == 1


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
        "measured_share_percent=70",
        "measured_gamma=5",
        "measured_gamma=2&measured_tau=5",
        "measured_gamma=2&num_drafts=10&num_accepted_tokens=21",
        "measured_gamma=x&measured_tau=2",
        "per_position=0.5+0.6",
        "per_position=oh",
        "tokens_per_second=nan",
        "run1_gamma=2&run1_tau=4&run1_speed=3&tokens_per_second=1",
        "run1_gamma=2&run1_speed=3&tokens_per_second=1",
        "run1_gamma=2&run1_tau=2&run1_speed=3",
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_refused_in_words(page, lang, query):
    document = page(f"/{lang}/measured?{query}", 400)
    assert document.all("p", class_="err")


@pytest.mark.parametrize(
    "text",
    ["x", "vllm~log~g0", "vllm~log~t0.5", "vllm~log~zz", "vllm~log~knope", "~~",
     "vllm~log~p0.5_0.9", "vllm~log~tnan", "vllm~log~g" + "9" * 5000, "<b>~log"],
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
        a.get("href") for p in document.all("p", class_="pin") for a in p.iter("a")
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
