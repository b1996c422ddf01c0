"""What stands around every page: links, languages, canonical address."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import current_app, request, url_for

from app.i18n.languages import languages
from app.i18n.templating import render
from app.web.links import Query, base_url, with_query


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
        page_link=Links((request.view_args or {})["lang"], query),
        **context,
    )


class Links:
    """
    Make the addresses of pages, each carrying the visitor's values.

    Args:
        lang: Code of the pages' language.
        query: The visitor's values. A page links some twenty times, so each is
            written once.
    """

    def __init__(self, lang: str, query: Query) -> None:
        self._lang = lang
        self._kept = [(key, urlencode([(key, value)])) for key, value in query]
        self._paths: dict[str, str] = {}

    def __call__(self, endpoint: str, **changes: str | None) -> str:
        """
        Return the address of a page.

        Args:
            endpoint: The page, such as "pages.calculator".
            changes: Values to put in place of the visitor's; None leaves one out.
        """
        if endpoint not in self._paths:
            self._paths[endpoint] = url_for(endpoint, lang=self._lang)
        added = {key: value for key, value in changes.items() if value is not None}
        parts = [text for key, text in self._kept if key not in changes]
        query = "&".join([*parts, urlencode(added)] if added else parts)
        return f"{self._paths[endpoint]}?{query}" if query else self._paths[endpoint]


def _page(query: Query) -> Page:
    endpoint = request.endpoint or ""
    arguments = dict(request.view_args or {})
    paths = {code: url_for(endpoint, lang=code) for code in languages()}
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
