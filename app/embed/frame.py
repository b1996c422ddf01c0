"""The calculator inside a frame on somebody else's page."""

from bisect import bisect
from dataclasses import dataclass

from flask import Blueprint, Flask, request
from werkzeug.datastructures import MultiDict

from app.forms.calculator import SpeedupForm
from app.i18n.languages import LANGUAGES
from app.pages.calculator.figures import EMBED_HEIGHT, figures, scales
from app.pages.passthrough import PIN_KEY
from app.pages.strays import KNOWN, VALUE_KEYS, Strays, strays
from app.web.layout import render_page
from app.web.links import Query, absolute_url

THEMES = ("auto", "light", "dark")
"""How the frame may look; "auto" is as the page around it, or the visitor's system."""

PARTS = ("inputs", "results", "chart")
"""What the frame may show, in the order in which it stands there."""

SHOWN_FIELDS = ("alpha_percent", "gamma", "c_percent")
"""The fields that the frame shows; the others keep what its address says."""

MIN_WIDTH, MAX_WIDTH = 280, 1200
"""The narrowest and the widest frame that the page is made for, in px."""

_STEPS = (340, 560, 640, 800)
"""Widths from which a frame needs another height; from 560 px it has two columns."""

# What the widest of common fonts needs, so that no system's fonts cut a frame off.
_HEIGHTS = {
    ("inputs", "results", "chart"): (1310, 1225, 1080, 1030, 970),
    ("inputs", "results"): (865, 800, 650, 605, 545),
    ("inputs", "chart"): (1045, 990, 965, 965, 965),
    ("results", "chart"): (870, 810, 890, 885, 885),
    ("inputs",): (600, 560, 540, 540, 540),
    ("results",): (425, 380, 460, 455, 455),
    ("chart",): (605, 570, 545, 545, 545),
}

_SPEED_HEIGHT = 200
"""What the lines about a speed take besides."""

_OF_OTHER_PAGES = {PIN_KEY, "frame_language", "frame_width"}
"""What an author may well take for a frame's, and is not."""

_LOOKS = {"theme": THEMES, "show": PARTS}

TITLE = "Speculative decoding speedup calculator"
"""The frame's title, a message of the calculator's page."""

bp = Blueprint("embedding", __name__)


@dataclass(frozen=True)
class Appearance:
    """
    Hold how a frame looks and what it shows.

    Attributes:
        theme: One of `THEMES`.
        show: Some of `PARTS`, at least one.
    """

    theme: str = "auto"
    show: tuple[str, ...] = PARTS

    @classmethod
    def read(cls, args: MultiDict[str, str]) -> "Appearance":
        """
        Read the appearance from a query; what is unknown there has no effect.

        Args:
            args: The query: ``theme``, and ``show`` with parts between commas,
                or repeated.
        """
        theme = args.get("theme", "")
        asked = _parts(args)
        return cls(
            theme if theme in THEMES else "auto",
            tuple(part for part in PARTS if part in asked) or PARTS,
        )

    @property
    def query(self) -> Query:
        """Return the appearance as links carry it; what is usual is left out."""
        theme = [("theme", self.theme)] if self.theme != "auto" else []
        show = [("show", ",".join(self.show))] if self.show != PARTS else []
        return [*theme, *show]

    def height(self, width: int, *, speed: bool = False) -> int:
        """
        Return the height that the example values need, in px.

        Args:
            width: The frame's width, in px.
            speed: Whether a speed without a draft is among the values.
        """
        more = _SPEED_HEIGHT if speed and "results" in self.show else 0
        return _HEIGHTS[self.show][bisect(_STEPS, width)] + more


def unread(args: MultiDict[str, str]) -> Strays:
    """
    Return what a frame's query holds without effect: names, and words for its look.

    Args:
        args: The query as sent.
    """
    looks = [("theme", word) for word in args.getlist("theme")]
    looks += [("show", word) for word in _parts(args)]
    wrong = [(f"{k}={w}", "") for k, w in looks if w and w not in _LOOKS[k]]
    right = [f"{key}={word}" for key, words in _LOOKS.items() for word in words]
    meant = (*VALUE_KEYS, *_LOOKS, *right)
    return strays(MultiDict([*args.items(), *wrong]), meant, KNOWN - _OF_OTHER_PAGES)


def _parts(args: MultiDict[str, str]) -> list[str]:
    return ",".join(args.getlist("show")).split(",")


def init_app(app: Flask) -> None:
    """Add the page for frames to the app."""
    app.register_blueprint(bp)


@bp.get(f"/<any({','.join(LANGUAGES)}):lang>/embed")
def embed(lang: str) -> tuple[str, int]:
    """Show the calculator, or parts of it, in a frame."""
    form = SpeedupForm(request.args)
    appearance = Appearance.read(request.args)
    own = form.query if form.has(request.args) else []
    hidden = [(key, value) for key, value in own if key not in SHOWN_FIELDS]
    outcome = form.evaluate()
    context = {
        "form": form,
        "outcome": outcome,
        "figures": figures(form, outcome, EMBED_HEIGHT) if outcome else None,
        "scales": scales(form, outcome),
        "appearance": appearance,
        "strays": unread(request.args),
        "shown_fields": SHOWN_FIELDS,
        "has": {part: part in appearance.show for part in PARTS},
        "kept": [*hidden, *appearance.query],
        "canonical": absolute_url("pages.calculator", lang=lang),
    }
    query = [*own, *appearance.query]
    return render_page("embed.html", query, **context), 200 if form.valid else 400
