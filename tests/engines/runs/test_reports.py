"""Reports of benchmarks: each real output gives its run."""

import pytest

from app.engines.runs import MOST_RUNS, RunNote, read_runs

VLLM_WITH = """
============ Serving Benchmark Result ============
Successful requests:                     200
Failed requests:                         0
Request rate configured (RPS):           0.30
Benchmark duration (s):                  1429.40
Total input tokens:                      815936
Total generated tokens:                  97092
Request throughput (req/s):              0.14
Output token throughput (tok/s):         67.92
Peak output token throughput (tok/s):    61.00
Peak concurrent requests:                119.00
Total token throughput (tok/s):          638.75
---------------Time to First Token----------------
Mean TTFT (ms):                          326344.45
Median TTFT (ms):                        339386.60
P99 TTFT (ms):                           672869.32
-----Time per Output Token (excl. 1st token)------
Mean TPOT (ms):                          269.83
Median TPOT (ms):                        274.51
P99 TPOT (ms):                           346.22
---------------Inter-token Latency----------------
Mean ITL (ms):                           687.61
Median ITL (ms):                         450.03
P99 ITL (ms):                            1781.74
---------------Speculative Decoding---------------
Acceptance rate (%):                     52.76
Acceptance length:                       2.58
Drafts:                                  37600
Draft tokens:                            112800
Accepted tokens:                         59511
Per-position acceptance (%):
  Position 0:                            75.68
  Position 1:                            50.33
  Position 2:                            32.26
==================================================
"""
VLLM_WITHOUT = """
============ Serving Benchmark Result ============
Successful requests:                     200
Maximum request concurrency:             8
Total generated tokens:                  97092
Output token throughput (tok/s):         400.50
Mean TTFT (ms):                          120.50
Mean TPOT (ms):                          19.10
Mean ITL (ms):                           19.05
==================================================
"""
SGLANG_WITH = """
============ Serving Benchmark Result ============
Backend:                                 sglang
Traffic request rate:                    inf
Max request concurrency:                 160
Successful requests:                     640
Benchmark duration (s):                  251.31
Total input tokens:                      28581
Total generated tokens:                  655360
Total generated tokens (retokenized):    654053
Request throughput (req/s):              2.55
Input token throughput (tok/s):          113.73
Output token throughput (tok/s):         2607.78
Peak output token throughput (tok/s):    5339.00
Peak concurrent requests:                191
Total token throughput (tok/s):          2721.51
Concurrency:                             148.83
Accept length:                           2.07
----------------End-to-End Latency----------------
Mean E2E Latency (ms):                   58442.23
Median E2E Latency (ms):                 58504.68
---------------Time to First Token----------------
Mean TTFT (ms):                          7221.74
-----Time per Output Token (excl. 1st token)------
Mean TPOT (ms):                          50.07
Median TPOT (ms):                        50.94
P99 TPOT (ms):                           60.49
---------------Inter-Token Latency----------------
Mean ITL (ms):                           50.07
Median ITL (ms):                         31.19
Max ITL (ms):                            2735.21
==================================================
"""
BATCHED_BENCH = """
| PP | TG | B | N_KV | T_PP s | S_PP t/s | T_TG s | S_TG t/s | T s | S t/s |
|-|-|-|-|-|-|-|-|-|-|
| 128 | 128 | 1 | 256 | 0.122 | 1048.05 | 1.935 | 66.14 | 2.058 | 124.42 |
| 128 | 128 | 2 | 512 | 0.222 | 1151.63 | 2.628 | 97.42 | 2.850 | 179.64 |
| 128 | 128 | 4 | 1024 | 0.417 | 1229.06 | 4.122 | 124.21 | 4.539 | 225.62 |
| 128 | 128 | 8 | 2048 | 0.845 | 1211.86 | 7.901 | 129.60 | 8.746 | 234.16 |
| 128 | 128 | 16 | 4096 | 1.757 | 1165.75 | 8.977 | 228.14 | 10.734 | 381.61 |
| 128 | 128 | 32 | 8192 | 3.779 | 1083.88 | 9.233 | 443.64 | 13.012 | 629.59 |
"""
TRTLLM = """
===========================================================
= REQUEST DETAILS
===========================================================
Number of requests:             100
Number of concurrent requests:  94.6050
Average Input Length (tokens):  128.0000
Average Output Length (tokens): 128.0000
===========================================================
= PERFORMANCE OVERVIEW
===========================================================
Request Throughput (req/sec):                     86.5373
Total Output Throughput (tokens/sec):             11076.7700
Total Token Throughput (tokens/sec):              22153.5399
Total Latency (ms):                               1155.5715
Average request latency (ms):                     1093.2284
Per User Output Throughput [w/ ctx] (tps/user):   117.1544
Per GPU Output Throughput (tps/gpu):              11076.7700
Average time-to-first-token [TTFT] (ms):   162.6706
Average time-per-output-token [TPOT] (ms): 7.3272
Per User Output Speed (tps/user):          137.1475
"""
TRTLLM_DRAFTS = """
[DT] AVERAGE: 300.00
[ADT] AVERAGE: 201.00
[DAR] AVERAGE: 0.67
[AL] AVERAGE: 3.01
"""
LLAMA_BENCH = """
| model    |     size |   params | backend | ngl | test          |          t/s |
| -------- | -------: | -------: | ------- | --: | ------------- | -----------: |
| 7B Q4    | 3.56 GiB |   6.74 B | CUDA    |  99 | pp512         | 2400.1 ± 3.0 |
| 7B Q4    | 3.56 GiB |   6.74 B | CUDA    |  99 | tg128         | 125.00 ± 0.5 |
| 7B Q4    | 3.56 GiB |   6.74 B | CUDA    |  99 | tg128 @ d4096 | 100.00 ± 0.5 |
"""
AIPERF = """
                          NVIDIA AIPerf | LLM Metrics
┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━━┓
┃                           Metric ┃      avg ┃      min ┃      max ┃
┡━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━━┩
│         Time to First Token (ms) │   912.29 │    81.52 │ 2,270.46 │
│         Inter Token Latency (ms) │    14.93 │    11.88 │    21.91 │
│ Output Token Throughput Per User │    69.01 │    45.65 │    84.15 │
│                (tokens/sec/user) │          │          │          │
│          Output Token Throughput │ 1,824.12 │      N/A │      N/A │
│                     (tokens/sec) │          │          │          │
"""


