"""The demonstration's models: character n-grams fitted to the pages' own prose."""

import re
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from markupsafe import Markup

from app.i18n import languages, render_in
from app.model.cycles import Run
from app.model.ngram import NgramModel, fit
from app.model.sampling import run

TARGET_ORDER = 5
"""The order of the target model, in characters of context and the next one."""

MAX_DRAFT_ORDER = 4
MAX_SEED = 2**32 - 1

_PROSE = (
    "calculator/_details.html",
    "calculator/_faq.html",
    "calculator/_disclaimer.html",
)
_MATH = re.compile(r"<math.*?</math>", re.DOTALL)


@lru_cache(maxsize=8)
def prose_model(lang: str) -> NgramModel:
    """
    Return the target model fitted to the prose of a language, made once.

    Args:
        lang: Code of the language.
    """
    return fit(prose(lang), TARGET_ORDER)


def prose(lang: str) -> str:
    """Return the prose of the calculator's page as plain text."""
    nothing = {
        "outcome": None,
        "choice": None,
        "grid": None,
        "page_link": lambda *_, **__: "",
    }
    pages = [render_in(languages()[lang], name, **nothing) for name in _PROSE]
    text = Markup(_MATH.sub(" ", " ".join(pages))).striptags()  # noqa: S704  # ours
    return " ".join(text.split())


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
