"""
An installed Firefox, driven by WebDriver BiDi, the standard that it speaks itself.

Playwright drives only a Firefox of its own making. What the tests need is little:
see https://w3c.github.io/webdriver-bidi/ for the commands.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

HANGS_SECONDS = 60
"""After this a wait is given up; it bounds what hangs and times nothing."""

# What a fresh profile would ask of the network, or put in the way of a page.
QUIET = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
EVENTS = ["log.entryAdded", "network.beforeRequestSent"]


def find_firefox() -> str:
    """Return the path of an installed Firefox; `make test` sees to one."""
    found = os.environ.get("FIREFOX") or next(
        filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None
    )
    assert found, "no Firefox: install the package firefox-esr, or set FIREFOX"
    return found


@contextmanager
def running_firefox(
    profile: Path, settings: dict[str, object] | None = None, **environment: str
) -> Iterator["Firefox"]:
    """
    Run a Firefox without a window until the end of the block.

    Args:
        profile: An empty folder.
        settings: More preferences, by their names.
        environment: What its environment has besides this process's.
    """
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in (QUIET | (settings or {})).items()
    ]
    (profile / "user.js").write_text("".join(lines))
    command = [find_firefox(), "--headless", "--no-remote", "--profile", str(profile)]
    with (profile / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"],
            env={**os.environ, "HOME": str(profile), **environment},
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    try:
        address = _address(process, profile / "log") + "/session"
        with connect(address, max_size=None, proxy=None) as socket:
            firefox = Firefox(socket)
            yield firefox
            firefox.command("browser.close")
        process.wait(HANGS_SECONDS)
    finally:
        process.kill()
        process.wait()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Wait until Firefox says where it listens."""
    give_up = time.monotonic() + HANGS_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        if found := re.search(r"BiDi listening on (ws://\S+)", log.read_text()):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"Firefox does not start: {log.read_text()}")


class Firefox:
    """
    A session with a running Firefox.

    Args:
        socket: The connection to it.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.events: list[dict[str, Any]] = []
        self._last = 0
        self._socket = socket
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=EVENTS)

    def command(self, method: str, **params: object) -> dict[str, Any]:
        """Give a command and return its result; keep what happens meanwhile."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        self._socket.send(json.dumps(message))
        while True:
            answer = json.loads(self._socket.recv(timeout=HANGS_SECONDS))
            if answer.get("id") == self._last:
                assert answer["type"] == "success", (method, answer)
                return answer["result"]
            self.events.append(answer)

    def open(self, url: str, width: int = 1280) -> "Tab":
        """Open a page in a tab of its own."""
        tab = Tab(self, self.command("browsingContext.create", type="tab")["context"])
        tab.resize(width)
        tab.go(url)
        return tab


class Tab:
    """
    A tab, or a frame in one.

    Args:
        firefox: The browser.
        context: The browser's name for it.
        top: The browser's name for the tab around a frame.
    """

    def __init__(self, firefox: Firefox, context: str, top: str = "") -> None:
        self.firefox = firefox
        self.context = context
        self.top = top or context

    def go(self, url: str) -> None:
        """Go to an address and wait until the page is there."""
        self.firefox.command(
            "browsingContext.navigate", context=self.context, url=url, wait="complete"
        )

    def resize(self, width: int, height: int = 900) -> None:
        """Give the tab a size, in px."""
        self.firefox.command(
            "browsingContext.setViewport",
            context=self.top,
            viewport={"width": width, "height": height},
        )

    def evaluate(self, expression: str) -> Any:
        """Return what an expression comes to; it works on pages without script."""
        found = self.firefox.command(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self.context, "sandbox": "test"},
            awaitPromise=False,
        )
        assert found["type"] == "success", (expression, found)
        return json.loads(found["result"].get("value", "null"))

    def wait(self, expression: str) -> None:
        """Wait until an expression is true."""
        give_up = time.monotonic() + HANGS_SECONDS
        while not self.evaluate(f"!!({expression})"):
            assert time.monotonic() < give_up, f"never came true: {expression}"
            time.sleep(0.05)

    def frame(self) -> "Tab":
        """Return the only frame in the tab."""
        tree = self.firefox.command("browsingContext.getTree", root=self.context)
        (child,) = tree["contexts"][0]["children"]
        return Tab(self.firefox, child["context"], self.top)

    def click(self, selector: str) -> None:
        """Click on the element that a selector finds."""
        found = self.firefox.command(
            "browsingContext.locateNodes",
            context=self.context,
            locator={"type": "css", "value": selector},
        )
        (node,) = found["nodes"]
        element = {"type": "element", "element": {"sharedId": node["sharedId"]}}
        self.evaluate(
            f"document.querySelector({json.dumps(selector)})"
            ".scrollIntoView({block: 'center'})"
        )
        self._act(
            {
                "type": "pointer",
                "id": "mouse",
                "actions": [
                    {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
                    {"type": "pointerDown", "button": 0},
                    {"type": "pointerUp", "button": 0},
                ],
            }
        )

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        actions = [
            {"type": kind, "value": key}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keys", "actions": actions})

    def fill(self, selector: str, text: str) -> None:
        """Type a text into a field instead of what is there."""
        self.click(selector)
        self.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
        self.press(*text)

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return self.evaluate(
            f"document.querySelector({json.dumps(selector)}).textContent"
        )

    def _act(self, source: dict[str, object]) -> None:
        self.firefox.command(
            "input.performActions", context=self.context, actions=[source]
        )

    def close(self) -> None:
        """Close the tab."""
        self.firefox.command("browsingContext.close", context=self.top)
