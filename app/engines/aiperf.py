"""
AIPerf: an engine-neutral record, and metrics made from it.

The metrics print the rate in percent. ``accepted_per_verified`` =
(A + N) / (D + N) counts the bonus on both sides and is not used. Plain metrics
are means over requests; ``total_``, ``overall_`` and ``token_weighted_`` ones
are pooled, and taken first. An exported metric is an object with ``avg``.

Source:
    Pull requests 1167, 1191, 1433.
"""

import re
from dataclasses import replace

from app.engines.counting.histograms import Names, request_counts
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste

ENGINE = "aiperf"
_PLAIN_RATE = "draft acceptance rate"
_ROW = re.compile(
    r"(?i)((?:token-weighted )?acceptance length|(?:overall )?draft acceptance rate)"
    r"(?: \([^()\n]{1,20}\))?\s*+[│|┃,]\s*+(\d{1,6}(?:\.\d{1,6})?)"
)
_TAGS = {
    "drafts": ("steps", "num_steps"),
    "drafted": ("draft_tokens", "num_draft"),
    "accepted": ("accepted_draft_tokens", "num_accepted"),
    "length": ("acceptance_length",),
    "share": ("draft_acceptance_rate",),
}
_POOLED = ("total_", "overall_", "token_weighted_")


def _names(prefixes: tuple[str, ...], tag: str) -> tuple[str, ...]:
    return tuple(
        name
        for end in _TAGS[tag]
        for prefix in prefixes
        for name in (f"{prefix}spec_decode_{end}", f"spec_decode_{prefix}{end}")
    )


def _all_names(prefixes: tuple[str, ...]) -> Names:
    return Names(
        drafts=_names(prefixes, "drafts"),
        drafted=_names(prefixes, "drafted"),
        accepted=_names(prefixes, "accepted"),
        length=_names(prefixes, "length"),
        share=_names(prefixes, "share"),
    )


_POOLED_NAMES = replace(
    _all_names(_POOLED),
    drafted=("total_draft_tokens",),
    accepted=("total_accepted_draft_tokens",),
    histogram=("pooled_spec_decode_acceptance_histogram",),
)
_PLAIN_NAMES = _all_names(("",))
_RECORD = Names(
    drafts=("num_steps",),
    drafted=("num_draft",),
    accepted=("num_accepted",),
    histogram=("histogram", "acceptance_histogram"),
)

_ALL_NAMES = (
    "num_draft",
    *(name for tag in _TAGS for name in _names((*_POOLED, ""), tag)),
)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of AIPerf's metrics and records in *paste*."""
    found = [_counts(record) for record in paste.records_with(*_ALL_NAMES)]
    found.append(_console(paste.text))
    return pooled_counts([counts for counts in found if counts is not None])


def _console(text: str) -> Counts | None:
    """Read the console's table: pooled rows first, else means over requests."""
    if "Acceptance Length" not in text or "Draft Acceptance Rate (%)" not in text:
        return None
    rows: dict[str, float] = {}
    for name, value in _ROW.findall(text):
        rows.setdefault(name.lower(), float(value))
    pooled = rows.get("token-weighted acceptance length")
    length = pooled or rows.get("acceptance length")
    share = rows.get("overall draft acceptance rate" if pooled else _PLAIN_RATE)
    if length is None or length < 1:
        return None
    return Counts(
        ENGINE,
        "console",
        tau=length,
        share=share / 100 if share is not None and share <= 100 else None,
        notes=() if pooled else (Note.AVERAGED_PER_REQUEST,),
    )


def _counts(record: Record) -> Counts | None:
    if record.has("num_steps", "num_draft", "num_accepted"):
        return request_counts(ENGINE, record, _RECORD)
    if record.has("spec_decode_num_drafts"):
        return None
    flat = Record({name: _average(value) for name, value in record.values.items()})
    pooled = request_counts(ENGINE, flat, _POOLED_NAMES)
    if pooled is not None and pooled.num_drafts is not None:
        return pooled
    plain = request_counts(ENGINE, flat, _PLAIN_NAMES)
    if plain is None or not _averaged(record):
        return plain
    return replace(plain, notes=(*plain.notes, Note.AVERAGED_PER_REQUEST))


def _average(value: object) -> object:
    """Return the mean of an exported metric; any other value as it is."""
    if isinstance(value, dict):
        return value.get("avg", value.get("value", value))
    return value


def _averaged(record: Record) -> bool:
    return any(isinstance(value, dict) for value in record.values.values())
