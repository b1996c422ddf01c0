"""“What is my c?”: measured costs to load, each with its source."""

from urllib.parse import parse_qs, urlsplit

import pytest

from app.i18n.languages import LANGUAGES
from app.pages.calculator.cycle_costs import CYCLE_COSTS

TPOT_WITHOUT = 7.07
EAGLE = {
    "eagle1": (
        (2.1, 2.29, 2.39, 2.43, 2.45, 2.47),
        (4.37, 4.29, 4.48, 4.71, 4.94, 5.2),
    ),
    "eagle3": (
        (2.36, 2.79, 3.08, 3.32, 3.46, 3.54),
        (4.32, 4.09, 4.05, 4.13, 4.2, 4.29),
    ),
}
"""Mean tokens per cycle and TPOT in ms at gamma 2 to 7: vLLM #20780."""

SPEED_7B = 79.75
SPEEDS = {"llama_1b": 264.83, "llama_160m": 712.15}
"""Tokens per second of each model alone: llama.cpp #8499."""


def cost(draft: str):
    return next(one for one in CYCLE_COSTS if one.draft == draft)


@pytest.mark.parametrize("draft", EAGLE)
def test_the_heads_cost_what_their_source_measured(draft):
    one = cost(draft)
    for gamma, (tau, tpot) in enumerate(zip(*EAGLE[draft], strict=True), start=2):
        measured = tau * tpot / TPOT_WITHOUT
        line = 1 + one.verify_overhead + gamma * one.c
        assert measured == pytest.approx(line, rel=0.03)


@pytest.mark.parametrize("draft", SPEEDS)
def test_separate_models_cost_the_quotient_of_their_speeds(draft):
    assert SPEED_7B / SPEEDS[draft] == pytest.approx(cost(draft).c, abs=5e-4)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_cost_is_a_link_that_keeps_the_other_values(page, lang):
    query = "?alpha_percent=80&gamma=4&c_percent=15&ttft_ms=100&pin=70_5_15"
    document = page(f"/{lang}/{query}")
    links = [
        {key: v[0] for key, v in parse_qs(urlsplit(a.get("href")).query).items()}
        for a in document.by_id("cost-links").iter("a")
        if a.get("href").startswith(f"/{lang}/?")
    ]
    kept = {"alpha_percent": "80", "gamma": "4", "ttft_ms": "100", "pin": "70_5_15"}

    assert [
        {"c_percent": "14.7", "verify_overhead_percent": "17"} | kept,
        {"c_percent": "10.5", "verify_overhead_percent": "9"} | kept,
        {"c_percent": "30.1"} | kept,
        {"c_percent": "11.2"} | kept,
        {"c_percent": "0"} | kept,
    ] == links


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_blank_c_can_be_filled_in(page, lang):
    """Who has an EAGLE head, an alpha and no c is one link away from a result."""
    document = page(f"/{lang}/?alpha_percent=75&gamma=3&c_percent=")
    first = next(document.by_id("cost-links").iter("a"))
    outcome = page(first.get("href"))

    assert "1" == outcome.text(outcome.all("span", class_="hn")[0])[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_drafts_people_look_for_are_named(page, lang):
    document = page(f"/{lang}/")
    for place in ("cost-links", "main"):
        words = document.text(document.by_id(place))
        assert all(name in words for name in ("EAGLE-3", "MTP", "n-gram", "DFlash"))
