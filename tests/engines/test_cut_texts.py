"""Texts that end inside a number, and lines joined or parted where they were broken."""

import json

import pytest

from app.engines import Note, Problem, read

CUT = Note.LAST_LINE_MAY_BE_CUT
NAME = "vllm:spec_decode_num_"


def scrape(drafts, drafted, accepted):
    return (
        f"{NAME}drafts_total {drafts}\n{NAME}draft_tokens_total {drafted}\n"
        f"{NAME}accepted_tokens_total {accepted}"
    )


def only(text):
    (found,) = read(text).measurements
    return found


@pytest.mark.parametrize(
    "text",
    [
        scrape("262.0", "1572.0", "48"),
        scrape("2.04363e+06", "1.0218118e+07", "7.268642"),
        "predicted_n=20 draft_n=10 draft_n_accepted=8",
        "num_drafts: 5\nnum_draft_tokens: 20\nnum_accepted_tokens: 12",
        "SpecDecoding metrics: Mean acceptance length: 1.00, Accepted: 0 tokens, "
        "Drafted: 700 tokens, Per-position acceptance rate: 0.000, 0.000, 0",
        "SpecDecoding metrics: Mean acceptance length: 2.80, Accepted: 180 tokens, "
        "Drafted: 30...",
        "| k | accepted | drafted |\n| 3 | 180 | 30",
        "llama.cpp\n" * 3000 + scrape("262.0", "1572.0", "48"),
    ],
)
def test_a_text_that_ends_inside_a_number_says_so(text):
    found = only(text)
    assert {CUT, Note.INCOMPLETE_RECORD} & {*found.notes}
    assert CUT not in only(f"{text.rstrip('.')}\n").notes


def test_a_length_cut_in_its_number_says_so():
    assert CUT in only("Decode batch. accept len: 2").notes


@pytest.mark.parametrize(
    "text",
    [
        scrape("262.0", "1572.0", "489.0"),
        "Decode batch. accept len: 2.17, accept rate: 0.54, #queue-req: 0",
        "Decode batch. accept len: 2.17",
        "draft acceptance = 0.50000 (  50 accepted /  100 generated), mean len =  2.50",
        "| k | tau |\n|---|---|\n| 3 | 2.80 |",
        '{"timings":{"predicted_n":200,"draft_n":347,"draft_n_accepted":65}}',
    ],
)
def test_a_text_whose_last_number_is_whole_or_idle_does_not(text):
    assert CUT not in only(text).notes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"\n{NAME}accepted_tokens_total 489.0\nafter:\n", ""),
        (f"\n{NAME}drafts_total 262.0\nafter:\n", ""),
        ("\nafter:\n", f"\n{NAME}accepted_tokens_total 944.0\n"),
        (f"\n{NAME}accepted_tokens_total 489.0\n=== after\n", "\n"),
    ],
)
def test_two_scrapes_with_a_line_twice_are_subtracted_and_doubted(before, after):
    text = (
        f"before:\n{scrape('262.0', '1572.0', '489.0')}{before}"
        f"{scrape('527.0', '3162.0', '944.0')}{after}"
    )
    found = only(text)
    assert (455, 265) == (found.num_accepted_tokens, found.num_drafts)
    assert pytest.approx(2.717, abs=0.0005) == found.tau
    assert Note.INCOMPLETE_RECORD in found.notes


@pytest.mark.parametrize("broken", ["1\n89.0", "18\n9.0", "189\n.0", "\n189.0"])
def test_a_sample_broken_inside_its_number_is_joined(broken):
    found = only(scrape("262.0", "1572.0", broken) + "\n")
    assert (189, 1 + 189 / 262) == (found.num_accepted_tokens, found.tau)


OBJECT = [
    "{",
    '  "predicted_n": 200,',
    '  "draft_n": 347,',
    '  "draft_n_accepted": 65',
    "}",
]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(json.dumps({"log": f"{line}\n"}) for line in OBJECT),
        "\n".join(
            json.dumps({"log": f"{line}\n", "time": "t"}) for line in OBJECT[1:4]
        ),
        "\n".join(json.dumps({"level": 1, "message": line}) for line in OBJECT),
        "\n".join(f"{place}:{line}" for place, line in enumerate(OBJECT, 12)),
        "\n".join(f"{3 * place}:{line}" for place, line in enumerate(OBJECT[1:4], 4)),
        "\n".join(f"out/a.json:{n}:{line}" for n, line in enumerate(OBJECT, 1)),
        "\n".join(f"     {place}\t{line}" for place, line in enumerate(OBJECT, 1)),
    ],
)
def test_json_in_a_containers_lines_or_behind_numbers_is_read(text):
    found = only(text)
    assert (347, 65) == (found.num_draft_tokens, found.num_accepted_tokens)
    assert pytest.approx(1.481, abs=0.0005) == found.tau


def test_containers_and_files_are_kept_apart():
    line = "SpecDecoding metrics: Accepted: {} tokens, Drafted: 300 tokens"
    logs = [
        {"log": line.format(9), "kubernetes": {"pod_name": "p", "container_name": "a"}},
        {"log": line.format(8), "kubernetes": {"pod_name": "p", "container_name": "b"}},
    ]
    pods = read("\n".join(map(json.dumps, logs))).measurements
    assert [("a", 9), ("b", 8)] == [(m.label, m.num_accepted_tokens) for m in pods]
    files = read(f"k3.log:{line.format(9)}\nk5.log:{line.format(8)}\n").measurements
    assert [("k3.log", 9), ("k5.log", 8)] == [
        (m.label, m.num_accepted_tokens) for m in files
    ]


def test_a_share_without_its_counts_is_a_share_with_a_doubt():
    text = "eval time = 2296.72 ms / 256 tokens\ndraft acceptance = 0.64479 ( 167 acc"
    found = only(text)
    assert (0.64479, None) == (found.accepted_per_drafted, found.tau)
    assert Note.INCOMPLETE_RECORD in found.notes


@pytest.mark.parametrize(
    "text",
    [
        '{"timings":{"predicted_n": 200, "draft',
        '  "predicted_n": 200,\n  "predicted_ms": 11082.6,\n',
        "stats: predictedTokensCount: 300, totalTimeSec: 4.5\n",
    ],
)
def test_what_was_not_read_is_not_said_to_have_run_without_a_draft(text):
    assert (Problem.NOT_RECOGNISED,) == read(text).problems


@pytest.mark.parametrize(
    "text",
    [
        "Method: mtp\nAcceptance rate:  [2180, 1918]\n",
        "acceptance length: [2.1, 2.5, 3.0]",
        'per request: {"accept_rates": [0.5, 0.7]}',
    ],
)
def test_a_list_that_does_not_say_what_it_counts_is_refused(text):
    reading = read(text)
    assert ((), (Problem.LIST_WITHOUT_MEANING,)) == (
        reading.measurements,
        reading.problems,
    )
