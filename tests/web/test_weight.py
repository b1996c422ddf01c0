"""A first visit is light: few bytes, few requests, nothing that blocks."""

import gzip
import re
from pathlib import Path

import pytest

from app.i18n.languages import LANGUAGES

STATIC = Path(__file__).parents[2] / "static"
# Without the font, which comes later and stays for a year.
MOST_BYTES, MOST_REQUESTS, MOST_FONT_BYTES = 30 * 1024, 5, 55 * 1024
LOADS = re.compile(
    r'<(?:link rel="(?:stylesheet|preload|icon)"[^>]* href|script[^>]* src)="([^"]+)"'
)
PAGES = ("", "latency", "embed", "api")


def loaded(client, path: str) -> dict[str, bytes]:
    """Return what a browser loads with a page, as it comes over the wire."""
    accepts = {"Accept-Encoding": "gzip"}
    html = client.get(path).get_data(as_text=True)
    urls = [path, *dict.fromkeys(LOADS.findall(html))]
    for source in filter(None, (script(client, url) for url in urls)):
        folder = "/static/"
        urls += [folder + name for name in re.findall(r'from "\./([^"]+)"', source)]
    return {url: body(client, url, accepts) for url in urls}


def body(client, url: str, headers: dict[str, str] | None = None) -> bytes:
    with client.get(url, headers=headers) as response:
        return response.get_data()


def compressed(content: bytes) -> int:
    """Return the size as the build compresses it, whether it has run or not."""
    return min(len(content), len(gzip.compress(content, 9)))


def script(client, url: str) -> str:
    return body(client, url).decode() if url.endswith("js") else ""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_first_visit_takes_few_bytes_in_few_requests(client, lang, page):
    parts = loaded(client, f"/{lang}/{page}")
    text = {
        url: content for url, content in parts.items() if not url.endswith(".woff2")
    }
    sizes = {url: compressed(content) for url, content in text.items()}

    assert sum(sizes.values()) <= MOST_BYTES, sizes
    assert len(sizes) <= MOST_REQUESTS, sizes


def test_the_font_is_light():
    fonts = list(STATIC.rglob("*.woff2"))
    assert fonts
    assert all(font.stat().st_size <= MOST_FONT_BYTES for font in fonts)


@pytest.mark.parametrize("page", PAGES)
def test_nothing_but_the_style_sheet_blocks_the_first_paint(client, page):
    html = client.get(f"/en/{page}").get_data(as_text=True)
    scripts = re.findall(r"<script[^>]*>", html)
    assert all('type="module"' in tag or " async" in tag for tag in scripts), scripts
    assert 1 == html.count('rel="stylesheet"')


def test_text_shows_before_the_font_has_come():
    css = (STATIC / "style.css").read_text(encoding="utf-8")
    faces = re.findall(r"@font-face\s*\{[^}]*\}", css)
    assert faces
    assert all("font-display: swap" in face or "optional" in face for face in faces)
