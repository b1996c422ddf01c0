"""
Derivation: all that follows from what one engine counted.

Every engine's module hands its counts to :func:`derive`, and only that decides
what can be had from them. N is the number of cycles with a draft, D the tokens
drafted, A the drafts accepted; tau = 1 + A / N, and A / D is never alpha.

The checks: tau as printed against 1 + A / N; the per-position list against both,
and against what survival probabilities can be; A <= D; tau <= gamma + 1. Where
one fails the totals stay, what contradicts them goes, and a note says so.
"""

from app.engines.counting.alphas import estimate
from app.engines.counting.positions import checked_positions
from app.engines.measurement import Counts, Measurement, TauBasis
from app.engines.notes import Note
from app.model.acceptance import MAX_GAMMA

ROUNDING = 0.012
"""How far a printed mean with two decimals may lie from the exact one."""


_LEAST_DIGITS = 2
_MOST_DIGITS = 6


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
        if counts.tree:
            self.note(Note.TREE_DRAFTS)
        alphas = estimate(counts, self.gamma, self._cycle_tau(), self.per_position)
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
            alpha_moment=alphas.moment,
            alpha_mle=alphas.mle,
            alpha_mle_bounds=alphas.mle_bounds,
            tau_all_passes=self._tau_all_passes(),
            notes=tuple(self.notes),
            label=counts.label,
            generated_tokens=counts.generated_tokens,
            alpha_direct=counts.alpha_direct,
            num_records=counts.num_records,
        )

    def _cycle_tau(self) -> float | None:
        """Return tau where it is a mean over drafting cycles alone."""
        return self.tau if self.basis == "verify_cycles" else None

    def _tau(self) -> tuple[float | None, TauBasis | None]:
        counts = self.counts
        if counts.num_drafts and counts.num_accepted_tokens is not None:
            exact = 1 + counts.num_accepted_tokens / counts.num_drafts
            if counts.tau is not None and abs(exact - counts.tau) > _last_digit(counts):
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


def _last_digit(counts: Counts) -> float:
    """Return what the last printed digit of tau is worth."""
    digits = len(repr(counts.tau).partition(".")[2].partition("e")[0])
    if digits < _LEAST_DIGITS:
        digits = counts.tau_digits
    return 1.001 * 10.0 ** -min(digits, _MOST_DIGITS)


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
