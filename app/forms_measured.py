"""
The forms of the measurements page: by hand, speeds, runs at several gamma.

A paste needs no form: it is text, read by `app.engines`.
"""

from itertools import pairwise
from typing import Any

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from app.engines.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.fields import NumberField, PercentField, WholeField
from app.forms import SETTING_KEYS, SpeedupForm
from app.model.acceptance import MAX_GAMMA
from app.numbers import TOKENS, TOKENS_PER_SECOND, NumberError, read
from app.speed_field import MAX_TOKENS_PER_SECOND, SpeedField

MAX_COUNT = 1e12
"""The greatest count asked for."""

MAX_RUNS = 8
"""The most runs that are fitted."""

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

_COUNT: dict[str, Any] = {
    "least": 0,
    "most": MAX_COUNT,
    "thousands": True,
    "units": TOKENS,
}


class RatesField(StringField):
    """Read the per-position rates: a list of fractions or percentages."""

    rates: tuple[float, ...] | None = None

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the list; decimals with a point, or with a comma between ";"."""
        self.data = valuelist[0].strip() if valuelist else ""
        if self.data:
            self.rates = _rates(self.data, str(self.label.text))


def _rates(text: str, label: str) -> tuple[float, ...]:
    """Return the rates of a list; raise ValueError with a sentence where it is none."""
    texts = text.split(";") if ";" in text else text.split()
    if len(texts) == 1 and (texts[0].count(",") > 1 or {",", "."} <= set(texts[0])):
        texts = texts[0].split(",")
    texts = [one.strip(" ,%") for one in texts]
    try:
        values = [float(read(one, thousands=False)) for one in texts if one]
    except NumberError as error:
        raise ValueError(_rates_sentence(label)) from error
    scale = 100 if any(value > 1 for value in values) else 1
    rates = tuple(value / scale for value in values)
    falling = all(a >= b for a, b in pairwise(rates))
    if not (values and falling and max(rates) <= 1 and min(rates) >= 0):
        raise ValueError(_rates_sentence(label))
    if len(rates) > MAX_GAMMA:
        raise ValueError(_rates_sentence(label))
    return rates


def _rates_sentence(label: str) -> str:
    return str(
        _l(
            "%(label)s: Enter the share for each position, from the first on, such as "
            "0.82 0.66 0.52. None is above 1, and none above the one before.",
            label=label,
        )
    )


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
    )
    tau = NumberField(
        _l("Mean acceptance length"), name="measured_tau", least=1, most=MAX_GAMMA + 1
    )
    per_position = RatesField(_l("Acceptance rate per position"))
    num_drafts = NumberField(_l("Cycles with a draft"), **_COUNT)
    num_accepted_tokens = NumberField(_l("Accepted draft tokens"), **_COUNT)

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        self.used = any(query.get(key, "").strip() for key in HAND_KEYS)
        """Whether anything was entered."""
        self.valid = self.validate()
        if self.used and self.valid:
            self._check_what_is_given()

    def _check_what_is_given(self) -> None:
        given = [self.share.data, self.tau.data, self.per_position.rates, self._counts]
        count = sum(one is not None for one in given)
        needs_gamma = self.per_position.rates is None and self.gamma.data is None
        if count != 1:
            self._refuse(
                self.share,
                _l(
                    "Enter one of these: the share accepted, the mean length, the "
                    "rates per position, or both counts."
                ),
            )
        elif needs_gamma:
            self._refuse(self.gamma, _l("Draft tokens per cycle: Enter a number."))
        elif self._too_many:
            self._refuse(
                self.num_accepted_tokens,
                _l(
                    "Accepted draft tokens: There cannot be more than cycles times "
                    "draft tokens per cycle."
                ),
            )

    def _refuse(self, field: NumberField, sentence: str) -> None:
        field.errors = [sentence]
        self.valid = False

    @property
    def _counts(self) -> tuple[float, float] | None:
        if self.num_drafts.data is None or self.num_accepted_tokens.data is None:
            return None
        return self.num_drafts.data, self.num_accepted_tokens.data

    @property
    def _too_many(self) -> bool:
        gamma, counts = self.gamma.data, self._counts
        if self.tau.data is not None and gamma is not None:
            return bool(self.tau.data > gamma + 1)
        return bool(counts and gamma and counts[1] > counts[0] * gamma)

    def measurement(self) -> Measurement | None:
        """Return what was entered as a reading, or None where it is not complete."""
        if not (self.used and self.valid):
            return None
        rates, counts = self.per_position.rates, self._counts
        gamma = len(rates) if rates else self.gamma.data
        tau = 1 + sum(rates) if rates else self.tau.data
        if self.share.data is not None:
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
    if form.share.data is not None:
        return "share"
    if form.tau.data is not None:
        return "length"
    return "positions" if form.per_position.rates else "counts"


class SpeedsForm(Form):
    """Ask for the speed without and with speculation, and the calculator's c."""

    before = SpeedField(_l("Speed without a draft"), name="tokens_per_second")
    after = NumberField(
        _l("Speed with speculation"),
        name=AFTER_KEY,
        least=0.001,
        most=MAX_TOKENS_PER_SECOND,
        thousands=True,
        unit=_l("tokens/s"),
        units=TOKENS_PER_SECOND,
    )

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        setting = MultiDict([(k, query[k]) for k in SETTING_KEYS if k in query])
        self.setting = SpeedupForm(setting)
        self.valid = self.validate()

    @property
    def speedup(self) -> float | None:
        """Return the measured speedup, or None where a speed is missing."""
        before = self.before.tokens_per_second if self.before.data else None
        if not (self.valid and before and self.after.data):
            return None
        return float(self.after.data / before)

    @property
    def c(self) -> float:
        """Return the draft cost ratio of the calculator's setting."""
        return float(self.setting.c.data or 0.0) if self.setting.valid else 0.15
