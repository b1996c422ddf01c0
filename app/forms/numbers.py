"""
Numbers as people type them, one rule for every language.

Comma and point both mark the decimals. So a number never means two things in
two languages, and what `write` gives is read the same everywhere.

Accepted: spaces of every width around the number, an own unit behind it or
before it ("70 %", "%70"), a sign, digits of any one script, ".5" and "5.",
and scientific notation as programs print it ("1.5e3").

Thousands may be set apart only where it cannot be mistaken: by a space, an
apostrophe or the Arabic thousands mark ("1 500", "1'500"), by two or more of
the same mark ("1.234.567"; with commas also in the Indian way, "12,34,567"),
or where both marks occur ("1,234.5"). One mark before exactly three digits
("1.500") is ambiguous where thousands make sense, unless its front can be no
group ("0.500", "1234.567").
"""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

MAX_LENGTH = 64
"""The longest text we read as a number, in characters; a float needs 24."""

# Units as people write them, for `read`.
PERCENT = ("%", "％", "﹪", "٪", "percent", "per cent", "Prozent")
MILLISECONDS = ("ms", "msec", "milliseconds", "Millisekunden")
TOKENS = ("tokens", "token")
TOKENS_PER_SECOND = ("tokens/s", "token/s", "tok/s", "t/s", "tokens/sec", "tps")
TIMES = ("×", "x", "-mal", "mal", "times")

_NOTHING_TO_SEE = dict.fromkeys(
    # Soft hyphen, zero-width signs, direction marks. Not the two overrides
    # (U+202D, U+202E): they change the order in which digits are seen.
    [
        *(0xAD, 0x61C, 0x2060, 0xFEFF),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202D),
        *range(0x2066, 0x206A),
    ]
)
_PLAIN_SIGNS = str.maketrans(
    "．﹒，﹐’‘ʼ＇＋﹢−‐‑‒–—﹣－",
    "..,,''''++--------",
)

_SCIENTIFIC = re.compile(r"(\d+|(?=[.,]\d))(?:[.,](\d*))?[eE]([-+]?\d+)")
_ONE_MARK = re.compile(r"(\d+|(?=[.,٫]\d))(?:[.,٫](\d*))?")
_SPACED_GROUPS = re.compile(
    r"([1-9]\d{0,2}(?P<gap>[ '٬])\d{3}(?:(?P=gap)\d{3})*)(?:[.,٫](\d*))?"
)
_MARKED_GROUPS = re.compile(
    r"([1-9]\d{0,2}(?P<mark>[.,])\d{3}(?:(?P=mark)\d{3})*)"
    r"(?:(?!(?P=mark))[.,٫](\d+))?"
)
_INDIAN_GROUPS = re.compile(r"([1-9]\d?(?:,\d\d)+,\d{3})(?:[.٫](\d+))?")
_NO_DIGIT = re.compile(r"\D")

_EITHER_WAY = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
"""A decimal number or thousands, nobody can tell."""

_REFUSALS = (
    ("not_finite", re.compile(r"[-+]? ?(s?nan|inf|infinity|∞)", re.IGNORECASE)),
    ("fraction", re.compile(r".*(\d ?[/⁄∕÷] ?\d|[¼-¾⅐-⅞↉]).*", re.DOTALL)),
    ("grouping", re.compile(r"[-+]?[\d.,'٫٬]*\d[\d.,'٫٬]*")),
    ("several_numbers", re.compile(r".*\d\D*[\s;:|~&+-]\D*\d.*", re.DOTALL)),
)
_NUMBER_AND_UNIT = re.compile(r"[-+]? ?[\d., ']*\d[.,]? ?([^\d.,\s']\D*)")


class NumberError(ValueError):
    """
    Say why a text is no number we can use.

    Attributes:
        code: "blank", "too_long", "not_a_number", "not_finite" (nan, inf),
            "too_large" and "too_small" (beyond what a float holds),
            "ambiguous", "fraction" (1/2), "grouping" (marks that fit no
            number), "several_numbers", or "unknown_unit".
        readings: What an ambiguous text can mean: as a decimal, as thousands.
        unit: What stands behind the number and is not understood.
    """

    def __init__(
        self, code: str, *, readings: Sequence[Decimal] = (), unit: str = ""
    ) -> None:
        super().__init__(code)
        self.code = code
        self.readings = tuple(readings)
        self.unit = unit


def read(text: str, *, thousands: bool, units: Sequence[str] = ()) -> Decimal:
    """
    Return the number that a person typed.

    Args:
        text: What was typed; any text at all.
        thousands: Whether values of a thousand and more make sense here, so
            that "1.500" could mean two things.
        units: Texts that may stand beside the number; case does not matter.

    Returns:
        A number within the range of floats, exactly as typed; never -0.

    Raises:
        NumberError: The text is no number, or could be more than one.
    """
    seen = (text if text.isascii() else text.translate(_NOTHING_TO_SEE)).strip()
    if not seen:
        raise NumberError("blank")
    if len(seen) > MAX_LENGTH:
        raise NumberError("too_long")

    plain = _with_plain_signs(seen)
    bare = _without_unit(plain, units)
    negative = bare.startswith("-")
    value = _magnitude(bare[bare[:1] in ("-", "+") :].lstrip(), negative, thousands)
    if value is None:
        raise _refusal(bare, plain)
    _check_size(value)
    return value


