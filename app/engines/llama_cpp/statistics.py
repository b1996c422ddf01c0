"""
llama.cpp's ``statistics`` lines, one for each drafter, counted since start.

``#gen drafts`` = N, ``#acc drafts`` = N p_1, ``#gen tokens`` = D, ``#acc tokens``
= A; later builds print the per-position list too. The last line of a drafter
counts, and none is ever added to the requests' lines: they count the same tokens.

Source:
    common/speculative.cpp; pull requests 23269, 24536.
"""

import re
from dataclasses import replace

from app.engines.measurement import Counts
from app.engines.notes import Note
from app.engines.paste.text import COUNT, NUMBER, number

ENGINE = "llama.cpp"

_LIST = rf"\(\s*+(?P<rates>{NUMBER}(?:\s*+,\s*+{NUMBER}){{0,200}})\s*+\)"
_STATISTICS = re.compile(
    r"statistics\s*+(?P<type>[\w+-]{1,40}+):\s*+#calls[^=]{0,20}=[\s\d]{1,60}+,?"
    rf"\s*+#gen\s*+drafts\s*+=\s*+(?P<drafts>{COUNT}),?"
    rf"\s*+#acc\s*+drafts\s*+=\s*+(?P<some>{COUNT}),?"
    rf"\s*+#gen\s*+tokens\s*+=\s*+(?P<drafted>{COUNT}),?"
    rf"\s*+#acc\s*+tokens\s*+=\s*+(?P<accepted>{COUNT})"
    rf"(?:,\s*+#mean\s*+acc\s*+len\s*+=\s*+{NUMBER})?"
    rf"(?:,\s*+#acc\s*+rate/pos\s*+=\s*+{_LIST})?(?P<more>,\s*+(?:#|dur))?"
)
_NUMBERS = re.compile(NUMBER)


def read_statistics(text: str) -> list[Counts]:
    """Return each drafter's last statistics, if it drafted, the busiest first."""
    last: dict[str, re.Match[str]] = {}
    several = False
    for found in _lines(text):
        several = several or found["type"] in last
        last[found["type"]] = found
    counts = [_drafter(found, several) for found in last.values()]
    counts.sort(key=lambda one: -(one.num_drafts or 0))
    return [one for one in counts if one.num_drafts] or counts[:1]


def _lines(text: str) -> list[re.Match[str]]:
    """
    Return the statistics in *text*, also of lines broken within words and numbers.

    Without any white space a broken line is whole again. Its last count is certain
    where something of the same line follows: else the next line's digits may.
    """
    plain = list(_STATISTICS.finditer(text))
    if "#" not in text:
        return plain
    joined = list(_STATISTICS.finditer("".join(text.split())))
    certain = [found for found in joined if found["more"] or _listed(found)]
    return certain if certain and len(certain) >= len(plain) else plain


def _drafter(found: re.Match[str], several: bool) -> Counts:
    drafts, drafted = number(found["drafts"]), number(found["drafted"])
    accepted, some = number(found["accepted"]), number(found["some"])
    counts = Counts(
        ENGINE,
        "statistics",
        num_drafts=drafts,
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        label=found["type"],
        notes=_notes(found, several),
    )
    if _listed(found):
        rates = [number(rate) for rate in _NUMBERS.findall(found["rates"])]
        known = tuple(rate for rate in rates if rate is not None)
        return replace(counts, gamma=len(known), per_position=known)
    return _with_two_positions(counts, some)


def _notes(found: re.Match[str], several: bool) -> tuple[Note, ...]:
    """Say whether earlier lines were passed over, and the last one may be cut."""
    notes = (Note.LAST_RECORD_USED,) if several else ()
    if found.end() == len(found.string):
        return (*notes, Note.INCOMPLETE_RECORD)
    return notes


def _listed(found: re.Match[str]) -> bool:
    """Say whether the list per position is printed."""
    return found["rates"] is not None


def _with_two_positions(counts: Counts, some: float | None) -> Counts:
    """Fill in p_1 and p_2, which the counts give where drafts have two tokens."""
    drafts, drafted = counts.num_drafts or 0, counts.num_draft_tokens or 0
    accepted = counts.num_accepted_tokens or 0
    if some is None or not drafts or not 1.94 <= drafted / drafts <= 2:
        return counts
    return replace(
        counts, gamma=2, per_position=(some / drafts, (accepted - some) / drafts)
    )
