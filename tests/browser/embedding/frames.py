"""What stands in a frame, and how high it is."""

from collections.abc import Callable

from playwright.sync_api import Frame, Page


def inside(page: Page, number: int = 0) -> Frame:
    """Return the content of a frame, loaded."""
    handle = page.locator("iframe").nth(number).element_handle()
    content = handle.content_frame()
    content.wait_for_load_state()
    return content


def heights(page: Page, number: int = 0) -> tuple[int, int]:
    """Return the height of a frame and of the content in it."""
    content = inside(page, number).evaluate(
        "Math.ceil(document.documentElement.getBoundingClientRect().height)"
    )
    outer = page.locator("iframe").nth(number).evaluate("frame => frame.clientHeight")
    return outer, content


def settle(page: Page, number: int = 0) -> int:
    """Wait until a frame is as high as its content; return the height."""
    for _ in range(600):
        outer, content = heights(page, number)
        if outer == content:
            return outer
        page.wait_for_timeout(50)
    raise AssertionError(f"the frame is {outer} px high, its content {content} px")


def wait_until(page: Page, true: Callable[[], object]) -> None:
    """Wait until something is true."""
    for _ in range(600):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came true")


def has_no_scroll_bar(content: Frame) -> bool:
    return content.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
        " && document.documentElement.clientWidth === innerWidth"
    )
