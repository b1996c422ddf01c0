"""The schedule as the engines take it, held to what their own checks demand."""

import json

import pytest

from app.model.load import LoadRange
from app.pages.runs.settings import one_setting, write_settings

FALLING = (LoadRange(8, 44, 2), LoadRange(45, 53, 1), LoadRange(54, 64, 0))


def test_vllm_gets_ranges_from_one_on_and_the_longest_draft():
    found = json.loads(write_settings(FALLING).vllm)

    assert found == {
        "num_speculative_tokens": 2,
        "num_speculative_tokens_per_batch_size": [[1, 44, 2], [45, 53, 1], [54, 64, 0]],
    }


def test_tensorrt_llm_gets_the_last_batch_size_of_each_range():
    assert write_settings(FALLING).tensorrt_llm == (
        "speculative_config:\n  max_draft_len: 2\n  draft_len_schedule:\n"
        "    44: 2\n    53: 1"
    )


@pytest.mark.parametrize(
    "ranges",
    [
        (LoadRange(1, 4, 0), LoadRange(5, 9, 2)),
        (LoadRange(1, 4, 1), LoadRange(5, 9, 2), LoadRange(10, 12, 0)),
    ],
)
def test_what_tensorrt_llm_refuses_is_not_written(ranges):
    """Its smallest key must have the longest draft."""
    assert write_settings(ranges).tensorrt_llm == ""


def test_sglang_gets_the_first_batch_size_of_each_range():
    found = write_settings(FALLING)

    assert json.loads(found.sglang) == {
        "1": {"candidate_steps": [2]},
        "45": {"candidate_steps": [1]},
        "54": {"candidate_steps": [0]},
    }
    assert "--speculative-num-steps 2" in found.sglang_options
    assert "--speculative-num-draft-tokens 3" in found.sglang_options


def test_llama_cpp_gets_one_length():
    assert write_settings(FALLING).llama_cpp == "--spec-draft-n-max 2"
    assert one_setting(4)["llama_cpp"] == "--spec-draft-n-max 4"


def test_a_load_above_one_is_told_to_be_widened():
    assert write_settings(FALLING).widened == 8
    assert write_settings((LoadRange(1, 9, 3),)).widened is None


@pytest.mark.parametrize("ranges", [(), (LoadRange(1, 9, 0),)])
def test_where_nothing_is_drafted_there_is_no_setting(ranges):
    assert write_settings(ranges) is None
