"""Numbers that sentences state: the same as calculated, or as the constants say."""

import re

import pytest

from app.i18n.languages import LANGUAGES, Language
from app.model.acceptance import (
    AcceptanceProfile,
    alpha_from_accepted_per_drafted,
)
from app.model.demonstration import TARGET_ORDER
from app.model.sampling import MAX_RUN_TOKENS
from app.model.speedup import Costs, evaluate
from app.pages.demo.steps import NEIGHBOUR_TOKENS

EXAMPLE = evaluate(AcceptanceProfile.constant(0.7), 5, Costs(0.15))


def speedup(alpha: float, c: float = 0.15) -> float:
    return evaluate(AcceptanceProfile.constant(alpha), 5, Costs(c)).speedup


def section(document, heading: str) -> str:
    """Return the text that follows a heading, up to the next one."""
    words = document.text()
    start = words.index(document.text(document.by_id(heading)))
    return words[start : start + 1500]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_worked_examples_sentences_state_what_is_calculated(page, lang):
    language = Language(lang)
    words = section(page(f"/{lang}/"), "example")
    for shown in (
        language.percent(0.7, 0),
        language.number(EXAMPLE.tau),
        language.number(EXAMPLE.speedup, 1),
        language.number(speedup(0.9)),
        language.number(speedup(0.7, 0.4)),
    ):
        assert shown in words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("path", "heading"), [("", "faq-log"), ("measured", "two-rates")]
)
def test_what_a_log_calls_acceptance_rate_is_calculated(page, lang, path, heading):
    language = Language(lang)
    real = alpha_from_accepted_per_drafted(0.7, 5)
    words = section(page(f"/{lang}/{path}"), heading)
    for shown in (
        language.percent(real),
        language.number(speedup(real)),
        language.number(EXAMPLE.speedup),
    ):
        assert shown in words
    if not path:
        assert language.percent(EXAMPLE.accepted_per_drafted) in words


PAIRS = ((0.75, 0.02, 3.4), (0.80, 0.04, 2.8), (0.82, 0.11, 1.7))
"""Alpha, c and measured speedup of the presets, at gamma 7 (Leviathan et al.)."""


def test_the_presets_measurements_lie_within_the_range_stated(page):
    document = page("/en/")
    low, high = re.findall(
        r"(0\.\d\d) to (1\.\d\d)", section(document, "faq-measured")
    )[0]
    ratios = [
        measured / evaluate(AcceptanceProfile.constant(alpha), 7, Costs(c)).speedup
        for alpha, c, measured in PAIRS
    ]
    presets = document.text(document.all("p", class_="presets")[0])

    assert low == f"{min(ratios):.2f}"
    assert max(ratios) < float(high)
    assert "3.4, 2.8 and 1.7" in presets


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_demonstrations_limits_are_those_of_its_model(page, lang):
    language = Language(lang)
    words = page(f"/{lang}/demo").text()

    assert language.number(MAX_RUN_TOKENS, 0) in words
    assert re.search(f" {NEIGHBOUR_TOKENS} [Tt]oken", words)
    assert f" {TARGET_ORDER}" in words
