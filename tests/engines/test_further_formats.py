"""
Formats that are passed around beside the engines' logs, as public threads show them.

The values follow from the counts in each text; names are replaced.
"""

import pytest

from app.engines import MAX_PASTE_BYTES, Note, Problem, read

LINE = (
    "(APIServer pid=1) INFO [metrics.py:120] SpecDecoding metrics: Mean acceptance "
    "length: 2.77, Accepted throughput: 5.50 tokens/s, Drafted throughput: 6.20 "
    "tokens/s, Accepted: 55 tokens, Drafted: 62 tokens, Per-position acceptance rate: "
    "0.903, 0.871, Avg Draft acceptance rate: 88.7%"
)
VLLM = ("vllm", 2, 1 + 55 / 31, 55 / 62)
SINGLE = {
    "rows of a benchmark, whose totals are not added": (
        "  code_python   pred= 192 draft= 166 acc= 107 rate=0.645 tok/s=93.6\n"
        "  code_cpp      pred= 192 draft= 165 acc= 108 rate=0.654 tok/s=95.5\n\n"
        'Aggregate: {\n  "n_requests": 2,\n  "total_predicted": 384,\n'
        '  "total_draft": 331,\n  "total_draft_accepted": 215\n}',
        ("llama.cpp", None, 384 / 169, 215 / 331),
    ),
    "a benchmark's totals alone": (
        '{"total_predicted": 1728, "total_draft": 1455, "total_draft_accepted": 986}',
        ("llama.cpp", None, 1728 / 742, 986 / 1455),
    ),
    "a length of 1.00, with the cycles from the timings": (
        "llama-server --spec-type draft-mtp --spec-draft-n-max 3\n"
        "slot print_timing: id  0 | task 0 | eval time = 10000.00 ms / 213 tokens\n"
        "slot print_timing: id  0 | task 0 | draft acceptance = 0.00158 (    1 "
        "accepted /   633 generated), mean len =  1.00",
        ("llama.cpp", 3, 1 + 1 / 211, 1 / 633),
    ),
    "LM Studio's REST answer": (
        '{"usage":{"completion_tokens":233},"stats":{"draft_model":"d",'
        '"total_draft_tokens_count":100,"accepted_draft_tokens_count":80}}',
        ("lmstudio", None, 233 / 153, 0.8),
    ),
    "LM Studio's counts in the usage": (
        '"usage": {"completion_tokens": 300, "total_draft_tokens_count": 492,\n'
        '"accepted_draft_tokens_count": 176, "rejected_draft_tokens_count": 316}',
        ("lmstudio", None, 300 / 124, 176 / 492),
    ),
    "ExLlamaV2's chat: two shares of different things": (
        "(Response: 300 tokens, 45.12 tokens/second, SD eff. 60.00%, SD acc. 50.00%)",
        ("exllamav2", None, 2.5, 0.5),
    ),
    "ExLlamaV2's console: a share alone": (
        "  3: streaming   512 t -> the quick brown fox   SD eff.:  62.50%",
        ("exllamav2", None, None, 0.625),
    ),
    "OpenAI's names for drafts": (
        '{"usage":{"completion_tokens":500,"completion_tokens_details":{'
        '"accepted_prediction_tokens":300,"rejected_prediction_tokens":200}}}',
        ("unknown", None, 2.5, 0.6),
    ),
    "mlx-vlm's command line": (
        "Speculative decoding: 3.50 accepted tokens/round (2.50 accepted drafts/round, "
        "83.3% of drafted, avg draft 3.00) over 146 rounds",
        ("mlx-vlm", 3, 3.5, 0.833),
    ),
    "mlx-vlm's command line before": (
        "2.44 accepted/round, 62.1% of drafted, avg draft 3.93 over 149 rounds",
        ("mlx-vlm", 4, 3.44, 0.621),
    ),
    "a server's log of rounds": (
        "vlm_mtp stats: request=e2 finish=stop rounds=1079 accepted=1414/2158 (65.5%) "
        "tokens_per_round=2.31 emitted=2493 block_size=3",
        ("mlx-vlm", 2, 1 + 1414 / 1079, 1414 / 2158),
    ),
    "MLC-LLM's counts per length": (
        '"draft_count": [100, 100, 100], "accept_count": [80, 60, 40]',
        ("mlc-llm", 3, 2.8, 0.6),
    ),
    "trtllm-bench's means over requests": (
        "[DT] AVERAGE: 300.00\n[ADT] AVERAGE: 180.00\n[DAR] MINIMUM: 0.00\n"
        "[DAR] AVERAGE: 0.60\n[AL] MINIMUM: 1.00\n[AL] AVERAGE: 2.80\n[AL] P50: 2.8",
        ("tensorrt-llm", 3, 2.8, 0.6),
    ),
    "trtllm-bench's report": (
        '{"draft_acceptance_rate_percentiles": {"p50": 0.5, "average": 0.6}, '
        '"acceptance_length_percentiles": {"p50": 2.5, "average": 2.8}}',
        ("tensorrt-llm", 3, 2.8, 0.6),
    ),
    "a mean over all passes": (
        '{"choices":[{"index":0,"avg_decoded_tokens_per_iter":2.5}]}',
        ("tensorrt-llm", None, 2.5, None),
    ),
    "AIPerf's CSV": (
        "Metric,avg,min\nAcceptance Length (ratio),4.19,1.83\n"
        "Draft Acceptance Rate (%),63.83,16.52\n\nMetric,Value\n"
        "Overall Draft Acceptance Rate (%),72.65\n"
        "Token-Weighted Acceptance Length (ratio),4.63",
        ("aiperf", 5, 4.63, 0.7265),
    ),
    "SGLang's server, its options around its state": (
        '{"speculative_eagle_topk":1,"speculative_num_draft_tokens":4,'
        '"internal_states":[{"avg_spec_accept_length":2.5}]}',
        ("sglang", 3, 2.5, 0.5),
    ),
    "TokenSpeed's names": (
        '"meta_info": {"completion_tokens": 121, "spec_verify_ct": 40, '
        '"spec_accepted_tokens": 80, "spec_draft_tokens": 280}',
        ("sglang", 7, 3.0, 80 / 280),
    ),
    "log lines in a list of strings": (
        '{"lines": ["Decode batch #running-req: 4 accept len: 2.40", '
        '"Decode batch #running-req: 4 accept len: 2.20"]}',
        ("sglang", None, 2.3, None),
    ),
    "counters without a prefix": (
        "spec_decode_num_accepted_tokens_total 500.0\n"
        "spec_decode_num_draft_tokens_total 750.0\nspec_decode_num_drafts_total 250.0",
        ("unknown", 3, 3.0, 2 / 3),
    ),
    "counters as a spreadsheet's rows": (
        '"vllm:spec_decode_num_drafts_total{engine=""0""}","100"\n'
        '"vllm:spec_decode_num_draft_tokens_total{engine=""0""}","300"\n'
        '"vllm:spec_decode_num_accepted_tokens_total{engine=""0""}","180"',
        ("vllm", 3, 2.8, 0.6),
    ),
    "a line with HTML's entities": (
        "&gt; " + LINE.replace("(", "&quot;").replace(")", "&quot;"),
        VLLM,
    ),
    "a line cut in the middle of a count": (
        LINE[: LINE.index("Drafted: 62") + 10] + "\n" + LINE,
        VLLM,
    ),
    "a table without pipes, with decimal commas": (
        "gamma;accepted;drafted;mean acceptance length\n3;606;1038;2,75",
        ("unknown", 3, 2.75, 606 / 1038),
    ),
    "names and values, one pair a line": (
        "Accepted tokens | 606\nDraft tokens | 1038\nDrafts | 346",
        ("unknown", 3, 1 + 606 / 346, 606 / 1038),
    ),
    "a file of Spec-Bench's answers": (
        '{"model_id": "vicuna-eagle", "choices": [{"new_tokens": [9], '
        '"accept_lengths": [3, 1, 5]}]}\n'
        '{"model_id": "vicuna-eagle", "choices": [{"new_tokens": [7], '
        '"accept_lengths": [4, 3]}]}',
        ("spec-bench", None, 16 / 5, None),
    ),
    "accepted and drafted in one cell": (
        "| rounds | accepted | rate | a.len |\n| 200 | 312/400 | 78% | 2.56 |",
        ("unknown", 2, 2.56, 0.78),
    ),
}


