"""
llama.cpp's benchmark of its server, as it is passed around (mtp-bench).

A row for each prompt, ``pred= P draft= D acc= A rate= A / D``, and the totals as
JSON: ``total_predicted``, ``total_draft``, ``total_draft_accepted``. They count the
same tokens: the rows are read, the totals only without them. No cycles: tau is
P / (P - A), over all target passes; but where the longest draft is named and each
pass but the first of a row drafted that many, but for some at the end, N is P - A - 1.
Blocks parted by other text are runs of different settings, one reading each; the
option nearest above a block is its own.

Source:
    Pull requests 22673 and 23398, where the benchmark's results were posted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from app.engines.counting.derivation import derive, whole_gamma
from app.engines.llama_cpp.draft_length import longest_draft
from app.engines.llama_cpp.requests import ENGINE
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, number

_ROW = re.compile(
    rf"\bpred=\s*+({COUNT})\s++draft=\s*+({COUNT})\s++acc=\s*+({COUNT})"
    r"(?:\s++rate=[\s\d.]++)?(?:\s++tok/s=[\s\d.]++)?"
)
_FURTHEST = 60
_MOST_ROWS = 4000
_MOST_READINGS = 100

Row = tuple[float, float, float]


@dataclass(frozen=True)
class _Block:
    """
    Hold the rows of one run.

    Attributes:
        rows: P, D and A of each prompt.
        gamma: The longest draft that the text above them names.
    """

    rows: list[Row]
    gamma: int | None


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of benchmark rows, or of their totals, in *paste*."""
    blocks = list(_blocks(paste.text)) if "pred=" in paste.text else []
    found = [_added(block) for block in blocks]
    found = found or list(_totals(paste.records_with("total_draft_accepted")))
    return [derive(counts) for counts in found[:_MOST_READINGS]]


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the rows that stand close together, with the option above them."""
    rows: list[Row] = []
    end, gamma = 0, None
    for found in islice(_ROW.finditer(text), _MOST_ROWS):
        between = text[end : found.start()]
        if rows and len(between) > _FURTHEST:
            yield _Block(rows, gamma)
            rows = []
        if not rows:
            gamma = longest_draft(between) or gamma
        generated, drafted, accepted = (number(group) or 0 for group in found.groups())
        rows.append((generated, drafted, accepted))
        end = found.end()
    if rows:
        yield _Block(rows, gamma or longest_draft(text[end:]))


def _added(block: _Block) -> Counts:
    generated, drafted, accepted = map(sum, zip(*block.rows, strict=True))
    counts = _counts(generated, drafted, accepted, len(block.rows))
    cycles = generated - accepted - len(block.rows)
    gamma = whole_gamma(drafted / cycles) if cycles > 0 else None
    if gamma is None or gamma != block.gamma:
        return counts
    return replace(
        counts,
        gamma=gamma,
        num_drafts=cycles,
        varies=False,
        notes=(*counts.notes, Note.GAMMA_FROM_OPTIONS),
    )


def _totals(records: list[Record]) -> Iterator[Counts]:
    for record in records:
        generated = record.number("total_predicted")
        drafted = record.number("total_draft")
        accepted = record.number("total_draft_accepted")
        if None not in (generated, drafted, accepted):
            yield _counts(generated, drafted, accepted, 1)


def _counts(
    generated: float | None,
    drafted: float | None,
    accepted: float | None,
    num_records: int,
) -> Counts:
    return Counts(
        ENGINE,
        "bench",
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        generated_tokens=generated,
        varies=True,
        num_records=num_records,
        notes=(Note.RECORDS_ADDED,) if num_records > 1 else (),
    )
