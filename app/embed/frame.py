"""The calculator inside a frame on somebody else's page."""

from bisect import bisect
from dataclasses import dataclass

from flask import Blueprint, Flask, request
from werkzeug.datastructures import MultiDict

from app.forms.calculator import SpeedupForm
from app.i18n.languages import LANGUAGES
from app.pages.calculator.figures import EMBED_HEIGHT, figures, scales
from app.pages.strays import APPEARANCE_KEYS, VALUE_KEYS, strays
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
        asked = ",".join(args.getlist("show")).split(",")
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

    def height(self, width: int) -> int:
        """
        Return the height that the example values need, in px.

        Args:
            width: The frame's width, in px.
        """
        return _HEIGHTS[self.show][bisect(_STEPS, width)]


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
        "strays": strays(request.args, (*VALUE_KEYS, *APPEARANCE_KEYS)),
        "shown_fields": SHOWN_FIELDS,
        "has": {part: part in appearance.show for part in PARTS},
        "kept": [*hidden, *appearance.query],
        "canonical": absolute_url("pages.calculator", lang=lang),
    }
    query = [*own, *appearance.query]
    return render_page("embed.html", query, **context), 200 if form.valid else 400
