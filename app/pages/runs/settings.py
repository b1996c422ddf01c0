"""
The schedule as the engines take it: text to copy into their configuration.

Sources, each read in the engine's own repository:
    vLLM, docs/features/speculative_decoding/dynamic_speculative_decoding.md and
    vllm/v1/spec_decode/dynamic/utils.py: ``num_speculative_tokens_per_batch_size``
    is a list of [first, last, tokens], the first range beginning at 1; the last
    length holds beyond the last range.
    TensorRT-LLM, pull request 10860 and tensorrt_llm/llmapi/llm_args.py:
    ``draft_len_schedule`` maps the last batch size of each range to a length, the
    first of them to ``max_draft_len``; beyond the last key nothing is drafted.
    SGLang, docs/advanced_features/adaptive_speculative_decoding.md and
    python/sglang/srt/speculative/adaptive_spec_params.py: the file of
    ``--speculative-adaptive-config`` maps the first batch size of each range to its
    ``candidate_steps``; 0 turns drafting off.
    llama.cpp, tools/server/README.md: ``--spec-draft-n-max``, one length for all
    loads (``--draft-max`` in versions before it).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.load import LoadRange

SOURCES = {
    "vllm": "https://docs.vllm.ai/en/latest/features/speculative_decoding/"
    "dynamic_speculative_decoding/",
    "tensorrt_llm": "https://github.com/NVIDIA/TensorRT-LLM/pull/10860",
    "sglang": "https://docs.sglang.io/advanced_features/"
    "adaptive_speculative_decoding.html",
    "llama_cpp": "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/"
    "README.md",
}
"""Where the engines document these settings."""


@dataclass(frozen=True)
class Settings:
    """
    Hold the schedule for each engine; "" where an engine cannot express it.

    Attributes:
        ranges: The ranges, from 1 request on.
        vllm: The speculative configuration of vLLM, as JSON.
        tensorrt_llm: That of TensorRT-LLM, as YAML.
        sglang: The file of SGLang's adaptive configuration.
        sglang_options: The options that go with it.
        llama_cpp: The option of llama.cpp.
        widened: The least load measured, where it is above 1.
    """

    ranges: tuple[LoadRange, ...]
    vllm: str
    tensorrt_llm: str
    sglang: str
    sglang_options: str
    llama_cpp: str
    widened: int | None


def write_settings(ranges: Sequence[LoadRange]) -> Settings | None:
    """
    Return the schedule for each engine, or None where nothing is ever drafted.

    Args:
        ranges: The schedule, neighbours without a gap. Below the least load
            measured its length holds too.
    """
    longest = max((one.gamma for one in ranges), default=0)
    if not longest:
        return None
    first = ranges[0]
    whole = (LoadRange(1, first.last, first.gamma), *ranges[1:])
    return Settings(
        ranges=whole,
        vllm=_vllm(whole, longest),
        tensorrt_llm=_tensorrt_llm(whole, longest),
        sglang=_sglang(whole),
        sglang_options=_sglang_options(whole),
        llama_cpp=llama_cpp(first.gamma),
        widened=first.first if first.first > 1 else None,
    )


def one_setting(gamma: int) -> dict[str, str]:
    """Return the setting of each engine for one draft length, 1 or more."""
    return {
        "vllm": f'{{"num_speculative_tokens": {gamma}}}',
        "sglang": f"--speculative-num-steps {gamma} --speculative-eagle-topk 1 "
        f"--speculative-num-draft-tokens {gamma + 1}",
        "llama_cpp": llama_cpp(gamma),
    }


def llama_cpp(gamma: int) -> str:
    """Return the option of llama.cpp for one draft length; 0 needs none."""
    return f"--spec-draft-n-max {gamma}" if gamma else ""


def _vllm(ranges: Sequence[LoadRange], longest: int) -> str:
    rows = ",\n".join(f"    [{one.first}, {one.last}, {one.gamma}]" for one in ranges)
    return (
        f'{{\n  "num_speculative_tokens": {longest},\n'
        f'  "num_speculative_tokens_per_batch_size": [\n{rows}\n  ]\n}}'
    )


def _tensorrt_llm(ranges: Sequence[LoadRange], longest: int) -> str:
    """Return the YAML; "" where the schedule does not begin with its longest draft."""
    if ranges[0].gamma != longest:
        return ""
    drafting = list(ranges)
    while not drafting[-1].gamma:  # Nothing is drafted beyond the last key anyway.
        drafting.pop()
    rows = "".join(f"\n    {one.last}: {one.gamma}" for one in drafting)
    return (
        f"speculative_config:\n  max_draft_len: {longest}\n  draft_len_schedule:{rows}"
    )


def _sglang(ranges: Sequence[LoadRange]) -> str:
    slots = [
        f"  {json.dumps(str(one.first))}: "
        f"{json.dumps({'candidate_steps': [one.gamma]})}"
        for one in ranges
    ]
    return "{\n" + ",\n".join(slots) + "\n}"


def _sglang_options(ranges: Sequence[LoadRange]) -> str:
    steps = next(one.gamma for one in ranges if one.gamma)
    return (
        f"--speculative-num-steps {steps} --speculative-eagle-topk 1 "
        f"--speculative-num-draft-tokens {steps + 1} --speculative-adaptive "
        "--speculative-adaptive-config adaptive_spec.json"
    )
