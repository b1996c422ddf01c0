"""
Every page in every state: nothing too wide, cut off or on top of something else.

Narrow and wide screens and frames, and systems with very different fonts. German
has the longer words.
"""

import pytest

from tests.browser import (
    test_calculator,
    test_comparison,
    test_demo,
    test_latency,
    test_measured,
)

WIDTHS = {
    ("wide", "de"): (280, 320, 340, 390, 640, 768, 1280, 1920),
    ("typewriter", "en"): (280, 390, 640),
    ("narrow", "de"): (280, 640, 1280),
}
"""Widths in pixels, by the fonts and the language of the page."""

PAGES = {
    "": test_calculator.STATES,
    "embed": test_calculator.STATES,
    " with pins": test_comparison.STATES,
    "latency": test_latency.STATES,
    "measured": test_measured.STATES,
    "demo": test_demo.STATES,
    "embedding": {"example": "", "wrong": "?frame_width=3"},
    "api": {"example": ""},
}

FAULTS = """() => {
  const found = [];
  const note = (fault, element) =>
    found.push(`${fault}: ${element.outerHTML.slice(0, 140)}`);
  const outside = box => box.width && (box.right > innerWidth + 1 || box.left < -1);
  const unseen = ".scroll, .eq, .vh, .skip, svg, math, pre, [hidden], .embed .hint";
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(unseen)) continue;
    if (outside(element.getBoundingClientRect())) note("too wide", element);
    const spills = element.scrollWidth > element.clientWidth + 1;
    if (spills && element.matches("button, select")) note("cut off", element);
  }
  for (const figure of document.querySelectorAll(":not(svg) > svg")) {
    const texts = [...figure.querySelectorAll("text")]
      .map(element => [element, element.getBoundingClientRect()])
      .filter(([, box]) => box.width);
    texts.forEach(([element, a], index) => {
      if (outside(a)) note("cut off", element);
      if (parseFloat(getComputedStyle(element).fontSize) < 12) note("small", element);
      for (const [other, b] of texts.slice(index + 1)) {
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 1 && height > 4) note(`on ${other.textContent}`, element);
      }
    });
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) note(`${wide} px wide`, document.body);
  return found;
}"""


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("fonts", "lang"), WIDTHS)
def test_nothing_is_cut_off_or_covered(with_fonts, server, fonts, lang, page):
    # Narrow fonts only leave more room: an example tells.
    states = list(PAGES[page].items())[: 1 if fonts == "narrow" else None]
    with with_fonts(fonts).new_page() as tab:
        for state, query in states:
            tab.goto(f"{server}/{lang}/{page.split(' ')[0]}{query}")
            tab.evaluate(
                "document.querySelectorAll('details').forEach(e => e.open = true);"
                "document.fonts.ready.then(() => {})"
            )
            for width in WIDTHS[fonts, lang]:
                tab.set_viewport_size({"width": width, "height": 900})
                assert [] == tab.evaluate(FAULTS), (state, width)
