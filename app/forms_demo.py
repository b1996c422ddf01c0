"""The form of the demonstration: draft order, gamma, length and seed."""

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.demonstration import MAX_DRAFT_ORDER, MAX_SEED
from app.fields import WholeField
from app.model.sampling import MAX_RUN_GAMMA, MAX_RUN_TOKENS
from app.numbers import TOKENS

DEMO_KEYS = ("draft_order", "demo_gamma", "demo_tokens", "seed")
"""What only the demonstration reads; its gamma is shorter than the calculator's."""


class DemoForm(Form):
    """
    Ask how to run the demonstration.

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

    @property
    def complete(self) -> bool:
        """Say whether every number is there and right."""
        return self.valid and not any(field.blank for field in self._fields_in_order)

    @property
    def query(self) -> list[tuple[str, str]]:
        """Return the values as links carry them."""
        return [(field.name, field.link_text) for field in self._fields_in_order]

    @property
    def _fields_in_order(self) -> tuple[WholeField, ...]:
        return self.draft_order, self.gamma, self.num_output_tokens, self.seed
