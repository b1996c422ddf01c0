"""
Character n-gram models: the tiny language models of the demonstration.

A model of order n looks at the n - 1 characters before and gives every character
of its text some probability. It interpolates the orders after Witten and Bell:

    P(x | h) = (count(h x) + T(h) * P(x | h')) / (count(h) + T(h))

where T(h) is how many different characters followed the context h, and h' is h
without its first character. The more various a context's continuations, the more
is left to the shorter context. At the bottom stands the share of each character
in the text, so that none has a probability of 0. A context that never occurred
says nothing: the longest part of it that did is used.

Nothing is counted before it is asked for. The text is kept with the places where
each context occurs, and a context is split up by the character before it when a
longer one is wanted: fitting takes no time to speak of, and a short run over a
long text touches little of it.

Source:
    Witten and Bell (1991), "The zero-frequency problem", IEEE Transactions on
    Information Theory 37(4), method C; interpolated as in Chen and Goodman
    (1999), "An empirical study of smoothing techniques for language modeling",
    Computer Speech and Language 13(4), section 2.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from app.model.characters import characters
from app.model.distribution import Distribution

MAX_ORDER = 8
"""The highest order: a model sees at most 7 characters before the next."""

MIN_DISTINCT = 2
"""The least number of different characters that a text must have."""

MIN_CHARACTERS = 20
"""The shortest text worth fitting a visitor's model to, in characters."""

MAX_TEXT_BYTES = 64 * 1024
"""The longest text that a visitor may bring, in bytes of UTF-8."""


class TextProblem(StrEnum):
    """Why a visitor's text cannot be used."""

    TOO_LONG = "too_long"
    TOO_SHORT = "too_short"
    ONE_CHARACTER = "one_character"


class Context:
    """
    Hold one context, where it occurs, and what follows it.

    Attributes:
        distribution: The smoothed distribution of the next character.
    """

    __slots__ = ("_length", "_longer", "_places", "_text", "distribution")

    def __init__(
        self,
        text: Sequence[str],
        length: int,
        places: Sequence[int],
        shorter: "Context | None",
    ) -> None:
        """
        Set the context up.

        Args:
            text: The whole text, in characters.
            length: Characters in this context.
            places: Where in the text a character follows this context, rising; at
                least one.
            shorter: The context without its first character; None for the empty
                one.
        """
        self._text = text
        self._length = length
        self._places = places
        self._longer: dict[str, Context | list[int]] | None = None
        counts = Counter(map(text.__getitem__, places))
        floor = len(counts) if shorter else 0
        below = shorter.distribution if shorter else None
        self.distribution: Distribution = Distribution.of_counts(counts, floor, below)

    def longer(self, character: str) -> "Context | None":
        """Return the context with *character* before it; None if it never occurred."""
        if self._longer is None:
            self._longer = self._split()
        found = self._longer.get(character)
        if isinstance(found, list):
            found = Context(self._text, self._length + 1, found, self)
            self._longer[character] = found
        return found

    def _split(self) -> "dict[str, Context | list[int]]":
        """Return this context's places by the character before it."""
        before = self._length + 1
        split: dict[str, list[int]] = {}
        for place in self._places:
            if place >= before:
                split.setdefault(self._text[place - before], []).append(place)
        return dict(split)


class NgramModel:
    """
    Tell the distribution of the next character from the few before it.

    Make it with `fit`.

    Attributes:
        order: n: the model sees n - 1 characters before the next.
        vocabulary: Every character of the text once, in the order of their first
            use.
    """

    def __init__(self, root: Context, order: int) -> None:
        """
        Wrap the contexts of a text.

        Args:
            root: The empty context.
            order: The order, 1 to 8.

        Raises:
            ValueError: *order* is out of range.
        """
        if not 1 <= order <= MAX_ORDER:
            raise ValueError(f"order must be between 1 and {MAX_ORDER}, not {order!r}")
        self.order = order
        self._root = root

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Return every character of the text once, in the order of first use."""
        return tuple(self._root.distribution.own)

    def of_order(self, order: int) -> "NgramModel":
        """
        Return the model of another order over the same text.

        The two share their contexts: speculative sampling compares them quickly.

        Raises:
            ValueError: *order* is out of range.
        """
        return NgramModel(self._root, order)

    def next_token(self, context: Sequence[str]) -> Distribution:
        """
        Return the distribution of the next character.

        Args:
            context: All characters so far; only the last ones count.
        """
        here = self._root
        for back in range(1, min(self.order, len(context) + 1)):
            longer = here.longer(context[-back])
            if longer is None:
                break
            here = longer
        return here.distribution


def fit(text: str | Sequence[str], order: int) -> NgramModel:
    """
    Fit a model to a text.

    Args:
        text: The text, or its characters (see `characters`).
        order: n, 1 to 8; the model sees n - 1 characters before the next.

    Raises:
        ValueError: The text has fewer than two different characters, so that
            there is nothing to tell apart, or *order* is out of range.
    """
    tokens = characters(text) if isinstance(text, str) else list(text)
    if len(dict.fromkeys(tokens)) < MIN_DISTINCT:
        raise ValueError(f"fewer than {MIN_DISTINCT} different characters")
    return NgramModel(Context(tokens, 0, range(len(tokens)), None), order)


def text_problem(text: str) -> TextProblem | None:
    """
    Return why a visitor's text cannot be used, or None where it can.

    White space around the text does not count.
    """
    if len(text.encode(errors="replace")) > MAX_TEXT_BYTES:
        return TextProblem.TOO_LONG
    tokens = characters(text.strip())
    if len(tokens) < MIN_CHARACTERS:
        return TextProblem.TOO_SHORT
    if len(dict.fromkeys(tokens)) < MIN_DISTINCT:
        return TextProblem.ONE_CHARACTER
    return None
