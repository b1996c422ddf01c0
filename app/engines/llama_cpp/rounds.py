"""
llama.cpp's debug log: one line for each cycle.

    accepted A/D draft tokens[, new n_tokens = n]

A cycle may print it twice, with and without its end. Each line says whether its
draft was kept whole, so the rejections are known for drafts of any length. Builds
around December 2025 printed D = 0 always: then only cycles and accepted tokens count.

Source:
    tools/server/server-context.cpp; pull request 18211.
"""

import re
from collections import Counter
from itertools import islice

from app.engines.counting.positions import survival_from_histogram
from app.engines.measurement import Counts
from app.engines.notes import Note

_CYCLE = re.compile(
    r"accepted\s++(\d{1,3})/\s*+(\d{1,3})\s++draft\s++tokens(,\s++new\s++n_)?"
)
_MOST = 20_000
_USUAL = 0.97
"""The share of drafts of one length from which that is the draft length."""


def read_rounds(engine: str, text: str) -> Counts | None:
    """
    Return the counts of all cycles in *text*, or None where there is none.

    Args:
        engine: Stable name of the engine.
        text: A cleaned paste.
    """
    cycles = _cycles(text)
    if not cycles:
        return None
    accepted = sum(kept for kept, _ in cycles)
    drafted = sum(length for _, length in cycles)
    gamma = _usual_length([length for _, length in cycles]) if drafted else None
    notes = [Note.RECORDS_ADDED] if len(cycles) > 1 else []
    if drafted and gamma is None:
        notes.append(Note.DRAFT_LENGTH_VARIES)
    return Counts(
        engine,
        "rounds",
        gamma=gamma,
        num_drafts=len(cycles),
        num_draft_tokens=drafted or None,
        num_accepted_tokens=accepted,
        per_position=_survival(cycles, gamma),
        num_rejections=sum(a < d for a, d in cycles) if drafted else None,
        varies=bool(drafted) and gamma is None,
        num_records=len(cycles),
        notes=tuple(notes),
    )


def _cycles(text: str) -> list[tuple[int, int]]:
    """Return accepted and drafted tokens of each cycle, told once."""
    cycles: list[tuple[int, int]] = []
    open_end = False
    for found in islice(_CYCLE.finditer(text), _MOST):
        cycle = int(found[1]), int(found[2])
        if found[3] and open_end and cycle == cycles[-1]:
            open_end = False
            continue
        cycles.append(cycle)
        open_end = not found[3]
    return cycles


def _usual_length(lengths: list[int]) -> int | None:
    """Return the length of nearly all drafts, the longest; None where it varies."""
    longest = max(lengths)
    return longest if lengths.count(longest) >= _USUAL * len(lengths) else None


def _survival(
    cycles: list[tuple[int, int]], gamma: int | None
) -> tuple[float, ...] | None:
    """Return the share of cycles that kept each position, if all were as long."""
    if gamma is None or any(length != gamma for _, length in cycles):
        return None
    kept = Counter(accepted for accepted, _ in cycles)
    return survival_from_histogram([kept[count] for count in range(gamma + 1)])
