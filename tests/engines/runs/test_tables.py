"""Tables as people write them: headings and numbers of published ones."""

import json
from pathlib import Path

import pytest

from app.engines.runs import RunNote, read_runs

CASES = json.loads((Path(__file__).parent / "tables.json").read_text(encoding="utf-8"))


def _known(values):
    """Return *values* with -1 for what is not known."""
    return [-1 if value is None else value for value in values]


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_a_table_gives_its_runs_and_says_what_it_lacks(case):
    reading = read_runs("\n".join(case["text"]))

    found = [
        [run.concurrency, run.gamma, run.tau, run.tpot_ms, run.tokens_per_second]
        for run in reading.runs
    ]
    assert len(found) == len(case["runs"])
    for run, expected in zip(found, case["runs"], strict=True):
        assert _known(run) == pytest.approx(_known(expected), rel=1e-4)
    assert [note.value for note in reading.notes] == case["notes"]


@pytest.mark.parametrize("case", CASES, ids=[case["rule"] for case in CASES])
def test_an_unknown_setting_is_never_silent(case):
    reading = read_runs("\n".join(case["text"]))

    unknown = {
        RunNote.SPECULATION_UNKNOWN,
        RunNote.DRAFT_LENGTH_UNKNOWN,
        RunNote.TREE_DRAFTS,
    }
    for run in reading.runs:
        assert run.gamma is not None or unknown & set(run.notes)
        assert run.concurrency is not None or RunNote.LOAD_UNKNOWN in run.notes
        assert run.tpot_ms > 0
    assert reading.runs or reading.notes


def test_a_context_stays_in_the_label_of_its_runs():
    text = "ctx\\conc  1  2\n0  93.7  156.9\n16k  82.9  141.4\n"

    reading = read_runs(text)

    assert [run.label for run in reading.runs] == [
        "ctx 0",
        "ctx 0",
        "ctx 16k",
        "ctx 16k",
    ]
    assert RunNote.SEVERAL_CONTEXTS in reading.notes


def test_a_method_without_its_baseline_gives_it_by_its_speedup():
    text = "| c | MTP K=2 tok/s | speedup |\n|---|---|---|\n| 4 | 300 | 1.5x |\n"

    with_drafts, without = read_runs(text).runs

    assert (with_drafts.gamma, with_drafts.tokens_per_second) == (2, 300)
    assert (without.gamma, without.tokens_per_second) == (0, pytest.approx(200))
    assert RunNote.SPEED_FROM_SPEEDUP in without.notes


def test_a_baseline_with_a_speedup_gives_the_run_with_drafts():
    text = "| c | baseline tok/s | K=3 speedup |\n|---|---|---|\n| 4 | 200 | 1.5x |\n"

    without, with_drafts = read_runs(text).runs

    assert (without.gamma, without.tokens_per_second) == (0, 200)
    assert (with_drafts.gamma, with_drafts.tokens_per_second) == (3, pytest.approx(300))


def test_a_length_that_cannot_be_is_named():
    text = "| K | tok/s | accept length |\n|---|---|---|\n| 2 | 300 | 3.4 |\n"

    (run,) = read_runs(text).runs

    assert run.tau == 3.4
    assert RunNote.TAU_IMPOSSIBLE in run.notes


@pytest.mark.parametrize(
    ("cell", "speed"),
    [
        ("**2,360.5**", 2360.5),
        ("~35.7 tok/s", 35.7),
        ("20.1 ±0.5", 20.1),
        ("53.2 [53.0–53.6]", 53.2),
        ("`1426.4`", 1426.4),
        ("568.7 (1.73)", 568.7),
    ],
)
def test_a_cell_gives_the_number_that_it_is_about(cell, speed):
    text = f"| K | tok/s |\n|---|---|\n| 2 | {cell} |\n| 3 | 1.5 |\n"

    assert read_runs(text).runs[0].tokens_per_second == speed


@pytest.mark.parametrize("cell", ["skip", "-", "_TBD_", "12 / 13", "45–53", "OOM"])
def test_a_cell_without_one_number_is_left_out_with_a_note(cell):
    text = f"| K | tok/s |\n|---|---|\n| 2 | {cell} |\n| 3 | 41.5 |\n"

    reading = read_runs(text)

    assert [run.gamma for run in reading.runs] == [3]
    assert RunNote.SKIPPED_CELLS in reading.notes


def test_tables_of_one_kind_are_told_apart_by_what_stands_above_them():
    text = (
        "Code:\n| K | tok/s |\n|---|---|\n| 0 | 30.5 |\n| 2 | 50.1 |\n\n"
        "Prose:\n| K | tok/s |\n|---|---|\n| 0 | 30.1 |\n| 2 | 40.2 |\n"
    )

    reading = read_runs(text)

    assert [run.label for run in reading.runs] == ["Code", "Code", "Prose", "Prose"]
    assert RunNote.SEVERAL_CONTEXTS in reading.notes
