"""llama.cpp: whether requests without a printed length drafted evenly."""

import re
from dataclasses import dataclass

from app.engines.notes import Note

_OPTION = re.compile(
    r"(?:--(?:spec-draft-n-max|draft-max|draft-n|draft)|\bspec-draft-n-max"
    r"|\bLLAMA_ARG_(?:SPEC_DRAFT_N_MAX|DRAFT_MAX))[\"',\s]{0,4}+[=:]?\s*+[\"']?"
    r"(\d{1,3})\b"
)
_FEWEST_CYCLES = 10


@dataclass(frozen=True)
class Request:
    """
    Hold what one request's lines say.

    Attributes:
        accepted: A; None where no draft line was printed.
        drafted: D; likewise.
        generated: P, from the timings.
        length: The printed 1 + A / N.
        rates: The printed per-position list, or empty.
    """

    accepted: float | None
    drafted: float | None
    generated: float | None
    length: float | None = None
    rates: tuple[float, ...] = ()

    @property
    def cycles(self) -> float | None:
        """Return P - A - 1: every pass but the first, if all others drafted."""
        if self.generated is None or self.accepted is None:
            return None
        return self.generated - self.accepted - 1


@dataclass(frozen=True)
class Length:
    """
    Hold a constant draft length, and how we know it.

    Attributes:
        gamma: Draft tokens per cycle.
        notes: How it was found.
    """

    gamma: int
    notes: tuple[Note, ...] = ()


def constant_length(requests: list[Request], text: str) -> Length | None:
    """
    Return the draft length where every pass but the first drafted as many.

    Then D = gamma (P - A - 1) exactly in each request. Where the options name
    the longest draft, the last draft of a request may be shorter.

    Args:
        requests: Requests with a draft.
        text: The paste, for the server's options.
    """
    cycles = [request.cycles or 0.0 for request in requests]
    if min(cycles) < 1 or sum(cycles) < _FEWEST_CYCLES:
        return None
    gammas = {(r.drafted or 0) / n for r, n in zip(requests, cycles, strict=True)}
    gamma = gammas.pop()
    if not gammas and gamma.is_integer() and 1 <= gamma <= 128:
        return Length(int(gamma))
    return _from_option(requests, cycles, text)


def longest_draft(text: str) -> int | None:
    """
    Return the longest draft that options in *text* allow; None where two differ.

    Args:
        text: A cleaned paste, or the part of it that has to do with one run.
    """
    found = {int(size) for size in _OPTION.findall(text)}
    return (found.pop() or None) if len(found) == 1 else None


def _from_option(
    requests: list[Request], cycles: list[float], text: str
) -> Length | None:
    gamma = longest_draft(text)
    if gamma is None:
        return None
    missing = [
        gamma * n - (r.drafted or 0) for r, n in zip(requests, cycles, strict=True)
    ]
    if not all(0 <= tokens < gamma for tokens in missing):
        return None
    return Length(gamma, (Note.GAMMA_FROM_OPTIONS,))