@pytest.mark.parametrize("name", SINGLE)
def test_a_format_is_read_as_its_counts_say(name):
    text, (engine, gamma, tau, share) = SINGLE[name]
    reading = read(text)
    assert 1 == len(reading.measurements)
    found = reading.measurements[0]
    assert (engine, gamma) == (found.engine, found.gamma)
    assert (tau if tau is None else pytest.approx(tau, abs=0.005)) == found.tau
    assert (share if share is None else pytest.approx(share)) == (
        found.accepted_per_drafted
    )


def test_benchmark_tables_of_several_lengths_are_kept_apart():
    found = read(
        "Acceptance rate (%): 83.40\nAcceptance length: 1.83\nDrafts: 1000\n"
        "Draft tokens: 1000\nAccepted tokens: 834\n  Position 0: 83.40\n"
        "Acceptance rate (%): 50.00\nAcceptance length: 3.00\nDrafts: 500\n"
        "Draft tokens: 2000\nAccepted tokens: 1000\n  Position 0: 80.00\n"
        "  Position 1: 60.00\n  Position 2: 40.00\n  Position 3: 20.00\n"
    ).measurements
    assert [(1, 1.834), (4, 3.0)] == [(one.gamma, one.tau) for one in found]
    assert (0.8, 0.6, 0.4, 0.2) == found[1].per_position


