"""
Histograms: one request's record with a histogram of accepted drafts.

vLLM, SGLang, TensorRT-LLM and AIPerf print the same record under other names:
cycles, drafted and accepted tokens, and a histogram whose entry j counts the
cycles that accepted exactly j drafts. It gives the whole survival curve, and
with it alpha by maximum likelihood exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engines.counting.derivation import whole_gamma
from app.engines.counting.positions import survival_from_histogram
from app.engines.measurement import Counts
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.model.acceptance import MAX_GAMMA


@dataclass(frozen=True)
class Names:
    """
    Hold the names under which one engine prints the record.

    Attributes:
        drafts: N.
        drafted: D.
        accepted: A.
        histogram: The histogram, longest first choice.
        gamma: Draft tokens per cycle.
        length: 1 + A / N.
        share: A / D.
    """

    drafts: tuple[str, ...]
    drafted: tuple[str, ...]
    accepted: tuple[str, ...]
    histogram: tuple[str, ...] = ()
    gamma: tuple[str, ...] = ()
    length: tuple[str, ...] = ()
    share: tuple[str, ...] = ()


MODEL_NAMES = ("model", "model_name", "served_model_name")


def request_counts(
    engine: str, record: Record, names: Names, form: str = "json"
) -> Counts | None:
    """
    Return what *record* counted; None where it has too little to count.

    Args:
        engine: Stable name of the engine.
        record: The object that holds the names.
        names: The engine's names for them.
        form: Stable name of the format.
    """
    histogram = record.numbers(*names.histogram)
    drafts, accepted = record.number(*names.drafts), record.number(*names.accepted)
    length, share = record.number(*names.length), record.number(*names.share)
    if drafts is None and histogram:
        drafts = sum(histogram)
    if accepted is None and histogram:
        accepted = sum(j * count for j, count in enumerate(histogram))
    if accepted is None and (length is None or length < 1):
        return None
    notes = _histogram_notes(histogram, drafts, accepted)
    rates = survival_from_histogram(histogram or ()) if not notes else ()
    drafted, gamma = record.number(*names.drafted), record.whole(*names.gamma)
    rates = _filled(rates, gamma, (drafted or 0) / drafts if drafts else 0)
    return Counts(
        engine,
        form,
        gamma=gamma,
        num_drafts=drafts,
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        tau=length if length is not None and length >= 1 else None,
        share=share if share is None or share <= 1 else share / 100,
        per_position=rates or None,
        num_rejections=_rejections(record),
        generated_tokens=record.around("completion_tokens", "output_token_count"),
        label=record.text(*MODEL_NAMES),
        notes=notes,
    )


def _histogram_notes(
    histogram: Sequence[float] | None, drafts: float | None, accepted: float | None
) -> tuple[Note, ...]:
    """Note a histogram that does not add up to the totals."""
    if not histogram:
        return ()
    counted = sum(j * count for j, count in enumerate(histogram))
    if sum(histogram) == drafts and counted == accepted:
        return ()
    return (Note.PER_POSITION_CONTRADICTS_TOTALS,)


def _filled(
    rates: tuple[float, ...], gamma: int | None, mean_draft: float
) -> tuple[float, ...]:
    """Append the zeros of positions a histogram that ends early leaves out."""
    missing = (gamma or whole_gamma(mean_draft) or 0) - len(rates)
    return rates + (0.0,) * min(missing, MAX_GAMMA) if rates else rates


def _rejections(record: Record) -> float | None:
    """Return R from the lists of steps, which holds for varying drafts too."""
    accepted = record.numbers("per_step_accepted")
    drafted = record.numbers("per_step_drafted")
    if not accepted or not drafted or len(accepted) != len(drafted):
        return None
    return float(sum(a < d for a, d in zip(accepted, drafted, strict=True)))
