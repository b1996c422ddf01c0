"""The scale under a slider: its ticks, its ends, and a landmark."""

from dataclasses import dataclass

SCALE_WIDTH = 222.0
"""Width of the narrowest scale, in a frame 560 pixels wide, in pixels."""

LETTER = 7.1
"""Room for a character of a scale in the widest of common fonts, in pixels."""


@dataclass(frozen=True)
class Landmark:
    """
    Hold a value worth knowing on a scale.

    Attributes:
        x: Percentage of the scale.
        anchor: SVG's text-anchor of its label.
        beyond: The value lies beyond the scale's end.
    """

    x: float
    anchor: str
    beyond: bool


@dataclass(frozen=True)
class Scale:
    """
    Hold the scale of a slider.

    Attributes:
        least: Value at the left end.
        most: Value at the right end.
        value: The slider's value, within the scale.
        x: The value's percentage of the scale, or None where there is no value.
        ticks: Path of the tick marks in a box that is 1000 wide.
        landmark: A value worth knowing, or None.
    """

    least: int
    most: int
    value: float | None
    x: float | None
    ticks: str
    landmark: Landmark | None

    def shows_end(self, which: str, label: str) -> bool:
        """
        Say whether an end's label has room beside the landmark's.

        Args:
            which: "start" or "end".
            label: The landmark's label.
        """
        if not self.landmark:
            return True
        width = len(label) * LETTER
        x = self.landmark.x / 100 * SCALE_WIDTH
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.landmark.anchor]
        left = x - shift * width
        return left > 30 if which == "start" else left + width < SCALE_WIDTH - 40


def scale(
    least: int, most: int, ticks: int, value: float | None, mark: float | None
) -> Scale:
    """
    Return the scale of a slider.

    Args:
        least: Value at the left end.
        most: Value at the right end.
        ticks: Steps between tick marks.
        value: The current value, or None.
        mark: The value of the landmark, or None.
    """

    def percent(number: float) -> float:
        return min(max((number - least) / (most - least) * 100, 0.0), 100.0)

    return Scale(
        least=least,
        most=most,
        value=None if value is None else min(max(value, least), most),
        x=None if value is None else percent(value),
        ticks=_ticks(ticks),
        landmark=None if mark is None else _landmark(percent(mark), mark > most),
    )


def _ticks(steps: int) -> str:
    """Return the path of the tick marks, those at the ends longer."""
    return "".join(
        f"M{1000 * i / steps:.0f} 0v{7 if i in (0, steps) else 4}"
        for i in range(steps + 1)
    )


def _landmark(x: float, beyond: bool) -> Landmark:
    anchor = "start" if x < 30 else "end" if x > 70 else "middle"
    return Landmark(x, anchor, beyond)
