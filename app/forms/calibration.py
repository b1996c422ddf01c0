"""Runs at several draft lengths, entered row by row, and what they come to."""

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.forms.fields import NumberField, WholeField
from app.forms.measurements import TAU_TOO_GREAT
from app.forms.numbers import TOKENS
from app.forms.speed_field import SpeedField
from app.model.acceptance import MAX_GAMMA
from app.model.calibration import Calibration, calibrate
from app.model.runs import Run

MAX_RUNS = 6
"""The most runs that are entered."""

PREFIXES = tuple(f"run{number}_" for number in range(1, MAX_RUNS + 1))
RUN_KEYS = tuple(
    prefix + name for prefix in PREFIXES for name in ("gamma", "tau", "speed")
)
"""The query keys of the rows."""


class RunForm(Form):
    """Ask for one run: its draft length, mean length and speed."""

    gamma = WholeField(
        _l("Draft tokens per cycle"), least=1, most=MAX_GAMMA, units=TOKENS
    )
    tau = NumberField(_l("Mean acceptance length"), least=1, most=MAX_GAMMA + 1)
    speed = SpeedField(_l("Speed with speculation"), shared=False, bare=True)

    def __init__(
        self, query: MultiDict[str, str], prefix: str, *, thousands: bool
    ) -> None:
        super().__init__(None, prefix=prefix)
        self.speed.thousands = thousands
        self.process(query or None)
        self.used = any(query.get(field.name, "").strip() for field in self)
        self.validate()
        if not self.errors and self.whole and self.tau.data > self.gamma.data + 1:
            self.tau.errors = [TAU_TOO_GREAT]

    @property
    def whole(self) -> bool:
        """Say whether the row has all its numbers."""
        return not any(field.data is None for field in self)

    def run(self, before: float) -> Run:
        """Return the run; *before* is the speed without a draft, in tokens/s."""
        speedup = (self.speed.tokens_per_second or 0.0) / before
        return Run(self.gamma.data, self.tau.data, speedup)


class RunsForm:
    """
    Hold the rows, and fit them.

    Args:
        query: The query as sent.
        before: Speed without a draft in tokens per second, or None.
        c: The draft cost ratio of the calculator, used for a single run.
    """

    def __init__(
        self, query: MultiDict[str, str], before: float | None, c: float
    ) -> None:
        # No run is faster than MAX_GAMMA + 1 times the speed without a draft, so
        # beside a small one, such as 1, "1.203" cannot be a thousand and more.
        thousands = before is None or before * (MAX_GAMMA + 1) >= 1000
        self.rows = [RunForm(query, prefix, thousands=thousands) for prefix in PREFIXES]
        used = [row for row in self.rows if row.used]
        self.valid = not any(row.errors for row in used)
        whole = [row for row in used if row.whole]
        self.lacks = self.valid and bool(used) and not (before and whole == used)
        """Whether a number is still to be entered."""
        self.beyond = False
        """Whether the costs are greater than we calculate."""
        self.calibration: Calibration | None = None
        """The fitted line, or None where the rows are not whole."""
        if whole and self.valid and before:
            self._fit(whole, before, c)

    def _fit(self, rows: list[RunForm], before: float, c: float) -> None:
        try:
            runs = [row.run(before) for row in rows]
            several = len({run.gamma for run in runs}) > 1
            self.calibration = calibrate(runs, None if several else c)
        except ValueError:
            self.beyond = True

    @property
    def query(self) -> list[tuple[str, str]]:
        """Return what was entered as links carry it."""
        return [
            field.link
            for row in self.rows
            if row.used
            for field in (row.gamma, row.tau, row.speed)
        ]
