"""The pages' own prose as plain text, and a model fitted to it."""

import re
from functools import lru_cache

from markupsafe import Markup

from app.i18n.languages import languages
from app.i18n.templating import render_in
from app.model.demonstration import TARGET_ORDER
from app.model.ngram import NgramModel, fit

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
