"""One row of the runs page: a load, a draft length, tokens per cycle, a speed."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.forms.fields import NumberField, WholeField
from app.forms.numbers import MILLISECONDS, PERCENT, TOKENS, write
from app.forms.speed_field import UNITS
from app.model.acceptance import MAX_GAMMA
from app.model.load import MAX_CONCURRENCY, BenchmarkRun, tpot_from_throughput

NAMES = ("concurrency", "gamma", "tau", "speed")
"""The parts of a run, as they stand in a link."""

MAX_SPEED = 1e9
"""The greatest speed asked for, in tokens/s or in ms per token."""


@dataclass(frozen=True)
class SpeedUnit:
    """
    Hold one way to say how fast a benchmark was.

    Attributes:
        name: What a speed is, in words.
        shown: The unit as shown.
        texts: Texts accepted as the unit.
    """

    name: Any
    shown: Any
    texts: tuple[str, ...]


_TOKENS_PER_SECOND = UNITS["tokens_per_second"].texts

SPEEDS = {
    "tokens_per_second": SpeedUnit(
        _l("tokens/s of all requests"), _l("tokens/s"), _TOKENS_PER_SECOND
    ),
    "tokens_per_second_per_request": SpeedUnit(
        _l("tokens/s of one request"), _l("tokens/s"), _TOKENS_PER_SECOND
    ),
    "tpot_ms": SpeedUnit(
        _l("ms per token (TPOT)"), "ms", (*MILLISECONDS, "ms/token", "ms/tok")
    ),
}
"""The units of speeds, by the value that links carry."""


class TauField(NumberField):
    """
    Read the tokens per cycle, or the share of drafted tokens accepted.

    No cycle has less than one token: a number below 1 is a share, like one with a
    percent sign. ``data`` is then the fraction.
    """

    percent = share = False

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the first text sent; its sign says what it is."""
        text = str(valuelist[0]) if valuelist else ""
        self.percent = any(sign.lower() in text.lower() for sign in PERCENT)
        super().process_formdata(valuelist)

    def check(self, typed: Decimal) -> None:
        """Raise ValueError with a sentence unless *typed* is allowed."""
        self.share = self.percent or 0 <= typed < 1
        if self.share:
            self.least = Decimal(0)
            if self.percent:
                self.most, self.unit = Decimal(100), "%"
        super().check(typed)

    def to_data(self, typed: Decimal) -> float:
        """Return the tokens per cycle, or the share as a fraction."""
        return float(typed / 100 if self.percent else typed)

    def to_typed(self, data: float) -> Decimal:
        """Return the number to type for a value."""
        typed = super().to_typed(data)
        return typed * 100 if self.percent else typed

    @property
    def text(self) -> str:
        """Return what the input shows: the number, a share with its sign."""
        number = super().text
        signed = self.percent and number and not self.process_errors
        return f"{number}\u00a0%" if signed else number


class RunRow(Form):
    """
    Ask for one run.

    Args:
        number: Its place, from 1 on.
        cells: Its texts, in the order of `NAMES`; fewer leave the others blank.
        unit: The unit of the speed, a key of `SPEEDS`.
        typed: Whether somebody typed the texts, so that one mark before three
            digits could mean thousands; in links it marks the decimals.
    """

    concurrency = NumberField(
        _l("Requests at once"),
        least=1,
        most=MAX_CONCURRENCY,
        thousands=True,
        units=("requests", "request", "Anfragen", "Anfrage"),
    )
    gamma = WholeField(
        _l("Draft tokens per cycle"), least=0, most=MAX_GAMMA, units=TOKENS
    )
    tau = TauField(
        _l("Tokens per cycle"), least=1, most=MAX_GAMMA + 1, units=(*PERCENT, *TOKENS)
    )
    speed = NumberField(_l("Speed"), least=1e-6, most=MAX_SPEED, thousands=True)

    tau_of_rates: float | None = None
    """The tokens per cycle that rates per position give, where none are entered."""

    def __init__(
        self, number: int, cells: Sequence[str], unit: str, *, typed: bool
    ) -> None:
        super().__init__(None, prefix=f"run{number}_")
        self.number = number
        self.unit_key = unit
        self.speed.unit = SPEEDS[unit].shown
        self.speed.units = SPEEDS[unit].texts
        self.used = any(text.strip() for text in cells)
        """Whether anything stands in the row."""
        texts = dict(
            zip((f"run{number}_{name}" for name in NAMES), cells, strict=False)
        )
        marked = (self.concurrency, self.speed)
        for field in marked:
            field.thousands = typed
        self.process(MultiDict(texts) if texts else None)
        for field in marked:
            field.thousands = True

    @property
    def cells_in_order(self) -> tuple[NumberField, ...]:
        """Return the fields, in the order of `NAMES`."""
        return self.concurrency, self.gamma, self.tau, self.speed

    @property
    def drafts_nothing(self) -> bool:
        """Say whether tokens per cycle contradict a run without draft tokens."""
        if self.gamma.data != 0 or self.tau.data is None:
            return False
        return bool(self.tau.data > (0 if self.tau.share else 1))

    @property
    def tokens_per_cycle(self) -> float | None:
        """Return tau, also where the share accepted was entered."""
        tau, gamma = self.tau.data, self.gamma.data
        if tau is None:
            return self.tau_of_rates
        if not self.tau.share:
            return float(tau)
        return None if gamma is None else 1 + gamma * tau

    @property
    def tau_is_missing(self) -> bool:
        """Say whether the tokens per cycle are not entered, nor follow from rates."""
        return self.tokens_per_cycle is None and not self.errors

    @property
    def run(self) -> BenchmarkRun | None:
        """Return the run, or None where it is not whole or contradicts itself."""
        if self.errors or self.drafts_nothing or self.speed.data is None:
            return None
        tau = self.tokens_per_cycle if self.gamma.data else None
        return BenchmarkRun(
            self.concurrency.data, self.gamma.data, tau, self._tpot_ms(self.speed.data)
        )

    def _tpot_ms(self, speed: float) -> float:
        if self.unit_key == "tpot_ms":
            return speed
        every = self.unit_key == "tokens_per_second"
        return tpot_from_throughput(speed, self.concurrency.data if every else None)

    @property
    def link(self) -> list[tuple[str, str]]:
        """Return the row as links carry it, all of it numbers."""
        return [("run", ",".join(map(self._linked, self.cells_in_order)))]

    def _linked(self, field: NumberField) -> str:
        if field is self.tau and self.tau.data is not None:
            tau = self.tokens_per_cycle
            if tau is None or not self.gamma.data:
                return self.tau.link_text + ("%" if self.tau.percent else "")
            return write(round(tau, 10), thousands=False)
        if field.data is None:
            return ""
        return write(field.to_typed(field.data), thousands=False)

    @property
    def cells(self) -> list[tuple[str, str]]:
        """Return the row as the form sends it."""
        return [
            (cell_key(name), field.link_text)
            for name, field in zip(NAMES, self.cells_in_order, strict=True)
        ]


def cell_key(name: str) -> str:
    """Return the query key of one column of the rows."""
    return f"run_{name}"
