"""Links: addresses of our own pages and files, relative and absolute."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from flask import current_app, request, url_for

Query = Sequence[tuple[str, str]]
"""Values that links carry on: query keys and values as typed, in order."""


def with_query(path: str, query: Query) -> str:
    """Return the address with the values appended."""
    return f"{path}?{urlencode(query)}" if query else path


def base_url() -> str:
    """Return scheme, host and path prefix of absolute links, without a slash."""
    configured: str = current_app.config.get("PUBLIC_URL", "")
    return (configured or request.url_root).rstrip("/")


def absolute_url(endpoint: str, **values: Any) -> str:
    """
    Return the absolute address of a page or file of ours.

    Args:
        endpoint: Such as "embedding.embed".
        values: The parts of its address, such as the language.
    """
    return base_url() + url_for(endpoint, **values).removeprefix(request.script_root)
