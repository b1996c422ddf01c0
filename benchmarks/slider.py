"""
Print how long a slider's move takes until its result is painted, in Chromium.

The time runs from the input event to the frame in which the new result stands,
over the network of this machine and with the server that `make run` starts.
Run it from the project's root: python -m benchmarks.slider
"""

import os
import shutil
import statistics

from playwright.sync_api import Page, sync_playwright

from benchmarks.server import serve

PORT = 8473
MOVES = 60

MOVE = """
([id, value]) => new Promise((resolve) => {
  const slider = document.getElementById(id);
  const painted = () => requestAnimationFrame(() => {
    const channel = new MessageChannel();  // its message comes after the paint
    channel.port1.onmessage = () => resolve(performance.now() - begin);
    channel.port2.postMessage(0);
  });
  new MutationObserver((_, observer) => { observer.disconnect(); painted(); })
    .observe(document.body, {subtree: true, childList: true, attributeFilter: ["d"]});
  slider.value = value;
  const begin = performance.now();
  slider.dispatchEvent(new Event("input", {bubbles: true}));
})
"""


def main() -> None:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with serve("wsgi:app", PORT), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{PORT}/en/", wait_until="networkidle")
        times = [move(page, i) for i in range(MOVES)]
        browser.close()
    middle, late = statistics.median(times), sorted(times)[int(MOVES * 0.95)]
    print(f"Slider move to painted result: median {middle:.0f} ms, 95 % {late:.0f} ms")


def move(page: Page, step: int) -> float:
    """Move the slider of alpha to a new value; returns the milliseconds it took."""
    page.wait_for_timeout(300)
    value = 20 + (step * 37) % 70
    return float(page.evaluate(MOVE, ["alpha_percent-slider", str(value)]))


if __name__ == "__main__":
    main()
