"""
The form of the answer time: TTFT, TPOT, length, and where the speedup is from.

The speedup is the one typed, or else that of the calculator's setting, which
comes along in the query, or else that of the calculator's example.
"""

from typing import Any, Literal

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.forms.calculator import SETTING_KEYS, SpeedupForm
from app.forms.fields import NumberField, WholeField
from app.forms.numbers import TIMES, TOKENS
from app.forms.seconds import MillisecondsField
from app.forms.speed_field import UNITS, SpeedField
from app.model.latency import (
    MAX_MS,
    MAX_OUTPUT_TOKENS,
    MAX_SPEEDUP,
    MIN_SPEEDUP,
    Latency,
    evaluate,
)
from app.model.speedup import Speedup

SpeedupSource = Literal["typed", "setting", "example"]

_OPTIONAL = {"data-optional": "true"}


class LatencyForm(Form):
    """
    Ask for the times of an answer, and how much faster decoding becomes.

    Args:
        query: The query as sent; unknown keys are ignored, of a repeated key
            the first value counts.
    """

    ttft_ms = MillisecondsField(
        _l("Time to first token (TTFT)"), least=0, most=MAX_MS, default=200.0
    )
    tpot = SpeedField(_l("Time per output token (TPOT)"), key="tpot_ms", default=20.0)
    num_output_tokens = WholeField(
        _l("Output tokens"),
        least=1,
        most=MAX_OUTPUT_TOKENS,
        thousands=True,
        units=TOKENS,
        default=256,
    )
    speedup = NumberField(
        _l("Decoding speedup"),
        least=MIN_SPEEDUP,
        most=MAX_SPEEDUP,
        thousands=True,
        units=TIMES,
        render_kw=_OPTIONAL,
    )
    draft_prefill_ms = MillisecondsField(
        _l("Prompt processing of the draft"),
        least=0,
        most=MAX_MS,
        render_kw=_OPTIONAL,
    )

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        setting = [(key, query[key]) for key in SETTING_KEYS if key in query]
        self.setting = SpeedupForm(MultiDict(setting))
        """The calculator's setting that came along, or else its example."""
        self.speedup_source: SpeedupSource = "setting" if setting else "example"
        """Where the speedup is from."""
        if not self.speedup.blank:
            self.speedup_source = "typed"
        self.setting_is_wrong = (
            self.speedup_source != "typed" and not self.setting.valid
        )
        """Whether the calculator's setting is needed and cannot be used."""
        self.valid = self.validate() and not self.setting_is_wrong
        """Whether every value used is a number or nothing."""
        if self.setting_is_wrong:
            # Both mend it: another setting, and a speedup entered here.
            wrong = next(field for field in self.setting if field.errors)
            self.speedup.errors = wrong.errors

    @property
    def outcome(self) -> Speedup | None:
        """Return what the calculator's setting comes to, where it is used."""
        return None if self.speedup_source == "typed" else self.setting.evaluate()

    @property
    def _cycle_cost(self) -> float | None:
        if self.speedup_source == "typed":
            return None
        return self.setting.costs.cycle(self.setting.gamma.data)

    @property
    def complete(self) -> bool:
        """Say whether every number that a result needs is there and right."""
        needed = (self.ttft_ms, self.tpot, self.num_output_tokens)
        if not self.valid or any(field.blank for field in needed):
            return False
        return self.speedup_source == "typed" or self.setting.complete

    def evaluate(self) -> Latency | None:
        """Return what the times come to, or None where they are not complete."""
        if not self.complete:
            return None
        outcome = self.outcome
        return evaluate(
            ttft_ms=self.ttft_ms.data,
            tpot_ms=self.tpot.tpot_ms or 0.0,
            num_output_tokens=self.num_output_tokens.data,
            speedup=outcome.speedup if outcome else self.speedup.data,
            draft_prefill_ms=self.draft_prefill_ms.data or 0.0,
            cycle_cost=self._cycle_cost,
        )

    @property
    def query(self) -> list[tuple[str, str]]:
        """
        Return the values as links carry them, the same in every language.

        What is optional and blank is left out.
        """
        optional = (self.speedup, self.draft_prefill_ms)
        return [
            field.link
            for field in self
            if isinstance(field, NumberField)
            and not (field in optional and field.blank)
        ]

    def has(self, query: MultiDict[str, Any]) -> bool:
        """Say whether the query names any field of this form."""
        names = {field.name for field in self} | set(UNITS)
        return not names.isdisjoint(query)
