"""
ExLlamaV2 and TabbyAPI: accepted and rejected draft tokens.

``rejected_draft_tokens`` counts the rest of the window at the first mismatch, so
accepted + rejected = drafted. No cycles: tau is P / (P - A), over all target
passes.

The chat example prints ``SD eff.`` = A / P beside ``SD acc.`` = A / D, which give
tau = 1 / (1 - A / P). The batch examples print A / D alone, as ``SD eff.:``.

TabbyAPI's ``usage`` has OpenAI's names for accepted and rejected drafts. Other
servers use them too, so that the engine is not named; OpenAI's own zeros for a
request without a prediction are no reading.

Source:
    exllamav2/generator/dynamic.py, generator/streaming.py, examples/chat.py;
    tabbyAPI pull request 452.
"""

import re
from collections.abc import Iterator

from app.engines.counting.derivation import derive
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.json_records import Record
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, NUMBER, number

ENGINE = "exllamav2"
UNKNOWN = "unknown"
_CHAT = re.compile(
    rf"Response:\s++({COUNT})\s++tokens[^()\n]{{1,80}}SD\s++eff\.\s++({NUMBER})%,"
    rf"\s++SD\s++acc\.\s++({NUMBER})%"
)
_SHARE = re.compile(rf"SD\s++eff\.:\s*+({NUMBER})%")
_MOST_SHARES = 100
_USAGE = ("accepted_prediction_tokens", "rejected_prediction_tokens")


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of ExLlamaV2's results in *paste*."""
    found = [
        _counts(record)
        for record in paste.records_with("rejected_draft_tokens")
        if record.has("accepted_draft_tokens")
    ]
    found += _usages(paste.records_with(*_USAGE))
    if "SD eff." in paste.text:
        found += _chats(paste.text)
    return pooled_counts(found) + _shares(paste.text)


def _shares(text: str) -> list[Measurement]:
    """Return one reading for each printed A / D: without counts they do not add up."""
    shares = [number(share) for share in _SHARE.findall(text)[:_MOST_SHARES]]
    return [
        derive(Counts(ENGINE, "console", share=share / 100, varies=True))
        for share in shares
        if share is not None and share <= 100
    ]


def _usages(records: list[Record]) -> Iterator[Counts]:
    for record in records:
        accepted, rejected = (record.number(name) for name in _USAGE)
        if accepted is not None and rejected is not None and accepted + rejected:
            yield Counts(
                UNKNOWN,
                "usage",
                num_draft_tokens=accepted + rejected,
                num_accepted_tokens=accepted,
                generated_tokens=record.around("completion_tokens"),
                varies=True,
            )


def _chats(text: str) -> Iterator[Counts]:
    for found in _CHAT.finditer(text):
        generated, efficiency, accuracy = map(number, found.groups())
        if generated is None or efficiency is None or accuracy is None:
            continue
        accepted = generated * efficiency / 100
        yield Counts(
            ENGINE,
            "chat",
            num_draft_tokens=accepted / accuracy * 100 if accuracy else None,
            num_accepted_tokens=accepted,
            generated_tokens=generated,
            varies=True,
        )


def _counts(record: Record) -> Counts:
    accepted = record.number("accepted_draft_tokens") or 0.0
    rejected = record.number("rejected_draft_tokens") or 0.0
    return Counts(
        ENGINE,
        "json",
        num_draft_tokens=accepted + rejected,
        num_accepted_tokens=accepted,
        generated_tokens=record.around("new_tokens", "generated_tokens"),
        varies=True,
    )
