"""Figure 2: one cycle, its yield as bars and its price as time bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.model.speedup import Speedup

BARS_TOP, BARS_HEIGHT, BARS_FIGURE = 54.0, 132.0, 234
LABELLED_UP_TO = 6
NARROWEST_BARS = 284.0
"""Width of the figure on the narrowest screen, in pixels."""

SHORT_LABEL, LONG_LABEL = 36.0, 44.0
"""Room that "99 %" and "100 %" need, in pixels."""

LEFT_EDGE, RIGHT_EDGE = 7.0, 93.0
"""Labels of bars beyond these percentages lean on the edge of the figure."""

CELLS_UP_TO = 40
NARROWEST_CELL = 1.2
"""Cells thinner than this percentage are drawn as one."""


class Bar(NamedTuple):
    """
    Hold one position of the draft.

    Attributes:
        centre: Its middle in percent.
        position: 1 for the first draft token.
        chance: Probability that the position is kept.
        labelled: There is room for its labels.
    """

    centre: float
    position: int
    chance: float
    labelled: bool


@dataclass(frozen=True)
class Bars:
    """
    Hold the bars of one cycle; paths lie in a box that is 1000 wide.

    Attributes:
        height: Height of the figure, in pixels.
        base: Where the bars stand, in pixels.
        drafts: The positions of the draft.
        frames: Path of a full-height frame per position.
        kept: Path of the bars in these frames.
        own: Path of the bar of the target's own token.
        own_centre: Its middle in percent.
        arcs: Middles of the gaps where "times alpha" is written, in percent.
    """

    height: int
    base: float
    drafts: tuple[Bar, ...]
    frames: str
    kept: str
    own: str
    own_centre: float
    arcs: tuple[float, ...]


@dataclass(frozen=True)
class TimeBars:
    """
    Hold two times for equally many tokens, drawn to one scale.

    Paths lie in a box that is 1000 wide and 20 high.

    Attributes:
        alone: Path of the passes without a draft, the last one perhaps in part.
        drafts: Path of the draft passes of the cycle.
        target: Path of the verifying pass.
        overhead: Path of what verification costs beyond a plain pass, or "".
        gaps: Every part is wide enough to leave a gap to the next.
        end: Where the bar with a draft ends, in percent.
        alone_end: Where the bar without a draft ends, in percent.
        saved: Part of the time saved; negative where it takes longer.
    """

    alone: str
    drafts: str
    target: str
    overhead: str
    gaps: bool
    end: float
    alone_end: float
    saved: float


def cycle_bars(survival: Sequence[float], *, constant: bool) -> Bars:
    """
    Return the chance of each position of a draft as bars.

    Args:
        survival: s_1 ... s_gamma.
        constant: They are powers of one alpha, so that arcs say "times alpha".
    """
    gamma = len(survival)
    slot = 100 / (gamma + 1)
    labelled = _labelled(survival, slot)
    drafts = tuple(
        Bar(slot * (i + 0.5), i + 1, chance, i in labelled)
        for i, chance in enumerate(survival)
    )
    arcs = range(1, min(gamma, 5)) if constant and gamma <= LABELLED_UP_TO else ()
    return Bars(
        height=BARS_FIGURE,
        base=BARS_TOP + BARS_HEIGHT,
        drafts=drafts,
        frames="".join([_bar(slot, i, 1.0) for i in range(gamma)]),
        kept="".join([_bar(slot, i, chance) for i, chance in enumerate(survival)]),
        own=_bar(slot, gamma, 1.0),
        own_centre=slot * (gamma + 0.5),
        arcs=tuple(slot * i for i in arcs),
    )


def _labelled(survival: Sequence[float], slot: float) -> set[int]:
    """Return the positions, from 0, whose labels have room; at equal distances."""
    gamma = len(survival)
    most = gamma if gamma <= LABELLED_UP_TO else LABELLED_UP_TO - 1
    for count in range(most, 1, -1):
        wanted = range(0, gamma, -(-gamma // count))
        found = _fitting(survival, slot, wanted)
        if {*wanted[: len(found)]} == found:
            return found
    return {0}


def _fitting(survival: Sequence[float], slot: float, wanted: range) -> set[int]:
    """Return those of the wanted positions that have room, from the left."""
    found, free = set(), -4.0
    most = _label_left(slot, len(survival), 1.0)
    for i in wanted:
        left = _label_left(slot, i, survival[i])
        right = left + _label_room(survival[i])
        if left >= free and right <= most:
            found.add(i)
            free = right
    return found


def _label_room(chance: float) -> float:
    return LONG_LABEL if chance >= 0.995 else SHORT_LABEL


def _label_left(slot: float, index: int, chance: float) -> float:
    """Return where a label begins: centred, or at the figure's edge."""
    room, centre = _label_room(chance), slot * (index + 0.5)
    if centre < LEFT_EDGE:
        return 0.0
    if centre > RIGHT_EDGE:
        return NARROWEST_BARS - room
    return centre / 100 * NARROWEST_BARS - room / 2


def _bar(slot: float, index: int, chance: float) -> str:
    """Return the path of one bar, as high as its chance."""
    height = chance * BARS_HEIGHT
    left, width = 10 * slot * (index + 0.07), 10 * slot * 0.86
    bottom = BARS_TOP + BARS_HEIGHT
    return f"M{left:.1f} {bottom:g}v{-height:.1f}h{width:.1f}V{bottom:g}z"


def cycle_times(outcome: Speedup) -> TimeBars:
    """Return how long the tokens of one cycle take without and with the draft."""
    drafting = outcome.gamma * outcome.c
    cost = 1 + outcome.verify_overhead + drafting
    scale = 100 / max(cost, outcome.tau)
    parts = filter(None, (drafting, 1.0, outcome.verify_overhead))
    return TimeBars(
        alone=_cells(outcome.tau, 1.0, scale),
        drafts=_cells(drafting, outcome.c, scale) if drafting else "",
        target=_cell(drafting * scale, scale),
        overhead=(
            _cell((drafting + 1) * scale, outcome.verify_overhead * scale)
            if outcome.verify_overhead
            else ""
        ),
        gaps=min(parts) * scale >= NARROWEST_CELL,
        end=cost * scale,
        alone_end=outcome.tau * scale,
        saved=1 - cost / outcome.tau,
    )


def _cells(total: float, each: float, scale: float) -> str:
    """Return a bar cut into passes, or whole where the passes are too thin."""
    count = total / each
    if count > CELLS_UP_TO or each * scale < NARROWEST_CELL:
        return _cell(0.0, total * scale)
    whole = round(count) if abs(count - round(count)) < 1e-9 else int(count)
    cells = [_cell(i * each * scale, each * scale) for i in range(whole)]
    if total - whole * each > 1e-9:
        cells.append(_cell(whole * each * scale, (total - whole * each) * scale))
    return "".join(cells)


def _cell(left: float, width: float) -> str:
    """Return the path of a part of a time bar; left and width in percent."""
    return f"M{10 * left:.2f} 0h{10 * width:.2f}v20H{10 * left:.2f}z"
