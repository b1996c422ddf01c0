"""Figure 2: one cycle, its yield as bars and its price as time bars."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.speedup import Speedup

BARS_TOP, BARS_HEIGHT = 54.0, 132.0
LABELLED_UP_TO = 6
CELLS_UP_TO = 40
NARROWEST_CELL = 0.7
"""Cells thinner than this percentage are drawn as one."""


@dataclass(frozen=True)
class Bar:
    """
    Hold one position of the draft, or the target's own token.

    Attributes:
        x: Left edge in percent.
        width: Width in percent.
        y: Upper edge of the filled part, in pixels.
        height: Height of the filled part, in pixels.
        centre: Middle in percent.
        position: 1 for the first draft token; 0 for the target's own.
        chance: Probability that the position is kept.
        labelled: There is room for its labels.
    """

    x: float
    width: float
    y: float
    height: float
    centre: float
    position: int
    chance: float
    labelled: bool


@dataclass(frozen=True)
class Bars:
    """
    Hold the bars of one cycle.

    Attributes:
        top: Upper edge of the frames, in pixels.
        height: Their height.
        drafts: One bar per draft position.
        target: The bar of the target's own token.
        arcs: Middles of the gaps where "times alpha" is written, in percent.
    """

    top: float
    height: float
    drafts: tuple[Bar, ...]
    target: Bar
    arcs: tuple[float, ...]


@dataclass(frozen=True)
class Segment:
    """Hold a part of a time bar: left edge and width in percent."""

    x: float
    width: float


@dataclass(frozen=True)
class TimeBars:
    """
    Hold two times for equally many tokens, drawn to one scale.

    Attributes:
        alone: The passes without a draft, the last one perhaps in part.
        drafts: The draft passes of the cycle; one segment where they are too thin.
        target: The verifying pass.
        overhead: What verification costs beyond a plain pass, or None.
        end: Where the bar with a draft ends, in percent.
        alone_end: Where the bar without a draft ends, in percent.
        saved: Part of the time saved; negative where it takes longer.
    """

    alone: tuple[Segment, ...]
    drafts: tuple[Segment, ...]
    target: Segment
    overhead: Segment | None
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
    step = 1 if gamma <= LABELLED_UP_TO else -(-gamma // (LABELLED_UP_TO - 1))

    def bar(index: int, chance: float, position: int, labelled: bool) -> Bar:
        height = chance * BARS_HEIGHT
        return Bar(
            x=slot * (index + 0.07),
            width=slot * 0.86,
            y=BARS_TOP + BARS_HEIGHT - height,
            height=height,
            centre=slot * (index + 0.5),
            position=position,
            chance=chance,
            labelled=labelled,
        )

    drafts = tuple(
        bar(i, chance, i + 1, i % step == 0 and (step == 1 or (gamma - i) * slot > 18))
        for i, chance in enumerate(survival)
    )
    arcs = range(1, min(gamma, 5)) if constant and gamma <= LABELLED_UP_TO else ()
    return Bars(
        top=BARS_TOP,
        height=BARS_HEIGHT,
        drafts=drafts,
        target=bar(gamma, 1.0, 0, labelled=True),
        arcs=tuple(slot * i for i in arcs),
    )


def cycle_times(outcome: Speedup) -> TimeBars:
    """Return how long the tokens of one cycle take without and with the draft."""
    drafting = outcome.gamma * outcome.c
    cost = 1 + outcome.verify_overhead + drafting
    scale = 100 / max(cost, outcome.tau)
    target = Segment(drafting * scale, scale)
    overhead = None
    if outcome.verify_overhead:
        start = target.x + target.width
        overhead = Segment(start, outcome.verify_overhead * scale)
    return TimeBars(
        alone=_cells(outcome.tau, 1.0, scale),
        drafts=_cells(drafting, outcome.c, scale) if drafting else (),
        target=target,
        overhead=overhead,
        end=cost * scale,
        alone_end=outcome.tau * scale,
        saved=1 - cost / outcome.tau,
    )


def _cells(total: float, each: float, scale: float) -> tuple[Segment, ...]:
    """Return a bar cut into passes, or whole where the passes are too thin."""
    count = total / each
    if count > CELLS_UP_TO or each * scale < NARROWEST_CELL:
        return (Segment(0.0, total * scale),)
    whole = round(count) if abs(count - round(count)) < 1e-9 else int(count)
    cells = [Segment(i * each * scale, each * scale) for i in range(whole)]
    if total - whole * each > 1e-9:
        cells.append(Segment(whole * each * scale, (total - whole * each) * scale))
    return tuple(cells)
