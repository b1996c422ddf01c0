"""What stands around every page: links, languages, canonical address."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import current_app, request, url_for

from app.i18n import languages, render

Query = Sequence[tuple[str, str]]
"""Values that links carry on: query keys and values as typed, in order."""


Paths = dict[tuple[str, str | None], str]
"""Paths by endpoint and language."""


class LanguageLink(NamedTuple):
    """Hold a link to this page in one language, the values kept."""

    code: str
    name: str
    url: str


class Page(NamedTuple):
    """
    Hold what the frame of a page needs to know.

    Attributes:
        endpoint: The page's endpoint, such as "pages.calculator".
        path: Where its form is sent.
        permalink: Absolute address with the visitor's values.
        canonical: Absolute address without values, for search engines.
        alternates: The same page per language: (hreflang, absolute address).
        languages: Links to this page in every language, values kept.
        version: The app's version.
        source_url: Where the source code can be had, or "".
    """

    endpoint: str
    path: str
    permalink: str
    canonical: str
    alternates: tuple[tuple[str, str], ...]
    languages: tuple[LanguageLink, ...]
    version: str
    source_url: str


def render_page(template: str, query: Query, **context: Any) -> str:
    """
    Render a page of the site in the language of the request.

    Args:
        template: Its path under templates/.
        query: The visitor's values, which every link to another page and
            language carries on.
        context: What the template needs besides.
    """
    page = _page(query)
    return render(
        template,
        page=page,
        page_link=partial(_link, _known(), (request.view_args or {})["lang"], query),
        **context,
    )


def with_query(path: str, query: Query) -> str:
    """Return the address with the values appended."""
    return f"{path}?{_encoded(tuple(query))}" if query else path


# A page links a dozen times with the same values; this saves it 0.1 ms.
@lru_cache(maxsize=64)
def _encoded(query: Query) -> str:
    return urlencode(query)


def base_url() -> str:
    """Return scheme, host and path prefix of absolute links, without a slash."""
    configured: str = current_app.config.get("PUBLIC_URL", "")
    return (configured or request.url_root).rstrip("/")


def _link(
    known: Paths, lang: str, query: Query, endpoint: str, **changes: str | None
) -> str:
    """
    Return the address of a page, carrying the visitor's values.

    Args:
        known: Paths asked for before.
        lang: Code of the page's language.
        query: The visitor's values.
        endpoint: The page, such as "pages.calculator".
        changes: Values to put in place of the visitor's; None leaves one out.
    """
    path = known.get((endpoint, lang)) or path_to(endpoint, lang)
    if not changes:
        return with_query(path, query)
    kept = [(key, value) for key, value in query if key not in changes]
    added = [(key, value) for key, value in changes.items() if value is not None]
    return with_query(path, [*kept, *added])


def path_to(endpoint: str, lang: str | None = None) -> str:
    """
    Return the path of a page, remembered: `url_for` takes 12 us for each link.

    Args:
        endpoint: The page, such as "pages.calculator".
        lang: Code of the page's language; None for what is not a page.
    """
    known, key = _known(), (endpoint, lang)
    if key not in known:
        known[key] = url_for(endpoint, lang=lang) if lang else url_for(endpoint)
    return known[key]


def _known() -> Paths:
    """Return the paths asked for before, under the prefix of this request."""
    all_known: dict[str, Paths] = current_app.extensions.setdefault("paths", {})
    return all_known.setdefault(request.script_root, {})


def _page(query: Query) -> Page:
    endpoint = request.endpoint or ""
    arguments = dict(request.view_args or {})
    paths = {code: path_to(endpoint, code) for code in languages()}
    prefix = request.script_root
    base = base_url()
    absolute = {code: base + path.removeprefix(prefix) for code, path in paths.items()}
    own = arguments["lang"]
    return Page(
        endpoint=endpoint,
        path=paths[own],
        permalink=with_query(absolute[own], query),
        canonical=absolute[own],
        alternates=(*absolute.items(), ("x-default", _default_address(base, absolute))),
        languages=tuple(
            LanguageLink(code, language.name, with_query(paths[code], query))
            for code, language in languages().items()
        ),
        version=current_app.config["VERSION"],
        source_url=current_app.config.get("SOURCE_URL", ""),
    )


def _default_address(base: str, absolute: dict[str, str]) -> str:
    if request.endpoint == "pages.calculator":
        return f"{base}/"
    return absolute[current_app.config["DEFAULT_LANGUAGE"]]
