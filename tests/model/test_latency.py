"""The answer time without and with speculation."""

from math import inf, isclose, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model import speedup as decoding
from app.model.acceptance import AcceptanceProfile
from app.model.latency import (
    MAX_MS,
    MAX_OUTPUT_TOKENS,
    MAX_SPEEDUP,
    MIN_SPEEDUP,
    evaluate,
    worthwhile_from,
)


def answer(ttft_ms=200.0, num_output_tokens=256, tpot_ms=20.0, speedup=2.5, **others):
    return evaluate(
        ttft_ms=ttft_ms,
        num_output_tokens=num_output_tokens,
        tpot_ms=tpot_ms,
        speedup=speedup,
        **others,
    )


@pytest.mark.parametrize(
    ("given", "before", "after", "gain", "limit"),
    [
        ((200, 256, 20, 2.5), 5300, 2240, 2.3661, 26.5),
        ((2000, 128, 20, 2.5), 4540, 3016, 1.5053, 2.27),
        ((500, 1024, 30, 3), 31190, 10730, 2.9068, 62.38),
    ],
)
def test_the_checks_of_the_specification(given, before, after, gain, limit):
    found = answer(*given)

    assert before == found.e2e_ms
    assert isclose(after, found.e2e_with_speculation_ms, rel_tol=1e-12)
    assert isclose(before - after, found.time_saved_ms, rel_tol=1e-12)
    assert gain == round(found.e2e_speedup, 4)
    assert isclose(limit, found.e2e_speedup_limit, rel_tol=1e-12)


def test_time_is_ttft_and_decoding_and_only_decoding_gets_faster():
    found = answer(draft_prefill_ms=40.0)

    assert (5100, 2040) == (found.decoding_ms, found.decoding_with_speculation_ms)
    assert 200 + 40 + 2040 == found.e2e_with_speculation_ms
    assert 5300 - 2280 == found.time_saved_ms
    assert 5300 / 240 == found.e2e_speedup_limit
    assert 5100 / 5300 == found.decoding_share
    assert 8 == found.tpot_with_speculation_ms


def test_one_token_needs_no_decoding_so_nothing_gets_faster():
    found = answer(num_output_tokens=1)

    assert (200, 200) == (found.e2e_ms, found.e2e_with_speculation_ms)
    assert (0, 0) == (found.decoding_ms, found.decoding_with_speculation_ms)
    assert (1, 1) == (found.e2e_speedup, found.e2e_speedup_limit)
    assert (0, 0) == (found.time_saved_ms, found.decoding_share)


def test_one_token_is_late_by_the_prompt_processing_of_the_draft():
    found = answer(num_output_tokens=1, draft_prefill_ms=50.0)

    assert -50 == found.time_saved_ms
    assert 200 / 250 == found.e2e_speedup == found.e2e_speedup_limit


def test_without_a_ttft_the_answer_gains_all_of_s_and_has_no_limit():
    found = answer(ttft_ms=0.0)

    assert 2.5 == found.e2e_speedup
    assert found.e2e_speedup_limit is None
    assert 1 == found.decoding_share


def test_without_a_ttft_the_draft_s_prompt_processing_sets_the_limit():
    assert 5100 / 40 == answer(ttft_ms=0.0, draft_prefill_ms=40.0).e2e_speedup_limit


def test_an_answer_that_takes_no_time_has_no_quotients():
    found = answer(ttft_ms=0.0, num_output_tokens=1)

    assert (0, 0, 0) == (
        found.e2e_ms,
        found.e2e_with_speculation_ms,
        found.time_saved_ms,
    )
    assert found.e2e_speedup is None
    assert found.e2e_speedup_limit is None
    assert found.decoding_share is None


def test_only_the_draft_takes_time():
    found = answer(ttft_ms=0.0, num_output_tokens=1, draft_prefill_ms=5.0)

    assert (0, 0) == (found.e2e_speedup, found.e2e_speedup_limit)
    assert found.decoding_share is None


def test_slower_decoding_makes_the_answer_slower():
    found = answer(speedup=0.5)

    assert 10400 == found.e2e_with_speculation_ms
    assert -5100 == found.time_saved_ms
    assert 5300 / 10400 == found.e2e_speedup


