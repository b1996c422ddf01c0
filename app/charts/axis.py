"""Axes: how far they reach and where they are marked."""

from collections.abc import Collection, Iterable, Sequence

LENGTHS = (16, 24, 32, 48, 64, 96, 128)
"""Draft lengths at which the axis of a curve may end."""

_LABEL_STEP = {16: 1, 24: 3, 32: 4, 48: 6, 64: 8, 96: 12, 128: 16}
_LABEL_ROOM, _WIDE_LABEL_ROOM = 0.065, 0.11
"""Least distance of two labels of the axis, as a part of the narrowest plot."""


def last_gamma(*gammas: int, most: int = 128) -> int:
    """
    Return the draft length at which the axis ends.

    Args:
        gammas: Draft lengths that must be on it.
        most: The longest there is a value for.
    """
    needed = max(gammas)
    wide = next(length for length in LENGTHS if length >= needed)
    return min(wide, most)


def x_percent(gamma: float, last: int) -> float:
    """Return how far along the axis a draft length stands, in percent."""
    return 50.0 if last == 1 else (gamma - 1) / (last - 1) * 100


def xs_percent(last: int) -> tuple[float, ...]:
    """Return how far along the axis each draft length stands, in percent."""
    return tuple(x_percent(gamma, last) for gamma in range(1, last + 1))


def xs_per_mille(last: int) -> tuple[str, ...]:
    """Return where each draft length stands in a box that is 1000 wide, as text."""
    return tuple(f"{10 * x:.1f}" for x in xs_percent(last))


def x_labels(last: int, important: Collection[int]) -> list[int]:
    """Return the draft lengths to write along the axis; the important ones always."""
    step = next(s for length, s in _LABEL_STEP.items() if length >= last)
    wanted = [*important, 1, last, *range(step, last, step)]
    room = _LABEL_ROOM if last < 100 else _WIDE_LABEL_ROOM
    gap = room * (last - 1) * 0.999
    if gap <= 1:
        return sorted({*wanted})
    labels: list[int] = []
    for gamma in wanted:
        if not [other for other in labels if abs(gamma - other) < gap]:
            labels.append(gamma)
    return sorted(labels)


def y_ticks(top: float, room: float) -> list[int]:
    """
    Return the factors to mark on the axis: 1, and round ones up to *top*.

    Args:
        top: The largest value shown.
        room: The least distance of two marks, as a part of *top*.
    """
    step = next(
        s for s in (1, 2, 5, 10, 20, 50, 100) if s / top >= max(room, 1 / 6) or s == 100
    )
    ticks = range(step, int(top) + 1, step)
    return [1, *(tick for tick in ticks if (tick - 1) / top >= room)]


def polyline(ys: Sequence[float]) -> str:
    """Return the points of a polyline over all draft lengths of an axis."""
    return " ".join(
        [f"{x},{y:.1f}" for x, y in zip(xs_per_mille(len(ys)), ys, strict=True)]
    )


def grid_path(ys: Iterable[float]) -> str:
    """Return a path of lines across a box that is 1000 wide."""
    return "".join([f"M0 {y:.1f}h1000" for y in ys])
