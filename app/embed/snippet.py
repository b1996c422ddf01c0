"""The code that puts the calculator into somebody else's page."""

from dataclasses import dataclass

from markupsafe import Markup

FULL_WIDTH = "100%"
"""The width of a frame that takes all the room there is."""

_FRAME = Markup(
    '<iframe{mark} src="{url}" title="{title}" width="{width}" height="{height}"'
    ' {border}="0" loading="lazy"></iframe>'
)
_GROWS = Markup(" data-speculative-decoding")


@dataclass(frozen=True)
class FrameCode:
    """
    Hold what a frame needs, and write it down for different pages.

    There is no style attribute in it, since many sites forbid them;
    ``frameborder`` is what removes the border without one.

    Attributes:
        url: Absolute address of the page in the frame.
        title: What screen readers call the frame.
        width: Its width in px, or `FULL_WIDTH`.
        height: Its height in px, before or without the script.
        script_url: Absolute address of the script that sets the height.
    """

    url: str
    title: str
    width: int | str
    height: int
    script_url: str = ""

    @property
    def plain(self) -> Markup:
        """Return a frame that keeps its height."""
        return self._frame()

    @property
    def growing(self) -> Markup:
        """Return a frame whose height the script sets."""
        return self._frame(mark=_GROWS)

    @property
    def jsx(self) -> Markup:
        """Return the growing frame for pages in MDX."""
        return self._frame(mark=_GROWS, border="frameBorder")

    @property
    def script(self) -> Markup:
        """Return the script; one is enough for any number of frames."""
        return Markup('<script src="{}" async></script>').format(self.script_url)

    def _frame(self, *, mark: str = "", border: str = "frameborder") -> Markup:
        return _FRAME.format(
            mark=mark,
            url=self.url,
            title=self.title,
            width=self.width,
            height=self.height,
            border=border,
        )
