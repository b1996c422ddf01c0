"""llama.cpp's lines broken anywhere, and where one token a cycle is certain."""

import pytest

from app.engines import Note, read

STATISTICS = (
    "statistics        draft-mtp: #calls(b,g,a) = 12 3489 3489, #gen drafts = 3489, "
    "#acc drafts = 2800, #gen tokens = 6978, #acc tokens = 5279, dur(b,g,a) = 0.010, "
    "1.000, 1.000 ms"
)
PREFIX = "slot print_timing: id  0 | task 0 | "


def only(text):
    (one,) = read(text).measurements
    return one


@pytest.mark.parametrize("prefix", ["", PREFIX])
def test_statistics_broken_at_any_place_are_read(prefix):
    text = prefix + STATISTICS
    for place in range(len(prefix) + 1, len(text)):
        found = only(f"{text[:place]}\n{text[place:]}\nsrv  update_slots: idle\n")
        assert (3489, 6978, 5279, 2) == (
            found.num_drafts,
            found.num_draft_tokens,
            found.num_accepted_tokens,
            found.gamma,
        ), text[:place]


@pytest.mark.parametrize("width", [20, 33, 40, 57, 80])
def test_statistics_wrapped_at_any_width_are_read(width):
    lines = (STATISTICS[at : at + width] for at in range(0, len(STATISTICS), width))
    assert pytest.approx(2.513, abs=0.0005) == only("\n".join(lines)).tau


def test_the_next_lines_digits_are_not_taken_for_the_last_count():
    line = STATISTICS.split(", dur")[0]
    found = only(f"{line}\n0.12.345.678 I srv  update_slots: all slots are idle\n")
    assert 5279 == found.num_accepted_tokens


def test_a_list_in_broken_statistics_is_read():
    text = (
        "statistics draft-mtp: #calls(b,g,a) = 2 100 100, #gen drafts = 1\n00, #acc "
        "drafts = 86, #gen tokens = 300, #acc tokens = 140, #mean acc len = 2.40, #acc "
        "rate/pos = (0.860, 0.4\n00, 0.140), dur(b,g,a) = 0.007, 600.0, 2.1 ms"
    )
    found = only(text)
    assert (3, (0.86, 0.4, 0.14)) == (found.gamma, found.per_position)


REQUEST = "231 accepted / 267 generated), mean len = 1.87"


@pytest.mark.parametrize(
    "text",
    [
        f"draft acceptance = 0.86517 (  {REQUEST}",
        f"{PREFIX}draft acceptance = 0.86517 ({REQUEST}\n",
        f"draft acceptance = 0.86517 (\n{REQUEST.replace(' / ', chr(10) + '/ ')}",
        REQUEST.replace(")", ""),
    ],
)
def test_one_token_a_cycle_makes_the_cycles_certain(text):
    found = only(text)
    assert (1, 267, ()) == (found.gamma, found.num_drafts, found.notes)
    assert pytest.approx(231 / 267) == found.alpha_moment == found.alpha_mle


def test_requests_of_one_token_a_cycle_add_up():
    found = only(f"({REQUEST}\n(  115 accepted /   133 generated), mean len =  1.86")
    assert (400, 346) == (found.num_drafts, found.num_accepted_tokens)


def test_a_length_that_leaves_room_for_longer_drafts_is_rounded():
    found = only("(    2 accepted /   100 generated), mean len =  1.02")
    assert Note.CYCLES_FROM_ROUNDED_LENGTH in found.notes


def test_a_list_on_the_line_below_belongs_to_its_request():
    found = only(
        "draft acceptance = 0.71053 (108 accepted / 152 generated), mean len = 3.12\n"
        "#acc rate/pos = (0.902, 0.725, 0.490)"
    )
    assert (3, 51, 3) == (found.gamma, found.num_drafts, len(found.per_position))


def test_a_share_without_its_counts_is_not_a_run_without_drafts():
    found = only(
        "prompt eval time = 133664.52 ms / 102446 tokens = 766.44 tok/s\n"
        "eval time        =  59544.24 ms /   2736 tokens = 45.95 tok/s\n"
        "draft acceptance = 0.89399"
    )
    assert (0.89399, None) == (found.accepted_per_drafted, found.tau)
    assert Note.INCOMPLETE_RECORD in found.notes


@pytest.mark.parametrize("end", ["  764 accept", "  764 accepted /   8", ""])
def test_a_request_cut_in_its_counts_keeps_its_share(end):
    found = only(f"eval time = 100.0 ms / 50 tokens\ndraft acceptance = 0.91717 ({end}")
    assert (0.91717, None) == (found.accepted_per_drafted, found.num_draft_tokens)


def test_requests_of_different_draft_lengths_are_kept_apart():
    found = read(
        "draft acceptance = 0.94444 (34 accepted / 36 generated), mean len = 2.89\n"
        "draft acceptance = 0.80000 (36 accepted / 45 generated), mean len = 3.40\n"
        "draft acceptance = 0.94444 (34 accepted / 36 generated), mean len = 2.89\n"
    ).measurements
    assert [(2, 36), (3, 15)] == [(one.gamma, one.num_drafts) for one in found]


def test_a_request_cut_in_its_list_is_added_to_those_with_lists():
    line = (
        "draft acceptance = 0.64479 (  167 accepted /   259 generated), mean "
        "acceptance length =  2.92, acceptance rate per position = (0.805, 0.632, "
        "0.483)"
    )
    found = only(f"{line}\n{line[:-9]}")
    assert (334, 174) == (found.num_accepted_tokens, found.num_drafts)
    assert 3 == len(found.per_position)


def test_runs_of_older_servers_are_generated_tokens():
    found = only(
        "INFO [print_timings] generation eval time =    5000.0 ms /   256 runs (x)\n"
        "draft acceptance rate = 0.83333 (  120 accepted /   144 generated)"
    )
    assert pytest.approx(256 / 136) == found.tau
