"""Readings: what one row of a table says, its cells under their quantities."""

import re
from collections.abc import Iterator
from dataclasses import replace

from app.engines.measurement import Counts
from app.engines.notes import Note
from app.engines.tables.cells import count_in, digits_in, rates_in, share_in
from app.model.acceptance import MAX_GAMMA

ENGINE = "unknown"
_UNDRAFTED = re.compile(
    r"(?i)\b(?:baseline|base|vanilla|off|none|disabled|plain|ohne|without)\b"
    r"|\bno[\s-]?(?:spec|mtp|draft|eagle)|\bn/?a\b\s*-"
)

Row = dict[str, str]


def row_counts(row: Row, size: int | None) -> Iterator[Counts]:
    """
    Yield what a row says, if it says enough.

    Args:
        row: Its cells under the names of their quantities.
        size: The draft length that an option above it sets.
    """
    label = row.get("label", "")[:100]
    counts = _counts(row, label)
    if _ran_without(row, counts):
        yield Counts(
            ENGINE,
            "table",
            num_draft_tokens=0,
            label=label,
            notes=(Note.READ_FROM_TABLE,),
        )
        return
    if counts.gamma is None and size:
        notes = (*counts.notes, Note.GAMMA_FROM_OPTIONS)
        counts = replace(counts, gamma=size, notes=notes)
    counts = _with_cycles(counts)
    if _enough(counts):
        yield counts


def _counts(row: Row, label: str) -> Counts:
    gamma, notes = _gamma(row)
    length = row.get("length", "")
    counts = Counts(
        ENGINE,
        "table",
        gamma=gamma,
        num_drafts=count_in(row.get("drafts", "")),
        num_draft_tokens=count_in(row.get("drafted", "")),
        num_accepted_tokens=count_in(row.get("accepted", "")),
        tau=count_in(length),
        tau_digits=digits_in(length),
        share=_share(row),
        per_position=rates_in(row.get("positions", "").strip("/")),
        label=label,
        notes=(Note.READ_FROM_TABLE, *notes),
    )
    if counts.num_accepted_tokens is None and counts.num_drafts is None:
        counts = replace(counts, num_draft_tokens=None)
    return counts


def _gamma(row: Row) -> tuple[int | None, tuple[Note, ...]]:
    """Return gamma, or the longest draft with a note that it is that."""
    stated = count_in(row.get("gamma", ""))
    gamma = count_in(row.get("longest", "")) if stated is None else stated
    if gamma is None or not gamma.is_integer():
        return None, ()
    return int(gamma), (Note.GAMMA_FROM_OPTIONS,) if stated is None else ()


def _share(row: Row) -> float | None:
    for name, sure in (("share", True), ("chance", False)):
        share = share_in(row.get(name, ""), sure=sure)
        if share is not None:
            return share
    accepted = row.get("accepted", "")
    return share_in(accepted) if "%" in accepted else None


def _ran_without(row: Row, counts: Counts) -> bool:
    """Say whether a row is of the run without a draft."""
    if counts.gamma == 0 or counts.num_draft_tokens == 0 or counts.num_drafts == 0:
        return True
    named = any(_UNDRAFTED.search(row.get(name, "")) for name in ("label", "gamma"))
    idle = not counts.share and not counts.num_accepted_tokens
    return named and idle and counts.tau in (None, 0, 1) and _says_a_number(counts)


def _says_a_number(counts: Counts) -> bool:
    known = (counts.share, counts.tau, counts.num_accepted_tokens)
    return any(value is not None for value in known)


def _with_cycles(counts: Counts) -> Counts:
    """Fill in tau or N where gamma, the rates, the share or D give them."""
    rates = counts.per_position or ()
    if counts.gamma is None and rates and counts.tau is None:
        counts = replace(counts, gamma=len(rates))
    if counts.gamma is None or counts.tau is not None:
        return counts
    if counts.num_draft_tokens and counts.num_accepted_tokens is not None:
        if counts.num_drafts:
            return counts
        drafts, tau = cycles_of(
            counts.num_accepted_tokens, counts.num_draft_tokens, counts.gamma
        )
        return replace(counts, num_drafts=drafts, tau=tau)
    return replace(counts, tau=_tau(counts, counts.gamma, rates))


def cycles_of(
    accepted: float, drafted: float, gamma: int | None
) -> tuple[float | None, float | None]:
    """
    Return N where each cycle can have drafted as much, else tau alone.

    Args:
        accepted: A.
        drafted: D, more than 0.
        gamma: Draft tokens per cycle, None where unknown.
    """
    if gamma is None:
        return None, None
    cycles = drafted / gamma
    return (cycles, None) if cycles.is_integer() else (None, 1 + accepted / cycles)


def _tau(counts: Counts, gamma: int, rates: tuple[float, ...]) -> float | None:
    """Return 1 + the drafts accepted in a cycle, by the share or by the rates."""
    if counts.share is not None:
        return 1 + counts.share * gamma
    return 1 + sum(rates) if len(rates) == gamma else None


def _enough(counts: Counts) -> bool:
    if counts.tau is not None:
        return 1 <= counts.tau <= MAX_GAMMA + 1
    return None not in (counts.num_accepted_tokens, counts.num_draft_tokens)
