"""
vLLM's log: one line for each interval, added up.

V1 (0.9 and later): ``Mean acceptance length`` = 1 + A / N, the list holds
p_1 ... p_gamma and is always gamma long, ``Avg Draft acceptance rate`` =
100 A / D. The counters are reset after each line: A and D are added over lines,
N = D / gamma (or A / (length - 1) where drafts were clipped). Lines with lists
of different length come from different settings: one reading each. ``nan``
lines are intervals without drafts.

Early V1 (0.8.x) printed no length at all, then a length *without* the bonus
token: told apart by comparing it with gamma A / D.

V0: ``accepted`` counts every position that passes on its own, also behind the
first rejection, so that its rate is a per-token acceptance rate already
(``alpha_direct``). N = drafted / k, tau = emitted / N. Totals since start: the
last line counts.

Source:
    vllm/v1/spec_decode/metrics.py, vllm/spec_decode/metrics.py; pull requests
    15902, 16665, 17908, 24127.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.engines.counting.derivation import derive
from app.engines.counting.pooling import Interval, pooled
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, NUMBER, number

ENGINE = "vllm"
_BEGIN = re.compile(r"[sS](?i:pecDecoding|peculative)(?i:\s++metrics:)")
_LONGEST = 6000


def _field(pattern: str) -> re.Pattern[str]:
    """Compile *pattern*, in which a blank stands for any white space."""
    return re.compile("(?i)" + pattern.replace(" ", r"\s++"))


_LENGTH = _field(rf"acceptance length:\s*+({NUMBER})")
_WHOLE = rf"(?={COUNT}(?:[,;.]|\s*+t))"
_ACCEPTED = _field(rf"(?:Accepted:\s*+{_WHOLE}|accepted tokens:\s*+)({COUNT})")
_DRAFTED = _field(rf"(?:Drafted:\s*+{_WHOLE}|draft tokens:\s*+)({COUNT})")
_TOTALS = _field(rf"Accepted:\s*+{COUNT}\s*+tokens,\s*+Drafted:\s*+{COUNT}\s*+tokens")
_LIST = _field(
    rf"Per-\s*+position acceptance rate:\s*+"
    rf"({NUMBER}(?:\s*+,\s*+{NUMBER}(?![%.\w])){{0,200}})"
)
_RATE = _field(rf"Draft acceptance rate:\s*+({NUMBER})\s*+%?")
_SIZE = _field(rf"Number of speculative tokens:\s*+({COUNT})")
_EMITTED = _field(rf"Number of emitted tokens:\s*+({COUNT})")
_NUMBER_OF = _field("Number of accepted tokens")
_EFFICIENCY = _field(rf"System efficiency:?\s*+({NUMBER})?")
_NUMBERS = re.compile(NUMBER)


@dataclass(frozen=True)
class _Line:
    """Hold the fields of one metrics line."""

    text: str

    def number(self, pattern: re.Pattern[str]) -> float | None:
        """Return the number *pattern* finds."""
        found = pattern.search(self.text)
        return number(found[1]) if found else None

    @property
    def rates(self) -> tuple[float, ...]:
        """Return the per-position list; empty where there is none."""
        found = _LIST.search(self.text)
        values = [
            number(entry) for entry in _NUMBERS.findall(found[1] if found else "")
        ]
        return tuple(value for value in values if value is not None)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of vLLM's log lines in *paste*."""
    lines = [_Line(part) for part in _parts(paste.text)]
    old = [line for line in lines if _EFFICIENCY.search(line.text)]
    new = [line for line in lines if not _EFFICIENCY.search(line.text)]
    return _read_old(old) + _read_new(new)


def _parts(text: str) -> Iterator[str]:
    """Yield what stands behind each beginning of a metrics line."""
    begins = list(_BEGIN.finditer(text))
    first = begins[0].start() if begins else min(len(text), 256 * 1024)
    head = text[max(0, first - _LONGEST) : first]
    if _TOTALS.search(head):
        yield head
    ends = [*(begin.start() for begin in begins[1:]), len(text)]
    for begin, end in zip(begins, ends, strict=False):
        yield text[begin.end() : min(end, begin.end() + _LONGEST)]


