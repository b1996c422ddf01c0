"""Pastes that were once misread; the values follow from the counts in them."""

import pytest

from app.engines import Note, read


def only(text):
    reading = read(text)
    assert 1 == len(reading.measurements)
    return reading.measurements[0]


def test_a_list_longer_than_the_drafts_does_not_add_the_bonus_twice():
    found = only(
        "SpecDecoding metrics: Mean acceptance length: 2.50, Accepted throughput: "
        "15.00 tokens/s, Drafted throughput: 26.00 tokens/s, Accepted: 150 tokens, "
        "Drafted: 260 tokens, Per-position acceptance rate: 0.600, 0.400, 0.300, "
        "0.200, Avg Draft acceptance rate: 57.7%"
    )
    assert (None, 100, 2.5) == (found.gamma, found.num_drafts, found.tau)
    assert (0.6, 0.4, 0.3, 0.2) == pytest.approx(found.per_position)
    assert (Note.DRAFT_LENGTH_VARIES,) == found.notes


def test_a_list_of_two_numbers_is_not_a_decimal_comma():
    found = only(
        '{"acceptance_histogram":[10,10],"num_spec_steps":20,"num_spec_tokens":1,'
        '"num_accepted_draft_tokens":10,"num_draft_tokens":20,'
        '"mean_acceptance_length":1.5}'
    )
    assert (1, 1.5, (0.5,)) == (found.gamma, found.tau, found.per_position)
    assert () == found.notes


def test_a_histogram_that_ends_early_leaves_zeros():
    found = only(
        '{"meta_info":{"completion_tokens":200,"spec_accept_length":1.064,'
        '"spec_accept_histogram":[178,9,1],"spec_verify_ct":188,'
        '"spec_accept_token_num":11,"spec_draft_token_num":564}}'
    )
    assert (3, 1 + 11 / 188) == (found.gamma, found.tau)
    assert (10 / 188, 1 / 188, 0) == found.per_position
    assert pytest.approx(11 / 199) == found.alpha_mle


def test_a_rate_beside_a_length_of_one_tells_the_draft_length():
    found = only("accept len: 1.00, accept rate: 0.25, cuda graph: True")
    assert (3, 1.0, 0.0) == (found.gamma, found.tau, found.alpha_moment)


def test_counts_of_v0_that_contradict_its_shares_are_noted():
    line = (
        "Speculative metrics: Draft acceptance rate: 0.607, System efficiency: 0.510, "
        "Number of speculative tokens: 4, Number of accepted tokens: 32594, Number of "
        "draft tokens: 53716, Number of emitted tokens: "
    )
    assert Note.INCOMPLETE_RECORD in only(line + "342").notes
    assert Note.INCOMPLETE_RECORD not in only(line + "34244.").notes


def test_a_table_may_name_its_mean_tau():
    found = read("| k | tau |\n|---|---|\n| 3 | 2.80 |\n| 5 | 3.10 |").measurements
    assert [(3, 2.8), (5, 3.1)] == [(one.gamma, one.tau) for one in found]


BENCH = (
    "= DECODING STATISTICS (Eagle)\n[DT] MINIMUM: 100.00\n[DT] AVERAGE: 200.00\n"
    "[ADT] AVERAGE: 120.00\n[DAR] MINIMUM: 0.50\n[DAR] AVERAGE: 0.60\n"
    "[AL] MINIMUM: 2.50\n[AL] AVERAGE: 2.80\n"
)
BENCH_JSON = (
    '{"decoding_stats": {"mode": "Eagle", "draft_acceptance_rate_percentiles": '
    '{"average": 0.6}, "acceptance_length_percentiles": {"p50": 2.7, "average": 2.8}}}'
)


@pytest.mark.parametrize("text", [BENCH, BENCH_JSON])
def test_trtllm_bench_prints_means_over_requests(text):
    found = only(text)
    assert ("tensorrt-llm", 3, 2.8, 0.6) == (
        found.engine,
        found.gamma,
        found.tau,
        found.accepted_per_drafted,
    )
    assert (Note.AVERAGED_PER_REQUEST,) == found.notes


def test_trtllm_bench_without_a_share_has_no_draft_length():
    found = only("[AR] MINIMUM: 2.21\n[AR] AVERAGE: 2.63\n[AR] P50    : 2.60")
    assert (None, 2.63) == (found.gamma, found.tau)


