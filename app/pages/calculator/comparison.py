"""
The comparison: settings that a visitor has pinned, side by side.

A pin is one value of the repeated query key ``pin``: the percentages and the
draft length of a setting with "_" between them, a point for the decimals, such
as "70_5_15" for alpha 70 %, gamma 5, c 15 %, and "70_5_15_4" with 4 % of
verification overhead. So a shared link opens the same in every language.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from app.charts.comparison import Lines, comparison_curves
from app.forms.calculator import SETTING_KEYS, SpeedupForm
from app.forms.sentences import quoted
from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, Point, Speedup, sweep
from app.pages.passthrough import PIN_KEY
from app.web.links import Query, with_query

MAX_PINS = 8
"""The most settings that one comparison shows."""

MAX_PINS_READ = 64
"""The most pins of one query that we look at."""


@dataclass(frozen=True)
class Pinned:
    """
    Hold one pinned setting and what it comes to.

    Attributes:
        text: The pin as links carry it.
        outcome: What the setting comes to.
        place: 1 for the fastest; equals share a place.
        current: Whether it is the setting of the form.
        load_url: The calculator with this setting.
        remove_url: The calculator without this pin.
    """

    text: str
    outcome: Speedup
    place: int
    current: bool
    load_url: str
    remove_url: str


@dataclass(frozen=True)
class Comparison:
    """
    Hold the pinned settings, the fastest first.

    Attributes:
        rows: The settings, by falling speedup; among equals, as pinned.
        winners: How many of them share the largest speedup.
        pin_url: The calculator with the form's setting pinned, or None where
            it cannot be pinned: it is not complete, pinned already, or there
            is no room.
        full: There is no room for another setting.
        unreadable: Pins that are none, as they may be shown.
        left_out: How many settings were left out since there was no room.
        lines: The speedup over the draft length, one curve per row; None
            without rows.
    """

    rows: tuple[Pinned, ...]
    winners: int
    pin_url: str | None
    full: bool
    unreadable: tuple[str, ...]
    left_out: int
    lines: Lines | None

    @property
    def current_is_pinned(self) -> bool:
        """Say whether the setting of the form is among the pinned ones."""
        return any(row.current for row in self.rows)


@dataclass(frozen=True)
class Pins:
    """
    Hold the pins of a query.

    Attributes:
        settings: What each pin comes to, by its text; in the order pinned.
        unreadable: Texts that are no pin.
        left_out: How many settings more than `MAX_PINS` there were.
    """

    settings: dict[str, Speedup]
    unreadable: tuple[str, ...]
    left_out: int

    @property
    def query(self) -> Query:
        """Return the pins as links carry them."""
        return pin_query(self.settings)


def read_pins(args: MultiDict[str, str]) -> Pins:
    """
    Return the pinned settings of a query; equal ones fold into one.

    Args:
        args: The query as sent.
    """
    settings: dict[str, Speedup] = {}
    unreadable: dict[str, None] = {}
    left_out = 0
    for text in filter(None, dict.fromkeys(args.getlist(PIN_KEY)[:MAX_PINS_READ])):
        form = _form_of(text)
        outcome = form.evaluate() if form else None
        if form is None or outcome is None:
            unreadable[quoted(text)] = None
        elif len(settings) < MAX_PINS or pin_text(form) in settings:
            settings[pin_text(form)] = outcome
        else:
            left_out += 1
    return Pins(settings, tuple(unreadable), left_out)


def pin_text(form: SpeedupForm) -> str:
    """Return the pin of a complete form's setting."""
    fields = [form.alpha, form.gamma, form.c]
    if form.verify_overhead.data:
        fields.append(form.verify_overhead)
    return "_".join(field.link_text for field in fields)


def pin_query(pins: Sequence[str] | dict[str, Speedup]) -> Query:
    """Return pins as links carry them."""
    return [(PIN_KEY, pin) for pin in pins]


def compare(pins: Pins, form: SpeedupForm, foreign: Query, path: str) -> Comparison:
    """
    Set the pinned settings side by side.

    Args:
        pins: The pinned settings.
        form: The calculator's form.
        foreign: Values of other pages that links carry.
        path: The calculator's address.
    """
    own = pin_text(form) if form.complete else None
    setting = [pair for pair in form.query if pair[0] in SETTING_KEYS]
    rest = [pair for pair in form.query if pair[0] not in SETTING_KEYS]

    def url(setting: Query, pinned: Sequence[str]) -> str:
        return with_query(path, [*setting, *rest, *foreign, *pin_query(pinned)])

    texts, outcomes = list(pins.settings), pins.settings.values()
    rows = [
        Pinned(
            text,
            outcome,
            place=1 + sum(other.speedup > outcome.speedup for other in outcomes),
            current=text == own,
            load_url=url(_setting_of(text), texts),
            remove_url=url(setting, [other for other in texts if other != text])
            + "#comparison",
        )
        for text, outcome in pins.settings.items()
    ]
    rows.sort(key=lambda row: row.place)
    full = len(rows) == MAX_PINS
    can_pin = own is not None and own not in texts and not full
    return Comparison(
        rows=tuple(rows),
        winners=sum(row.place == 1 for row in rows),
        pin_url=url(setting, [*texts, str(own)]) + "#comparison" if can_pin else None,
        full=full,
        unreadable=pins.unreadable,
        left_out=pins.left_out,
        lines=_lines([row.outcome for row in rows]),
    )


def _lines(outcomes: Sequence[Speedup]) -> Lines | None:
    """Return the curves of several settings."""
    if not outcomes:
        return None
    return comparison_curves([(outcome, _points(outcome)) for outcome in outcomes])


def _points(outcome: Speedup) -> Sequence[Point]:
    """Return what every draft length comes to, at a setting's acceptance and costs."""
    profile = AcceptanceProfile.constant(outcome.alpha or 0.0)
    return sweep(profile, Costs(outcome.c, outcome.verify_overhead))


def _form_of(text: str) -> SpeedupForm | None:
    """Return the form with the setting of a pin, or None where it is none."""
    setting = _setting_of(text)
    if len(setting) < len(SETTING_KEYS) - 1 or text.count("_") >= len(SETTING_KEYS):
        return None
    return SpeedupForm(MultiDict(setting))


def _setting_of(text: str) -> list[tuple[str, str]]:
    """Return the query of a pin's setting."""
    return list(zip(SETTING_KEYS, text.split("_"), strict=False))
