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
    test_runs,
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
    "runs": test_runs.STATES,
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
  // What ink covers: boxes are as high as a font says, and leave it much air.
  const lines = text => {
    const rows = text.querySelector(".big") ? text.querySelectorAll("tspan") : [text];
    return [...rows].map(row => {
      const {left, right} = row.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(row).fontSize);
      if (size < 12) note("small", text);
      const line = row.getStartPositionOfChar(0).y + row.getScreenCTM().f;
      return {text, left, right, top: line - .75 * size, bottom: line + .22 * size};
    });
  };
  for (const figure of document.querySelectorAll(":not(svg) > svg")) {
    const texts = [...figure.querySelectorAll("text")]
      .filter(text => text.getBoundingClientRect().width);
    for (const text of texts) {
      if (outside(text.getBoundingClientRect())) note("cut off", text);
    }
    const rows = texts.flatMap(lines);
    rows.forEach((a, index) => {
      for (const b of rows.slice(index + 1)) {
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const apart = a.text === b.text || width <= 1 || height <= 1;
        if (!apart) note(`on ${b.text.textContent}`, a.text);
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
