"""Further lines from public threads; the values follow from the counts in them."""

import pytest

from app.engines import Note, Problem, read

TWO = (
    "SpecDecoding metrics: Mean acceptance length: 2.87, Accepted throughput: 48.90 "
    "tokens/s, Drafted throughput: 157.19 tokens/s, Accepted: 489 tokens, Drafted: "
    "1572 tokens, Per-position acceptance rate: 0.740, 0.473, 0.309, 0.187, 0.099, "
    "0.057, Avg Draft acceptance rate: 31.1%"
)
THREE = (
    "SpecDecoding metrics: Mean acceptance length: 3.16, Accepted throughput: 39.70 "
    "tokens/s, Drafted throughput: 55.20 tokens/s, Accepted: 397 tokens, Drafted: 552 "
    "tokens, Per-position acceptance rate: 0.891, 0.717, 0.549, Avg Draft acceptance "
    "rate: 71.9%"
)


def counters(model, drafts, drafted, accepted, prefix="vllm:"):
    label = f'{{model_name="{model}"}}' if model else ""
    return "\n".join(
        f"{prefix}spec_decode_num_{name}_total{label} {value}"
        for name, value in (
            ("drafts", drafts),
            ("draft_tokens", drafted),
            ("accepted_tokens", accepted),
        )
    )


def only(text):
    reading = read(text)
    assert 1 == len(reading.measurements)
    return reading.measurements[0]


