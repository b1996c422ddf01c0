"""The calculator in a frame: the page, the code for it, its how-to and oEmbed."""

from flask import Flask

from app.embed import frame, guide, oembed

__all__ = ["guide", "init_app"]


def init_app(app: Flask) -> None:
    """
    Add the page for frames, and what tells other sites of it.

    Args:
        app: The app.
    """
    frame.init_app(app)
    oembed.init_app(app)
