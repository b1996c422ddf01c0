"""What an address of the calculator may hold, as the how-to page lists it."""

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from app.forms.calculator import SpeedupForm
from app.forms.fields import NumberField
from app.forms.speed_field import UNITS


@dataclass(frozen=True)
class ValueKey:
    """
    Hold what a query key of the calculator means.

    Attributes:
        name: The key.
        meaning: What its number is, in the words of the form.
        least: The least number allowed.
        most: The greatest number allowed, with its unit.
        usual: The number that holds without the key, or "" for none.
    """

    name: str
    meaning: str
    least: str
    most: str
    usual: str


def value_keys() -> list[ValueKey]:
    """Return the keys of the calculator's values, read from its form."""
    form = SpeedupForm(MultiDict())
    setting = [
        _described(field)
        for field in form
        if isinstance(field, NumberField) and field is not form.speed
    ]
    speeds = [SpeedupForm(MultiDict({key: ""})).speed for key in UNITS]
    return [*setting, *map(_described, speeds)]


def _described(field: NumberField) -> ValueKey:
    name, usual = field.link
    return ValueKey(name, str(field.label.text), *field.bounds, usual)
