"""
What a cycle cost where somebody measured it, for those who know no c of theirs.

The two EAGLE heads are lines through tau * TPOT with a draft / TPOT without, at
six draft lengths; the separate models are quotients of two decoding speeds.
"""

from dataclasses import dataclass

from app.forms.numbers import write

_VLLM = ("vLLM #20780", "https://github.com/vllm-project/vllm/issues/20780")
_LLAMA_CPP = ("llama.cpp #8499", "https://github.com/ggml-org/llama.cpp/issues/8499")


@dataclass(frozen=True)
class CycleCost:
    """
    Hold one measured cost of drafting.

    Attributes:
        draft: What drafted, in a word of the templates.
        c: Time of one draft pass, in target passes.
        verify_overhead: What checking cost beyond a plain pass, in target passes;
            None where only the draft was timed.
        source: Name of the source, or "" for what needs none.
        source_url: Its address, or "".
    """

    draft: str
    c: float
    verify_overhead: float | None
    source: str = ""
    source_url: str = ""

    @property
    def query(self) -> dict[str, str]:
        """Return the values that a link puts in place of the visitor's."""
        costs = {"c_percent": self.c, "verify_overhead_percent": self.verify_overhead}
        return {
            key: write(round(100 * cost, 4), thousands=False)
            for key, cost in costs.items()
            if cost is not None
        }


CYCLE_COSTS = (
    CycleCost("eagle3", 0.147, 0.17, *_VLLM),
    CycleCost("eagle1", 0.105, 0.09, *_VLLM),
    CycleCost("llama_1b", 0.301, None, *_LLAMA_CPP),
    CycleCost("llama_160m", 0.112, None, *_LLAMA_CPP),
    CycleCost("ngram", 0.0, None),
)
"""The measured costs, heads first."""
