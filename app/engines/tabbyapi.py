"""
TabbyAPI: the line its log prints for each finished request.

    Metrics (ID: x): P tokens generated in s seconds (..., Draft: A / D tokens
    accepted (91.44%))

and, since mid-2026, ``P tokens generated at r T/s · ... · draft A/D accepted (91%)``.
D is accepted and rejected drafts together. No cycles: tau is P / (P - A), over all
target passes. Several requests add up; those without a draft are left out.

Source:
    common/gen_logging.py, log_metrics(); backends/exllamav3/model.py.
"""

import re
from collections.abc import Iterator

from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, number

ENGINE = "tabbyapi"
_GENERATED = re.compile(rf"(?<![\d.,])({COUNT})\s++tokens\s++generated\b")
_DRAFT = re.compile(
    rf"\b[Dd]raft:?\s++(?P<accepted>{COUNT})\s*+/\s*+(?P<drafted>{COUNT})\s++"
    r"(?P<tokens>tokens\s++)?accepted\s++\("
)
_FURTHEST = 700
"""How far a line's draft may stand behind its generated tokens."""


def read(paste: Paste) -> list[Measurement]:
    """Return the reading of TabbyAPI's requests in *paste*."""
    return pooled_counts(list(_requests(paste.text)))


def _requests(text: str) -> Iterator[Counts]:
    """Yield what each request with a draft counted."""
    end = 0
    for found in _DRAFT.finditer(text):
        begin = max(end, found.start() - _FURTHEST)
        before = [one[1] for one in _GENERATED.finditer(text, begin, found.start())]
        if before or found["tokens"]:
            yield _request(found, number(before[-1]) if before else None)
        end = found.end()


def _request(found: re.Match[str], generated: float | None) -> Counts:
    return Counts(
        ENGINE,
        "log",
        num_draft_tokens=number(found["drafted"]),
        num_accepted_tokens=number(found["accepted"]),
        generated_tokens=generated,
        varies=True,
    )
