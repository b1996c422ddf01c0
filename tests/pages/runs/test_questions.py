"""Questions that people asked with their numbers, and the answers the page gives."""

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

QUESTIONS = {
    question["id"]: question["numbers"]
    for question in json.loads(
        (Path(__file__).parents[2] / "reference" / "questions.json").read_text("utf-8")
    )
}


@pytest.fixture
def said(client, page):
    """Return what the page says to runs as typed, in English, white space folded."""

    def ask(*runs: tuple, **more: str) -> str:
        names = ("concurrency", "gamma", "tau", "speed")
        cells = [
            (f"run_{name}", str(value))
            for run in runs
            for name, value in zip(names, run, strict=True)
        ]
        response = client.get("/en/runs?" + urlencode([*cells, *more.items()]))
        assert response.status_code == 302
        document = page(response.headers["Location"].partition("#")[0])
        return document.text(document.by_id("main"))

    return ask


def test_k1_is_eaten_by_the_price_of_checking_as_the_load_grows(said):
    speeds = QUESTIONS["k1-why-faster-and-load"]["tpot_ms_base_spec_by_qps"]
    runs = [
        run
        for qps, (plain, drafted) in speeds.items()
        for run in ((qps, 0, "", f"{plain:.4f}"), (qps, 1, "81.6 %", f"{drafted:.4f}"))
    ]
    text = said(*runs, unit="tpot_ms")

    assert "At 8 requests your model writes about as fast" in text
    assert "At 1 request it is 1.63×" in text
    for cost in ("1.11", "1.54", "1.44", "1.60", "1.80"):
        assert cost in text
    assert "it is the cost that changes, not the drafts" in text
    assert "More than the tokens per cycle, 1.82×, the speedup can never be" in text


def test_a_fixed_cost_is_no_fault_of_the_drafts(said):
    numbers = QUESTIONS["mtp1-966-percent-slower"]
    plain, drafted = numbers["speeds"]
    text = said(("", 0, "", plain), ("", 1, numbers["tau"], drafted))

    assert "only 0.375× as fast" in text
    assert "costs 5.24 plain passes" in text
    assert "15.3 ms instead of 2.9 ms" in text
    assert "about 4.2 passes on something else" in text
    assert "at 2 tokens per cycle, it would be only 0.381×" in text
    assert "no draft length helps" in text
    assert "best γ" not in text
    assert "41" not in text


def test_a_lower_rate_of_a_longer_draft_is_named_and_n1_told(said):
    numbers = QUESTIONS["n-max-and-p-min"]
    text = said(
        ("", 0, "", numbers["baseline"]), ("", 3, "34 %", 23.5), ("", 2, "54 %", 29.6)
    )

    assert "2.02 tokens per cycle are fewer than with a shorter draft" in text
    assert "3 draft tokens" in text
    assert "1.04 + 0.419 · γ" in text
    assert "Best with these costs: one draft token, 1.13×" in text
    assert "not measured" in text


def test_a_rate_of_the_sure_drafts_alone_is_no_speed(said):
    numbers = QUESTIONS["n-max-and-p-min"]
    rows = [("", 0, "", numbers["baseline"])]
    rows += [("", name[2], rate, speed) for name, speed, rate in numbers["rows"]]
    text = said(*rows)

    assert (
        "Tokens per cycle range from 2.08 to 2.94, yet the speeds differ by 3%" in text
    )
    assert "Compare speeds, not rates" in text


def test_one_length_gives_a_range_and_the_advice_to_measure_k1(said):
    numbers = QUESTIONS["eagle3-k3-69-percent-at-0"]
    text = said(
        ("", 0, "", numbers["baseline"]),
        ("", 3, "", numbers["k3"]),
        per_position=" ".join(map(str, numbers["p"])),
    )

    assert "0.94×" in text
    assert "costs 1.79 plain passes" in text
    assert "With one draft token it is between 0.94× and 1.34×" in text
    assert "Measure one more length, best 1" in text


def test_free_drafts_are_not_free_to_check(said):
    numbers = QUESTIONS["eagle3-k3-69-percent-at-0"]
    speed, rate = numbers["ngram_k5"]
    text = said(("", 0, "", numbers["baseline"]), ("", 5, rate, speed))

    assert "A cycle yields 2.35 tokens and costs 3.27 plain passes" in text
    assert "Checking 6 tokens is far from free here" in text
    assert "many passes had no draft at all" in text


def test_a_sweep_of_lengths_names_the_fastest_and_the_line(said):
    numbers = QUESTIONS["kobold-n-max-sweep"]
    rows = [("", 0, "", numbers["baseline"]), *[("", *row) for row in numbers["rows"]]]
    text = said(*rows, ("", 0, 0.44, 44.37))

    assert "fastest with one draft token: 1.33×" in text
    for speedup in ("1.33", "1.26", "1.23", "1.16", "0.86"):
        assert speedup in text
    for cost in ("1.11", "1.26", "1.37", "1.55", "2.19"):
        assert cost in text
    assert "0.94 + 0.155 · γ" in text
    assert "Run 7 was left out: with 0 draft tokens nothing can be accepted" in text
    assert "--spec-draft-n-max 1" in text


@pytest.mark.parametrize("typed", ["65", "65 %"])
def test_a_length_that_no_chain_reaches_is_a_trees(page, typed):
    tau = QUESTIONS["alpha-.65-but-3.25"]["tau"]
    query = urlencode({"measured_share_percent": typed, "measured_tau": tau})
    text = page(f"/en/measured?{query}").text()

    assert "never get beyond 1/(1 − α) = 2.857 tokens per cycle" in text
    assert "3.25 is what a tree reaches" in text
    assert "A chain of 5 draft tokens would need an α of 74%" in text
