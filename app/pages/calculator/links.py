"""Links into the calculator: values as it takes them."""

from app.forms.numbers import write


def percentages(values: dict[str, float]) -> dict[str, str]:
    """Write fractions as the percentages that the calculator's links carry."""
    return {
        key: write(round(100 * value, 10), thousands=False)
        for key, value in values.items()
    }