def test_vllm_with_speculation_gives_its_run():
    (run,) = read_runs(VLLM_WITH).runs

    assert run.gamma == 3
    assert run.tau == pytest.approx(1 + 59511 / 37600)
    assert run.tpot_ms == 269.83
    assert run.tokens_per_second == 67.92
    assert run.concurrency == pytest.approx(67.92 * 0.26983)
    assert run.per_position == pytest.approx((0.7568, 0.5033, 0.3226))
    assert run.accepted_per_drafted == pytest.approx(59511 / 112800)
    assert run.notes == (RunNote.LOAD_FROM_SPEEDS, RunNote.QUEUEING)


def test_two_pastes_without_and_with_give_both_runs():
    without, with_drafts = read_runs(VLLM_WITHOUT + VLLM_WITH).runs

    assert (without.gamma, without.concurrency, without.tpot_ms) == (0, 8, 19.1)
    assert (with_drafts.gamma, with_drafts.tpot_ms) == (3, 269.83)


def test_vllm_shows_speculation_by_events_of_several_tokens():
    text = VLLM_WITHOUT.replace("19.05", "42.02")

    (run,) = read_runs(text).runs

    assert run.gamma is None
    assert run.tau == pytest.approx(2.2)
    assert RunNote.TAU_FROM_LATENCIES in run.notes
    assert RunNote.DRAFT_LENGTH_UNKNOWN in run.notes


def test_vllm_without_itl_does_not_tell_speculation():
    text = VLLM_WITHOUT.replace("Mean ITL", "Any ITL")

    (run,) = read_runs(text).runs

    assert run.gamma is None
    assert RunNote.SPECULATION_UNKNOWN in run.notes


def test_sglang_with_speculation_gives_its_run():
    (run,) = read_runs(SGLANG_WITH).runs

    assert (run.concurrency, run.tau, run.gamma) == (160, 2.07, None)
    assert (run.tpot_ms, run.tokens_per_second) == (50.07, 2607.78)
    assert run.ttft_ms == 7221.74
    assert run.notes == (RunNote.DRAFT_LENGTH_UNKNOWN,)


def test_sglang_takes_gamma_from_the_command_above_it():
    command = "--speculative-num-steps 3 --speculative-num-draft-tokens 4\n"

    (run,) = read_runs(command + SGLANG_WITH).runs

    assert (run.gamma, run.notes) == (3, ())


def test_sglang_without_an_accept_length_ran_without_speculation():
    text = SGLANG_WITH.replace("Accept length:                           2.07", "")

    (run,) = read_runs(text).runs

    assert (run.gamma, run.tau) == (0, None)
    assert run.notes == (RunNote.SPECULATION_NOT_PRINTED,)


def test_specforge_says_off_by_an_accept_length_of_one():
    text = (
        "Output throughput: 120.5 token/s\nAccept length: 1.000\n\n"
        "EAGLE-3 (num_steps=5):\n"
        "#questions: 80, Throughput: 361.70 token/s, Acceptance length: 4.68\n"
    )

    without, with_drafts = read_runs(text).runs

    assert (without.gamma, without.tokens_per_second) == (0, 120.5)
    assert (with_drafts.gamma, with_drafts.tau) == (5, 4.68)
    assert RunNote.LOAD_UNKNOWN in with_drafts.notes


