"""A run of speculative sampling that anybody can repeat: two n-gram models, a seed."""

from dataclasses import dataclass
from random import Random

from app.model.cycles import Run
from app.model.ngram import NgramModel
from app.model.sampling import run

TARGET_ORDER = 5
"""The order of the target model, in characters of context and the next one."""

MAX_DRAFT_ORDER = 4
MAX_SEED = 2**32 - 1


def demonstrate(
    target: NgramModel, draft_order: int, gamma: int, num_output_tokens: int, seed: int
) -> Run:
    """
    Run speculative sampling; the same values give the same run everywhere.

    Args:
        target: The target model; the draft is the same with a shorter context.
        draft_order: The draft's order, 1 to `MAX_DRAFT_ORDER`.
        gamma: Draft tokens per cycle.
        num_output_tokens: Length of the text in tokens.
        seed: Whole number from 0 on.
    """
    draft = target.of_order(draft_order)
    rng = Random(seed)  # noqa: S311  # a demonstration, no secret
    return run(target, draft, gamma=gamma, num_output_tokens=num_output_tokens, rng=rng)


@dataclass(frozen=True)
class Setting:
    """
    Hold what a run depends on besides its target model.

    Attributes:
        draft_order: The draft's order.
        gamma: Draft tokens per cycle.
        num_output_tokens: Length of the text in tokens.
        seed: Whole number from 0 on.
    """

    draft_order: int
    gamma: int
    num_output_tokens: int
    seed: int

    def run(self, target: NgramModel) -> Run:
        """Run it."""
        return demonstrate(
            target, self.draft_order, self.gamma, self.num_output_tokens, self.seed
        )
