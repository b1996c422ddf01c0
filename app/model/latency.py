"""
Latency: what a decoding speedup does to the time until the whole answer is there.

    e2e_ms                  = ttft_ms + (n - 1) * tpot_ms
    e2e_with_speculation_ms = ttft_ms + draft_prefill_ms + (n - 1) * tpot_ms / S

for n output tokens. The first token comes out of prompt processing, so n - 1 are
decoded, and only those get faster. The draft model reads the prompt too, which
may delay the first token. So the answer gains less than S, as with every part of
a work that is sped up (Amdahl's law), and may even take longer than before.

Source:
    Amdahl (1967), "Validity of the single processor approach to achieving large
    scale computing capabilities", AFIPS Spring Joint Computer Conference.
    TTFT and TPOT: MLCommons, MLPerf Inference rules, server scenario of LLMs.
    draft_prefill_ms is our addition; at 0 it leaves the common formula.
"""

from dataclasses import dataclass

MAX_MS = 1e7
"""The longest time asked for, in milliseconds (nearly three hours)."""

MAX_OUTPUT_TOKENS = 10_000_000
"""The longest answer we calculate, in tokens."""

MIN_SPEEDUP = 1e-4
"""The least speedup taken; the calculator's own never falls below 1/1291."""

MAX_SPEEDUP = 1000.0
"""The greatest speedup taken; the calculator's own never rises above 129."""


@dataclass(frozen=True)
class Latency:
    """
    Hold the answer time without and with speculation, and what explains it.

    Attributes:
        ttft_ms: Time to first token without speculation.
        tpot_ms: Time per output token after the first, without speculation.
        num_output_tokens: Tokens of the answer, the first included.
        speedup: S, the factor on decoding speed.
        draft_prefill_ms: What the draft's prompt processing adds to ttft_ms.
        cycle_cost: Cost of a cycle in target passes, or None where the cycle is
            not known.
        e2e_ms: Time of the whole answer without speculation.
        e2e_with_speculation_ms: The same with speculation.
        decoding_ms: The part of e2e_ms spent decoding.
        decoding_with_speculation_ms: The part of e2e_with_speculation_ms spent
            decoding.
        time_saved_ms: e2e_ms less e2e_with_speculation_ms; below 0 where the
            answer takes longer than before.
        e2e_speedup: e2e_ms over e2e_with_speculation_ms; None where both are 0.
        e2e_speedup_limit: What e2e_speedup would be at an infinite S; None where
            nothing but decoding takes time, so that there is no limit.
        decoding_share: Share of e2e_ms spent decoding, 0 to 1; None where e2e_ms
            is 0.
        tpot_with_speculation_ms: Time per output token with speculation, on
            average.
        tokens_per_burst: tau, the tokens that arrive together at the end of a
            cycle; None where the cycle is not known.
        burst_gap_ms: Time from one burst to the next; None where the cycle is
            not known.
    """

    ttft_ms: float
    tpot_ms: float
    num_output_tokens: int
    speedup: float
    draft_prefill_ms: float
    cycle_cost: float | None
    e2e_ms: float
    e2e_with_speculation_ms: float
    decoding_ms: float
    decoding_with_speculation_ms: float
    time_saved_ms: float
    e2e_speedup: float | None
    e2e_speedup_limit: float | None
    decoding_share: float | None
    tpot_with_speculation_ms: float
    tokens_per_burst: float | None
    burst_gap_ms: float | None


