"""
The forms of the measurements page: numbers by hand, and the costs of a cycle.

A paste needs no form: it is text, read by `app.engines`.
"""

from typing import Any

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.forms.fields import NumberField, PercentField, WholeField
from app.forms.numbers import TOKENS
from app.forms.rates_field import RatesField
from app.forms.speed_field import SpeedField
from app.model.acceptance import MAX_GAMMA
from app.model.load_notes import above_ceiling
from app.model.speedup import MAX_C, MAX_VERIFY_OVERHEAD, Costs

MAX_COUNT = 1e12
"""The greatest count asked for."""

HAND_KEYS = (
    "measured_gamma",
    "measured_share_percent",
    "measured_tau",
    "per_position",
    "num_drafts",
    "num_accepted_tokens",
)
"""What a visitor enters by hand."""

AFTER_KEY = "speculative_tokens_per_second"

COST_KEYS = ("c_percent", "verify_overhead_percent")
"""What the calculator asks for too, and this page needs for its prices."""

EXAMPLE_C = 0.15
"""The calculator's example, for prices where no c is entered."""

WHOLE = 0.03
"""How far from whole a draft length may be that follows from rounded numbers."""

TAU_TOO_GREAT = _l(
    "Mean acceptance length: It cannot be above the draft tokens per cycle plus one."
)
_ONE_OF_THESE = _l(
    "Enter one of these: the share accepted, the mean length, the rates per "
    "position, or both counts."
)

_COUNT: dict[str, Any] = {
    "least": 0,
    "most": MAX_COUNT,
    "thousands": True,
    "units": TOKENS,
}


