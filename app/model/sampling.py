"""
Speculative sampling: the exact algorithm, over any two models.

A cycle: the draft model proposes gamma tokens, each drawn from its own q. The
target model judges them in order and accepts a token x with probability
min(1, p(x) / q(x)). At the first rejection it draws a correction from
max(0, p - q), normalised, and the rest of the draft is dropped without being
judged; if all are accepted, it draws a bonus token from p. Every token that comes
out has the target's own distribution p, whatever the draft is like.

Source:
    Leviathan, Kalman and Matias (2023), arXiv:2211.17192, Algorithm 1, proof in
    Appendix A.1; independently Chen et al. (2023), arXiv:2302.01318, Algorithm 2.
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from app.model.cycles import Closing, Cycle, DraftedToken, Run, Verdict, counted
from app.model.distribution import Comparison, Distribution, compare

MAX_RUN_GAMMA = 16
"""The longest draft of a run, in tokens per cycle."""

MAX_RUN_TOKENS = 2000
"""The longest run, in output tokens."""


class Model(Protocol):
    """A language model: anything that tells the distribution of the next token."""

    def next_token(self, context: Sequence[str]) -> Distribution:
        """Return the distribution of the token after *context*, the text so far."""
        ...


class Chance(Protocol):
    """
    What a cycle leaves to chance; apart, so that a proof can try every way.

    Attributes:
        drawn: The number behind the last acceptance or rejection, 0 to 1; None
            where no number decides.
    """

    drawn: float | None

    def draw(self, distribution: Distribution) -> str:
        """Return a token with its probability."""
        ...

    def accept(self, p: float, q: float) -> bool:
        """Say yes with probability min(1, p / q), where q is above 0."""
        ...


class RandomChance:
    """Leave a cycle to a random number generator, one number per decision."""

    def __init__(self, rng: Random) -> None:
        self._next = rng.random
        self.drawn: float | None = None

    def draw(self, distribution: Distribution) -> str:
        """Return a token with its probability."""
        return distribution.at(self._next())

    def accept(self, p: float, q: float) -> bool:
        """Say yes with probability min(1, p / q)."""
        self.drawn = drawn = self._next()
        return drawn * q < p


def speculate(
    target: Model, draft: Model, context: Sequence[str], gamma: int, chance: Chance
) -> Cycle:
    """
    Run one cycle.

    Args:
        target: The model whose distribution the output has.
        draft: The model that proposes.
        context: The text so far, in tokens.
        gamma: Draft tokens, 1 or more.
        chance: What decides.
    """
    proposals = _propose(draft, context, gamma, chance)
    text = list(context)
    judged: list[DraftedToken] = []
    for token, q in proposals:
        p = target.next_token(text)
        comparison = compare(p, q)
        chances = q.probability(token), p.probability(token)
        accepted = chance.accept(chances[1], chances[0])
        verdict = Verdict.ACCEPTED if accepted else Verdict.REJECTED
        judged.append(
            DraftedToken(token, verdict, comparison.overlap, *chances, chance.drawn)
        )
        if not accepted:
            dropped = proposals[len(judged) :]
            return _corrected(judged, dropped, p, comparison, chance)
        text.append(token)
    bonus = chance.draw(target.next_token(text))
    return Cycle(tuple(judged), bonus, Closing.BONUS)


def _propose(
    draft: Model, context: Sequence[str], gamma: int, chance: Chance
) -> list[tuple[str, Distribution]]:
    """Return *gamma* tokens of the draft model, each with the q it came from."""
    text = list(context)
    proposals = []
    # What a run does most often, made short.
    next_token, draw = draft.next_token, chance.draw
    for _ in range(gamma):
        q = next_token(text)
        token = draw(q)
        proposals.append((token, q))
        text.append(token)
    return proposals


def _corrected(
    judged: list[DraftedToken],
    dropped: list[tuple[str, Distribution]],
    p: Distribution,
    comparison: Comparison,
    chance: Chance,
) -> Cycle:
    """Return the cycle that ends with the rejection of its last judged token."""
    rest = [
        DraftedToken(token, Verdict.NOT_EVALUATED, q=q.probability(token))
        for token, q in dropped
    ]
    # Where p and q differ by rounding only, a rejection may leave no residual.
    correction = chance.draw(comparison.residual() or p)
    return Cycle((*judged, *rest), correction, Closing.CORRECTION)


def run(
    target: Model,
    draft: Model,
    *,
    gamma: int,
    num_output_tokens: int,
    rng: Random,
    prompt: Sequence[str] = (),
) -> Run:
    """
    Write a text by speculative sampling.

    Args:
        target: The model whose distribution the output has.
        draft: The model that proposes.
        gamma: Draft tokens per cycle, 1 to 16.
        num_output_tokens: Length of the text, 1 to 2000 tokens.
        rng: Where chance comes from; the same state gives the same run on every
            machine.
        prompt: Tokens that stand before the text.

    Raises:
        ValueError: *gamma* or *num_output_tokens* is out of range.
    """
    _check("gamma", gamma, MAX_RUN_GAMMA)
    _check("num_output_tokens", num_output_tokens, MAX_RUN_TOKENS)
    chance = RandomChance(rng)
    text = list(prompt)
    length = len(text) + num_output_tokens
    cycles = []
    while len(text) < length:
        cycle = speculate(target, draft, text, gamma, chance)
        cycles.append(cycle)
        text.extend(cycle.tokens)
    return counted(tuple(cycles), num_output_tokens)


def _check(name: str, value: int, most: int) -> None:
    """Raise ValueError unless *value* is a number from 1 to *most*."""
    if not 1 <= value <= most:
        raise ValueError(f"{name} must be between 1 and {most}, not {value!r}")