def test_a_longest_draft_in_a_table_is_taken_for_gamma_and_said():
    found = read(
        "| spec-draft-n-max | tk/s | wall_s_total|  aggregate_accept_rate |\n"
        "| --- | --- | --- | -- |\n| n/a - no mtp | 22.92 | 77.69 | n/a |\n"
        "|  1 | 27.58| 68.34|  0.8835 |\n| 4 | 26.09 | 72.23 | 0.6421 |"
    ).measurements
    assert [(1, 1.8835), (4, 3.5684)] == [
        (one.gamma, pytest.approx(one.tau)) for one in found
    ]
    assert all(Note.GAMMA_FROM_OPTIONS in one.notes for one in found)


def test_several_means_are_several_readings():
    found = read(
        "#questions: 80, Throughput: 378.57 token/s, Acceptance length: 5.39\n"
        "#questions: 80, Throughput: 230.08 token/s, Acceptance length: 3.76"
    ).measurements
    assert [5.39, 3.76] == [one.tau for one in found]


def test_a_drafter_that_drafted_most_stands_first():
    found = read(
        "statistics ngram_simple: #calls = 15, #gen drafts = 5, #acc drafts = 5, #gen "
        "tokens = 187, #acc tokens = 73\nstatistics draft: #calls = 10, #gen drafts = "
        "10, #acc drafts = 10, #gen tokens = 110, #acc tokens = 98"
    ).measurements
    assert [("draft", 10.8), ("ngram_simple", 15.6)] == [
        (one.label, one.tau) for one in found
    ]


@pytest.mark.parametrize(
    "text",
    [
        "accept len: 2.20-2.55   accept rate: 0.40-0.52     # deep context",
        "Mean acceptance length: 2.51-2.70\nAvg Draft acceptance rate: 37.8-42.6%",
        '{"usage":{"completion_tokens":4,"completion_tokens_details":{'
        '"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}}',
        'logger.info("SpecDecoding metrics: Accepted: %d tokens, Drafted: %d tokens")',
        "vllm serve m --speculative-config '{\"num_speculative_tokens\":3}'",
        "Our acceptance rate went from 62% to 71% with draft length 5.",
    ],
)
def test_ranges_options_and_source_are_no_readings(text):
    reading = read(text)
    assert ((), (Problem.NOT_RECOGNISED,)) == (reading.measurements, reading.problems)


def test_v0_counts_that_contradict_their_rate_give_no_direct_alpha():
    found = read(
        "Speculative metrics: Draft acceptance rate: 0.607, System efficiency: 0.510, "
        "Number of speculative tokens: 4, Number of accepted tokens: 94, Number of "
        "draft tokens: 53716, Number of emitted tokens: 34244."
    ).measurements[0]
    assert found.alpha_direct is None
    assert Note.INCOMPLETE_RECORD in found.notes


def test_only_numbers_codes_and_short_labels_leave_the_reader():
    secret = "a secret sentence " * 20
    text = f'{{"model": "{secret}", "draft_n": 48, "draft_n_accepted": 31}}\n{secret}'
    for one in read(text + LINE).measurements:
        texts = [value for value in vars(one).values() if isinstance(value, str)]
        assert max(map(len, texts)) <= 100


def test_a_paste_of_the_greatest_length_is_read():
    text = (LINE + "\n") * (MAX_PASTE_BYTES // (len(LINE) + 1))
    assert VLLM[2] == pytest.approx(read(text).measurements[0].tau)


def only(text):
    """Return the one reading of a text."""
    (one,) = read(text).measurements
    return one


ROUNDS = """\
slot update_slots: id  3 | task 0 | accepted 1/16 draft tokens, new n_tokens = 661
slot update_slots: id  3 | task 0 | accepted 2/16 draft tokens, new n_tokens = 664
slot update_slots: id  3 | task 0 | accepted 16/16 draft tokens, new n_tokens = 681
slot update_slots: id  3 | task 0 | accepted 16/16 draft tokens, new n_tokens = 698
slot update_slots: id  3 | task 0 | accepted 3/4 draft tokens, new n_tokens = 702
"""


def test_cycles_of_llama_cpp_are_added_up_and_their_rejections_known():
    found = only(ROUNDS)
    assert ("llama.cpp", "rounds") == (found.engine, found.format)
    assert (5, 68, 38, 8.6) == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_accepted_tokens,
        found.tau,
    )
    assert (None, 38 / 41) == (found.gamma, found.alpha_mle)
    assert Note.DRAFT_LENGTH_VARIES in found.notes


