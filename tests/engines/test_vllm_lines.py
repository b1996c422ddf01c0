"""vLLM's lines as filters and hands leave them: bare, cut, shortened, of a depth."""

from dataclasses import replace

import pytest

from app.engines import Note, read


def only(text):
    (one,) = read(text).measurements
    # Whether the text ends with its line is for test_cut_texts.py.
    notes = tuple(note for note in one.notes if note != Note.LAST_LINE_MAY_BE_CUT)
    return replace(one, notes=notes)


def counts(one):
    return one.num_accepted_tokens, one.num_draft_tokens, one.num_drafts


FIRST = "Mean acceptance length: 2.00, Accepted: 22 tokens, Drafted: 66 tokens"
SECOND = "Mean acceptance length: 2.50, Accepted: 33 tokens, Drafted: 66 tokens"
WRAPPED = f"{FIRST}\n{SECOND}".replace(", D", ",\nD")


@pytest.mark.parametrize(
    "text",
    [
        f"{FIRST}\n{SECOND}",
        f"{SECOND}\n{FIRST}\n",
        WRAPPED,
        f"{FIRST}\n{SECOND}".replace(", ", "\n"),
        f"12:{FIRST}\n40:{SECOND}",
        f"[metrics.py:101] {FIRST}\nINFO other\n[metrics.py:101] {SECOND}",
        f"tokens/s, {FIRST}\n{SECOND}",
        "Accepted: 22 tokens, Drafted: 66 tokens, Mean acceptance length: 2.00\n"
        "Accepted: 33 tokens, Drafted: 66 tokens, Mean acceptance length: 2.50",
    ],
)
def test_lines_without_their_beginning_add_up(text):
    found = only(text)
    assert (55, 132, 44) == counts(found)
    assert ("vllm", 3, 2.25) == (found.engine, found.gamma, found.tau)
    assert (2, (Note.RECORDS_ADDED,)) == (found.num_records, found.notes)


def test_a_bare_line_that_lost_its_front_does_not_take_the_next_ones_length():
    cut = "Accepted: 22 tokens, Drafted: 66 tokens"
    found = only(f"{cut}\n{SECOND}")
    assert (55, 132) == counts(found)[:2]
    assert found.tau is None


def test_three_bare_lines_of_which_one_is_cut_say_so():
    found = only(f"{FIRST}\n{SECOND}\nMean acceptance length: 2.40, Accepted: 3")
    assert (55, 132, 44) == counts(found)
    assert Note.INCOMPLETE_RECORD in found.notes


LENGTH = "Mean acceptance length: 5.00"
LIST = "Per-position acceptance rate: 1.000, 1.000, 1.000, 1.000"


@pytest.mark.parametrize(
    "text",
    [
        f"{LENGTH}\n{LIST}",
        f"{LIST}\n{LENGTH}",
        f"{LENGTH}, {LIST}\n",
        f"7-{LENGTH}\n8-{LIST}\n9-other",
        f"{LENGTH}\n{LIST}, Avg Draft acceptance rate: 100.0%",
        f"{LENGTH}\n{LIST.replace(' 1.000, 1.000,', chr(10) + '1.000, 1.000,')}",
    ],
)
def test_a_bare_length_and_list_show_gamma_and_rates(text):
    found = only(text)
    assert ("vllm", 4, 5.0) == (found.engine, found.gamma, found.tau)
    assert (1.0,) * 4 == found.per_position
    assert (1.0, ()) == (found.alpha_moment, found.notes)


def test_bare_lists_add_up_to_their_lengths():
    found = only(
        "Per-position acceptance rate: 0.740, 0.473\n"
        "Per-position acceptance rate: 0.760, 0.493\n"
    )
    assert (2, pytest.approx(1 + 0.75 + 0.483)) == (found.gamma, found.tau)
    assert (Note.RECORDS_AVERAGED,) == found.notes


def test_a_list_alone_that_may_be_cut_says_so():
    (found,) = read("Per-position acceptance rate: 0.740, 0.473").measurements
    assert Note.LAST_LINE_MAY_BE_CUT in found.notes


BEGIN = "SpecDecoding metrics: Mean acceptance length: "


def none_accepted(rates, drafted=670):
    return (
        f"{BEGIN}1.00, Accepted: 0 tokens, Drafted: {drafted} tokens, "
        f"Per-position acceptance rate: {rates}"
    )


@pytest.mark.parametrize(
    "rates",
    [
        "0.000 across all 5 positions",
        "0.000 across 5 positions.",
        "0.000 for all 5 positions, Avg Draft acceptance rate: 0.0%",
        "0.000\nacross all 5\npositions",
    ],
)
def test_positions_counted_in_words_are_as_many(rates):
    found = only(none_accepted(rates))
    assert (5, 134, 0.0) == (found.gamma, found.num_drafts, found.alpha_moment)


