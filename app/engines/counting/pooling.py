"""Pooling: records of one setting added up; counts are added, never rates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note

_SINGLE = 1.03
"""The mean draft length up to which drafts are taken to be of one token."""


@dataclass(frozen=True)
class Interval:
    """
    Hold one record: an interval's line, a request's line, a benchmark's table.

    Attributes:
        accepted: A.
        drafted: D.
        length: The printed 1 + A / N, or None.
        rates: p_1 ... p_gamma as printed, empty where there is no list.
        drafts: N, where printed.
        generated: P, where printed.
        notes: What is to be said about it.
    """

    accepted: float
    drafted: float
    length: float | None = None
    rates: tuple[float, ...] = ()
    drafts: float | None = None
    generated: float | None = None
    notes: tuple[Note, ...] = ()

    @property
    def cycles(self) -> float | None:
        """
        Return N: as printed, as D / gamma, or from the rounded length.

        D / gamma is exact unless drafts were clipped; the length tells.
        """
        if self.drafts is not None:
            return self.drafts
        whole = self.drafted / len(self.rates) if self.rates else None
        if whole is not None and whole.is_integer() and self._length_allows(whole):
            return whole
        return self._cycles_from_length(whole)

    @property
    def draft_length(self) -> int | None:
        """Return the length of the drafts where all were as long for certain."""
        cycles = self.cycles
        if not cycles or not cycles.is_integer() or not self.drafted:
            return None
        length = self.drafted / cycles
        return int(length) if length.is_integer() else None

    def _length_allows(self, cycles: float) -> bool:
        if self.length is None or not cycles:
            return True
        return abs(1 + self.accepted / cycles - self.length) <= 0.0051

    def _cycles_from_length(self, otherwise: float | None) -> float | None:
        """
        Return A / (length - 1), whole where rounding leaves but one choice.

        No draft is shorter than one token: where the length leaves no room for
        longer ones, every cycle drafted one, and N = D.
        """
        if self.length is None or not self.accepted:
            return otherwise
        if self.length <= 1.0051:
            return otherwise
        least = self.accepted / (self.length + 0.005 - 1)
        most = self.accepted / (self.length - 0.005 - 1)
        if least <= self.drafted <= min(most, _SINGLE * least):
            return self.drafted
        if most - least < 2 and least <= round((least + most) / 2) <= most:
            return float(round((least + most) / 2))
        return self.accepted / (self.length - 1)


def by_draft_length(intervals: Sequence[Interval]) -> list[list[Interval]]:
    """
    Part *intervals* that each show a whole draft length, but not all the same.

    Where one of them does not, the drafts are not even, and all stay together.

    Args:
        intervals: Records that might belong to several settings.
    """
    lengths = [interval.draft_length for interval in intervals]
    if None in lengths:
        return [list(intervals)]
    parts: dict[int | None, list[Interval]] = {}
    for length, interval in zip(lengths, intervals, strict=True):
        parts.setdefault(length, []).append(interval)
    return list(parts.values())


def pooled(
    engine: str,
    form: str,
    intervals: Sequence[Interval],
    notes: tuple[Note, ...] = (),
    label: str = "",
) -> Measurement:
    """
    Return the reading of *intervals* added up.

    Args:
        engine: Stable name of the engine.
        form: Stable name of the format.
        intervals: Records of one setting, at least one.
        notes: What the reader has to say already.
        label: Model, drafter or process.
    """
    own = [note for interval in intervals for note in interval.notes]
    notes = (*notes, *dict.fromkeys(own))
    if len(intervals) > 1:
        notes = (*notes, Note.RECORDS_ADDED)
    cycles = _sum([interval.cycles for interval in intervals])
    whole = cycles is not None and cycles.is_integer()
    accepted = sum(interval.accepted for interval in intervals)
    tau = 1 + accepted / cycles if cycles and not whole else None
    if tau is not None:
        notes = (*notes, Note.CYCLES_FROM_ROUNDED_LENGTH)
    return derive(
        Counts(
            engine,
            form,
            num_drafts=cycles if whole else None,
            num_draft_tokens=sum(interval.drafted for interval in intervals),
            num_accepted_tokens=accepted,
            tau=tau if tau is not None else _printed(intervals),
            per_position=_mean_rates(intervals),
            generated_tokens=_sum([interval.generated for interval in intervals]),
            label=label,
            num_records=len(intervals),
            notes=notes,
        )
    )


def _printed(intervals: Sequence[Interval]) -> float | None:
    return intervals[0].length if len(intervals) == 1 else None


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _mean_rates(intervals: Sequence[Interval]) -> tuple[float, ...] | None:
    """
    Return the per-position rates, each record weighing by its cycles.

    A record whose list is cut has none, and the others speak for it.
    """
    listed = [interval for interval in intervals if interval.rates]
    weights = [interval.cycles or 0.0 for interval in listed]
    total = sum(weights)
    if not total or len({len(interval.rates) for interval in listed}) > 1:
        return None
    return tuple(
        sum(w * i.rates[place] for w, i in zip(weights, listed, strict=True)) / total
        for place in range(len(listed[0].rates))
    )


def pooled_counts(found: Sequence[Counts]) -> list[Measurement]:
    """
    Return one reading for each setting (gamma and label), its records added up.

    Args:
        found: What each record counted.
    """
    groups: dict[tuple[object, ...], list[Counts]] = {}
    for counts in found:
        if counts.num_draft_tokens != 0:
            key = (counts.format, counts.gamma, counts.label, counts.tree)
            groups.setdefault(key, []).append(counts)
    if not groups:
        return [derive(counts) for counts in found[-1:]]
    return [derive(_added(group)) for group in groups.values()]


def _added(group: Sequence[Counts]) -> Counts:
    if len(group) == 1:
        return group[0]
    notes = dict.fromkeys(note for counts in group for note in counts.notes)
    return replace(
        group[0],
        num_drafts=_sum([counts.num_drafts for counts in group]),
        num_draft_tokens=_sum([counts.num_draft_tokens for counts in group]),
        num_accepted_tokens=_sum([counts.num_accepted_tokens for counts in group]),
        num_rejections=_sum([counts.num_rejections for counts in group]),
        generated_tokens=_sum([counts.generated_tokens for counts in group]),
        num_passes=_sum([counts.num_passes for counts in group]),
        tau=None,
        share=None,
        alpha_direct=None,
        per_position=_mean_positions(group),
        num_records=sum(counts.num_records for counts in group),
        notes=(*notes, Note.RECORDS_ADDED),
    )


def _mean_positions(group: Sequence[Counts]) -> tuple[float, ...] | None:
    lists = [counts.per_position or () for counts in group]
    weights = [counts.num_drafts or 0.0 for counts in group]
    total, length = sum(weights), len(lists[0])
    if not total or not length or any(len(rates) != length for rates in lists):
        return None
    return tuple(
        sum(w * rates[place] for w, rates in zip(weights, lists, strict=True)) / total
        for place in range(length)
    )