def test_a_draft_that_reads_the_prompt_too_long_loses_what_decoding_saved():
    found = answer(draft_prefill_ms=4000.0)

    assert found.speedup > 1
    assert 5100 - 2040 - 4000 == found.time_saved_ms
    assert 1 > found.e2e_speedup > found.e2e_speedup_limit - 1


def test_a_sliver_of_decoding_is_not_lost_beside_a_long_wait():
    found = answer(ttft_ms=MAX_MS, num_output_tokens=2, tpot_ms=1e-10, speedup=2.0)

    assert 5e-11 == found.time_saved_ms


def test_bursts_come_further_apart_although_tpot_falls():
    setting = decoding.evaluate(
        AcceptanceProfile.constant(0.7), 5, decoding.Costs(0.15, 0.1)
    )
    found = answer(
        speedup=setting.speedup, cycle_cost=decoding.Costs(0.15, 0.1).cycle(5)
    )

    assert isclose(20 * (1 + 0.1 + 5 * 0.15), found.burst_gap_ms, rel_tol=1e-12)
    assert isclose(setting.tau, found.tokens_per_burst, rel_tol=1e-12)
    assert found.tpot_with_speculation_ms < found.tpot_ms < found.burst_gap_ms
    assert isclose(
        found.tpot_with_speculation_ms,
        found.burst_gap_ms / found.tokens_per_burst,
        rel_tol=1e-12,
    )


def test_without_the_settings_nothing_is_said_about_bursts():
    assert answer().burst_gap_ms is None
    assert answer().tokens_per_burst is None


def test_every_setting_of_the_calculator_gives_a_speedup_in_range():
    dearest = decoding.Costs(decoding.MAX_C, decoding.MAX_VERIFY_OVERHEAD)

    assert MIN_SPEEDUP < 1 / dearest.cycle(128)
    assert MAX_SPEEDUP > 128 + 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"ttft_ms": -1.0},
        {"ttft_ms": nan},
        {"tpot_ms": MAX_MS * 2},
        {"tpot_ms": inf},
        {"num_output_tokens": 0},
        {"num_output_tokens": MAX_OUTPUT_TOKENS + 1},
        {"speedup": 0.0},
        {"speedup": MAX_SPEEDUP * 2},
        {"speedup": nan},
        {"draft_prefill_ms": -0.1},
        {"cycle_cost": 0.9},
        {"cycle_cost": nan},
    ],
)
def test_a_value_out_of_range_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))} must be"):
        answer(**wrong)


times = st.floats(0, MAX_MS)


@given(
    ttft_ms=times,
    tpot_ms=times,
    num_output_tokens=st.integers(1, MAX_OUTPUT_TOKENS),
    speedup=st.floats(MIN_SPEEDUP, MAX_SPEEDUP),
    draft_prefill_ms=times,
)
def test_no_speedup_passes_the_limit(**given):
    found = evaluate(**given)

    assert found.e2e_with_speculation_ms >= 0
    if found.e2e_speedup_limit is not None:
        assert found.e2e_speedup <= found.e2e_speedup_limit * (1 + 1e-12)
    if found.decoding_share is not None:
        assert 0 <= found.decoding_share <= 1


@given(
    tpot_ms=st.floats(0.01, 1000),
    speedup=st.floats(1.01, 100),
    draft_prefill_ms=st.floats(0.01, 1000),
)
def test_from_the_length_named_on_the_answer_is_sooner(**given):
    tokens = worthwhile_from(**given)

    assert tokens >= 2
    before, at = (
        evaluate(ttft_ms=0, num_output_tokens=n, **given).time_saved_ms
        for n in (tokens - 1, tokens + 1)
    )
    assert before <= 1e-6
    assert at > 0


@pytest.mark.parametrize(
    ("speedup", "draft_prefill_ms", "expected"),
    [(2, 0, 2), (2, 100, 12), (2, 99.9, 11), (1, 0, None), (0.5, 10, None)],
)
def test_how_long_an_answer_must_be(speedup, draft_prefill_ms, expected):
    assert expected == worthwhile_from(
        tpot_ms=20, speedup=speedup, draft_prefill_ms=draft_prefill_ms
    )


def test_a_length_beyond_the_longest_answer_is_none():
    found = worthwhile_from(tpot_ms=1e-4, speedup=1.0001, draft_prefill_ms=MAX_MS)
    assert None is found