def test_mlc_llm_counts_by_position():
    found = only('{"draft_count": [100, 100, 100], "accept_count": [80, 60, 40]}')
    assert ("mlc-llm", 3, 2.8) == (found.engine, found.gamma, found.tau)
    assert (0.8, 0.6, 0.4) == found.per_position
    assert () == found.notes


def test_mlc_llm_counts_the_known_token_as_the_first():
    found = only(
        '{"draft_count": [100, 100, 100, 100], "accept_count": [100, 80, 60, 40]}'
    )
    assert (3, 2.8, (0.8, 0.6, 0.4)) == (found.gamma, found.tau, found.per_position)
    assert (Note.BONUS_UNCERTAIN,) == found.notes


def test_mlc_llm_with_drafts_of_different_length_has_no_gamma():
    found = only('{"draft_count": [100, 60], "accept_count": [80, 30]}')
    assert (None, 2.1, None) == (found.gamma, found.tau, found.per_position)


def test_openvino_prints_tokens_per_iteration():
    found = only(
        "Main model metrics:\n  Num generated token: 180 tokens\n"
        "  Total iteration number: 80\nDraft model metrics:\n"
        "  Total iteration number: 320\n  Accepted token number: 120 tokens\n"
        "  Accept length: 2.50"
    )
    assert ("openvino-genai", None, 2.5) == (found.engine, found.gamma, found.tau)


LINE = (
    "SpecDecoding metrics: Mean acceptance length: 2.80, Accepted throughput: 18.00 "
    "tokens/s, Drafted throughput: 30.00 tokens/s, Accepted: 180 tokens, Drafted: 300 "
    "tokens, Per-position acceptance rate: 0.800, 0.600, 0.400, Avg Draft acceptance "
    "rate: 60.0%"
)


@pytest.mark.parametrize("end", [", Drafted:", "0 tokens, Per", " tokens, Drafted"])
def test_a_line_cut_in_its_counts_leaves_its_length(end):
    found = only(LINE.split(end)[0])
    assert ("vllm", 2.8, None) == (found.engine, found.tau, found.num_draft_tokens)
    assert Note.INCOMPLETE_RECORD in found.notes


def test_a_count_cut_short_is_left_out_of_the_sum():
    found = only(f"{LINE}\n{LINE.split('0 tokens, Per')[0]}")
    assert (100, 2.8, 1) == (found.num_drafts, found.tau, found.num_records)
    assert Note.INCOMPLETE_RECORD in found.notes


REQUEST = "draft acceptance = 0.67500 (  108 accepted /   160 generated), mean len ="


@pytest.mark.parametrize("end", ["  4.", "  4.3", ""])
def test_a_length_cut_short_is_no_length(end):
    found = only(REQUEST + end)
    assert (160, None) == (found.num_draft_tokens, found.tau)
    assert Note.NO_CYCLE_COUNT in found.notes


def test_a_request_cut_short_is_noted():
    found = only(f"{REQUEST}  4.38\n{REQUEST[:50]}")
    assert (5, 4.375) == (found.gamma, found.tau)
    assert (Note.INCOMPLETE_RECORD,) == found.notes


def test_a_heading_before_a_name_does_not_hide_it():
    found = only(
        "stats: predictedTokensCount: 300, totalDraftTokensCount: 240, "
        "acceptedDraftTokensCount: 150"
    )
    assert ("lmstudio", 2.0, 0.625) == (
        found.engine,
        found.tau,
        found.accepted_per_drafted,
    )


def test_options_may_stand_around_the_servers_own_mean():
    found = only(
        '{"internal_states":[{"avg_spec_accept_length":2.65}],'
        '"speculative_num_draft_tokens":4,"speculative_eagle_topk":1}'
    )
    assert (3, 2.65) == (found.gamma, found.tau)


def test_draft_tokens_of_one_step_are_not_a_total():
    found = only("| draft tokens | accept length |\n|---|---|\n| 4 | 2.80 |")
    assert (None, 2.8) == (found.num_draft_tokens, found.tau)


