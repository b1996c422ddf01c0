"""What the labels of figure 1 say."""

from app.charts.curve import Curve
from app.charts.curve_labels import Words
from app.i18n import Language
from app.model.speedup import Speedup


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