def test_batched_bench_gives_the_plain_curve():
    runs = read_runs(BATCHED_BENCH).runs

    assert [run.concurrency for run in runs] == [1, 2, 4, 8, 16, 32]
    assert {run.gamma for run in runs} == {0}
    assert [round(run.tpot_ms, 1) for run in runs] == [
        15.1,
        20.5,
        32.2,
        61.7,
        70.1,
        72.1,
    ]
    assert runs[-1].tokens_per_second == 443.64


def test_batched_bench_of_several_lengths_says_so():
    text = BATCHED_BENCH.replace("| 128 | 128 | 32", "| 512 | 128 | 32")

    reading = read_runs(text)

    assert RunNote.SEVERAL_CONTEXTS in reading.notes
    assert reading.runs[-1].label == "PP 512, TG 128"


def test_batched_bench_is_read_as_lines_of_json():
    line = (
        '{"n_kv_max": 4096, "pp": 128, "tg": 128, "pl": 8, "n_kv": 2048, '
        '"t_pp": 0.845, "speed_pp": 1211.86, "t_tg": 7.901, "speed_tg": 129.6, '
        '"t": 8.746, "speed": 234.16}'
    )

    (run,) = read_runs(line).runs

    assert (run.concurrency, run.gamma, run.tokens_per_second) == (8, 0, 129.6)
    assert run.tpot_ms == pytest.approx(61.7266, rel=1e-5)


def test_llama_bench_gives_decoding_rows_and_leaves_prompts_out():
    reading = read_runs(LLAMA_BENCH)

    assert [(run.gamma, run.tpot_ms) for run in reading.runs] == [(0, 8), (0, 10)]
    assert [run.label for run in reading.runs] == ["7B Q4", "7B Q4, depth 4096"]
    assert RunNote.PROMPT_ROWS_SKIPPED in reading.notes
    assert RunNote.SEVERAL_CONTEXTS in reading.notes


def test_trtllm_bench_gives_its_run_and_does_not_tell_speculation():
    (run,) = read_runs(TRTLLM).runs

    assert (run.concurrency, run.tpot_ms) == (94.605, 7.3272)
    assert (run.tokens_per_second, run.ttft_ms) == (11076.77, 162.6706)
    assert run.gamma is None
    assert run.notes == (RunNote.SPECULATION_UNKNOWN,)


def test_trtllm_bench_without_and_with_drafts_gives_both_runs():
    without, with_drafts = read_runs(TRTLLM + TRTLLM + TRTLLM_DRAFTS).runs

    assert (without.gamma, without.tau) == (0, None)
    assert (with_drafts.gamma, with_drafts.tau) == (3, 3.01)


def test_trtllm_bench_without_streaming_counts_the_prefill_in():
    kept = [line for line in TRTLLM.split("\n") if "[TPOT]" not in line]
    text = "\n".join(line for line in kept if "Output Speed" not in line)

    (run,) = read_runs(text).runs

    assert run.tpot_ms == pytest.approx(1000 * 94.605 / 11076.77)
    assert RunNote.PREFILL_INCLUDED in run.notes


def test_aiperf_gives_tpot_by_its_inter_token_latency():
    (run,) = read_runs("aiperf profile --concurrency 32\n" + AIPERF).runs

    assert (run.concurrency, run.tpot_ms) == (32, 14.93)
    assert (run.tokens_per_second, run.ttft_ms) == (1824.12, 912.29)
    assert run.notes == (RunNote.SPECULATION_UNKNOWN,)


def test_aiperf_is_read_as_json():
    text = (
        '{"time_to_first_token": {"unit": "ms", "avg": 44.2}, '
        '"inter_token_latency": {"unit": "ms", "avg": 12.5}, '
        '"output_token_throughput": {"unit": "tokens/sec", "avg": 300.0}, '
        '"input_config": {"loadgen": {"concurrency": 4}}}'
    )

    (run,) = read_runs(text).runs

    assert (run.concurrency, run.tpot_ms, run.ttft_ms) == (4, 12.5, 44.2)


def test_no_more_runs_are_kept_than_a_page_can_hold():
    reading = read_runs(VLLM_WITHOUT * 300)

    assert len(reading.runs) == MOST_RUNS
    assert RunNote.TOO_MANY_RUNS in reading.notes


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("", RunNote.EMPTY),
        ("Good morning.", RunNote.NO_RUNS),
        ("x" * (256 * 1024 + 1), RunNote.TOO_LONG),
    ],
)
def test_a_text_without_runs_says_why(text, note):
    reading = read_runs(text)

    assert reading.runs == ()
    assert reading.notes == (note,)
