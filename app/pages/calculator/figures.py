"""What the calculator draws: the geometry of its figures and slider scales."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from app.charts.axis import last_gamma
from app.charts.curve import Curve, speedup_curve
from app.charts.curve_labels import Words
from app.charts.cycle import Bars, TimeBars, cycle_bars, cycle_times
from app.charts.labels import Place
from app.charts.scale import Scale, scale
from app.forms.calculator import SpeedupForm
from app.i18n.languages import Language, current_language
from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Point, Speedup, sweep

EMBED_HEIGHT = 312


@dataclass(frozen=True)
class Figures:
    """
    Hold the figures of one setting.

    Attributes:
        curve: The speedup over the draft length.
        points: What each draft length of the curve comes to, for the table.
        survival: The chance that a draft of each length is kept whole.
        outcome: What the setting comes to.
    """

    curve: Curve
    points: list[Point]
    survival: tuple[float, ...]
    outcome: Speedup

    @cached_property
    def words(self) -> Words:
        """Return what the labels of the curve say, by their names."""
        return curve_words(self.curve, self.outcome, current_language())

    @cached_property
    def places(self) -> dict[str, Place]:
        """Return where the labels of the curve stand, those with room for them."""
        return self.curve.labels(self.words)

    @cached_property
    def bars(self) -> Bars:
        """Return the chance of each position of a draft; the embed shows none."""
        survival = self.survival[: self.outcome.gamma]
        return cycle_bars(survival, constant=self.outcome.alpha is not None)

    @cached_property
    def times(self) -> TimeBars:
        """Return the time of equally many tokens without and with a draft."""
        return cycle_times(self.outcome)

    @property
    def rows(self) -> Iterator[tuple[Point, float]]:
        """Return each draft length of the curve and its chance to be kept whole."""
        return zip(self.points, self.survival, strict=False)


@dataclass(frozen=True)
class Scales:
    """Hold the scales of the three sliders."""

    alpha: Scale
    gamma: Scale
    c: Scale


def figures(form: SpeedupForm, outcome: Speedup, height: int = 350) -> Figures:
    """
    Return the figures of a complete form.

    Args:
        form: The setting.
        outcome: What it comes to.
        height: Height of the curve, in pixels.
    """
    profile: AcceptanceProfile = form.profile
    best = outcome.best_gamma if outcome.pays_off else 1
    last = last_gamma(16, outcome.gamma, best, most=profile.max_gamma)
    points = sweep(profile, form.costs, last)
    curve = speedup_curve(points, outcome, height)
    return Figures(curve, points, profile.survival, outcome)


def scales(form: SpeedupForm, outcome: Speedup | None) -> Scales:
    """
    Return the scales of the sliders, with what is worth knowing marked on them.

    Args:
        form: The setting, complete or not.
        outcome: What it comes to, or None.
    """
    marks = _landmarks(outcome) if outcome else (None, None, None)
    return Scales(
        alpha=scale(0, 100, 20, _percent(form.alpha.data), marks[0]),
        gamma=scale(1, 16, 15, form.gamma.data, marks[1]),
        c=scale(0, 60, 20, _percent(form.c.data), marks[2]),
    )


def _landmarks(outcome: Speedup) -> tuple[float | None, float | None, float | None]:
    best = outcome.best_gamma if outcome.pays_off else None
    return (
        _percent(outcome.break_even_alpha),
        best,
        _percent(outcome.break_even_c),
    )


def _percent(fraction: float | None) -> float | None:
    return None if fraction is None else round(100 * fraction, 10)


def curve_words(curve: Curve, outcome: Speedup, language: Language) -> Words:
    """
    Return the lines of each label.

    Args:
        curve: The figure.
        outcome: What the setting comes to.
        language: The language of the page.
    """
    _ = language.translations.gettext
    now, best = curve.now, curve.best
    words: Words = {
        "tau": (_("τ = %(tau)s") % {"tau": language.number(curve.ceiling.value)},),
        "ceiling": (_("ceiling τ: a draft at no cost"),),
        "curve": (_("S at c = %(c)s") % {"c": language.short_percent(outcome.c)},),
        "zone": (_("below 1×: slower than without a draft"),),
    }
    setting = (
        _("now and best: γ = %(gamma)s") if curve.merged else _("now: γ = %(gamma)s")
    )
    name = "both" if curve.merged else "now"
    words[name] = (language.times(now.value), setting % {"gamma": now.gamma})
    if best and not curve.merged:
        optimum = _("best: γ = %(gamma)s") % {"gamma": best.gamma}
        words["best"] = (language.times(best.value), optimum)
    return words
