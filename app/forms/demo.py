"""The form of the demonstration: draft order, gamma, length and seed."""

import re

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.forms.fields import WholeField
from app.forms.numbers import TOKENS
from app.model.demonstration import MAX_DRAFT_ORDER, MAX_SEED, Setting
from app.model.sampling import MAX_RUN_GAMMA, MAX_RUN_TOKENS

DEMO_KEYS = ("draft_order", "demo_gamma", "demo_tokens", "seed")
"""What only the demonstration reads; its gamma is shorter than the calculator's."""

_SHARED = {"demo_gamma": "gamma", "demo_tokens": "num_output_tokens"}


class DemoForm(Form):
    """
    Ask how to run the demonstration.

    Gamma and length have keys of their own, since a run takes less than the other
    pages do. Where they are missing, those of the other pages are used if a run
    takes them: who comes from the calculator with gamma 8 sees gamma 8.

    Args:
        query: The query as sent; unknown keys are ignored.
    """

    draft_order = WholeField(
        _l("Order of the draft model"), least=1, most=MAX_DRAFT_ORDER, default=3
    )
    gamma = WholeField(
        _l("Draft tokens per cycle"),
        name="demo_gamma",
        least=1,
        most=MAX_RUN_GAMMA,
        units=TOKENS,
        default=4,
    )
    num_output_tokens = WholeField(
        _l("Length of the text"),
        name="demo_tokens",
        least=1,
        most=MAX_RUN_TOKENS,
        thousands=True,
        units=TOKENS,
        default=300,
    )
    seed = WholeField(_l("Seed"), least=0, most=MAX_SEED, default=1)

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        self.valid = self.validate()
        for field in (self.gamma, self.num_output_tokens):
            if field.name not in query:
                field.data = _within(query.get(_SHARED[field.name], ""), field)

    @property
    def complete(self) -> bool:
        """Say whether every number is there and right."""
        return self.valid and not any(field.blank for field in self._fields_in_order)

    @property
    def setting(self) -> Setting:
        """Return the setting of a complete form."""
        return Setting(*(field.data for field in self._fields_in_order))

    @property
    def query(self) -> list[tuple[str, str]]:
        """Return the values as links carry them."""
        return [(field.name, field.link_text) for field in self._fields_in_order]

    @property
    def _fields_in_order(self) -> tuple[WholeField, ...]:
        return self.draft_order, self.gamma, self.num_output_tokens, self.seed


def _within(text: str, field: WholeField) -> int:
    """Return the plain number that *text* is if *field* takes it, else its own."""
    if re.fullmatch("[0-9]{1,9}", text) and field.least <= int(text) <= field.most:
        return int(text)
    own: int = field.data
    return own
