"""One row of the runs: what was typed, and what links carry of it."""

import pytest

from app.forms.run_row import RunRow


def row(*cells: str, unit: str = "tokens_per_second", typed: bool = True) -> RunRow:
    made = RunRow(1, cells, unit, typed=typed)
    made.validate()
    return made


@pytest.fixture(autouse=True)
def language(app):
    """Sentences of errors need a language."""
    with app.test_request_context("/en/runs"):
        yield


@pytest.mark.parametrize(
    ("unit", "tpot_ms"),
    [("tokens_per_second", 20.0), ("tokens_per_second_per_request", 2.5),
     ("tpot_ms", 400.0)],
)  # fmt: skip
def test_every_speed_becomes_a_time_per_token(unit, tpot_ms):
    assert row("8", "3", "2", "400", unit=unit).run.tpot_ms == tpot_ms


def test_without_a_load_a_speed_is_that_of_one_request():
    assert row("", "0", "", "50").run.tpot_ms == 20


@pytest.mark.parametrize("text", ["50 %", "0.5", "0,5", "50 Prozent"])
def test_a_share_follows_the_draft_length(text):
    assert row("", "4", text, "1").tokens_per_cycle == 3
    assert row("", "", text, "1").tokens_per_cycle is None


@pytest.mark.parametrize(("text", "linked"), [("50 %", "50%"), ("0,5", "0.5")])
def test_a_share_without_a_draft_length_stays_one(text, linked):
    assert row("", "", text, "1").link == [("run", f",,{linked},1")]


@pytest.mark.parametrize("tau", ["44 %", "0.44", "1.44"])
def test_no_draft_and_more_than_one_token_contradict(tau):
    one = row("", "0", tau, "44")

    assert one.drafts_nothing
    assert one.run is None


def test_no_draft_and_one_token_do_not():
    assert row("", "0", "1", "44").run is not None


def test_one_mark_before_three_digits_is_clear_in_links_only():
    assert row("1", "0", "", "47.349", typed=False).run.tpot_ms == 1000 / 47.349
    assert "could mean" in row("1", "0", "", "47.349").speed.errors[0]


def test_a_wrong_cell_is_carried_as_typed():
    one = row("8", "0", "", "x")

    assert one.run is None
    assert ("run_speed", "x") in one.cells
