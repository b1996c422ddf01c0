"""
Cycles: the record of a run of speculative sampling, and what is counted in it.

Floats are added one after the other, so that every Python gives the same sums.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from math import sqrt
from typing import NamedTuple


class Verdict(StrEnum):
    """What became of a drafted token."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    NOT_EVALUATED = "not_evaluated"


class Closing(StrEnum):
    """What the target's own token at the end of a cycle is."""

    CORRECTION = "correction"
    BONUS = "bonus"


class DraftedToken(NamedTuple):
    """
    Hold one drafted token and what became of it.

    Attributes:
        token: The token.
        verdict: What became of it.
        overlap: The sum of min(p, q) over all tokens at this place: how likely
            the target was to accept whatever the draft would propose here; None
            where nothing was judged.
        q: The draft's probability of the token.
        p: The target's probability of it; None where nothing was judged.
        drawn: The number from 0 to 1 that decided: the token is accepted if it
            is below p / q. None where nothing was judged.
    """

    token: str
    verdict: Verdict
    overlap: float | None = None
    q: float | None = None
    p: float | None = None
    drawn: float | None = None


@dataclass(frozen=True, slots=True)
class Cycle:
    """
    Hold one cycle.

    Attributes:
        drafts: The drafted tokens in order.
        closing_token: The token that the target added.
        closing: Whether that is a correction or a bonus token.
    """

    drafts: tuple[DraftedToken, ...]
    closing_token: str
    closing: Closing

    @property
    def accepted(self) -> tuple[str, ...]:
        """Return the accepted tokens."""
        return tuple(
            draft.token for draft in self.drafts if draft.verdict is Verdict.ACCEPTED
        )

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return what the cycle adds to the text: 1 to gamma + 1 tokens."""
        return (*self.accepted, self.closing_token)

    @property
    def overlaps(self) -> tuple[float, ...]:
        """Return the overlaps of the places that were judged."""
        return tuple(
            draft.overlap for draft in self.drafts if draft.overlap is not None
        )


@dataclass(frozen=True, slots=True)
class Run:
    """
    Hold a run of cycles, and what was counted.

    The last cycle is run to its end and counted whole, even where it passes the
    length asked for; only the text is cut there. A cycle cut short would count
    as a bad one. Ending with a whole cycle is a decision that does not look
    ahead, so by Wald's identity the tokens expected are tau times the cycles
    expected, and the acceptances expected are those that the overlaps predict.

    Attributes:
        cycles: Every cycle in order.
        num_output_tokens: The length asked for, in tokens.
        num_drafts: Cycles with a draft: all.
        num_draft_tokens: Tokens drafted.
        num_evaluated: Drafted tokens that the target judged: up to and including
            the first rejection of each cycle.
        num_accepted_tokens: Drafted tokens accepted.
        tau: Tokens per cycle, measured: 1 + accepted / cycles.
        accepted_per_drafted: Accepted over drafted. Not alpha.
        alpha: Accepted over evaluated, measured.
        exact_alpha: What alpha is expected to be at the places judged: the mean
            of their overlaps, the sum of min(p, q) each.
        alpha_standard_error: How far alpha strays from exact_alpha by chance
            alone: sqrt(sum of a (1 - a)) / n over the n overlaps a, one standard
            deviation.
    """

    cycles: tuple[Cycle, ...]
    num_output_tokens: int
    num_drafts: int
    num_draft_tokens: int
    num_evaluated: int
    num_accepted_tokens: int
    tau: float
    accepted_per_drafted: float
    alpha: float
    exact_alpha: float
    alpha_standard_error: float

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the text in tokens, cut to the length asked for."""
        every = chain.from_iterable(cycle.tokens for cycle in self.cycles)
        return tuple(every)[: self.num_output_tokens]

    @property
    def num_surplus(self) -> int:
        """Return how many tokens of the last cycle the text leaves out."""
        made = self.num_drafts + self.num_accepted_tokens
        return made - self.num_output_tokens


def counted(cycles: tuple[Cycle, ...], num_output_tokens: int) -> Run:
    """
    Return the record of a run with its counts.

    Args:
        cycles: The cycles in order, at least one, each with a draft.
        num_output_tokens: The length asked for, in tokens.
    """
    drafted = sum(len(cycle.drafts) for cycle in cycles)
    accepted = sum(len(cycle.accepted) for cycle in cycles)
    overlaps = [overlap for cycle in cycles for overlap in cycle.overlaps]
    evaluated = len(overlaps)
    expected = variance = 0.0
    for overlap in overlaps:
        expected += overlap
        variance += overlap * (1 - overlap)
    return Run(
        cycles=cycles,
        num_output_tokens=num_output_tokens,
        num_drafts=len(cycles),
        num_draft_tokens=drafted,
        num_evaluated=evaluated,
        num_accepted_tokens=accepted,
        tau=1 + accepted / len(cycles),
        accepted_per_drafted=accepted / drafted,
        alpha=accepted / evaluated,
        exact_alpha=expected / evaluated,
        alpha_standard_error=sqrt(variance) / evaluated,
    )
