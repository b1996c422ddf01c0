"""The demonstration page: a run, its counts, own text."""

import re
from math import isclose
from urllib.parse import parse_qs, urlsplit

import pytest

from app.demonstration import demonstrate, prose, prose_model
from app.i18n import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_first_visit_shows_a_whole_run(page, app, lang):
    document = page(f"/{lang}/demo")
    with app.app_context():
        run = demonstrate(prose_model(lang), 3, 4, 300, 1)

    cycles = list(document.by_id("cycles").iter("li"))
    text = "".join(document.by_id("runtext").itertext())
    assert len(cycles) == run.num_drafts
    assert text[:300] == "".join(run.tokens)
    for cycle, line in zip(run.cycles, cycles, strict=True):
        drafts = [e for e in line if e.tag in ("b", "del", "s")]
        assert len(drafts) == len(cycle.drafts)
        assert len([e for e in line if e.tag == "b"]) == len(cycle.accepted)
        assert len([e for e in line if e.tag == "ins"]) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_models_learn_the_pages_own_prose(app, lang):
    with app.app_context():
        words = prose(lang)
    assert len(words) > 4000
    assert {"de": "Entwurfsmodell", "en": "draft model"}[lang] in words
    assert "<" not in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_better_draft_is_accepted_more_often(page, lang):
    alphas = []
    for order in (1, 2, 3, 4):
        document = page(f"/{lang}/demo?draft_order={order}&demo_tokens=1500")
        facts = document.text(document.all("dl", class_="facts")[0])
        shares = [
            float(x.replace(",", ".")) for x in re.findall(r"([\d.,]+)\s?%", facts)
        ]
        measured, exact = shares
        assert isclose(measured, exact, abs_tol=8)
        alphas.append(exact)
    assert alphas == sorted(alphas)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "query",
    ["draft_order=5", "draft_order=0", "demo_gamma=17", "demo_tokens=2001", "seed=-1",
     "seed=x", "demo_gamma=2.5"],
)  # fmt: skip
def test_what_is_out_of_range_is_refused(page, lang, query):
    document = page(f"/{lang}/demo?{query}", 400)
    assert len(document.all("p", class_="err")) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_blank_field_asks_for_a_value(page, lang):
    document = page(f"/{lang}/demo?seed=")
    assert document.all("ol", class_="cycles") == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "日本語のテキストを読む。" * 10,
        "👩‍👩‍👧 ja, nein! " * 20,
        '<b>&amp;</b> "x" ' * 10,
        "Zeile eins\r\nZeile zwei\r\n" * 5,
        "ab" * 32000,
    ],
)
def test_any_text_can_be_learnt_and_is_not_kept(page, lang, text):
    document = page(f"/{lang}/demo", method="POST", data={"text": text})
    assert document.headers["Cache-Control"] == "no-store"
    assert document.all("ol", class_="cycles")
    learnt = set("".join(document.by_id("runtext").itertext()))
    assert learnt <= set(text) | {"\n"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", ["", "short", "a" * 500, "xy" * 33000])
def test_a_text_that_cannot_serve_is_refused_and_stays(page, lang, text):
    document = page(f"/{lang}/demo", 400, method="POST", data={"text": text})
    assert len(document.all("p", class_="err")) == 1
    assert (document.by_id("text").text or "").strip() == text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_calculator_gets_alpha_and_gamma(page, lang):
    document = page(f"/{lang}/demo?demo_gamma=6&c_percent=8")
    (link,) = [
        a.get("href") for p in document.all("p", class_="pin") for a in p.iter("a")
    ]
    values = parse_qs(urlsplit(link).query)
    assert values["gamma"] == ["6"]
    assert values["c_percent"] == ["8"]
    assert 0 < float(values["alpha_percent"][0]) < 100
    page(link)


def test_the_same_seed_gives_the_same_page(client):
    one, other = (client.get("/en/demo?seed=7").data for _ in range(2))
    assert one == other
    assert one != client.get("/en/demo?seed=8").data
