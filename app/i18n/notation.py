"""Notation: how a language writes numbers."""

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import cached_property

from babel import Locale

NARROW_SPACE = "\u202f"

_ROUNDING = Context(prec=400, rounding=ROUND_HALF_UP)
"""How every number shown is rounded; 400 digits hold any float to its last."""

_PLACES = [Decimal(1).scaleb(-digits) for digits in range(32)]

_THREE_DIGITS = Context(prec=3, rounding=ROUND_HALF_UP)

SMALLEST = 1e-6
"""Amounts below this are shown as a power of ten."""


def exact(value: float | Decimal) -> Decimal:
    """Return a float's shortest decimal text as a number: 0.1 is a tenth."""
    return value if isinstance(value, Decimal) else Decimal(repr(value))


def rounded(value: float | Decimal, digits: int = 2) -> Decimal:
    """
    Return a number as it is shown: what the page writes with *digits* decimals.

    A half is rounded away from zero, in the decimal text and not in the binary
    value behind it: 0.125 becomes 0.13, and so does 0.135 become 0.14.

    Args:
        value: Any finite number.
        digits: Decimals, from 0 to 31.
    """
    shown = exact(value).quantize(_PLACES[digits], context=_ROUNDING)
    return shown or abs(shown)


def amount(value: float) -> Decimal:
    """
    Return an amount as a formula shows it: six decimals, or three digits.

    Args:
        value: Any number from 0 on; `SMALLEST` parts the two.
    """
    if 0 < value < SMALLEST:
        return _THREE_DIGITS.plus(exact(value))
    return rounded(value, 6)


def fraction(value: float | Decimal | Fraction) -> Fraction:
    """Return a number to calculate with: no digit is lost on the way."""
    return value if isinstance(value, Fraction) else Fraction(exact(value))


def equals(left: float | Decimal | Fraction, right: float | Decimal | Fraction) -> str:
    """
    Return the sign between two sides of an equation: "=" or "≈".

    Args:
        left: The one side, calculated from the digits that are shown.
        right: The other.
    """
    return "=" if fraction(left) == fraction(right) else "≈"


class Notation:
    """
    Write numbers with a language's signs.

    Args:
        locale: Babel's knowledge of the language.
    """

    def __init__(self, locale: Locale) -> None:
        self.locale = locale

    @cached_property
    def decimal_mark(self) -> str:
        """Return the sign between whole and decimal digits."""
        return str(self.locale.number_symbols["latn"]["decimal"])

    @cached_property
    def _signs(self) -> dict[int, str]:
        symbols = self.locale.number_symbols["latn"]
        return str.maketrans(
            {".": self.decimal_mark, ",": symbols["group"], "-": symbols["minusSign"]}
        )

    @cached_property
    def _percent_affixes(self) -> tuple[str, str]:
        pattern = self.locale.percent_formats[None]
        before, after = pattern.prefix[0], pattern.suffix[0]
        return before, after.replace("\xa0", NARROW_SPACE)

    @cached_property
    def percent_sign(self) -> str:
        """Return the percent sign, with the space before it that the language has."""
        return self._percent_affixes[1]

    def number(self, value: float | Decimal, digits: int = 2) -> str:
        """
        Write a number with a fixed count of decimals, as `rounded` rounds it.

        Args:
            value: Any finite number.
            digits: Decimals to show, 0 or more.
        """
        return f"{rounded(value, digits):,f}".translate(self._signs)

    def short(self, value: float | Decimal, digits: int = 4) -> str:
        """Write a number with at most *digits* decimals, without trailing zeros."""
        text = self.number(value, digits)
        if digits:
            text = text.rstrip("0").removesuffix(self.decimal_mark)
        return text

    def percent(self, value: float, digits: int = 1) -> str:
        """Write a fraction as percent, with the sign and space of the language."""
        return self._with_percent(self.number(100 * exact(value), digits))

    def short_percent(self, value: float, digits: int = 4) -> str:
        """Write a fraction as percent, without trailing zeros."""
        return self._with_percent(self.short(100 * exact(value), digits))

    def times(self, value: float, digits: int = 2) -> str:
        """Write a factor: the number and the multiplication sign."""
        return self.number(value, digits) + "×"

    def _with_percent(self, text: str) -> str:
        before, after = self._percent_affixes
        return f"{before}{text}{after}"
