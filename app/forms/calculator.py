"""
Forms: what visitors type, turned into what the model takes.

A form is filled from the query. A field that the query does not name keeps its
example value, so a first visit shows a result; a blank one is no error, and
there is no result; a wrong one is an error.
"""

from functools import cached_property
from typing import Any

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.forms.fields import NumberField, PercentField, WholeField
from app.forms.numbers import TOKENS
from app.forms.speed_field import UNITS, SpeedField
from app.model.acceptance import MAX_GAMMA, AcceptanceProfile
from app.model.speedup import MAX_C, MAX_VERIFY_OVERHEAD, Costs, Speedup, evaluate

SETTING_KEYS = ("alpha_percent", "gamma", "c_percent", "verify_overhead_percent")
"""The query keys of a setting, what the speedup comes from."""


class SpeedupForm(Form):
    """
    Ask for a setting of the calculator: alpha, gamma, c and the overhead.

    Args:
        query: The query as sent; unknown keys are ignored, of a repeated key
            the first value counts.
    """

    alpha = PercentField(
        _l("Acceptance rate"),
        name="alpha_percent",
        least=0,
        most=1,
        default=0.7,
        asks_hundredfold=True,
    )
    gamma = WholeField(
        _l("Draft tokens per cycle"), least=1, most=MAX_GAMMA, units=TOKENS, default=5
    )
    c = PercentField(
        _l("Draft cost ratio"), name="c_percent", least=0, most=MAX_C, default=0.15
    )
    verify_overhead = PercentField(
        _l("Verification overhead per cycle"),
        name="verify_overhead_percent",
        least=0,
        most=MAX_VERIFY_OVERHEAD,
        default=0.0,
        render_kw={"data-optional": "true"},
    )
    speed = SpeedField(
        _l("Speed without a draft"),
        render_kw={"data-optional": "true"},
    )

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        self.valid = self.validate()
        """Whether every field holds a number or nothing."""

    @property
    def complete(self) -> bool:
        """Say whether every number that a result needs is there and right."""
        return self.valid and not any(
            field.blank for field in (self.alpha, self.gamma, self.c)
        )

    @property
    def costs(self) -> Costs:
        """Return the cycle's costs of a complete form."""
        return Costs(self.c.data, self.verify_overhead.data or 0.0)

    @cached_property
    def profile(self) -> AcceptanceProfile:
        """Return the acceptance profile of a complete form."""
        return AcceptanceProfile.constant(self.alpha.data)

    def evaluate(self) -> Speedup | None:
        """Return what the setting comes to, or None where it is not complete."""
        if not self.complete:
            return None
        return evaluate(self.profile, self.gamma.data, self.costs)

    @cached_property
    def query(self) -> list[tuple[str, str]]:
        """
        Return the values as links carry them, the same in every language.

        The overhead and the speed are left out where they have no effect.
        """
        optional = (self.verify_overhead, self.speed)
        return [
            field.link
            for field in self
            if isinstance(field, NumberField)
            and not (field in optional and not field.data and not field.errors)
        ]

    def has(self, query: MultiDict[str, Any]) -> bool:
        """Say whether the query names any field of this form."""
        names = {field.name for field in self} | set(UNITS)
        return not names.isdisjoint(query)
