"""docs/measurements.md: every line is read, every number is what comes out."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from app.engines import read
from app.model.acceptance import AcceptanceProfile, profile_from_rates
from app.model.speedup import Costs, best_point, evaluate

TEXT = (Path(__file__).parents[2] / "docs" / "measurements.md").read_text("utf-8")
PASTES = dict(re.findall(r"```(\S+)\n(.*?)```", TEXT, re.DOTALL))
PROSE = " ".join(re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL).split())


def says(*numbers: str) -> None:
    for number in numbers:
        assert number in PROSE, number


def speedup(alpha: float, gamma: int, c: float, overhead: float = 0.0) -> str:
    profile = AcceptanceProfile.constant(alpha)
    return f"{evaluate(profile, gamma, Costs(c, overhead)).speedup:.2f}"


@pytest.fixture
def measured():
    return {name: read(text).measurements[0] for name, text in PASTES.items()}


def test_vllm(measured):
    one = measured["vllm"]
    assert (944, 3162, 6) == (
        one.num_accepted_tokens,
        one.num_draft_tokens,
        one.gamma,
    )
    says(f"{100 * one.accepted_per_drafted:.1f} %", f"944/{one.num_drafts:.0f}")
    says(f"{one.tau:.2f}", f"α = {100 * one.alpha_moment:.1f} %")
    profile = profile_from_rates(one.per_position)
    for c in (0.05, 0.1):
        best = best_point(profile, Costs(c))
        says(f"{best.speedup:.2f}", f"{evaluate(profile, 6, Costs(c)).speedup:.2f}")
    assert 4 == best_point(profile, Costs(0.05)).gamma
    assert 3 == best_point(profile, Costs(0.1)).gamma


def test_llama_cpp(measured):
    one = measured["llama.cpp"]
    assert 1 == one.gamma
    says(f"**{100 * one.alpha_moment:.1f} %**", f"τ = {one.tau:.2f}")
    says(f"S = {speedup(one.alpha_moment, 1, 0.1)}")
    measured_speedup = 68 / 63
    cost = one.tau / measured_speedup
    overhead = cost - 1 - 0.1
    says(f"{measured_speedup:.2f}", f"{cost:.2f} plain", f"{100 * overhead:.1f} %")
    profile = AcceptanceProfile.constant(one.alpha_moment)
    best = best_point(profile, Costs(0.1, overhead))
    says(f"has {best.gamma} tokens, with S = {best.speedup:.2f}")


def test_sglang(measured):
    one = measured["sglang"]
    assert 3 == one.gamma
    says(f"mean of {one.tau:.2f}", f"α = {100 * one.alpha_moment:.1f} %")
    says(f"{100 * one.accepted_per_drafted:.1f} %")
    alpha = one.alpha_moment
    says(f"S = {speedup(alpha, 3, 0.1)}, two {speedup(alpha, 2, 0.1)}, one")
    says(f"one {speedup(alpha, 1, 0.1)}", speedup(alpha + 0.1, 3, 0.1))


def test_the_runs_lead_to_the_line_and_the_length_named(page):
    link = re.search(r"`(/en/runs\?\S+)`", TEXT)[1]
    rows = re.findall(r"^\| (\d) \| ([\d.]+) \| ([\d.]+) \|$", TEXT, re.M)
    runs = [value for key, value in parse_qsl(urlsplit(link).query) if key == "run"]
    assert runs[1:] == ["," + ",".join(row) for row in rows]

    said = page(link).text()
    assert "1.02 + 0.525" in said
    assert "Best with these costs: 2 draft tokens, 1.27×" in said
    says("1.02 + 0.525", "S = 1.27", "two tokens")
