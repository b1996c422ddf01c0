"""Notation: how a language writes numbers."""

from decimal import Decimal
from functools import cached_property

from babel import Locale

NARROW_SPACE = "\u202f"

NEARLY = 1e-3
"""How near to a tie, in units behind the last digit, rounding is done exactly."""

_FORMATS = tuple((10 ** (digits + 1), f"%.{digits}f") for digits in range(8))


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
    def _plain(self) -> bool:
        """Say whether the language has Python's own number signs."""
        return "1,234.5-".translate(self._signs) == "1,234.5-"

    @cached_property
    def _percent_affixes(self) -> tuple[str, str]:
        pattern = self.locale.percent_formats[None]
        before, after = pattern.prefix[0], pattern.suffix[0]
        return before, after.replace("\xa0", NARROW_SPACE)

    def number(self, value: float, digits: int = 2) -> str:
        """
        Write a number with a fixed count of decimals.

        Rounds the shortest decimal text of the float half to even, as Babel
        does; a tenth of the time of Babel's formatter.

        Args:
            value: Any finite number.
            digits: Decimals to show, 0 or more.
        """
        return self._quickly(value, digits) or self._exactly(value, digits)

    def _quickly(self, value: float, digits: int) -> str:
        """
        Write a usual number in a third of the time, or return "".

        Python rounds the float's binary value. Only near a tie of the decimal
        text can that differ, and only there is the exact way worth its time.
        """
        if 0 < value < 999 and digits < len(_FORMATS):
            scale, form = _FORMATS[digits]
            if abs(value * scale % 10 - 5) >= NEARLY:
                return (form % value).replace(".", self.decimal_mark)
        return ""

    def _exactly(self, value: float, digits: int) -> str:
        text = f"{Decimal(repr(value)):,.{digits}f}"
        if text[0] == "-" and not text.strip("-0.,"):
            text = text[1:]
        return text if self._plain else text.translate(self._signs)

    def short(self, value: float, digits: int = 4) -> str:
        """Write a number with at most *digits* decimals, without trailing zeros."""
        text = self.number(value, digits)
        if digits:
            text = text.rstrip("0").removesuffix(self.decimal_mark)
        return text

    def percent(self, value: float, digits: int = 1) -> str:
        """Write a fraction as percent, with the sign and space of the language."""
        text = self._quickly(100 * value, digits)
        return self._with_percent(text or self._exactly(_hundredfold(value), digits))

    def short_percent(self, value: float, digits: int = 4) -> str:
        """Write a fraction as percent, without trailing zeros."""
        return self._with_percent(self.short(_hundredfold(value), digits))

    def times(self, value: float, digits: int = 2) -> str:
        """Write a factor: the number and the multiplication sign."""
        return self.number(value, digits) + "×"

    def _with_percent(self, text: str) -> str:
        before, after = self._percent_affixes
        return f"{before}{text}{after}"


def _hundredfold(value: float) -> float:
    """Return 100 times *value*, exactly: 0.07 becomes 7, not 7.000000000000001."""
    return float(Decimal(repr(value)) * 100)
