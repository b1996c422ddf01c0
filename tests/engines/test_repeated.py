"""One measure on every line, as a filter prints it: a plain mean, and said so."""

from dataclasses import replace

import pytest

from app.engines import Note, read


def only(text):
    (one,) = read(text).measurements
    # Whether the text ends with its line is for test_cut_texts.py.
    notes = tuple(note for note in one.notes if note != Note.LAST_LINE_MAY_BE_CUT)
    return replace(one, notes=notes)


@pytest.mark.parametrize(
    ("text", "tau"),
    [
        ("accept len: 4.00\naccept len: 3.17", 3.585),
        ("accept len: 4.00\n\naccept len: 3.17\n", 3.585),
        ("12:accept len: 4.00\n190:accept len: 3.17", 3.585),
        ("accept len: 4.00,\naccept len: 3.17,\naccept len: 3.30,", 10.47 / 3),
        ("Mean acceptance length: 2.85\nMean acceptance length: 2.77", 2.81),
        ("mean len =  2.92\nmean len =  3.10\n", 3.01),
        ("server.log:44:mean len = 2.00\nserver.log:49:mean len = 3.00", 2.5),
        ("Acceptance length: 5.39\nAcceptance length: 3.76", 4.575),
        ("τ: 2.8\nτ: 3.0\nτ: 3.2", 3.0),
        ("acc_length=2.2\nacc_length=2.4", 2.3),
    ],
)
def test_a_length_repeated_gives_the_plain_mean(text, tau):
    found = only(text)
    assert pytest.approx(tau) == found.tau
    assert Note.RECORDS_AVERAGED in found.notes


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Avg Draft acceptance rate: 92.5%\nAvg Draft acceptance rate: 90.5%", 0.915),
        ("draft acceptance = 0.60000\ndraft acceptance = 0.70000\n", 0.65),
        ("draft acceptance rate = 0.5\ndraft acceptance rate = 0.7", 0.6),
    ],
)
def test_a_share_repeated_gives_the_plain_mean_and_no_length(text, share):
    found = only(text)
    assert (pytest.approx(share), None) == (found.accepted_per_drafted, found.tau)
    assert {Note.RECORDS_AVERAGED, Note.NO_CYCLE_COUNT} == {*found.notes}


def test_means_since_the_start_are_not_averaged():
    found = only("#mean acc len = 2.40\n#mean acc len = 2.50")
    assert (2.5, (Note.LAST_RECORD_USED,)) == (found.tau, found.notes)


def test_lengths_and_rates_on_lines_of_their_own_belong_together():
    found = only(
        "accept len: 4.00\naccept rate: 1.00\naccept len: 3.16\naccept rate: 0.79\n"
    )
    assert (3, 3.58, 2) == (found.gamma, pytest.approx(found.tau), found.num_records)


@pytest.mark.parametrize(
    "text",
    [
        "accept len: 4.00\naccept len: 0.17\nmean len = 3.00 or so",
        "mean len = 0.50\nmean len = 0.70",
        "draft acceptance = 1.5\ndraft acceptance = 1.7",
    ],
)
def test_what_is_not_one_measure_is_not_averaged(text):
    found = read(text).measurements
    assert all(Note.RECORDS_AVERAGED not in one.notes for one in found)


def test_a_length_broken_within_its_number_is_not_cut():
    found = read("accept len: 2.1\n7, accept rate: 0.54, cuda graph: True").measurements
    assert all("sglang" != one.engine for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "$ grep -o 'Mean acceptance length: [0-9.]*' log\n"
        "Mean acceptance length: 2.85\nMean acceptance length: 2.77",
        "Mean acceptance length: 2.85\nAvg generation throughput: 50.1 tokens/s\n"
        "Mean acceptance length: 2.77\nAvg generation throughput: 49.7 tokens/s",
    ],
)
def test_commands_and_lines_that_come_again_change_nothing(text):
    assert pytest.approx(2.81) == only(text).tau


def test_headings_part_runs():
    found = read(
        "EAGLE-3:\nAcceptance length: 5.39\n\nEAGLE-2:\nAcceptance length: 3.76"
    ).measurements
    assert [("EAGLE-3", 5.39), ("EAGLE-2", 3.76)] == [
        (one.label, one.tau) for one in found
    ]
