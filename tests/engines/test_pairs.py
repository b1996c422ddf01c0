"""Names with values that speak for themselves."""

import pytest

from app.engines import Note, read


def only(text):
    (one,) = read(text).measurements
    return one


@pytest.mark.parametrize(
    "text",
    [
        "[MTP stats] rounds=100 proposed=300 accepted=180 accept_rate=60.00% time=2s",
        "done block_size = 4 rounds = 100 drafted = 300 accepted = 180",
        "- cycles=100\n- drafted=300\n- accepted_drafts=180\n- emitted=280",
        'level=INFO msg="mtp" drafted=300 accepted=180 rounds=100',
        '{"verify_rounds": 100, "draft_proposed": 300, "draft_accepted": 180}',
    ],
)
def test_counts_are_taken_by_their_names(text):
    found = only(text)
    assert ("unknown", 3, 100, 2.8) == (
        found.engine,
        found.gamma,
        found.num_drafts,
        found.tau,
    )
    assert Note.READ_FROM_TABLE in found.notes


def test_records_add_up():
    found = only("rounds=10 drafted=30 accepted=18\nrounds=20 drafted=60 accepted=42")
    assert (30, 90, 60) == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_accepted_tokens,
    )


@pytest.mark.parametrize(
    "text",
    [
        "proposed=12 accepted=7 rejected=5 (pull requests)",
        "rounds=10 drafted=30 accepted=48",
        "drafted=30 rounds=10",
    ],
)
def test_other_things_that_are_accepted_are_no_drafts(text):
    assert () == read(text).measurements