class HandForm(Form):
    """Ask for gamma and one of: share accepted, mean length, rates, counts."""

    gamma = WholeField(
        _l("Draft tokens per cycle"),
        name="measured_gamma",
        least=1,
        most=MAX_GAMMA,
        units=TOKENS,
    )
    share = PercentField(
        _l("Share of drafted tokens accepted"),
        name="measured_share_percent",
        least=0,
        most=1,
        asks_hundredfold=True,
    )
    tau = NumberField(
        _l("Mean acceptance length"), name="measured_tau", least=1, most=MAX_GAMMA + 1
    )
    per_position = RatesField(_l("Acceptance rate per position"))
    num_drafts = NumberField(_l("Cycles with a draft"), **_COUNT)
    num_accepted_tokens = NumberField(_l("Accepted draft tokens"), **_COUNT)

    implied_gamma: int | None = None
    """The draft length that follows from a rate and a mean length."""

    tree = False
    """Whether no chain of drafts with the rate reaches the mean length."""

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        self.used = any(query.get(key, "").strip() for key in HAND_KEYS)
        """Whether anything was entered."""
        self.valid = self.validate()
        if self.used and self.valid:
            self._check_what_is_given()

    def _check_what_is_given(self) -> None:
        """Refuse what contradicts itself; what is still to come is no error."""
        if self._rate_and_length:
            self._check_rate_and_length()
        elif len(self._given) > 1:
            self._refuse(self._given[-1], _ONE_OF_THESE)
        elif self._rates_too_many:
            self._refuse(
                self.per_position,
                _l(
                    "Acceptance rate per position: Enter as many rates as there are "
                    "draft tokens per cycle, or leave those out."
                ),
            )
        elif self._tau_too_great:
            self._refuse(self.tau, TAU_TOO_GREAT)
        elif self._counts_too_great:
            self._refuse(
                self.num_accepted_tokens,
                _l(
                    "Accepted draft tokens: There cannot be more than cycles times "
                    "draft tokens per cycle."
                ),
            )

    @property
    def _rate_and_length(self) -> bool:
        return [*self._given] == [self.share, self.tau]

    def _check_rate_and_length(self) -> None:
        """Take a rate and a mean length that fit, and note a tree's."""
        rate, tau = self.share.data, self.tau.data
        drafted = (tau - 1) / rate if rate else 0.0
        gamma = int(self.gamma.data or round(drafted))
        if abs(drafted - gamma) <= WHOLE * gamma and 1 <= gamma <= MAX_GAMMA:
            self.implied_gamma = gamma
        elif above_ceiling(tau, rate):
            self.tree = True
        else:
            self._refuse(self.tau, _ONE_OF_THESE)

    def _refuse(self, field: Field, text: Any) -> None:
        field.errors = [text]
        self.valid = False

    @property
    def _given(self) -> list[Field]:
        """Return one field for each of the four ways in that were taken."""
        ways = (self.share, self.tau, self.per_position, self.num_accepted_tokens)
        given: list[Field] = [field for field in ways if field.data not in (None, "")]
        if self.num_drafts.data is not None and self.num_accepted_tokens not in given:
            given.append(self.num_drafts)
        return given

    @property
    def lacks(self) -> str | None:
        """Return what is still to be entered: "one", "gamma", "counts", or None."""
        if not (self.used and self.valid):
            return None
        if not self._given:
            return "one"
        if self.tree or self.implied_gamma:
            return None
        counting = {self.num_drafts, self.num_accepted_tokens} & {*self._given}
        if counting and self._counts is None:
            return "counts"
        needs_gamma = self.gamma.data is None and not self.per_position.rates
        return "gamma" if needs_gamma else None

    @property
    def _rates_too_many(self) -> bool:
        rates, gamma = self.per_position.rates, self.gamma.data
        return bool(rates and gamma and len(rates) != gamma)

    @property
    def _tau_too_great(self) -> bool:
        tau, gamma = self.tau.data, self.gamma.data
        return tau is not None and gamma is not None and tau > gamma + 1

    @property
    def _counts_too_great(self) -> bool:
        gamma, counts = self.gamma.data, self._counts
        return bool(counts and gamma and counts[1] > counts[0] * gamma)

    @property
    def _counts(self) -> tuple[float, float] | None:
        if self.num_drafts.data is None or self.num_accepted_tokens.data is None:
            return None
        return self.num_drafts.data, self.num_accepted_tokens.data

    def measurement(self) -> Measurement | None:
        """Return what was entered as a reading, or None where it is not complete."""
        if not (self.used and self.valid) or self.lacks or self.tree:
            return None
        rates, counts = self.per_position.rates, self._counts
        given: Any = self.gamma.data or self.implied_gamma
        gamma = len(rates) if rates else given
        tau = 1 + sum(rates) if rates else self.tau.data
        if self.share.data is not None and tau is None:
            tau = 1 + self.share.data * gamma
        return derive(
            Counts(
                "hand",
                _format(self),
                gamma=gamma,
                num_drafts=counts[0] if counts else None,
                num_draft_tokens=counts[0] * gamma if counts else None,
                num_accepted_tokens=counts[1] if counts else None,
                tau=tau,
                per_position=rates,
            )
        )


def _format(form: HandForm) -> str:
    if form.share.data is not None and form.tau.data is None:
        return "share"
    if form.tau.data is not None:
        return "length"
    return "positions" if form.per_position.rates else "counts"


class CostsForm(Form):
    """Ask for what the calculator asks too: the costs of a cycle."""

    c = PercentField(
        _l("Draft cost ratio"),
        name="c_percent",
        least=0,
        most=MAX_C,
        default=EXAMPLE_C,
    )
    verify_overhead = PercentField(
        _l("Verification overhead per cycle"),
        name="verify_overhead_percent",
        least=0,
        most=MAX_VERIFY_OVERHEAD,
        default=0.0,
    )

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        self.valid = self.validate()

    @property
    def costs(self) -> Costs:
        """Return what a cycle costs as entered; what is missing is the example's."""
        c, overhead = self.c.data, self.verify_overhead.data
        return Costs(EXAMPLE_C if c is None else c, overhead or 0.0)


class SpeedsForm(Form):
    """Hold the speeds without and with speculation that older links carry."""

    before = SpeedField(_l("Speed without a draft"))
    after = SpeedField(_l("Speed with speculation"), name=AFTER_KEY, shared=False)

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        self.validate()
