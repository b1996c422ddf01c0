"""Measurement: one reading of an engine, in the same terms for every engine."""

from dataclasses import dataclass
from typing import Literal

from app.engines.notes import Note

TauBasis = Literal["verify_cycles", "all_target_passes"]


@dataclass(frozen=True)
class Counts:
    """
    Hold what an engine printed, before anything is derived from it.

    Attributes:
        engine: Stable name of the engine.
        format: Stable name of the format the numbers stood in.
        gamma: Draft tokens per cycle where the text states it.
        num_drafts: N, cycles with a draft.
        num_draft_tokens: D, tokens drafted.
        num_accepted_tokens: A, drafts accepted, without the bonus token.
        tau: The printed mean length with the bonus token.
        tau_digits: Digits behind its point, where it is printed with less than two.
        share: The printed A / D, a fraction, where the counts are unknown.
        per_position: p_1 ... p_gamma as printed.
        num_rejections: R, cycles that ended in a rejection, where known.
        generated_tokens: P, all generated tokens, undrafted passes included.
        num_passes: Target passes with and without draft; P - A if not given.
        alpha_direct: A per-token acceptance rate the engine counted itself.
        tree: Drafts were trees, for which no alpha is defined.
        varies: The text shows that the draft length is not constant.
        label: Model, drafter or process, as plain text.
        num_records: Records added up.
        notes: What the reader of the format has to say.
    """

    engine: str
    format: str
    gamma: int | None = None
    num_drafts: float | None = None
    num_draft_tokens: float | None = None
    num_accepted_tokens: float | None = None
    tau: float | None = None
    tau_digits: int = 2
    share: float | None = None
    per_position: tuple[float, ...] | None = None
    num_rejections: float | None = None
    generated_tokens: float | None = None
    num_passes: float | None = None
    alpha_direct: float | None = None
    tree: bool = False
    varies: bool = False
    label: str = ""
    num_records: int = 1
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Measurement:
    """
    Hold one reading, in the same terms for every engine.

    Attributes:
        engine: Stable name of the engine.
        format: Stable name of the format the numbers stood in.
        gamma: Draft tokens per cycle; None where it varies or is unknown.
        num_drafts: Cycles with a draft.
        num_draft_tokens: Tokens drafted.
        num_accepted_tokens: Drafts accepted, without the bonus token.
        tau: Mean tokens per cycle, the target's own token included.
        tau_basis: What tau is a mean over; None where there is no tau.
        accepted_per_drafted: Share of drafted tokens that were accepted.
        per_position: Survival probabilities p_1, p_2, ..., never rising.
        alpha_moment: The alpha whose tau is the measured one.
        alpha_mle: Censored maximum likelihood: accepted / evaluated.
        alpha_mle_bounds: Its bounds where only the totals are known.
        notes: What is doubtful or worth knowing, as stable codes.
        label: Model, drafter or process, as plain text; else empty.
        tau_all_passes: Tokens per target pass, undrafted passes included.
        generated_tokens: All generated tokens.
        alpha_direct: A per-token acceptance rate the engine counted itself.
        num_records: Records added up.
    """

    engine: str
    format: str
    gamma: int | None = None
    num_drafts: float | None = None
    num_draft_tokens: float | None = None
    num_accepted_tokens: float | None = None
    tau: float | None = None
    tau_basis: TauBasis | None = None
    accepted_per_drafted: float | None = None
    per_position: tuple[float, ...] | None = None
    alpha_moment: float | None = None
    alpha_mle: float | None = None
    alpha_mle_bounds: tuple[float, float] | None = None
    notes: tuple[Note, ...] = ()
    label: str = ""
    tau_all_passes: float | None = None
    generated_tokens: float | None = None
    alpha_direct: float | None = None
    num_records: int = 1