def write(value: float | Decimal, *, thousands: bool, decimal_mark: str = ".") -> str:
    """
    Return the shortest text that `read` reads as exactly this number.

    Plain digits, without an exponent unless they would be longer than `read`
    accepts. Where thousands make sense, 1.234 becomes "1.2340", since "1.234"
    could mean 1234.

    Args:
        value: Any finite number.
        thousands: As for the `read` that shall read it.
        decimal_mark: "." or ","; both are read the same.
    """
    exact = value if isinstance(value, Decimal) else Decimal(repr(value))
    text = _without_trailing_zeros(f"{exact:f}")
    if len(text) >= MAX_LENGTH:
        mantissa, exponent = f"{exact:e}".split("e")
        text = f"{_without_trailing_zeros(mantissa)}e{int(exponent)}"
    if thousands and _EITHER_WAY.fullmatch(text.removeprefix("-")):
        text += "0"
    return text.replace(".", decimal_mark)


def _with_plain_signs(text: str) -> str:
    """Write digits, spaces, signs and marks of every script as ASCII has them."""
    if text.isascii():
        return text
    return "".join(map(_plain_sign, text.translate(_PLAIN_SIGNS), _zeros(text)))


def _zeros(text: str) -> list[int | None]:
    """Return for each character the zero of its script, None where no digit."""
    zeros = [
        ord(unicodedata.normalize("NFKC", sign)) - unicodedata.decimal(sign)
        if unicodedata.category(sign) == "Nd"
        else None
        for sign in text
    ]
    if len({*zeros} - {None}) > 1:
        raise NumberError("not_a_number")
    return zeros


def _plain_sign(sign: str, zero: int | None) -> str:
    if zero is not None:
        return str(unicodedata.decimal(sign))
    return " " if unicodedata.category(sign) == "Zs" else sign


def _without_unit(text: str, units: Sequence[str]) -> str:
    """Take one own unit away, behind the number or else before it."""
    lower = text.lower()
    if len(lower) != len(text):
        return text
    longest_first = sorted(map(str.lower, units), key=len, reverse=True)
    for unit in longest_first:
        if lower.endswith(unit):
            return text[: -len(unit)].rstrip()
    for unit in longest_first:
        if lower.startswith(unit):
            return text[len(unit) :].lstrip()
    return text


def _magnitude(digits: str, negative: bool, thousands: bool) -> Decimal | None:
    """Return the number written in *digits*, or None where it is none."""
    sign = "-" if negative else ""
    if thousands and _EITHER_WAY.fullmatch(digits):
        readings = digits.replace(",", "."), _NO_DIGIT.sub("", digits)
        raise NumberError(
            "ambiguous", readings=[Decimal(sign + reading) for reading in readings]
        )
    for pattern in (_ONE_MARK, _SPACED_GROUPS, _MARKED_GROUPS, _INDIAN_GROUPS):
        if found := pattern.fullmatch(digits):
            whole = _NO_DIGIT.sub("", found[1])
            return _decimal(sign, whole, found[found.re.groups])
    if found := _SCIENTIFIC.fullmatch(digits):
        # Far beyond every float, and within what Decimal holds.
        exponent = max(-9999, min(int(found[3]), 9999))
        return _decimal(sign, found[1], found[2], exponent)
    return None


def _decimal(sign: str, whole: str, part: str | None, exponent: int = 0) -> Decimal:
    value = Decimal(f"{sign}{whole or 0}.{part or 0}e{exponent}")
    return value or Decimal(0)


def _check_size(value: Decimal) -> None:
    """Raise NumberError unless a float can hold *value*."""
    nearest = abs(float(value))
    if nearest == float("inf"):
        raise NumberError("too_large")
    if value and not nearest:
        raise NumberError("too_small")


def _refusal(bare: str, whole: str) -> NumberError:
    """
    Return the reason why a text is no number.

    Args:
        bare: The text without its own unit.
        whole: The text with it, so that "%%" is named whole.
    """
    for code, pattern in _REFUSALS:
        if pattern.fullmatch(bare):
            return NumberError(code)
    if found := _NUMBER_AND_UNIT.fullmatch(whole):
        return NumberError("unknown_unit", unit=found[1].strip())
    return NumberError("not_a_number")


def _without_trailing_zeros(text: str) -> str:
    """Shorten "1.50" to "1.5", "2.0" to "2" and "-0" to "0"."""
    if "." in text:
        text = text.rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text