def _read_new(lines: list[_Line]) -> list[Measurement]:
    """Add up V1's lines, those with lists of the same length together."""
    groups: dict[int, list[Interval]] = {}
    skipped: list[Note] = []
    for line in lines:
        interval = _interval(line)
        if interval is None:
            skipped.append(Note.INCOMPLETE_RECORD)
        elif not interval.drafted:
            skipped.append(Note.IDLE_INTERVALS_SKIPPED)
        else:
            groups.setdefault(len(interval.rates), []).append(interval)
    if not groups:
        if Note.IDLE_INTERVALS_SKIPPED in skipped:
            return [_idle()]
        return [_length_alone(line) for line in lines if line.number(_LENGTH)][-1:]
    _drop_twins(groups, lines)
    notes = tuple(dict.fromkeys(skipped))
    return [pooled(ENGINE, "log", found, notes) for found in groups.values()]


def _idle() -> Measurement:
    return derive(
        Counts(ENGINE, "log", num_drafts=0, num_draft_tokens=0, num_accepted_tokens=0)
    )


def _length_alone(line: _Line) -> Measurement:
    """Return what a line says that is cut before its counts."""
    return derive(
        Counts(
            ENGINE,
            "log",
            tau=line.number(_LENGTH),
            per_position=line.rates or None,
            notes=(Note.INCOMPLETE_RECORD,),
        )
    )


def _drop_twins(groups: dict[int, list[Interval]], lines: list[_Line]) -> None:
    """Keep one of two lines of the same interval in the two first formats."""
    kinds = {_NUMBER_OF.search(line.text) is None for line in lines}
    if len(kinds) > 1 and 0 in groups:
        twins = {(one.accepted, one.drafted): one for one in groups[0]}
        groups[0] = list(twins.values())


def _interval(line: _Line) -> Interval | None:
    """Return what one V1 line counted; None where it is cut."""
    accepted, drafted = line.number(_ACCEPTED), line.number(_DRAFTED)
    if accepted is None or drafted is None:
        return None
    rates, length = line.rates, line.number(_LENGTH)
    notes: tuple[Note, ...] = ()
    if length is not None and rates and _lacks_bonus(length, accepted, drafted, rates):
        length, notes = length + 1, (Note.LENGTH_WITHOUT_BONUS,)
    return Interval(accepted, drafted, length, rates, notes=notes)


def _lacks_bonus(
    length: float, accepted: float, drafted: float, rates: tuple[float, ...]
) -> bool:
    """
    Say whether *length* leaves the bonus token out.

    The list's sum tells, also where drafts are shorter than the list.
    """
    total = sum(rates)
    if abs(length - 1 - total) <= 0.01 + 0.001 * len(rates) or not drafted:
        return False
    bare = accepted * len(rates) / drafted
    return abs(length - bare) < abs(length - bare - 1)


def _read_old(lines: list[_Line]) -> list[Measurement]:
    """Take the last of V0's cumulative lines for each draft length."""
    last: dict[float, list[_Line]] = {}
    incomplete = False
    for line in lines:
        size = line.number(_SIZE)
        if size and line.number(_EMITTED) is not None:
            last.setdefault(size, []).append(line)
        else:
            incomplete = True
    notes = (Note.INCOMPLETE_RECORD,) if incomplete else ()
    return [_cumulative(int(size), found, notes) for size, found in last.items()]


def _cumulative(size: int, lines: list[_Line], notes: tuple[Note, ...]) -> Measurement:
    line = lines[-1]
    drafted, emitted = line.number(_DRAFTED) or 0.0, line.number(_EMITTED) or 0.0
    drafts = drafted / size
    direct = _direct(line.number(_ACCEPTED), drafted)
    if len(lines) > 1:
        notes = (*notes, Note.LAST_RECORD_USED)
        if drafted < (lines[-2].number(_DRAFTED) or 0):
            notes = (*notes, Note.ENGINE_RESTARTED)
    if not _shares_fit(line, drafts, size):
        direct, notes = None, (*notes, Note.INCOMPLETE_RECORD)
    return derive(
        Counts(
            ENGINE,
            "v0_log",
            gamma=size,
            num_drafts=drafts,
            num_draft_tokens=drafted,
            num_accepted_tokens=max(0.0, emitted - drafts),
            alpha_direct=direct,
            notes=(*notes, Note.ACCEPTED_AT_ANY_POSITION),
        )
    )


def _shares_fit(line: _Line, drafts: float, size: int) -> bool:
    """Say whether the counts give the two shares printed before them."""
    drafted, most = drafts * size, drafts * (size + 1)
    pairs = (
        (line.number(_RATE), line.number(_ACCEPTED), drafted),
        (line.number(_EFFICIENCY), line.number(_EMITTED), most),
    )
    return all(
        share is None or part is None or abs(part - share * whole) <= 0.002 * whole
        for share, part, whole in pairs
    )


def _direct(accepted: float | None, drafted: float) -> float | None:
    if accepted is None or not 0 < drafted >= accepted:
        return None
    return accepted / drafted
