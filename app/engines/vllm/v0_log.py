"""
vLLM's log of its first version (V0), up to 0.9 beside V1's.

``accepted`` counts every position that passes on its own, also behind the
first rejection, so that its rate is a per-token acceptance rate already
(``alpha_direct``). N = drafted / k, tau = emitted / N. Totals since start: the
last line counts.

Source:
    vllm/spec_decode/metrics.py; vllm/model_executor/layers/
    spec_decode_base_sampler.py.
"""

from collections.abc import Sequence

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.text import COUNT, NUMBER
from app.engines.vllm.lines import ACCEPTED, DRAFTED, RATE, Line, field

ENGINE = "vllm"
EFFICIENCY = field(rf"System efficiency:?\s*+({NUMBER})?")
_SIZE = field(rf"Number of speculative tokens:\s*+({COUNT})")
_EMITTED = field(rf"Number of emitted tokens:\s*+({COUNT})")


def read_old(lines: Sequence[Line]) -> list[Measurement]:
    """
    Take the last of V0's cumulative lines for each draft length.

    Args:
        lines: Metrics lines that name a system efficiency.
    """
    last: dict[float, list[Line]] = {}
    incomplete = False
    for line in lines:
        size = line.number(_SIZE)
        if size and line.number(_EMITTED) is not None:
            last.setdefault(size, []).append(line)
        else:
            incomplete = True
    notes = (Note.INCOMPLETE_RECORD,) if incomplete else ()
    return [_cumulative(int(size), found, notes) for size, found in last.items()]


def _cumulative(size: int, lines: list[Line], notes: tuple[Note, ...]) -> Measurement:
    line = lines[-1]
    drafted, emitted = line.number(DRAFTED) or 0.0, line.number(_EMITTED) or 0.0
    drafts = drafted / size
    direct = _direct(line.number(ACCEPTED), drafted)
    if len(lines) > 1:
        notes = (*notes, Note.LAST_RECORD_USED)
        if drafted < (lines[-2].number(DRAFTED) or 0):
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


def _shares_fit(line: Line, drafts: float, size: int) -> bool:
    """Say whether the counts give the two shares printed before them."""
    drafted, most = drafts * size, drafts * (size + 1)
    pairs = (
        (line.number(RATE), line.number(ACCEPTED), drafted),
        (line.number(EFFICIENCY), line.number(_EMITTED), most),
    )
    return all(
        share is None or part is None or abs(part - share * whole) <= 0.002 * whole
        for share, part, whole in pairs
    )


def _direct(accepted: float | None, drafted: float) -> float | None:
    if accepted is None or not 0 < drafted >= accepted:
        return None
    return accepted / drafted
