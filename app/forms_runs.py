"""Runs at several draft lengths, entered row by row, and what they come to."""

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.fields import NumberField, WholeField
from app.model.acceptance import MAX_GAMMA
from app.model.calibration import Calibration, calibrate
from app.model.runs import Run
from app.numbers import TOKENS, TOKENS_PER_SECOND
from app.speed_field import MAX_TOKENS_PER_SECOND

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
    speed = NumberField(
        _l("Speed with speculation"),
        least=0.001,
        most=MAX_TOKENS_PER_SECOND,
        thousands=True,
        unit=_l("tokens/s"),
        units=TOKENS_PER_SECOND,
    )

    def __init__(self, query: MultiDict[str, str], prefix: str) -> None:
        super().__init__(query or None, prefix=prefix)
        self.used = any(query.get(field.name, "").strip() for field in self)
        self.validate()
        if self.used and not self.errors:
            self._check_whole()

    def _check_whole(self) -> None:
        """Refuse a row that lacks a number, or cannot be."""
        for field in (self.gamma, self.tau, self.speed):
            if field.blank:
                field.errors = [
                    _l("%(label)s: Enter a number.", label=field.label.text)
                ]
        if not self.errors and self.tau.data > self.gamma.data + 1:
            self.tau.errors = [
                _l(
                    "Mean acceptance length: It cannot be above the draft tokens per "
                    "cycle plus one."
                )
            ]

    def run(self, before: float) -> Run:
        """Return the run; *before* is the speed without a draft, in tokens/s."""
        return Run(self.gamma.data, self.tau.data, self.speed.data / before)


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
        self.rows = [RunForm(query, prefix) for prefix in PREFIXES]
        used = [row for row in self.rows if row.used]
        self.used = bool(used)
        self.valid = not any(row.errors for row in used)
        self.lacks_speed = self.used and before is None
        self.beyond = False
        """Whether the costs are greater than we calculate."""
        self.calibration: Calibration | None = None
        """The fitted line, or None where the rows are not whole."""
        if used and self.valid and before:
            self._fit([row.run(before) for row in used], c)

    def _fit(self, runs: list[Run], c: float) -> None:
        several = len({run.gamma for run in runs}) > 1
        try:
            self.calibration = calibrate(runs, None if several else c)
        except ValueError:
            self.beyond = True

    @property
    def query(self) -> list[tuple[str, str]]:
        """Return what was entered as links carry it."""
        return [
            (field.name, field.link_text)
            for row in self.rows
            if row.used
            for field in (row.gamma, row.tau, row.speed)
        ]
