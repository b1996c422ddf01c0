"""How work grows with its size, whatever the machine and whoever shares it."""

from collections.abc import Callable
from time import process_time

LINEAR = 4.0
"""What `growth` returns for work that takes time in proportion to its size."""

AT_MOST = 3 * LINEAR
"""Well above what noise makes of a linear growth, and below a quadratic one, 16."""


def growth(work: Callable[[int], object], size: int) -> float:
    """
    Return how many times as long work takes at *size* as at a quarter of it.

    Both are measured in turn, in the process's own time, and the least of each
    counts: a busy machine makes both longer.

    Args:
        work: What is done, by its size.
        size: The larger size.
    """
    small = large = float("inf")
    for _ in range(3):
        small = min(small, duration(work, size // 4))
        large = min(large, duration(work, size))
    return large / small


def duration(work: Callable[[int], object], size: int) -> float:
    """Return the seconds of processor time that work of one size takes."""
    begin = process_time()
    work(size)
    return process_time() - begin
