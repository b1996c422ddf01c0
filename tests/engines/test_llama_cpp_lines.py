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
