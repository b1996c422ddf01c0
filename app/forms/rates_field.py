"""The field for per-position rates: a list of fractions or percentages."""

from itertools import pairwise

from flask_babel import lazy_gettext as _l
from wtforms import StringField

from app.forms.numbers import NumberError, read
from app.model.acceptance import MAX_GAMMA


class RatesField(StringField):
    """Read the per-position rates: a list of fractions or percentages."""

    rates: tuple[float, ...] | None = None
    inputmode = "text"

    @property
    def text(self) -> str:
        """Return what the input shows: the list as typed."""
        return self.data or ""

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
