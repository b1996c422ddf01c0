"""How to put the calculator into one's own page, with the code for it."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import current_app, request, url_for
from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.embed.frame import (
    MAX_WIDTH,
    MIN_WIDTH,
    PARTS,
    THEMES,
    TITLE,
    Appearance,
)
from app.embed.keys import value_keys
from app.embed.oembed import discovery_url
from app.embed.snippet import FULL_WIDTH, FrameCode
from app.forms.calculator import SpeedupForm
from app.forms.fields import WholeField
from app.i18n.languages import languages
from app.pages.passthrough import carried
from app.pages.routes import bp
from app.pages.strays import VALUE_KEYS, strays
from app.web.layout import render_page
from app.web.links import Query, absolute_url, with_query

LANGUAGE_KEY = "frame_language"
WIDTH_KEY = "frame_width"

USUAL_WIDTH = 640
"""The width that the height is meant for where the frame takes all the room."""


class FrameForm(Form):
    """
    Ask how wide the frame is to be; blank is as wide as there is room.

    Args:
        query: The query as sent.
    """

    width = WholeField(
        _l("Width"),
        name=WIDTH_KEY,
        least=MIN_WIDTH,
        most=MAX_WIDTH,
        units=("px", "pixel", "pixels"),
        render_kw={"data-optional": "true"},
    )

    def __init__(self, query: MultiDict[str, str]) -> None:
        super().__init__(query or None)
        self.valid = self.validate()
        """Whether the width is a number or nothing."""


@dataclass(frozen=True)
class Choice:
    """
    Hold what the visitor chose for the frame.

    Attributes:
        appearance: How the frame looks and what it shows.
        language: Code of its language.
        width: Its width in px, or None for all the room there is.
        values: The calculator's values, as typed.
        has_speed: A speed without a draft is among them.
    """

    appearance: Appearance
    language: str
    width: int | None
    values: Query
    has_speed: bool

    @property
    def address(self) -> str:
        """Return the absolute address of the page in the frame."""
        url = absolute_url("embedding.embed", lang=self.language)
        return with_query(url, [*self.values, *self.appearance.query])

    @property
    def preview(self) -> str:
        """Return the address of the page in the frame, on this host."""
        url = url_for("embedding.embed", lang=self.language)
        return with_query(url, [*self.values, *self.appearance.query])

    @property
    def oembed(self) -> str:
        """Return where the frame is described for systems that ask."""
        return discovery_url(self.address)

    @property
    def code(self) -> FrameCode:
        """Return the code that puts the frame into a page."""
        return FrameCode(
            url=self.address,
            title=languages()[self.language].translations.gettext(TITLE),
            width=self.width or FULL_WIDTH,
            height=self.appearance.height(
                self.width or USUAL_WIDTH, speed=self.has_speed
            ),
            script_url=absolute_url("static", name="embed-host.js"),
        )


@bp.get("/embedding")
def embedding(lang: str) -> tuple[str, int]:
    """Show the code for a frame with the visitor's values, and the frame."""
    form = FrameForm(request.args)
    setting = SpeedupForm(request.args)
    kept = carried(request.args, own=())
    outcome = setting.evaluate()
    # With a value that nobody can use, the code starts with the example.
    values = [pair for pair in kept if outcome and pair[0] in VALUE_KEYS]
    choice = Choice(
        appearance=Appearance.read(request.args),
        language=_frame_language(lang),
        width=form.width.data if form.valid else None,
        values=values,
        has_speed=setting.speed.data is not None,
    )
    context = {
        "form": form,
        "outcome": outcome,
        "strays": strays(request.args),
        "kept": kept,
        "choice": choice,
        "code": choice.code,
        "origin": _origin(choice.address),
        "themes": THEMES,
        "parts": PARTS,
        "value_keys": value_keys(),
        "least_width": MIN_WIDTH,
        "may_be_framed": bool(current_app.config["SETTINGS"].frame_ancestors),
    }
    query = [*kept, *_own_query(form, choice)]
    return render_page("embedding.html", query, **context), 200 if form.valid else 400


def _origin(address: str) -> str:
    """Return scheme and host of an address, as policies name them."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _frame_language(lang: str) -> str:
    """Return the language asked for, or else that of the page."""
    asked = request.args.get(LANGUAGE_KEY, "")
    return asked if asked in languages() else lang


def _own_query(form: FrameForm, choice: Choice) -> Query:
    """Return the choices as links carry them; what is usual is left out."""
    chosen = request.args.get(LANGUAGE_KEY) == choice.language
    language = [(LANGUAGE_KEY, choice.language)] if chosen else []
    width = [form.width.link] if not form.width.blank else []
    return [*choice.appearance.query, *language, *width]
