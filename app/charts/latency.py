"""The answer time: two bars on one scale, without and with a draft."""

from dataclasses import dataclass

from app.model.latency import Latency


@dataclass(frozen=True)
class Part:
    """
    Hold a part of a time bar.

    Attributes:
        kind: "ttft", "draft_prefill" or "decoding".
        x: Left edge in percent.
        width: Width in percent.
        ms: How long it takes, in milliseconds.
    """

    kind: str
    x: float
    width: float
    ms: float


@dataclass(frozen=True)
class AnswerBars:
    """
    Hold both bars, drawn to one scale.

    Attributes:
        without: The parts of the answer without a draft.
        with_draft: The parts of the answer with a draft.
        without_end: Where the bar without a draft ends, in percent.
        with_draft_end: Where the bar with a draft ends, in percent.
        without_ms: The whole time without a draft, in milliseconds.
        with_draft_ms: The whole time with a draft, in milliseconds.
    """

    without: tuple[Part, ...]
    with_draft: tuple[Part, ...]
    without_end: float
    with_draft_end: float
    without_ms: float
    with_draft_ms: float


def time_bars(answer: Latency) -> AnswerBars:
    """Return the two time bars of an answer."""
    without = [("ttft", answer.ttft_ms), ("decoding", answer.decoding_ms)]
    with_draft = [
        ("ttft", answer.ttft_ms),
        ("draft_prefill", answer.draft_prefill_ms),
        ("decoding", answer.decoding_with_speculation_ms),
    ]
    longest = max(answer.e2e_ms, answer.e2e_with_speculation_ms)
    scale = 100 / longest if longest else 0.0
    return AnswerBars(
        without=_parts(without, scale),
        with_draft=_parts(with_draft, scale),
        without_end=answer.e2e_ms * scale,
        with_draft_end=answer.e2e_with_speculation_ms * scale,
        without_ms=answer.e2e_ms,
        with_draft_ms=answer.e2e_with_speculation_ms,
    )


def _parts(times: list[tuple[str, float]], scale: float) -> tuple[Part, ...]:
    """Return the parts of a bar one behind the other; those of no time are left out."""
    parts, x = [], 0.0
    for kind, ms in times:
        width = ms * scale
        if width:
            parts.append(Part(kind, x, width, ms))
        x += width
    return tuple(parts)
