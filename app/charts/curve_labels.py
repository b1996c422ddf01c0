"""The labels of figure 1: which of their places are free."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from app.charts.labels import (
    NARROWEST,
    SMALLEST,
    Box,
    Place,
    Text,
    around,
    farther,
    place,
)
from app.charts.placement import COLUMN, Room, cheapest, cheapest_pair

Words = dict[str, tuple[str, ...]]

_MOST = {"ceiling": 30.0, "tau": 40.0, "zone": 12.0, "curve": 30.0}
"""How bad a place may be; where all are worse, the label is left out."""

_MOST_SMALL = 8.0
"""The same in the smallest plot, beyond which a label waits for a wider one."""

_NEAR_ENOUGH = 19.0
"""How bad a place beside a mark may be before those a little off are tried."""


class Mark(NamedTuple):
    """Hold a point of the figure: x in percent of the plot, y in pixels."""

    gamma: int
    x: float
    y: float
    value: float


class Drawing(NamedTuple):
    """
    Hold what labels stand beside and must not cover.

    Attributes:
        now: The current setting.
        ceiling: tau at the current draft length.
        best: The optimum, or None.
        one: Where S = 1 lies.
        base: Where the axis lies.
        line: Heights of S; see `columns`.
        rising: Heights of tau, negated so that they rise.
    """

    now: Mark
    ceiling: Mark
    best: Mark | None
    one: float
    base: float
    line: Sequence[float]
    rising: Sequence[float]


def place_labels(drawing: Drawing, words: Words) -> dict[str, Place]:
    """
    Return where each label stands; one that finds no room is left out.

    All are tried in the smallest plot first. Those without room there may still
    find it in the narrowest plot of a usual phone, and are marked `roomy`.

    Args:
        drawing: What they stand beside.
        words: The lines of each label: "now", "best" or "both", "tau",
            "ceiling", "curve" and "zone".
    """
    small = _Plot(drawing, words, NARROWEST / SMALLEST)
    found = small.settings()
    missing = [name for name in small.order() if not small.find(name, found)]
    if missing:
        wide = _Plot(drawing, words, 1.0)
        wide.take(found)
        for name in missing:
            if wide.find(name, found):
                found[name] = found[name]._replace(roomy=True)
    return found


class _Plot:
    """A plot of one width, and what is taken in it."""

    def __init__(self, drawing: Drawing, words: Words, stretch: float) -> None:
        left, right = -6 * stretch, NARROWEST + 8 * stretch
        base = drawing.base - 3
        self.drawing = drawing
        self.stretch = stretch
        self.texts = {name: Text.of(lines, stretch) for name, lines in words.items()}
        x = drawing.now.x / 100 * NARROWEST
        gap = Box(x, drawing.ceiling.y, x, drawing.now.y)
        self.room = Room(
            Box(left, 18, right, base), drawing.line, drawing.rising, drawing.one, gap
        )
        # Above the marks of the axis there is room to the figure's edge.
        self.top = self.room._replace(edges=Box(-30 * stretch, 18, right, base))
        self.taken = [*self._marks()]

    def _marks(self) -> Iterator[Box]:
        now, ceiling, best = self.drawing[:3]
        sized = [(now, 7), (ceiling, 4)] + ([(best, 9)] if best else [])
        for mark, size in sized:
            x, half = mark.x / 100 * NARROWEST, size * self.stretch
            yield Box(x - half, mark.y - size, x + half, mark.y + size)

    def take(self, found: dict[str, Place]) -> None:
        """Take what labels cover that were found for another width."""
        for name, spot in found.items():
            text, top = self.texts[name], spot.box.top
            self.taken.append(place(text, spot.x, top, spot.anchor, spot.dx).box)

    def settings(self) -> dict[str, Place]:
        """Return the places of the current setting's label and the optimum's."""
        now, best = self.drawing.now, self.drawing.best
        if best is None:
            found = {"now": self._nearest("now", now, 12)}
        elif best.gamma == now.gamma:
            found = {"both": self._nearest("both", now, 16)}
        else:
            found = self._pair(now, best)
        self.taken += [spot.box for spot in found.values()]
        return found

    def _nearest(self, name: str, mark: Mark, gap: float) -> Place:
        """Return the best place beside a mark, or else one a little off it."""
        near, cost = cheapest(self._around(name, mark, gap), self.room, self.taken)
        if cost > _NEAR_ENOUGH:
            places = self._farther(name, mark, gap)
            off, off_cost = cheapest(places, self.room, self.taken)
            near = off if off_cost < cost else near
        assert near is not None  # noqa: S101  # there are places round every mark
        return near

    def _pair(self, now: Mark, best: Mark) -> dict[str, Place]:
        """Return the places of both labels, weighed together."""
        near = self._around("now", now, 12), self._around("best", best, 13)
        one, other, cost = cheapest_pair(*near, self.room, self.taken)
        if cost > 2 * _NEAR_ENOUGH:
            ones = chain(self._around("now", now, 12), self._farther("now", now, 12))
            others = chain(
                self._around("best", best, 13), self._farther("best", best, 13)
            )
            one, other, _ = cheapest_pair(ones, others, self.room, self.taken)
        return {"now": one, "best": other}

    def order(self) -> list[str]:
        """Return which label chooses first; that of tau where its line lies low."""
        low = -self.drawing.rising[-1] > 60
        return sorted(_MOST, key=lambda name: low and name != "tau")

    def find(self, name: str, found: dict[str, Place]) -> bool:
        """Place a label beside those already found, and say whether it has room."""
        room = self.top if name == "ceiling" else self.room
        if self.texts[name].width > room.edges.right - room.edges.left:
            return False
        spot, cost = cheapest(_PLACES[name](self), room, self.taken)
        most = _MOST[name] if self.stretch == 1 else _MOST_SMALL
        if spot is None or cost > most:
            return False
        found[name] = spot
        self.taken.append(spot.box)
        return True

    def _around(self, name: str, mark: Mark, gap: float) -> Iterator[Place]:
        return around(self.texts[name], mark.x, mark.y, gap)

    def _farther(self, name: str, mark: Mark, gap: float) -> Iterator[Place]:
        return farther(self.texts[name], mark.x, mark.y, gap)

    def tau(self) -> Iterator[Place]:
        yield from self._around("tau", self.drawing.ceiling, 6)
        yield from self._farther("tau", self.drawing.ceiling, 6)

    def ceiling(self) -> Iterator[Place]:
        text = self.texts["ceiling"]
        end = -self.drawing.rising[-1]
        for top in (end - 23, 22.0, 18.0):
            yield place(text, 100, top, "end", 0)
        for top in (22.0, 18.0):
            yield place(text, 0, top, "start", 6)
        for top in (end + 7, end + 17, end + 31):
            yield place(text, 100, top, "end", 0)

    def zone(self) -> Iterator[Place]:
        text, one = self.texts["zone"], self.drawing.one
        for top in (self.drawing.base - 20, one + 4):
            if one < top < self.drawing.base - 19:
                yield place(text, 0, top, "start", 8)
                yield place(text, 100, top, "end", -8)
                yield place(text, 50, top, "middle", 0)

    def curve(self) -> Iterator[Place]:
        text, line = self.texts["curve"], self.drawing.line
        shares = (0.67, 0.5, 0.85, 0.33, 0.2)
        for share in shares if self.stretch == 1 else shares[:2]:
            column = round(share * (len(line) - 1))
            y, x = line[column], column * COLUMN / NARROWEST * 100
            for top in (y - 24, y + 9, y - 36, y + 20):
                yield place(text, x, top, "middle", 0)


_PLACES = {
    "ceiling": _Plot.ceiling,
    "tau": _Plot.tau,
    "zone": _Plot.zone,
    "curve": _Plot.curve,
}
