"""Logs: intervals and requests gathered into runs."""

import pytest

from app.engines.runs import RunNote, read_runs

_SPEED = (
    "(APIServer pid=1) INFO 05-07 04:56:17 [loggers.py:271] Engine 000: Avg prompt "
    "throughput: 2.5 tokens/s, Avg generation throughput: {} tokens/s, Running: {} "
    "reqs, Waiting: 0 reqs, GPU KV cache usage: 17.5%, Prefix cache hit rate: 0.0%\n"
)
_DRAFTS = (
    "(APIServer pid=1) INFO 05-07 04:56:17 [metrics.py:101] SpecDecoding metrics: Mean "
    "acceptance length: 2.63, Accepted throughput: 76.80 tokens/s, Drafted throughput: "
    "235.49 tokens/s, Accepted: 768 tokens, Drafted: 2355 tokens, Per-position "
    "acceptance rate: 0.726, 0.467, 0.240, 0.134, 0.064, Avg Draft acceptance rate: "
    "32.6%\n"
)
_SGLANG = (
    "[2025-10-22 10:27:57 TP0] Decode batch. #running-req: {}, #token: 186, "
    "token usage: "
    "0.00, {}cuda graph: True, gen throughput (token/s): {}, #queue-req: 0, \n"
)
_EVAL = (
    "prompt eval time =     169.85 ms /    44 tokens (    3.86 ms per token)\n"
    "       eval time =   {} ms /  1000 tokens (   12.76 ms per token)\n"
    "      total time =   20567.61 ms /  1642 tokens\n"
)
_ACCEPTANCE = "draft acceptance rate = 0.80000 (  480 accepted /   600 generated)\n"


def test_vllm_intervals_count_where_the_load_was_steady():
    text = (
        _SPEED.format(3.1, 4)
        + _DRAFTS
        + (_SPEED.format(400.0, 4) + _DRAFTS) * 2
        + _SPEED.format(0.0, 0)
    )

    (run,) = read_runs(text).runs

    assert (run.concurrency, run.tokens_per_second) == (4, 400)
    assert (run.tpot_ms, run.gamma) == (10, 5)
    assert run.tau == pytest.approx(2.63, abs=0.01)
    assert RunNote.AVERAGED in run.notes


def test_vllm_log_without_and_with_drafts_gives_both():
    text = _SPEED.format(200.0, 4) * 3 + (_SPEED.format(400.0, 4) + _DRAFTS) * 3

    without, with_drafts = read_runs(text).runs

    assert (without.gamma, without.tpot_ms) == (0, 20)
    assert (with_drafts.gamma, with_drafts.tpot_ms) == (5, 10)


def test_vllm_log_alone_does_not_tell_speculation():
    (run,) = read_runs(_SPEED.format(200.0, 4) * 3).runs

    assert run.gamma is None
    assert RunNote.SPECULATION_UNKNOWN in run.notes


def test_one_interval_says_that_it_is_unsteady():
    (run,) = read_runs(_SPEED.format(200.0, 4) + _DRAFTS).runs

    assert RunNote.UNSTEADY in run.notes


def test_sglang_log_tells_speculation_by_its_accept_length():
    plain = _SGLANG.format(2, "", 100.0) * 3
    drafting = _SGLANG.format(2, "accept len: 2.00, accept rate: 0.50, ", 160.0) * 3

    without, with_drafts = read_runs(plain + drafting).runs

    assert (without.gamma, without.tpot_ms) == (0, 20)
    assert (with_drafts.tau, with_drafts.tpot_ms) == (2, 12.5)


def test_llama_cpp_timings_without_and_with_drafts_give_both():
    text = _EVAL.format("20000.00") + _EVAL.format("12500.00") + _ACCEPTANCE

    without, with_drafts = read_runs(text).runs

    assert (without.gamma, without.tpot_ms, without.concurrency) == (0, 20, 1)
    assert with_drafts.tpot_ms == 12.5
    assert with_drafts.tau == pytest.approx(1000 / 520)
    assert with_drafts.accepted_per_drafted == 0.8
    assert RunNote.DRAFT_LENGTH_UNKNOWN in with_drafts.notes


def test_llama_cpp_sweep_takes_the_longest_draft_from_the_lines_between():
    text = "".join(
        f"### --spec-draft-n-max {n}\n" + _EVAL.format(ms) + _ACCEPTANCE
        for n, ms in ((2, "12500.00"), (4, "11000.00"))
    )

    runs = read_runs(text).runs

    assert [(run.gamma, run.tpot_ms) for run in runs] == [(2, 12.5), (4, 11)]


def test_llama_cpp_timings_alone_do_not_tell_speculation():
    (run,) = read_runs(_EVAL.format("20000.00")).runs

    assert run.gamma is None
    assert RunNote.SPECULATION_UNKNOWN in run.notes


def test_several_slots_leave_the_load_open():
    text = "".join(
        f"slot print_timing: id  {slot} | task {slot} | eval time = 12500.00 ms / "
        "1000 tokens (12.5 ms per token)\n" + _ACCEPTANCE
        for slot in (0, 1)
    )

    reading = read_runs(text)

    assert {run.concurrency for run in reading.runs} == {None}
    assert RunNote.LOAD_UNKNOWN in reading.notes


def test_llama_cpp_timings_are_read_as_json():
    text = (
        '{"timings": {"prompt_n": 44, "prompt_ms": 169.8, "predicted_n": 128, '
        '"predicted_ms": 1000.0, "draft_n": 100, "draft_n_accepted": 80}}'
    )

    (run,) = read_runs(text).runs

    assert run.tpot_ms == pytest.approx(1000 / 128)
    assert run.tau == pytest.approx(128 / 48)


def test_llama_cpp_benchmark_rows_are_pooled_by_setting():
    text = (
        "No MTP:\n"
        "code   pred= 192 draft=   0 acc=   0 rate=n/a tok/s=25.0\n"
        "prose  pred= 192 draft=   0 acc=   0 rate=n/a tok/s=25.0\n\n"
        "spec-draft-n-max 2\n"
        "code   pred= 192 draft= 144 acc= 118 rate=0.819 tok/s=40.0\n"
        "prose  pred= 192 draft= 142 acc= 120 rate=0.845 tok/s=40.0\n"
    )

    without, with_drafts = read_runs(text).runs

    assert (without.gamma, without.tpot_ms) == (0, pytest.approx(40))
    assert (with_drafts.gamma, with_drafts.tpot_ms) == (2, pytest.approx(25))
    assert with_drafts.tau == pytest.approx(384 / (384 - 238))