def test_cycles_of_one_length_show_every_position():
    lines = "".join(f"slot x | accepted  {a}/ 3 draft tokens\n" for a in (0, 1, 3, 3))
    found = only(lines)
    assert (3, (0.75, 0.5, 0.5)) == (found.gamma, found.per_position)
    assert found.alpha_mle == pytest.approx(7 / 9)


def test_a_cycle_printed_with_and_without_its_end_counts_once():
    found = only(
        "slot x | accepted  2/ 3 draft tokens\n"
        "slot x | accepted 2/3 draft tokens, new n_tokens = 4\n"
        "slot x | accepted 2/3 draft tokens, new n_tokens = 7\n"
        "slot x | accepted 3/3 draft tokens\n"
    )
    assert (3, 7) == (found.num_drafts, found.num_accepted_tokens)


def test_cycles_of_builds_that_print_no_length_give_tau():
    found = only(ROUNDS.replace("/16 ", "/0 ").replace("/4 ", "/0 "))
    assert (5, None, 38, 8.6) == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_accepted_tokens,
        found.tau,
    )


def test_a_requests_totals_go_before_its_cycles():
    found = only(
        f"{ROUNDS}draft acceptance rate = 0.55882 (   38 accepted /   68 generated)"
    )
    assert "log" == found.format


@pytest.mark.parametrize("rate", ["0.4258", "0.42580645161290324"])
def test_a_request_of_sglang_shows_its_draft_length_by_its_rate(rate):
    found = only(
        "[2025-10-02 23:42:16] Finish: obj=GenerateReqInput(rid='x'), out={'meta_info':"
        " {'id': 'x', 'completion_tokens': 420, 'cached_tokens': 1, "
        f"'spec_accept_rate': {rate}, 'spec_accept_length': 2.71, 'spec_verify_ct': 155"
        "}}"
    )
    assert (4, 155, 264) == (found.gamma, found.num_drafts, found.num_accepted_tokens)
    assert Note.GAMMA_FROM_PRINTED_RATE in found.notes


@pytest.mark.parametrize("text", ["ACC_LENGTH1", "acc_length 2.2", "myacc_length=2"])
def test_a_name_without_its_sign_is_no_reading(text):
    assert () == read(text).measurements


def test_the_one_prompt_of_sglangs_test_is_read():
    found = only("acc_length=2.20\nspeed=125.59 token/s")
    assert ("sglang", 2.2, ()) == (found.engine, found.tau, found.notes)


def test_columns_of_vllms_benchmark_are_not_added_up():
    found = read(
        "| Metric | Strict | Probabilistic |\n|---|---|---|\n"
        "| Acceptance rate (%) | 43.71 | 50.10 |\n| Acceptance length | 2.31 | 2.50 |\n"
        "| Drafts | 11043 | 10200 |\n| Draft tokens | 33129 | 30600 |\n"
        "| Accepted tokens | 14481 | 15331 |\n"
    ).measurements
    assert [14481, 15331] == [one.num_accepted_tokens for one in found]
    assert all(Note.SEVERAL_READINGS in one.notes for one in found)


def test_each_setting_of_specforges_benchmark_is_a_reading():
    def setting(steps, length):
        return (
            f'[{{"batch_size":1,"steps":{steps},"topk":1,"num_draft_tokens":{steps + 1}'
            f',"metrics":[{{"latency":1.5,"accept_length":{length}}}]}}]'
        )

    found = read(f'{{"mtbench":{setting(3, 2.91)},"gsm8k":{setting(5, 3.61)}}}')
    assert [(3, 2.91), (5, 3.61)] == [(m.gamma, m.tau) for m in found.measurements]


def test_aiperfs_pooled_histogram_gives_every_position():
    found = only(
        '{"total_spec_decode_steps":{"avg":256},"total_accepted_draft_tokens":'
        '{"avg":563},"total_draft_tokens":{"avg":1280},'
        '"pooled_spec_decode_acceptance_histogram":'
        '{"0": 64, "1": 46, "2": 38, "3": 34, "4": 31, "5": 43}}'
    )
    assert (5, 256, 563) == (found.gamma, found.num_drafts, found.num_accepted_tokens)
    assert found.per_position[0] == pytest.approx(0.75)