# https://github.com/sgl-project/sglang/pull/11441 and others; shapes as printed.
SINGLE = {
    "a Python dict in a log line": (
        "[2025-10-02 23:42:16] Finish: obj=GenerateReqInput(rid='57', stream=True), "
        "out={'meta_info': {'id': '57', 'finish_reason': {'type': 'stop'}, "
        "'completion_tokens': 120, 'spec_accept_rate': 0.25, 'spec_accept_length': "
        "1.76, 'spec_verify_ct': 68, 'spec_accept_token_num': 51, "
        "'spec_draft_token_num': 204}}",
        ("sglang", 3, 1.75, 0.25),
    ),
    "SGLang's benchmark line": (
        "#questions: 80, Throughput: 276.30 token/s, Acceptance length: 5.36",
        ("sglang", None, 5.36, None),
    ),
    "AIPerf's console, pooled rows first": (
        "│         Acceptance Length (ratio) │   4.19 │  1.83 │\n"
        "│  Token-Weighted Acceptance Length │   4.63 │   N/A │\n"
        "│                           (ratio) │        │       │\n"
        "│         Draft Acceptance Rate (%) │  63.83 │ 16.52 │\n"
        "│ Overall Draft Acceptance Rate (%) │  72.65 │   N/A │\n",
        ("aiperf", 5, 4.63, 0.7265),
    ),
    "AIPerf's export, pooled counts first": (
        '{"spec_decode_acceptance_length": {"unit": "ratio", "avg": 3.1},'
        '"total_spec_decode_steps": {"avg": 16.0},'
        '"total_accepted_draft_tokens": {"avg": 36.0},'
        '"total_draft_tokens": {"avg": 64.0}, "spec_decode_steps": {"avg": 8.0}}',
        ("aiperf", 4, 3.25, 0.5625),
    ),
    "a mail's soft wraps and quoting": (
        "> (APIServer pid=1) INFO [metrics.py:101] SpecDecoding metrics: Mean\n"
        "> acceptance length: 3.16, Accepted throughput: 39.70 tokens/s, Drafted\n"
        "> throughput: 55.20 tokens/s, Accepted: 397 tokens, Drafted: 552 tokens,\n"
        "> Per-position acceptance rate: 0.891, 0.717, 0.549, Avg Draft acceptance\n"
        "> rate: 71.9%",
        ("vllm", 3, 1 + 397 / 184, 397 / 552),
    ),
    "a line cut at its beginning": (THREE[30:], ("vllm", 3, 1 + 397 / 184, 397 / 552)),
    "a container's JSON log": (
        '{"log":"(APIServer pid=1) INFO ' + THREE + '\\n","stream":"stderr"}',
        ("vllm", 3, 1 + 397 / 184, 397 / 552),
    ),
    "a dict histogram in a Python dict": (
        "metrics={'speculative_decoding': {'acceptance_histogram': {'0': 39, '1': 1, "
        "'3': 3}, 'num_spec_steps': 43, 'num_accepted_draft_tokens': 10, "
        "'num_draft_tokens': 129, 'num_spec_tokens': 3}}",
        ("vllm", 3, 1 + 10 / 43, 10 / 129),
    ),
    "a benchmark as a markdown table with grouped digits": (
        "| Acceptance rate (%) | 43.71 |\n| Acceptance length | 4.50 |\n"
        "| Drafts | 11,043 |\n| Draft tokens | 88,344 |\n| Accepted tokens | 38,611 |",
        ("vllm", 8, 1 + 38611 / 11043, 38611 / 88344),
    ),
    "vLLM's metrics as Python objects": (
        "[Counter(name='vllm:spec_decode_num_drafts', labels={'model_name': 'm'}, "
        "value=4687), Counter(name='vllm:spec_decode_num_draft_tokens', labels={"
        "'model_name': 'm'}, value=14061), Counter(name='vllm:spec_decode_num_accepted"
        "_tokens', labels={'model_name': 'm'}, value=8000), Vector(name='vllm:spec_"
        "decode_num_accepted_tokens_per_pos', labels={'model_name': 'm'}, "
        "values=[3500, 2600, 1900])]",
        ("vllm", 3, 1 + 8000 / 4687, 8000 / 14061),
    ),
    "V0's cumulative lines, of which the last counts": (
        "Speculative metrics: Draft acceptance rate: 0.600, System efficiency: 0.500, "
        "Number of speculative tokens: 4, Number of accepted tokens: 100, Number of "
        "draft tokens: 200, Number of emitted tokens: 120.\n"
        "Speculative metrics: Draft acceptance rate: 0.607, System efficiency: 0.510, "
        "Number of speculative tokens: 4, Number of accepted tokens: 32594, Number of "
        "draft tokens: 53716, Number of emitted tokens: 34244.",
        ("vllm", 4, 34244 / 13429, 20815 / 53716),
    ),
    "iterations added up, idle ones left out": (
        '{"iter":1,"specDecodingStats":{"numDraftTokens":12,"numAcceptedTokens":7,'
        '"numRequestsWithDraftTokens":4,"acceptanceLength":2.75}}\n'
        '{"iter":2,"specDecodingStats":{"numDraftTokens":0,"numAcceptedTokens":0,'
        '"numRequestsWithDraftTokens":0,"acceptanceLength":0.0}}\n'
        '{"iter":3,"specDecodingStats":{"numDraftTokens":12,"numAcceptedTokens":5,'
        '"numRequestsWithDraftTokens":4,"acceptanceLength":2.25}}',
        ("tensorrt-llm", 3, 2.5, 0.5),
    ),
    "accepted tokens beyond the reply": (
        '"timings": {"predicted_n": 2, "draft_kind": "mtp", "draft_rounds": 1, '
        '"draft_n": 7, "draft_n_accepted": 6}',
        ("mlx-vlm", 7, 7.0, 6 / 7),
    ),
    "a stream, whose last chunk counts": (
        'data: {"id":"c1","timings":{"prompt_n":10,"prompt_ms":5.0,"predicted_n":10,'
        '"draft_n":12,"draft_n_accepted":6}}\n\n'
        'data: {"id":"c1","timings":{"prompt_n":10,"prompt_ms":5.0,"predicted_n":200,'
        '"draft_n":347,"draft_n_accepted":65}}\n\ndata: [DONE]\n',
        ("llama.cpp", None, 200 / 135, 65 / 347),
    ),
    "interleaved slots": (
        "slot print_timing: id  0 | task 5 | eval time = 2296.72 ms / 256 tokens\n"
        "slot print_timing: id  1 | task 9 | eval time = 1000.72 ms / 100 tokens\n"
        "slot print_timing: id  1 | task 9 | draft acceptance rate = 0.50000 (   50 "
        "accepted /   100 generated)\n"
        "slot print_timing: id  0 | task 5 | draft acceptance rate = 0.64479 (  167 "
        "accepted /   259 generated)",
        ("llama.cpp", None, 356 / 139, 217 / 359),
    ),
    "ExLlamaV2's result": (
        "{'new_tokens': 512, 'accepted_draft_tokens': 300, 'rejected_draft_tokens': "
        "200}",
        ("exllamav2", None, 512 / 212, 0.6),
    ),
    "TGI's histogram": (
        'tgi_request_skipped_tokens_bucket{le="0"} 60\n'
        'tgi_request_skipped_tokens_bucket{le="1"} 80\n'
        'tgi_request_skipped_tokens_bucket{le="2"} 100\n'
        'tgi_request_skipped_tokens_bucket{le="+Inf"} 100\n'
        "tgi_request_skipped_tokens_sum 60\ntgi_request_skipped_tokens_count 100",
        ("tgi", 2, 1.6, 0.3),
    ),
    "ik_llama.cpp's summary in a table": (
        "| code | mtp | 62.6 | 76.8% | `mtp: drafts 266/302, tokens 696/906` |",
        ("ik_llama.cpp", 3, 1 + 696 / 302, 696 / 906),
    ),
    "the server's own mean": (
        '{"avg_spec_accept_length": 2.65, "speculative_num_draft_tokens": 4, '
        '"speculative_eagle_topk": 1}',
        ("sglang", 3, 2.65, 0.55),
    ),
    "a mean with decimal commas": (
        "Decode batch. #running-req: 1, accept len: 2,17, accept rate: 0,54, gen "
        "throughput (token/s): 0,39",
        ("sglang", 3, 2.17, 0.39),
    ),
}


