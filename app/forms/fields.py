"""
Number fields: what a visitor types becomes what the model takes.

`app.forms.numbers` says how a number is read; here it gets a unit and bounds, and
one sentence where something is wrong.
"""

from collections.abc import Sequence
from decimal import Context, Decimal
from functools import cached_property
from typing import Any

from wtforms import Field
from wtforms.form import BaseForm
from wtforms.validators import StopValidation

from app.forms.numbers import MAX_LENGTH, PERCENT, NumberError, read, write
from app.forms.sentences import cut, linked, printable, quoted, sentence, shortened
from app.i18n.languages import current_language

_EXACT = Context(prec=400)


class NumberField(Field):
    """
    Read a number that is used as typed.

    ``data`` is the number, or None where there is none or a wrong one.
    """

    inputmode = "decimal"
    example = Decimal("12.5")

    def __init__(
        self,
        label: Any = None,
        *,
        least: float,
        most: float,
        thousands: bool = False,
        unit: Any = "",
        units: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        """
        Set the field up.

        Args:
            label: The field's name in its sentences; may be a lazy text.
            least: The least value allowed, in the model's unit.
            most: The greatest value allowed, in the model's unit.
            thousands: Whether a thousand and more makes sense here, so that
                "1.500" could mean two things.
            unit: The unit as shown in sentences; may be a lazy text.
            units: Texts accepted as the unit.
            kwargs: What WTForms knows: default, description, name, ...
        """
        super().__init__(label, **kwargs)
        self.least = self.to_typed(least)
        self.most = self.to_typed(most)
        self.thousands = thousands
        self.unit = unit
        self.units = tuple(units)

    def to_typed(self, data: float) -> Decimal:
        """Return the number to type for a value of the model."""
        return Decimal(repr(data))

    def to_data(self, typed: Decimal) -> float:
        """Return the model's value for the number typed."""
        return float(typed)

    @property
    def blank(self) -> bool:
        """Say whether the field has no number, and that is no error."""
        return self.data is None and not self.process_errors

    @property
    def text(self) -> str:
        """Return what the input shows: the number, or the wrong text as typed."""
        if self.process_errors:
            return cut(printable(self._typed_text()), MAX_LENGTH + 1)
        return self._text(current_language().decimal_mark)

    @property
    def link_text(self) -> str:
        """Return what a link carries: as `text`, the same in every language."""
        if self.process_errors:
            return linked(self._typed_text())
        return self._text(".")

    @property
    def link(self) -> tuple[str, str]:
        """Return the query key and the value as links carry them."""
        return self.name, self.link_text

    @property
    def bounds(self) -> tuple[str, str]:
        """Return the least and the greatest number allowed, this one with its unit."""
        return self._number(self.least), self._shown(self.most)

    @property
    def hint_hundredfold(self) -> bool:
        """Say whether to ask if 100 times as much was meant."""
        return False

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Read the first text sent; without any the default stays."""
        if not valuelist:
            return
        self.data = None
        try:
            typed = self.read(valuelist[0])
        except NumberError as error:
            if error.code == "blank":
                return
            raise ValueError(self._complaint(error)) from error
        self.check(typed)
        self.data = self.to_data(typed)

    def read(self, text: str) -> Decimal:
        """Return the number typed; a field with more units knows more."""
        return read(text, thousands=self.thousands, units=self.units)

    def check(self, typed: Decimal) -> None:
        """Raise ValueError with a sentence unless *typed* is allowed."""
        if not self.least <= typed <= self.most:
            raise ValueError(self._sentence("out_of_range", value=self._shown(typed)))

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002  # WTForms' shape
        """Stop where there is no number, so that one error stays one."""
        if self.data is None:
            raise StopValidation

    def _value(self) -> str:
        return self.text

    def _typed_text(self) -> str:
        return str((self.raw_data or [""])[0])

    def _text(self, decimal_mark: str) -> str:
        if self.data is None:
            return ""
        return self._written.replace(".", decimal_mark)

    @cached_property
    def _written(self) -> str:
        """Return the number as links carry it; pages show it several times."""
        return write(self.to_typed(self.data), thousands=self.thousands)

    def _complaint(self, error: NumberError) -> str:
        readings = map(self._number, error.readings)
        return self._sentence(
            "other_unit" if error.unit and self.unit else error.code,
            unknown=quoted(error.unit),
            **dict(zip(("decimal", "thousands"), readings, strict=False)),
        )

    def _sentence(self, code: str, **values: str) -> str:
        return sentence(
            code,
            label=self.label.text,
            text=quoted(self._typed_text()),
            length=MAX_LENGTH,
            example=self._number(self.example),
            unit=self.unit,
            least=self._number(self.least),
            most=self._shown(self.most),
            **values,
        )

    def _number(self, typed: Decimal) -> str:
        """Write a number for a sentence; what it says can be typed in."""
        language = current_language()
        if 10**6 <= abs(typed) < 10**13 and typed == int(typed):
            return language.number(int(typed), 0)
        mark = language.decimal_mark
        return shortened(write(typed, thousands=self.thousands, decimal_mark=mark))

    def _shown(self, typed: Decimal) -> str:
        number = self._number(typed)
        return f"{number}\u00a0{self.unit}" if self.unit else number


class PercentField(NumberField):
    """Read a percentage; the data is the fraction, 0.7 for "70" and "70 %"."""

    def __init__(
        self, label: Any = None, *, asks_hundredfold: bool = False, **kwargs: Any
    ) -> None:
        """
        Set the field up.

        Args:
            label: The field's name in its sentences; may be a lazy text.
            asks_hundredfold: Whether "0.7" may well be meant as a fraction.
            kwargs: As for `NumberField`; bounds and default are fractions.
        """
        super().__init__(label, unit="%", units=PERCENT, **kwargs)
        self.asks_hundredfold = asks_hundredfold

    def to_typed(self, data: float) -> Decimal:
        """Return the percentage: exactly 7 for 0.07."""
        return Decimal(repr(data)).scaleb(2, _EXACT)

    def to_data(self, typed: Decimal) -> float:
        """Return the fraction nearest to the percentage."""
        return float(typed.scaleb(-2, _EXACT))

    @property
    def hint_hundredfold(self) -> bool:
        """Say whether a fraction seems to have been typed for a percentage."""
        asks = self.asks_hundredfold and bool(self.raw_data)
        return asks and self.data is not None and 0 < self.data < 0.01

    @property
    def hundredfold_text(self) -> str:
        """Return what a link carries for 100 times as much."""
        hundredfold = self.to_typed(self.data).scaleb(2, _EXACT)
        return write(hundredfold, thousands=self.thousands)

    def _shown(self, typed: Decimal) -> str:
        zero = current_language().percent(0.0, 0)
        return zero.replace("0", self._number(typed))


class WholeField(NumberField):
    """Read a whole number; "5.0" is 5."""

    inputmode = "numeric"
    example = Decimal(5)

    def to_data(self, typed: Decimal) -> int:
        """Return the number as an int."""
        return int(typed)

    def read(self, text: str) -> Decimal:
        """Return the number typed; a field with more units knows more."""
        return read(text, thousands=self.thousands, units=self.units)

    def check(self, typed: Decimal) -> None:
        """Raise ValueError with a sentence unless *typed* is whole and allowed."""
        if typed != int(typed):
            raise ValueError(self._sentence("not_whole", value=self._shown(typed)))
        super().check(typed)