@pytest.mark.parametrize(
    ("rates", "drafted"),
    [
        ("0.000, 0.000, 0.0", 700),
        ("0.000, 0.000, 0", 699),
        ("0.000, 0.000, 0.000", 699),
        ("0.000, 0.000, 0.000, ...", 699),
        ("0.000, 0.000, 0.000 etc.", 699),
        ("0.000, 0.0\nINFO next line", 700),
    ],
)
def test_no_gamma_comes_from_a_list_that_may_be_cut(rates, drafted):
    found = only(none_accepted(rates, drafted))
    assert (None, None, 0.0) == (found.gamma, found.num_drafts, found.alpha_moment)
    assert Note.INCOMPLETE_RECORD in found.notes


def test_a_cut_list_with_hardly_any_acceptance_shows_no_gamma():
    found = only(
        f"{BEGIN}1.00, Accepted: 1 tokens, Drafted: 6700 tokens, "
        "Per-position acceptance rate: 0.001"
    )
    assert None is found.gamma is found.num_drafts


@pytest.mark.parametrize("end", ["", "\n", ", Avg Draft acceptance rate: 0.0%"])
def test_a_list_that_the_counts_bear_out_is_whole(end):
    found = only(
        f"{BEGIN}2.87, Accepted: 489 tokens, Drafted: 1572 tokens, Per-position "
        f"acceptance rate: 0.740, 0.473, 0.309, 0.187, 0.099, 0.057{end}"
    )
    assert (6, 262, ()) == (found.gamma, found.num_drafts, found.notes)
    assert 6 == len(found.per_position)


@pytest.mark.parametrize("rates", ["0.740, 0.473", "0.740, 0.473, 0.309, 0.187, 0.09"])
def test_a_list_that_the_counts_contradict_is_cut(rates):
    found = only(
        f"{BEGIN}2.87, Accepted: 489 tokens, Drafted: 1572 tokens, Per-position "
        f"acceptance rate: {rates}"
    )
    assert (6, None) == (found.gamma, found.per_position)
    assert pytest.approx(2.87, abs=0.01) == found.tau
    assert Note.INCOMPLETE_RECORD in found.notes


WHOLE = (
    f"{BEGIN}2.77, Accepted: 55 tokens, Drafted: 62 tokens, Per-position acceptance "
    "rate: 0.903, 0.871, Avg Draft acceptance rate: 88.7%"
)


@pytest.mark.parametrize("end", ["1, Avg", ", 0.871, Avg", " 0.903, 0.871, Avg"])
def test_a_line_cut_in_its_list_is_added_to_those_of_its_length(end):
    found = only(f"{WHOLE}\n{WHOLE}\n{WHOLE[: WHOLE.rindex(end)]}")
    assert (165, 186, 93) == counts(found)
    assert (2, (0.903, 0.871)) == (found.gamma, pytest.approx(found.per_position))
    assert Note.INCOMPLETE_RECORD in found.notes


def depth(depth, length, accepted, drafted, rates):
    return (
        f"{BEGIN}{length}, Current speculative depth: {depth}, Accepted throughput: "
        f"1.00 tokens/s, Drafted throughput: 2.00 tokens/s, Accepted: {accepted} "
        f"tokens, Drafted: {drafted} tokens, Per-position acceptance rate: {rates}, "
        f"Avg Draft acceptance rate: {100 * accepted / drafted:.1f}%"
    )


SHALLOW = depth(2, "2.30", 130, 200, "0.800, 0.500, 0.000, 0.000, 0.000")


def test_a_depth_that_the_counts_bear_out_is_gamma():
    found = only(SHALLOW)
    assert (2, 100, (0.8, 0.5)) == (found.gamma, found.num_drafts, found.per_position)
    assert pytest.approx(0.745, abs=0.0005) == found.alpha_moment
    assert pytest.approx(0.722, abs=0.0005) == found.alpha_mle
    assert () == found.notes


@pytest.mark.parametrize(
    "text",
    [
        SHALLOW.replace("Current speculative depth: 2, ", "")
        + ", Current speculative depth: 2",
        SHALLOW.split("SpecDecoding metrics: ")[1],
        f"> (APIServer pid=1) INFO [metrics.py:125] {SHALLOW}".replace(", A", ",\n> A"),
    ],
)
def test_the_depth_may_stand_anywhere(text):
    assert (2, ()) == (only(text).gamma, only(text).notes)


def test_a_depth_that_is_the_lists_length_changes_nothing():
    rates = "0.714, 0.429, 0.286, 0.286, 0.286"
    found = only(depth(5, "3.00", 14, 35, rates))
    assert (5, 7, ()) == (found.gamma, found.num_drafts, found.notes)


def test_depths_of_several_lines_are_kept_apart():
    deep = depth(5, "3.00", 14, 35, "0.714, 0.429, 0.286, 0.286, 0.286")
    found = read(f"{SHALLOW}\n{deep}\n{SHALLOW}").measurements
    assert [(2, 200), (5, 7)] == [(one.gamma, one.num_drafts) for one in found]


def test_a_depth_that_changed_within_the_interval_is_no_gamma():
    found = only(depth(2, "2.30", 130, 320, "0.700, 0.400, 0.100, 0.060, 0.040"))
    assert (None, 100) == (found.gamma, found.num_drafts)
    assert Note.DRAFT_LENGTH_VARIES in found.notes


