"""Published benchmarks that fill the page, with their source."""

from typing import NamedTuple

from app.web.links import Query


class Example(NamedTuple):
    """
    Hold one published benchmark.

    Attributes:
        name: Engine, model and drafter.
        hardware: What it ran on.
        source: Where it was published, or "".
        source_name: What the source is called.
        query: Its runs as links carry them.
    """

    name: str
    hardware: str
    source: str
    source_name: str
    query: Query


def _query(runs: str, unit: str = "") -> Query:
    found = [("run", run) for run in runs.split()]
    return [*found, ("unit", unit)] if unit else found


EXAMPLES = (
    Example(
        "vLLM, Qwen3-30B-A3B, EAGLE-3",
        "H100 SXM, EP16",
        "",
        "",
        _query(
            "8,0,,521.6 32,0,,1581.1 64,0,,2611.1 "
            "8,1,1.72,568.7 32,1,1.72,1840.1 64,1,1.72,2475.7 "
            "8,2,2.21,732 32,2,2.21,2047.6 64,2,2.21,2234.9 "
            "8,3,2.53,712 32,3,2.53,1773 64,3,2.53,1923"
        ),
    ),
    Example(
        "llama.cpp, Gemma 4 12B, MTP",
        "RTX 3060",
        "https://github.com/LostRuins/koboldcpp/issues/2262",
        "koboldcpp #2262",
        _query(
            ",0,,36 ,1,1.47,47.77 ,2,1.6,45.54 ,3,1.69,44.35 ,4,1.8,41.86 ,8,1.88,30.89"
        ),
    ),
    Example(
        "SGLang, Qwen3-30B-A3B (MoE), EAGLE-3",
        "2 × H100",
        "https://github.com/sgl-project/SpecForge/issues/339",
        "SpecForge #339",
        _query(
            "1,0,,222.47 4,0,,566.21 8,0,,733.61 16,0,,1012.96 32,0,,1077.55 "
            "1,3,1.86,159.78 4,3,1.86,447.9"
        ),
    ),
    Example(
        "vLLM, Qwen3.8-Flash-Next, MTP",
        "4 × H100",
        "https://github.com/vllm-project/recipes/pull/923",
        "vLLM recipes #923",
        _query("8,0,,10.8 64,0,,26.4 8,3,2.07,14.3 64,3,2.04,47.8", "tpot_ms"),
    ),
    Example(
        "vLLM, Llama 3.1 8B, EAGLE-1",
        "H100",
        "https://github.com/vllm-project/vllm/pull/16937",
        "vLLM #16937",
        _query("1,0,,133 1,2,,201.69 1,4,,198 1,7,,169.92"),
    ),
)
