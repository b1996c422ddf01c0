"""
Measurement: what one engine counted, and all that follows from it.

Every engine's module hands its counts to :func:`derive`, and only that decides
what can be had from them. N is the number of cycles with a draft, D the tokens
drafted, A the drafts accepted; tau = 1 + A / N, and A / D is never alpha.

The checks: tau as printed against 1 + A / N; the per-position list against both,
and against what survival probabilities can be; A <= D; tau <= gamma + 1. Where
one fails the totals stay, what contradicts them goes, and a note says so.
"""

from dataclasses import dataclass
from typing import Literal

from app.engines.notes import Note
from app.engines.positions import checked_positions
from app.model.acceptance import (
    MAX_GAMMA,
    alpha_from_evaluations,
    alpha_from_tau,
    alpha_mle_bounds,
    alpha_mle_from_tau,
)

TauBasis = Literal["verify_cycles", "all_target_passes"]

ROUNDING = 0.012
"""How far a printed mean with two decimals may lie from the exact one."""


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
        tau: The printed mean length with the bonus token, where N is unknown.
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


def derive(counts: Counts) -> Measurement:
    """
    Return all that follows from *counts*, with what contradicts itself noted.

    Args:
        counts: What was printed; unknown parts None.
    """
    if _nothing_drafted(counts):
        return _silent(counts)
    return _Derivation(counts).measurement()


def _nothing_drafted(counts: Counts) -> bool:
    """Say whether the text shows that no token was drafted."""
    return counts.num_drafts == 0 or counts.num_draft_tokens == 0


def _silent(counts: Counts) -> Measurement:
    """Return the reading of a run without drafts: nothing is 0, all is unknown."""
    return Measurement(
        counts.engine,
        counts.format,
        gamma=_within_range(counts.gamma),
        num_drafts=counts.num_drafts,
        num_draft_tokens=counts.num_draft_tokens,
        num_accepted_tokens=counts.num_accepted_tokens,
        notes=(*counts.notes, Note.SPECULATION_DID_NOT_RUN),
        label=counts.label,
        generated_tokens=counts.generated_tokens,
        num_records=counts.num_records,
    )


def _within_range(gamma: int | None) -> int | None:
    """Return *gamma* where it is a draft length we can calculate."""
    return gamma if gamma is not None and 1 <= gamma <= MAX_GAMMA else None