@pytest.mark.parametrize("name", SINGLE)
def test_a_line_is_read_as_its_counts_say(name):
    text, (engine, gamma, tau, share) = SINGLE[name]
    found = only(text)
    assert (engine, gamma) == (found.engine, found.gamma)
    assert pytest.approx(tau) == found.tau
    assert (share if share is None else pytest.approx(share)) == (
        found.accepted_per_drafted
    )


def test_a_table_gives_one_reading_a_row():
    found = read(
        "| MTP | Acceptance rate | Acceptance length |\n|---|---|---|\n"
        "| 1 | 83.4% | 1.83 |\n| 8 | 43.7% | 4.50 |"
    ).measurements
    assert [(1, 1.83), (8, 4.5)] == [(one.gamma, one.tau) for one in found]
    assert all(Note.READ_FROM_TABLE in one.notes for one in found)


def test_columns_parted_by_tabs_are_a_table():
    found = read("drafts\tdraft tokens\taccepted tokens\n262\t1572\t489").measurements
    assert [(6, 1 + 489 / 262)] == [(one.gamma, one.tau) for one in found]


def test_draft_lengths_are_kept_apart():
    found = read(f"{TWO}\n{THREE}\n{TWO}").measurements
    assert [6, 3] == [one.gamma for one in found]
    assert [2, 1] == [one.num_records for one in found]
    assert all(Note.SEVERAL_READINGS in one.notes for one in found)


def test_services_are_kept_apart_and_replicas_added():
    found = read(f"a-1  | {TWO}\na-2  | {TWO}\nb-1  | {TWO}").measurements
    assert [("a", 2), ("b", 1)] == [(one.label, one.num_records) for one in found]


def test_models_are_never_added():
    text = counters("a", 527, 3162, 944) + "\n" + counters("b", 100, 600, 150)
    found = read(text).measurements
    assert [("a", 1 + 944 / 527), ("b", 2.5)] == [(one.label, one.tau) for one in found]


def test_drafters_of_one_server_are_kept_apart():
    found = read(
        "statistics ngram-mod: #calls(b,g,a) = 11 800 4, #gen drafts = 4, #acc drafts "
        "= 4, #gen tokens = 256, #acc tokens = 47, dur(b,g,a) = 0.3, 2.1, 1.1 ms\n"
        "statistics draft-mtp: #calls(b,g,a) = 11 796 796, #gen drafts = 796, #acc "
        "drafts = 694, #gen tokens = 1585, #acc tokens = 1252, dur(b,g,a) = 0, 3, 1 ms"
    ).measurements
    assert [("ngram-mod", 64), ("draft-mtp", 2)] == [
        (one.label, one.gamma) for one in found
    ]


def test_two_scrapes_are_subtracted():
    found = only(counters("m", 262, 1572, 489) + "\n" + counters("m", 527, 3162, 944))
    assert (265, 1590, 455) == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_accepted_tokens,
    )
    assert Note.SCRAPES_SUBTRACTED in found.notes


def test_a_restart_between_scrapes_leaves_the_last():
    found = only(counters("m", 527, 3162, 944) + "\n" + counters("m", 100, 600, 150))
    assert (100, 2.5) == (found.num_drafts, found.tau)
    assert Note.ENGINE_RESTARTED in found.notes


def test_trees_have_no_alpha():
    found = only(
        "speculative_num_steps=5, speculative_eagle_topk=8, "
        "speculative_num_draft_tokens=64\naccept len: 3.20, gen throughput"
    )
    assert (3.2, None, None) == (found.tau, found.alpha_moment, found.alpha_mle)
    assert Note.TREE_DRAFTS in found.notes


@pytest.mark.parametrize(
    "text",
    [
        '{"stats": {"predictedTokensCount": 233, "totalTokensCount": 267}}',
        '{"timings": {"predicted_n": 20, "predicted_ms": 4}}',
        '{"specDecodingStats": {"numDraftTokens": 0, "numAcceptedTokens": 0, '
        '"numRequestsWithDraftTokens": 0}}',
        "eval time = 134418.90 ms / 1784 tokens",
        counters("m", 0, 0, 0),
    ],
)
def test_nothing_drafted_is_not_an_alpha_of_zero(text):
    reading = read(text)
    assert (Problem.SPECULATION_DID_NOT_RUN,) == reading.problems
    assert [(None, None)] == [(m.tau, m.alpha_moment) for m in reading.measurements]


def test_an_empty_paste_says_so():
    assert (Problem.EMPTY,) == read(" \n\u200b").problems


def test_a_paste_beyond_256_kib_says_so():
    assert (Problem.TOO_LONG,) == read("é" * 131_073).problems


def test_prose_is_not_recognised():
    reading = read("The acceptance rate was 70% at gamma 5, we accepted many drafts.")
    assert ((), (Problem.NOT_RECOGNISED,)) == (reading.measurements, reading.problems)


def test_a_list_that_rises_is_dropped_and_the_totals_kept():
    found = only(TWO.replace("0.309", "0.909"))
    assert found.per_position is None
    assert pytest.approx(2.87, abs=0.01) == found.tau
    assert Note.PER_POSITION_IMPOSSIBLE in found.notes
