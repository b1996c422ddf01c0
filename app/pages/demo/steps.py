"""A run of the demonstration as the page shows it: its lines and its neighbours."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.model.cycles import Closing, Cycle, DraftedToken, Run
from app.model.demonstration import MAX_DRAFT_ORDER, Setting
from app.model.ngram import NgramModel

GAMMAS = (1, 2, 4, 8, 16)
"""The draft lengths that are compared; the visitor's own is put between them."""

NEIGHBOUR_TOKENS = 200
"""The longest of the runs that are compared, in tokens."""

_SIGNS = {" ": "␣", "\n": "↵", "\t": "⇥"}

_NONCHARACTERS = "".join(
    chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF)
)
_NOT_IN_HTML = re.compile(
    rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef{_NONCHARACTERS}]"
)


@dataclass(frozen=True)
class Neighbour:
    """
    Hold one row of a comparison.

    Attributes:
        value: The order of the draft, or gamma.
        run: What it comes to.
        current: This is the visitor's own run.
    """

    value: int
    run: Run
    current: bool


class Line:
    """
    Show one cycle.

    Attributes:
        accepted: The accepted tokens, as in the text.
        closing_token: The target's own token, as in the text.
        bonus: That is a bonus token, no correction.
    """

    def __init__(self, cycle: Cycle) -> None:
        self._cycle = cycle
        self.accepted = "".join(cycle.accepted)
        self.closing_token = cycle.closing_token
        self.bonus = cycle.closing is Closing.BONUS

    def signs(self, verdict: str) -> str:
        """Return the drafted tokens of a verdict, to be seen whatever they are."""
        drafts = self._cycle.drafts
        return "".join([sign(d.token) for d in drafts if d.verdict == verdict])

    @staticmethod
    def sign(draft: DraftedToken) -> str:
        """Return a drafted token to be seen whatever it is."""
        return sign(draft.token)

    @staticmethod
    def heard(draft: DraftedToken, names: Mapping[str, str]) -> str:
        """Return a drafted token to be heard; *names* has words for signs."""
        return _heard(draft.token, names)

    @property
    def closing(self) -> str:
        """Return the target's own token, to be seen whatever it is."""
        return sign(self.closing_token)

    @property
    def drafts(self) -> tuple[DraftedToken, ...]:
        """Return the drafted tokens, each with what decided its fate."""
        return self._cycle.drafts

    @property
    def num_accepted(self) -> int:
        """Return how many drafted tokens were accepted."""
        return len(self._cycle.accepted)

    def drafted(self, names: Mapping[str, str]) -> str:
        """Return the drafted tokens to be heard; *names* has words for signs."""
        return ", ".join([_heard(d.token, names) for d in self._cycle.drafts])

    def spoken(self, names: Mapping[str, str]) -> str:
        """Return the target's own token to be heard."""
        return _heard(self.closing_token, names)


def sign(token: str) -> str:
    """Return a token that can be seen: "␣" for a space, "U+200B" for a mark."""
    if token in _SIGNS:
        return _SIGNS[token]
    if token.isprintable() or any(map(str.isprintable, token)):
        return token
    return " ".join([f"U+{ord(code_point):04X}" for code_point in token])


def _heard(token: str, names: Mapping[str, str]) -> str:
    return names.get(token) or sign(token)


def cleaned(text: str) -> str:
    """Return a visitor's text without the code points that HTML cannot carry."""
    return _NOT_IN_HTML.sub("", text)


def orders(target: NgramModel, own: Setting, run: Run) -> list[Neighbour]:
    """
    Return what each order of the draft comes to, with the same seed.

    Args:
        target: The target model.
        own: The visitor's setting.
        run: Their run, which is not run again.
    """
    return [
        _neighbour(target, own, run, "draft_order", order)
        for order in range(1, MAX_DRAFT_ORDER + 1)
    ]


def gammas(target: NgramModel, own: Setting, run: Run) -> list[Neighbour]:
    """Return what other draft lengths come to, as `orders` does."""
    lengths = sorted({*GAMMAS, own.gamma})
    return [_neighbour(target, own, run, "gamma", gamma) for gamma in lengths]


def _neighbour(
    target: NgramModel, own: Setting, run: Run, name: str, value: int
) -> Neighbour:
    if getattr(own, name) == value:
        return Neighbour(value, run, current=True)
    length = min(NEIGHBOUR_TOKENS, own.num_output_tokens)
    setting = replace(own, num_output_tokens=length, **{name: value})
    return Neighbour(value, setting.run(target), current=False)