def test_prose_that_names_a_length_leaves_its_meaning_open():
    found = only(
        "With gamma 5 we got an accept length of about that: accept length 3.2."
    )
    assert (3.2, (Note.BONUS_UNCERTAIN,)) == (found.tau, found.notes)


def test_the_same_tokens_in_two_formats_are_one_reading():
    found = only(
        "slot print_timing: id  0 | task 5 | eval time = 1834.34 ms / 200 tokens\n"
        "draft acceptance rate = 0.18732 (   65 accepted /   347 generated)\n"
        '{"timings":{"predicted_n":200,"draft_n":347,"draft_n_accepted":65}}'
    )
    assert (347, 200 / 135) == (found.num_draft_tokens, found.tau)


def test_decimal_commas_in_a_list_without_blanks():
    found = only(
        "SpecDecoding metrics: Mean acceptance length: 2,80, Accepted: 180 tokens, "
        "Drafted: 300 tokens, Per-position acceptance rate: 0,800,0,600,0,400, Avg "
        "Draft acceptance rate: 60,0%"
    )
    assert (3, 2.8) == (found.gamma, found.tau)
    assert (0.8, 0.6, 0.4) == pytest.approx(found.per_position)


def test_options_of_two_runs_give_no_draft_length():
    found = only(
        "--speculative-num-draft-tokens 4\naccept len: 2.80, cuda graph: True\n"
        "--speculative-num-draft-tokens 6\naccept len: 3.30, cuda graph: True"
    )
    assert (None, 3.05) == (found.gamma, found.tau)
    assert Note.RECORDS_AVERAGED in found.notes


def test_steps_of_a_chain_are_its_draft_length():
    found = only(
        "--speculative-num-steps 3 --speculative-eagle-topk 1\n"
        "accept len: 2.80, cuda graph: True"
    )
    assert (3, (Note.GAMMA_FROM_OPTIONS,)) == (found.gamma, found.notes)


def test_a_later_scrape_of_a_gauge_replaces_the_earlier():
    name = 'sglang:spec_accept_length{model_name="m"}'
    found = only(f"{name} 2.8\n{name} 3.0\n")
    assert (3.0, (Note.LAST_RECORD_USED,)) == (found.tau, found.notes)


def test_counters_of_v0_count_tokens_at_any_position():
    found = only(
        "vllm:spec_decode_num_accepted_tokens_total 32594.0\n"
        "vllm:spec_decode_num_draft_tokens_total 53716.0\n"
        "vllm:spec_decode_num_emitted_tokens_total 34244.0"
    )
    assert found.tau is None
    assert Note.ACCEPTED_AT_ANY_POSITION in found.notes


def test_statistics_that_may_be_cut_are_noted():
    line = (
        "statistics draft-mtp: #calls(b,g,a) = 2 100 100, #gen drafts = 100, #acc "
        "drafts = 86, #gen tokens = 200, #acc tokens = 140"
    )
    assert Note.INCOMPLETE_RECORD in only(line).notes
    assert () == only(f"{line}, dur(b,g,a) = 0.007, 600.0, 2.1 ms").notes


def test_json_cut_in_a_number_is_noted():
    text = '{"timings":{"predicted_n":200,"draft_n":347,"draft_n_accepted":6'
    assert Note.INCOMPLETE_RECORD in only(text).notes
    assert Note.INCOMPLETE_RECORD not in only(text + "5}}").notes


def test_a_second_scrape_that_is_cut_is_noted():
    drafts = "vllm:spec_decode_num_drafts_total"
    found = only(
        f"{drafts} 100.0\nvllm:spec_decode_num_draft_tokens_total 300.0\n"
        f"vllm:spec_decode_num_accepted_tokens_total 150.0\n{drafts} 300.0\n"
    )
    assert Note.INCOMPLETE_RECORD in found.notes


def test_drafted_tokens_without_the_accepted_ones_are_no_reading():
    assert () == read('{"timings":{"predicted_n":200,"draft_n":347,').measurements


def test_a_gauge_has_more_digits_than_a_log_and_they_count():
    labels = '{engine_type="unified",model_name="m"}'
    found = only(
        f"sglang:spec_accept_length{labels} 2.95\n"
        f"sglang:spec_accept_rate{labels} 0.4875"
    )
    assert (4, (Note.GAMMA_FROM_PRINTED_RATE,)) == (found.gamma, found.notes)
