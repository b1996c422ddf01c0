"""TabbyAPI's log: drafts of each request, added up."""

import pytest

from app.engines import Note, Problem, read

LINE = (
    "Metrics (ID: a1): 512 tokens generated in 8.41 seconds (Queue: 0.0 s, Process: "
    "0 cached tokens and 21 new tokens at 100.0 T/s, Generate: 61.2 T/s, Context: 21 "
    "tokens, Draft: 331 / 362 tokens accepted (91.44%))"
)
NEW = (
    "Chat a1: 512 tokens generated at 61.2 T/s · prompt 5,000 tokens, 80% cached, "
    "1,000 new in 1.20 s (833 T/s) · first token 1.30 s, total 8.41 s · draft 331/362 "
    "accepted (91%) · max_tokens reached"
)


def only(text):
    (one,) = read(text).measurements
    return one


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        NEW,
        f"2026-08-19 15:32:43.929 INFO:     {LINE}\n",
        LINE.replace(" (Queue", "\n(Queue").replace("Context", "\nContext"),
        f"tabby-1  | {LINE}",
        f"{LINE.split(', Draft')[0]})\n{LINE}",
    ],
)
def test_a_request_gives_tau_over_all_passes(text):
    found = only(text)
    assert ("tabbyapi", 331, 362, None) == (
        found.engine,
        found.num_accepted_tokens,
        found.num_draft_tokens,
        found.gamma,
    )
    assert pytest.approx(512 / 181) == found.tau
    assert (Note.TAU_OVER_ALL_PASSES,) == found.notes


def test_requests_add_up():
    second = LINE.replace("512", "1,512").replace("331 / 362", "900 / 1,000")
    found = only(f"{LINE}\n{second}\n{NEW}")
    assert (1562, 1724, 3) == (
        found.num_accepted_tokens,
        found.num_draft_tokens,
        found.num_records,
    )
    assert pytest.approx(2536 / (2536 - 1562)) == found.tau


def test_a_line_cut_at_its_front_keeps_its_share():
    found = only(LINE[LINE.index("Generate") :])
    assert (None, 331 / 362) == (found.tau, found.accepted_per_drafted)
    assert Note.NO_CYCLE_COUNT in found.notes


def test_a_line_cut_in_its_draft_is_no_reading():
    assert () == read(LINE[: LINE.index("62 tokens acc")]).measurements


def test_no_draft_is_not_a_share_of_zero():
    reading = read(LINE.replace("331 / 362", "0 / 0"))
    assert (Problem.SPECULATION_DID_NOT_RUN,) == reading.problems
