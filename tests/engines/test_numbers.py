"""Grouped digits, decimal commas, and printed means that differ from the counts."""

import json

import pytest

from app.engines import Note, read
from app.engines.paste.text import clean

LINE = "Mean acceptance length: {}, Accepted: {} tokens, Drafted: {} tokens"


@pytest.mark.parametrize(
    ("length", "accepted", "drafted"),
    [
        ("2.00", "11'043", "33'129"),
        ("2.00", "11\u2019043", "33\u2019129"),
        ("2.00", "11 043", "33 129"),
        ("2.00", "11\u00a0043", "33\u202f129"),
        ("2,00", "11.043", "33.129"),
        ("2.00", "11.043", "33.129"),
        ("2.00", "11_043", "33_129"),
        ("2.00", "11,043", "33,129"),
    ],
)
def test_a_grouped_count_is_read_whole(length, accepted, drafted):
    text = "SpecDecoding metrics: " + LINE.format(length, accepted, drafted) + "\n"
    (found,) = read(text).measurements
    assert (11043, 33129, 2.0) == (
        found.num_accepted_tokens,
        found.num_draft_tokens,
        found.tau,
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Drafts | 11.043 | Länge 4,50", "Drafts | 11043 | Länge 4.50"),
        ("1.234.567 von 2.345.678", "1234567 von 2345678"),
        ("num_drafts: 1,10,430 tokens", "num_drafts: 110430 tokens"),
        ("vLLM 0.11: length: 2,87.", "vLLM 0.11: length: 2,87."),
        ("vLLM 0.11: length: 2,87 tokens", "vLLM 0.11: length: 2.87 tokens"),
        ("3 004 Zyklen", "3004 Zyklen"),
    ],
)
def test_marks_of_groups_go_where_they_can_be_nothing_else(text, expected):
    assert expected == clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "#calls(b,g,a) = 11 800 400, #gen drafts = 400",
        "at 10.100.200.100, length 2.50",
        "accept len: 2.170, list [10,10]",
        "gamma,len\n3,2.870",
        "step 1 200 of 3.50",
    ],
)
def test_what_may_be_several_numbers_stays_as_it_is(text):
    assert text == clean(text)


@pytest.mark.parametrize(
    ("length", "differs"), [("2.80", False), ("2.79", False), ("2.78", True)]
)
def test_a_printed_mean_may_differ_by_its_last_digit(length, differs):
    (found,) = read(
        f"Drafts: 100\nAcceptance rate (%): 60.00\nAcceptance length: {length}\n"
        "Draft tokens: 300\nAccepted tokens: 180\nDrafts: 100\n"
    ).measurements
    assert (2.8, differs) == (found.tau, Note.PRINTED_TAU_DIFFERS in found.notes)


def test_a_mean_with_one_digit_is_not_held_to_two():
    table = (
        "| accepted | drafts | drafted | accept length |\n| 184 | 100 | 300 | {} |\n"
    )
    for length, differs in (("2.8", False), ("2.80", True), ("2.7", True)):
        (found,) = read(table.format(length)).measurements
        assert differs == (Note.PRINTED_TAU_DIFFERS in found.notes)


def series(name, *values):
    metric = {"__name__": f"vllm:spec_decode_num_{name}_total", "model_name": "m"}
    return {
        "metric": metric,
        "values": [[15 * i, str(v)] for i, v in enumerate(values)],
    }


def answer(*found):
    return json.dumps(
        {"status": "success", "data": {"resultType": "matrix", "result": found}}
    )


def test_a_range_of_prometheus_is_the_difference_of_its_ends():
    (found,) = read(
        answer(
            series("drafts", 262, 300, 527),
            series("draft_tokens", 1572, 1800, 3162),
            series("accepted_tokens", 489, 600, 944),
        )
    ).measurements
    assert (265, 1590, 455) == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_accepted_tokens,
    )
    assert Note.SCRAPES_SUBTRACTED in found.notes


def test_a_restart_within_a_range_leaves_what_is_since_then():
    (found,) = read(
        answer(
            series("drafts", 262, 300, 10, 100),
            series("draft_tokens", 1572, 1800, 60, 600),
            series("accepted_tokens", 489, 600, 20, 150),
        )
    ).measurements
    assert (100, 150) == (found.num_drafts, found.num_accepted_tokens)
    assert Note.ENGINE_RESTARTED in found.notes


ROWS = (
    "2026-01-01 00:00:00{0}262{0}1572{0}489\n2026-01-01 00:00:30{0}527{0}3162{0}944\n"
)
NAMES = ["drafts", "draft_tokens", "accepted_tokens"]


@pytest.mark.parametrize(
    ("form", "mark"),
    [
        ('"vllm:spec_decode_num_{}_total{{engine=""0"", model_name=""m""}}"', ","),
        ("vllm:spec_decode_num_{}_total", "\t"),
        ('{{__name__="vllm:spec_decode_num_{}_total", engine="0"}}', ";"),
    ],
)
def test_a_dashboards_export_has_a_column_for_each_series(form, mark):
    head = mark.join(["Time", *(form.format(name) for name in NAMES)])
    (found,) = read(f"{head}\n{ROWS.format(mark)}").measurements
    assert ("vllm", 6, 265, 455) == (
        found.engine,
        found.gamma,
        found.num_drafts,
        found.num_accepted_tokens,
    )


def test_a_column_with_rounded_entries_is_left_out():
    head = ",".join(["Time", *(f"vllm:spec_decode_num_{name}_total" for name in NAMES)])
    text = f"{head}\n{ROWS.format(',')}".replace("1572", "1.57 K").replace(
        "3162", "3.16 K"
    )
    (found,) = read(text).measurements
    assert (None, 455) == (found.num_draft_tokens, found.num_accepted_tokens)