SHORT = f"{BEGIN}2.85, Avg Draft acceptance rate: 92.5%"


@pytest.mark.parametrize(
    "text",
    [
        SHORT,
        f"(APIServer pid=1) INFO [metrics.py:101] {SHORT}\n",
        SHORT.replace("Avg", "Accepted throughput: 5.50 tokens/s, Avg"),
        SHORT.replace(", ", ",\n"),
        SHORT.removeprefix("SpecDecoding metrics: "),
        SHORT.replace("Avg", "Current speculative depth: 2, Avg"),
    ],
)
def test_length_and_share_show_gamma(text):
    found = only(text)
    assert (2, 2.85, 0.925) == (found.gamma, found.tau, found.accepted_per_drafted)
    assert Note.INCOMPLETE_RECORD not in found.notes


def test_several_short_lines_are_averaged():
    found = only(f"{SHORT}\n{BEGIN}2.65, Avg Draft acceptance rate: 82.5%")
    assert (2, 2.75, 0.875, 2) == (
        found.gamma,
        found.tau,
        pytest.approx(found.accepted_per_drafted),
        found.num_records,
    )
    assert {Note.RECORDS_AVERAGED, Note.GAMMA_FROM_PRINTED_RATE} == {*found.notes}


def test_a_short_line_that_allows_several_lengths_shows_none():
    found = only(f"{BEGIN}1.02, Avg Draft acceptance rate: 0.3%")
    assert (None, 1.02, 0.003) == (found.gamma, found.tau, found.accepted_per_drafted)


def test_a_short_line_beside_whole_ones_is_left_out_and_said():
    found = only(f"{WHOLE}\n{SHORT}")
    assert (55, 1) == (found.num_accepted_tokens, found.num_records)
    assert Note.INCOMPLETE_RECORD in found.notes


def test_throughputs_show_the_share_of_a_line_that_ends_with_them():
    found = only(
        f"{BEGIN}3.21,\n  Accepted throughput: 8.03 tokens/s, Drafted throughput: "
        "18.17 tokens/s"
    )
    assert (5, 3.21) == (found.gamma, found.tau)
    assert {Note.INCOMPLETE_RECORD, Note.GAMMA_FROM_PRINTED_RATE} == {*found.notes}


def test_a_list_in_brackets_is_a_list():
    found = only(WHOLE.replace("0.903, 0.871", "[0.903, 0.871]"))
    assert (2, (0.903, 0.871), ()) == (found.gamma, found.per_position, found.notes)


REPORTS = {
    "the example for EAGLE": (
        "Total output tokens: 106,678\nNumber of draft proposals: 43,221\n"
        "Number of draft tokens generated: 129,663\nNumber of accepted tokens: 49,272\n"
        "Mean acceptance length: 2.14\n\nAcceptance rate at token 0: 0.58\n"
        "Acceptance rate at token 1: 0.34\nAcceptance rate at token 2: 0.22",
        (43_221, 129_663, 49_272),
    ),
    "a report without colons": (
        "=== Speculative Decoding Acceptance Report ===\n\n  Num drafts        100\n"
        "  Num draft tokens        300\n  Num accepted tokens        180\n"
        "  Acceptance length        2.8000\n\n  Position       Acceptance Rate\n"
        "  ---------- ------------\n  Position 0     0.8000\n  Position 1     0.6000\n"
        "  Position 2     0.4000\n",
        (100, 300, 180),
    ),
    "positions with their counts": (
        "  Output tokens:        280\n  Num drafts:           100\n  Num draft tokens: "
        "    300\n  Num accepted tokens:  180\n  Acceptance rate:      60.00%\n  Mean "
        "accept length:   2.8000\n    Position 0: 0.8000 (80/100)\n    Position 1: "
        "0.6000 (60/100)\n    Position 2: 0.4000 (40/100)",
        (100, 300, 180),
    ),
}


@pytest.mark.parametrize("name", REPORTS)
def test_reports_of_scripts_have_their_counts_and_name_no_engine(name):
    text, expected = REPORTS[name]
    found = only(text)
    assert ("unknown", 3) == (found.engine, found.gamma)
    assert expected == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_accepted_tokens,
    )
    assert 3 == len(found.per_position)


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_list_behind_a_length_without_the_bonus_is_borne_out(end):
    found = only(
        "SpecDecoding metrics: Draft acceptance rate: 85.0%, Mean acceptance length: "
        "1.70, Accepted: 170 tokens, Drafted: 200 tokens, Per-position acceptance "
        f"rate: 0.900, 0.800{end}"
    )
    assert (2, 2.7, (Note.LENGTH_WITHOUT_BONUS,)) == (
        found.gamma,
        found.tau,
        found.notes,
    )


def test_bare_lines_of_different_draft_lengths_are_kept_apart():
    found = read(
        "Mean acceptance length: 2.50, Accepted: 30 tokens, Drafted: 40 tokens\n"
        "Mean acceptance length: 3.00, Accepted: 60 tokens, Drafted: 150 tokens"
    ).measurements
    assert [(2, 20), (5, 30)] == [(one.gamma, one.num_drafts) for one in found]