class _Derivation:
    """Derive one reading step by step; each step may add a note."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.notes = list(counts.notes)
        self.tau, self.basis = self._tau()
        self.mean_draft = self._mean_draft()
        self.per_position = self._per_position()
        self.gamma = self._gamma()

    def note(self, note: Note) -> None:
        """Add *note* once."""
        if note not in self.notes:
            self.notes.append(note)

    def measurement(self) -> Measurement:
        """Return the finished reading."""
        counts = self.counts
        moment, mle, bounds = self._alphas()
        return Measurement(
            counts.engine,
            counts.format,
            gamma=self.gamma,
            num_drafts=counts.num_drafts,
            num_draft_tokens=counts.num_draft_tokens,
            num_accepted_tokens=counts.num_accepted_tokens,
            tau=self.tau,
            tau_basis=self.basis,
            accepted_per_drafted=self._share(),
            per_position=self.per_position,
            alpha_moment=moment,
            alpha_mle=mle,
            alpha_mle_bounds=bounds,
            tau_all_passes=self._tau_all_passes(),
            notes=tuple(self.notes),
            label=counts.label,
            generated_tokens=counts.generated_tokens,
            alpha_direct=counts.alpha_direct,
            num_records=counts.num_records,
        )

    def _tau(self) -> tuple[float | None, TauBasis | None]:
        counts = self.counts
        if counts.num_drafts and counts.num_accepted_tokens is not None:
            exact = 1 + counts.num_accepted_tokens / counts.num_drafts
            if counts.tau is not None and abs(exact - counts.tau) > ROUNDING * exact:
                self.note(Note.PRINTED_TAU_DIFFERS)
            return exact, "verify_cycles"
        if counts.tau is not None:
            return counts.tau, "verify_cycles"
        tau = self._tau_all_passes()
        if tau is None:
            self.note(Note.NO_CYCLE_COUNT)
            return None, None
        self.note(Note.TAU_OVER_ALL_PASSES)
        return tau, "all_target_passes"

    def _tau_all_passes(self) -> float | None:
        counts = self.counts
        if counts.generated_tokens is None:
            return None
        passes = counts.num_passes
        if passes is None and counts.num_accepted_tokens is not None:
            passes = counts.generated_tokens - counts.num_accepted_tokens
        if not passes or passes < 0:
            return None
        return max(1.0, counts.generated_tokens / passes)

    def _mean_draft(self) -> float | None:
        """Return the mean draft length, D / N, or by way of tau - 1 = A / N."""
        counts = self.counts
        drafted, accepted = counts.num_draft_tokens, counts.num_accepted_tokens
        if self.basis != "verify_cycles" or self.tau is None:
            return None
        if drafted is not None and counts.num_drafts:
            return drafted / counts.num_drafts
        if drafted and accepted:
            return drafted * (self.tau - 1) / accepted
        return (self.tau - 1) / counts.share if counts.share else None

    def _per_position(self) -> tuple[float, ...] | None:
        rates = self.counts.per_position
        if rates is None:
            return None
        if self.tau is None or self.basis != "verify_cycles":
            return checked_positions(rates, None, self.mean_draft, self.note)
        return checked_positions(rates, self.tau - 1, self.mean_draft, self.note)

    def _gamma(self) -> int | None:
        gamma = None if self.counts.varies else self._stated_gamma()
        if gamma is None or self.tau is None or self.counts.tree:
            return gamma
        if self.basis == "verify_cycles" and self.tau > gamma + 1 + ROUNDING:
            self.note(Note.TAU_ABOVE_GAMMA)
            return None
        return gamma

    def _stated_gamma(self) -> int | None:
        """Return gamma as stated, or as the mean draft length shows it."""
        stated = self._listed_gamma()
        if self.mean_draft is None or self.counts.tree:
            return stated
        whole = whole_gamma(self.mean_draft)
        if stated is None:
            return self._rounded(whole)
        if whole is not None and whole > stated:
            self.note(Note.POSITIONS_MISSING)
            return None
        return stated if self._fits(stated) else None

    def _listed_gamma(self) -> int | None:
        """Return gamma as the text says it: by name, or by its list's length."""
        counts = self.counts
        if counts.gamma is not None:
            return _within_range(counts.gamma)
        return None if self.per_position is None else len(self.per_position)

    def _rounded(self, whole: int | None) -> int | None:
        if whole is None:
            self.note(Note.DRAFT_LENGTH_VARIES)
        elif abs((self.mean_draft or 0) - whole) > 1e-9:
            self.note(Note.GAMMA_ROUNDED)
        return whole

    def _fits(self, gamma: int) -> bool:
        """Say whether the drafts were about *gamma* long; note shorter ones."""
        mean = self.mean_draft or 0
        if mean > gamma * 1.03:
            self.note(Note.DRAFT_LENGTH_VARIES)
            return False
        if mean < gamma * 0.97:
            self.note(Note.DRAFT_LENGTH_VARIES)
            return False
        if abs(mean - gamma) > 1e-9 and self.counts.num_drafts is not None:
            self.note(Note.DRAFTS_CLIPPED)
        return True

    def _share(self) -> float | None:
        counts = self.counts
        drafted, accepted = counts.num_draft_tokens, counts.num_accepted_tokens
        if drafted and accepted is not None:
            if accepted > drafted:
                self.note(Note.ACCEPTED_EXCEEDS_DRAFTED)
                return None
            return accepted / drafted
        if counts.share is not None:
            return counts.share
        return self._share_from_tau()

    def _share_from_tau(self) -> float | None:
        if self.gamma is None or self.tau is None or self.counts.tree:
            return None
        if self.basis != "verify_cycles":
            return None
        return min(1.0, max(0.0, (self.tau - 1) / self.gamma))

    def _alphas(
        self,
    ) -> tuple[float | None, float | None, tuple[float, float] | None]:
        """Return alpha by moments, by maximum likelihood, and its bounds."""
        counts = self.counts
        if counts.tree:
            self.note(Note.TREE_DRAFTS)
            return None, None, None
        if counts.num_accepted_tokens == 0 and counts.num_draft_tokens:
            return 0.0, 0.0, None
        moment = None
        if self.gamma is not None and self.tau is not None:
            moment = alpha_from_tau(self.tau, self.gamma)
        mle = self._mle()
        return moment, mle, None if mle is not None else self._mle_bounds()

    def _mle(self) -> float | None:
        counts = self.counts
        if counts.num_rejections is not None and counts.num_accepted_tokens:
            return alpha_from_evaluations(
                counts.num_accepted_tokens, counts.num_rejections
            )
        if self.gamma is None or self.tau is None:
            return None
        if self.per_position is not None and len(self.per_position) == self.gamma:
            return alpha_mle_from_tau(max(self.tau, 1.0), self.per_position[-1])
        return alpha_from_tau(self.tau, 1) if self.gamma == 1 else None

    def _mle_bounds(self) -> tuple[float, float] | None:
        if self.gamma is None or self.tau is None:
            return None
        draft_yield = min(max(self.tau - 1, 0.0), float(self.gamma))
        return alpha_mle_bounds(1, draft_yield, self.gamma)


def whole_gamma(mean_draft: float) -> int | None:
    """
    Return the whole draft length that *mean_draft* shows, or None if it varies.

    The last drafts of a request are clipped, so that D / N comes out a little
    short of gamma; 3 % is allowed, and never more than a quarter token.

    Args:
        mean_draft: Mean draft length in tokens per cycle, 0 or more.
    """
    nearest = round(mean_draft)
    if not 1 <= nearest <= MAX_GAMMA:
        return None
    return nearest if abs(mean_draft - nearest) <= min(0.03 * nearest, 0.25) else None
