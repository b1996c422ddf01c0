"""Going from page to page where no script takes over."""

from playwright.sync_api import Locator, Page


def follow(page: Page, target: str | Locator) -> None:
    """Click a link or button, and wait for the page that it leads to."""
    element = page.locator(target) if isinstance(target, str) else target
    with page.expect_navigation():
        element.click()
