"""
The field for a decoding speed: "50 tokens/s" and "20 ms" are the same.

Engines print the one and the other. Both are kept as typed, so that neither a
link nor another page changes a digit; each has its own query key.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms.utils import unset_value

from app.forms.fields import NumberField
from app.forms.numbers import MILLISECONDS, TOKENS_PER_SECOND
from app.forms.seconds import names_seconds, read_seconds
from app.model.latency import MAX_MS

MAX_TOKENS_PER_SECOND = 1e6
"""The greatest speed asked for; the least is one token in `MAX_MS`."""


@dataclass(frozen=True)
class SpeedUnit:
    """
    Hold one way to say how fast a model writes.

    Attributes:
        key: The query key of a number in this unit.
        shown: The unit as shown; may be a lazy text.
        texts: Texts accepted as the unit.
        least: The least number allowed.
        most: The greatest number allowed.
    """

    key: str
    shown: Any
    texts: tuple[str, ...]
    least: float
    most: float


UNITS = {
    unit.key: unit
    for unit in (
        SpeedUnit(
            "tokens_per_second",
            _l("tokens/s"),
            (
                *TOKENS_PER_SECOND,
                *("tok/sec", "token/sec", "token/sek", "1/s"),
                *("tokens per second", "token per second"),
                *("Token pro Sekunde", "Tokens pro Sekunde", "Token je Sekunde"),
            ),
            1000 / MAX_MS,
            MAX_TOKENS_PER_SECOND,
        ),
        SpeedUnit(
            "tpot_ms",
            "ms",
            (
                *MILLISECONDS,
                *("ms/token", "ms/tok", "ms per token", "ms pro Token"),
                "ms je Token",
            ),
            1000 / MAX_TOKENS_PER_SECOND,
            MAX_MS,
        ),
    )
}
"""The units by their query key."""


class SpeedField(NumberField):
    """
    Read a decoding speed in either unit.

    ``data`` is the number in the unit typed; `tokens_per_second` and `tpot_ms`
    are what the model takes. A number without a unit is in the unit of the
    query key it came under; the field's own name counts first. A field whose
    name is no unit's key has one key for both, and its link names the unit.
    """

    example = Decimal(50)

    def __init__(
        self,
        label: Any = None,
        *,
        key: str = "tokens_per_second",
        shared: bool = True,
        bare: bool = False,
        **kwargs: Any,
    ) -> None:
        """
        Set the field up.

        Args:
            label: The field's name in its sentences; may be a lazy text.
            key: The key of the unit meant by a number without one.
            shared: Whether the keys of the units are the field's names: so it is
                with the speed without a draft, which several pages ask for.
            bare: Whether a number in the unit meant is shown without it, since
                the unit stands at the field already.
            kwargs: What WTForms knows: default, description, name, ...
        """
        unit = UNITS[key]
        if shared:
            kwargs["name"] = key
        super().__init__(
            label,
            least=unit.least,
            most=unit.most,
            thousands=True,
            unit=unit.shown,
            units=unit.texts,
            **kwargs,
        )
        self.shared = shared
        self.bare = bare
        self.own = key
        """The key of the unit meant by a number without one."""
        self.key = key
        """The key of the unit in which the number was typed."""

    def process(
        self, formdata: Any, data: Any = unset_value, extra_filters: Any = None
    ) -> None:
        """Read the number from the field's own key, or else from the other."""
        if self.shared and formdata is not None and self.name not in formdata:
            other = next(key for key in UNITS if key != self.name)
            if other in formdata:
                self._use(other)
                formdata = _Renamed({self.name: formdata.getlist(other)})
        super().process(formdata, data, extra_filters)

    def read(self, text: str) -> Decimal:
        """Return the number typed, in the unit of `key`."""
        return read_seconds(text) if names_seconds(text) else super().read(text)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the first text sent, in the unit it names."""
        if valuelist:
            self._use(_named_unit(valuelist[0]) or self.key)
        super().process_formdata(valuelist)

    @property
    def tokens_per_second(self) -> float | None:
        """Return the speed in tokens per second, or None where there is none."""
        return self._in("tokens_per_second")

    @property
    def tpot_ms(self) -> float | None:
        """Return the time per token in milliseconds, or None where there is none."""
        return self._in("tpot_ms")

    @property
    def text(self) -> str:
        """Return what the input shows: the number and its unit."""
        number = super().text
        without = self.process_errors or (self.bare and self.key == self.own)
        return number if without or not number else f"{number}\u00a0{self.unit}"

    @property
    def link(self) -> tuple[str, str]:
        """Return the query key and the number as links carry them."""
        if self.shared:
            return self.key, self.link_text
        text = self.link_text
        unnamed = self.key == self.own or self.data is None
        return self.name, text if unnamed else f"{text} {UNITS[self.key].texts[0]}"

    def _in(self, key: str) -> float | None:
        if self.data is None:
            return None
        return float(self.data if key == self.key else 1000 / self.data)

    def _use(self, key: str) -> None:
        unit = UNITS[key]
        self.key, self.unit, self.units = key, unit.shown, unit.texts
        self.least, self.most = self.to_typed(unit.least), self.to_typed(unit.most)


class _Renamed(dict[str, list[str]]):
    """Hold the texts of one query key under another name, as WTForms reads them."""

    def getlist(self, name: str) -> list[str]:
        """Return the texts of a key."""
        return self[name]


def _named_unit(text: str) -> str | None:
    """Return the key of the unit that a text names, or None where it names none."""
    if names_seconds(text):
        return "tpot_ms"
    seen = " ".join(text.casefold().split())
    for key, unit in UNITS.items():
        if any(name.casefold() in seen for name in unit.texts):
            return key
    return None
