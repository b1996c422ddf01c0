"""Runs: what one benchmark measured at one setting, whatever engine it is from."""

from dataclasses import dataclass, replace
from typing import Self

from app.engines.measurement import Measurement
from app.engines.runs.notes import RunNote

MOST_RUNS = 128
"""The most runs that one text gives."""


@dataclass(frozen=True)
class EngineRun:
    """
    Hold what a text says about one run.

    Attributes:
        concurrency: Requests decoded together; None where the text does not tell.
        gamma: Draft tokens per cycle; 0 without speculation, None where the text
            does not tell (then a note says which of the two is missing).
        tau: Tokens per cycle, bonus token included; 1 to gamma + 1.
        tpot_ms: Milliseconds per output token of one request.
        tokens_per_second: Output tokens/s of all requests, as printed or derived.
        ttft_ms: Mean wait for the first token, in milliseconds.
        accepted_per_drafted: Share of the draft tokens accepted, 0 to 1.
        per_position: Share of cycles that accepted draft token 1, 2, ...
        label: What tells this run from others: context, model, method, options.
        engine: The program that printed it, or "table".
        notes: What is doubtful about this run.
    """

    concurrency: float | None
    gamma: int | None
    tau: float | None
    tpot_ms: float
    tokens_per_second: float | None = None
    ttft_ms: float | None = None
    accepted_per_drafted: float | None = None
    per_position: tuple[float, ...] | None = None
    label: str = ""
    engine: str = ""
    notes: tuple[RunNote, ...] = ()

    def with_drafts(self, measured: Measurement, said: int | None) -> Self:
        """
        Return this run with what its report says about drafts.

        Args:
            measured: Read from the report.
            said: Draft tokens per cycle by the command before it; 0 counts as
                untold, as drafts were measured.
        """
        gamma = measured.gamma or said or None
        lacking = () if gamma else (RunNote.DRAFT_LENGTH_UNKNOWN,)
        return replace(
            self,
            gamma=gamma,
            tau=measured.tau,
            accepted_per_drafted=measured.accepted_per_drafted,
            notes=(*self.notes, *lacking),
        )


@dataclass(frozen=True)
class RunReading:
    """
    Hold all that a text says about runs.

    Attributes:
        runs: In the order of the text.
        notes: What holds for all of them, or why there are none.
    """

    runs: tuple[EngineRun, ...] = ()
    notes: tuple[RunNote, ...] = ()


def tpot_of(tokens_per_second: float, concurrency: float | None) -> float:
    """
    Return the milliseconds per token of one request.

    Args:
        tokens_per_second: Output tokens/s of all requests, above 0.
        concurrency: Requests decoded together; None counts as one.
    """
    return 1000 * (concurrency or 1) / tokens_per_second
