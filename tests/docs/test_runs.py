"""docs/runs.md: every table is read, every number is what comes out."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from app.engines.runs import read_runs
from app.model.load import BenchmarkRun, evaluate_load, shorter_draft_ranges
from app.pages.runs.settings import SOURCES, write_settings

TEXT = (Path(__file__).parents[2] / "docs" / "runs.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"```(\S+)\n(.*?)```", TEXT, re.DOTALL))
PROSE = " ".join(re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL).split())


def says(*numbers: str) -> None:
    for number in numbers:
        assert number in PROSE, number


def evaluated(name: str, taus: dict | None = None, gamma: int | None = None):
    runs = [
        BenchmarkRun(
            run.concurrency,
            gamma if run.gamma is None else run.gamma,
            (taus or {}).get(run.gamma, run.tau) if run.gamma != 0 else None,
            run.tpot_ms,
        )
        for run in read_runs(BLOCKS[name]).runs
    ]
    return evaluate_load(runs)


def test_vllm():
    found = evaluated("vllm")
    (row,) = [row for row in found.loads if (row.concurrency, row.gamma) == (32, 2)]
    says(f"**{row.speedup:.2f}×**")
    (last,) = [one for one in found.break_even if one.gamma == 1]
    says(f"between {last.between[0]:g} and {last.between[1]:g} requests")
    says(f"(about {last.estimate:.0f})")
    assert json.loads(BLOCKS["json"]) == json.loads(write_settings(found.schedule).vllm)


def test_vllm_where_it_never_pays():
    rows = evaluated("vllm-mtp", gamma=3).loads
    assert [row.concurrency for row in rows] == [8, 64]
    says(f"S is {rows[0].speedup:.2f} at 8 requests and {rows[1].speedup:.2f} at 64")
    says(f"29.6/14.3 = {rows[0].tau:.2f}")
    assert round((rows[0].tau - 1) / 0.365) == 3


def test_llama_cpp():
    rates = {1: 0.47, 2: 0.30, 3: 0.23, 4: 0.20, 8: 0.11}
    taus = {gamma: 1 + gamma * rate for gamma, rate in rates.items()}
    found = evaluated("llama.cpp", taus)
    says(", ".join(f"{row.speedup:.2f}" for row in found.loads[:4]))
    says(f"and {found.loads[4].speedup:.2f}", f"from {taus[1]:.2f} to {taus[8]:.2f}")
    (line,) = found.cost_lines
    says(f"{line.intercept:.2f} + {line.slope:.3f} · γ")
    assert found.best[0].gamma == 1


def test_sglang():
    rows = evaluated("sglang").loads
    assert [(row.gamma, row.tau) for row in rows] == [(3, 1.86)] * 2
    says(f"S is {rows[0].speedup:.2f} at one request and {rows[1].speedup:.2f} at four")
    says(f"costs {rows[0].cycle_cost:.2f} plain passes")
    shortest = shorter_draft_ranges(3, rows[0].tau, rows[0].speedup)[0]
    says(f"between {shortest.least:.2f} and {shortest.most:.2f}")


@pytest.mark.parametrize("name", ["vllm", "vllm-mtp", "llama.cpp", "sglang"])
def test_each_table_fills_the_page(client, page, name):
    response = client.post("/en/runs", data={"paste": BLOCKS[name]})
    target = response.headers["Location"].partition("#")[0]
    assert len(parse_qs(urlsplit(target).query)["run"]) == len(
        read_runs(BLOCKS[name]).runs
    )
    page(target)


def test_the_sources_are_those_of_the_page():
    assert all(url in TEXT for url in SOURCES.values())
