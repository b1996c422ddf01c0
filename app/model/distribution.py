"""
Distributions of the next token, and what speculative sampling asks of two.

A smoothed n-gram model gives every character of its vocabulary some probability,
but says something of its own about a few only; for the rest it follows the
shorter context. A distribution is kept like that:

    p(x) = own(x) + floor * base(x)

so that a vocabulary of thousands of characters costs no more than one of thirty.
Where one distribution rests on the other, they are compared without walking
through it.

The same numbers come out on every machine: tokens stand in a fixed order, and
floats are added one after the other. (The built-in sum() rounds differently from
Python 3.12 on.)
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

_BELOW_ONE = 1 - 2**-53
"""The greatest float below 1."""

_TOLERANCE = 1e-9
"""How far from 1 the probabilities of a distribution may add up."""


class Distribution:
    """
    Hold the probability of every token: own(x) + floor * base(x).

    Attributes:
        own: What this distribution adds to its base, by token; only tokens above
            0, in the order given.
        floor: The weight of the base, 0 to 1.
        base: The distribution it rests on, or None.
    """

    __slots__ = ("_cumulative", "_own_total", "_tokens", "base", "floor", "own")

    def __init__(
        self,
        own: Mapping[str, float],
        floor: float = 0.0,
        base: "Distribution | None" = None,
    ) -> None:
        """
        Build a distribution.

        Args:
            own: Probability by token, each 0 to 1; with *floor* they add up to 1.
            floor: The weight of the base, 0 to 1; 0 where there is none.
            base: The distribution it rests on.

        Raises:
            ValueError: The probabilities do not add up to 1, or one is negative.
        """
        self.own = {token: share for token, share in own.items() if share}
        self._rest_on(base, floor)
        _check(self._own_total + floor, self.own, floor, base)

    @classmethod
    def of_counts(
        cls, counts: Mapping[str, int], floor: int, base: "Distribution | None"
    ) -> "Distribution":
        """
        Build a distribution of shares in a whole: sound without a check.

        Args:
            counts: How often each token occurred, at least once; some token.
            floor: How much the base counts beside them; 0 where there is none.
            base: The distribution it rests on.
        """
        made = cls.__new__(cls)
        whole = sum(counts.values()) + floor
        made.own = {token: count / whole for token, count in counts.items()}
        made._rest_on(base, floor / whole)
        return made

    def _rest_on(self, base: "Distribution | None", floor: float) -> None:
        """Set all that follows from what is its own already."""
        self.floor = floor
        self.base = base if floor else None
        self._tokens = tuple(self.own)
        self._cumulative = tuple(accumulate(self.own.values()))
        self._own_total = self._cumulative[-1] if self._cumulative else 0.0

    def probability(self, token: str) -> float:
        """Return the probability of a token, 0 to 1; 0 for an unknown one."""
        if self.base is None:  # What a run asks for most often, made short.
            return self.own.get(token, 0.0)
        weight, total = 1.0, 0.0
        here: Distribution | None = self
        while here is not None:
            total += weight * here.own.get(token, 0.0)
            weight *= here.floor
            here = here.base
        return total

    def at(self, share: float) -> str:
        """
        Return the token at a share of the whole: the inverse of the sum.

        Args:
            share: A number from 0 to below 1; spread evenly, the tokens come out
                with their probabilities.
        """
        here: Distribution = self
        while share >= here._own_total and here.base is not None:
            share = min((share - here._own_total) / here.floor, _BELOW_ONE)
            here = here.base
        place = bisect_right(here._cumulative, share)
        # Rounding may leave the last sum a trace below 1.
        return here._tokens[place if place < len(here._tokens) else -1]

    def items(self) -> dict[str, float]:
        """Return the probability of every token above 0, in a fixed order."""
        return _own_above(self, None)[0]

    def chain(self) -> Iterator["Distribution"]:
        """Yield this distribution, its base, the base's base, and so on."""
        here: Distribution | None = self
        while here is not None:
            yield here
            here = here.base


def _check(
    total: float, own: Mapping[str, float], floor: float, base: Distribution | None
) -> None:
    """Raise ValueError unless these make a distribution."""
    if not abs(total - 1) <= _TOLERANCE or (base is None and floor):
        raise ValueError(f"probabilities must add up to 1, not {total!r}")
    if floor < 0 or (own and min(own.values()) < 0):
        raise ValueError("a probability must not be negative")


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    Hold where a target gives a token more than a draft does.

    Make it with `compare`.

    Attributes:
        excess: max(0, p(x) - q(x)) for each token where it is above 0.
        overlap: The sum of min(p, q) over all tokens, 0 to 1.
    """

    excess: Mapping[str, float]
    overlap: float

    def residual(self) -> Distribution | None:
        """
        Return max(0, p - q), normalised: the distribution of a correction.

        Returns:
            The residual, or None where q is nowhere below p (so that nothing is
            ever rejected, but for rounding).
        """
        total = _total(self.excess.values())
        if not total > 0:
            return None
        shares = {token: share / total for token, share in self.excess.items()}
        return Distribution(shares)


def compare(target: Distribution, draft: Distribution) -> Comparison:
    """
    Compare a target's and a draft's distribution of the same next token.

    The overlap is the probability that a token drawn from q is accepted: alpha at
    this context. Both add up to 1, so it is 1 without the excess. Where the target
    rests on the draft's distribution (the same object), as among n-gram models of
    one text, only the tokens above that are walked through; otherwise all are.

    Source:
        Leviathan, Kalman and Matias (2023), arXiv:2211.17192, Theorem 3.5 and
        Corollary 3.6.
    """
    if any(here is draft for here in target.chain()):
        excess = _excess_over_base(target, draft)
    else:
        p, q = target.items(), draft.items().get
        excess = {x: share - q(x, 0.0) for x, share in p.items() if share > q(x, 0.0)}
    return Comparison(excess, max(0.0, 1.0 - _total(excess.values())))


def _excess_over_base(top: Distribution, base: Distribution) -> dict[str, float]:
    """Return max(0, p - q) where p = own + floor * q: elsewhere p is not above q."""
    own, floor = _own_above(top, base)
    below = base.probability if base.base else base.own.get
    less = 1.0 - floor
    return {
        token: excess
        for token, share in own.items()
        if (excess := share - less * (below(token) or 0.0)) > 0
    }


def _own_above(
    top: Distribution, base: Distribution | None
) -> tuple[dict[str, float], float]:
    """Return what *top* adds to a base below it, and the weight of that base."""
    own: dict[str, float] = {}
    weight = 1.0
    for here in top.chain():
        if here is base:
            break
        # The lower, the more tokens: those not met higher up go in all at once.
        more = {token: weight * share for token, share in here.own.items()}
        for token in own.keys() & more.keys():
            more[token] += own[token]
        own |= more
        weight *= here.floor
    return own, weight


def _total(shares: Iterable[float]) -> float:
    """Add floats one after the other, which every version of Python does alike."""
    total = 0.0
    for share in shares:
        total += share
    return total