def evaluate(
    *,
    ttft_ms: float,
    tpot_ms: float,
    num_output_tokens: int,
    speedup: float,
    draft_prefill_ms: float = 0.0,
    cycle_cost: float | None = None,
) -> Latency:
    """
    Return what a decoding speedup does to the time of one answer.

    Args:
        ttft_ms: Time to first token without speculation, 0 to 1e7 ms.
        tpot_ms: Time per output token after the first, without speculation, 0
            to 1e7 ms.
        num_output_tokens: Tokens of the answer, 1 to 10,000,000; at 1 nothing is
            decoded.
        speedup: S, the factor on decoding speed, 0.0001 to 1000.
        draft_prefill_ms: What the draft's prompt processing adds, 0 to 1e7 ms.
        cycle_cost: 1 + verify_overhead + gamma * c, the cost of a cycle in
            target passes, 1 or more, where the settings are known. Then a burst
            of speedup * cycle_cost = tau tokens arrives every
            tpot_ms * cycle_cost.

    Raises:
        ValueError: An argument is out of range.
    """
    _check("ttft_ms", ttft_ms, 0, MAX_MS)
    _check("tpot_ms", tpot_ms, 0, MAX_MS)
    _check("num_output_tokens", num_output_tokens, 1, MAX_OUTPUT_TOKENS)
    _check("speedup", speedup, MIN_SPEEDUP, MAX_SPEEDUP)
    _check("draft_prefill_ms", draft_prefill_ms, 0, MAX_MS)
    _check("cycle_cost", 1 if cycle_cost is None else cycle_cost, 1, float("inf"))

    decoding_ms = (num_output_tokens - 1) * tpot_ms
    faster_decoding_ms = decoding_ms / speedup
    prefill_ms = ttft_ms + draft_prefill_ms
    e2e_ms = ttft_ms + decoding_ms
    faster_e2e_ms = prefill_ms + faster_decoding_ms
    return Latency(
        ttft_ms=ttft_ms,
        tpot_ms=tpot_ms,
        num_output_tokens=num_output_tokens,
        speedup=speedup,
        draft_prefill_ms=draft_prefill_ms,
        cycle_cost=cycle_cost,
        e2e_ms=e2e_ms,
        e2e_with_speculation_ms=faster_e2e_ms,
        decoding_ms=decoding_ms,
        decoding_with_speculation_ms=faster_decoding_ms,
        # Not a difference of totals, in which a short decoding would vanish.
        time_saved_ms=decoding_ms - faster_decoding_ms - draft_prefill_ms,
        e2e_speedup=_quotient(e2e_ms, faster_e2e_ms),
        e2e_speedup_limit=_quotient(e2e_ms, prefill_ms),
        decoding_share=_quotient(decoding_ms, e2e_ms),
        tpot_with_speculation_ms=tpot_ms / speedup,
        tokens_per_burst=_product(speedup, cycle_cost),
        burst_gap_ms=_product(tpot_ms, cycle_cost),
    )


def worthwhile_from(
    *, tpot_ms: float, speedup: float, draft_prefill_ms: float
) -> int | None:
    """
    Return the length from which on an answer is sooner with speculation.

    The draft's prompt processing is paid once, each decoded token saves the
    same; so from some length on the tokens have earned it back.

    Args:
        tpot_ms: Time per output token after the first, without speculation.
        speedup: S, the factor on decoding speed, above 0.
        draft_prefill_ms: What the draft's prompt processing adds, 0 ms or more.

    Returns:
        Output tokens, the first included, 2 or more; None where no length is
        enough, or none up to the longest answer that we calculate.
    """
    saved_ms = tpot_ms - tpot_ms / speedup
    if saved_ms <= 0 or draft_prefill_ms / saved_ms > MAX_OUTPUT_TOKENS - 2:
        return None
    return 2 + int(draft_prefill_ms / saved_ms)


def _check(name: str, value: float, least: float, most: float) -> None:
    """Raise ValueError unless *value* is a number from *least* to *most*."""
    if not least <= value <= most:
        raise ValueError(
            f"{name} must be between {least:g} and {most:g}, not {value!r}"
        )


def _quotient(time_ms: float, other_ms: float) -> float | None:
    """Return how many times *other_ms* fits, or None where it takes no time."""
    return time_ms / other_ms if other_ms > 0 else None


def _product(number: float, cycle_cost: float | None) -> float | None:
    """Return *number* per cycle, or None where the cycle is not known."""
    return None if cycle_cost is None else number * cycle_cost
