"""
ik_llama.cpp: ``mtp: drafts 266/302, tokens 696/906``.

Drafts with at least one accepted token of all drafts (N), and accepted of
drafted tokens. The server prints llama.cpp's lines.

Source:
    Pull request 2081.
"""

import re

from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, number

ENGINE = "ik_llama.cpp"
_LINE = re.compile(
    rf"(?<![\w-])(?P<type>[\w-]{{1,40}}+):\s?+drafts\s++{COUNT}/(?P<drafts>{COUNT}),"
    rf"\s*+tokens\s++(?P<accepted>{COUNT})/(?P<drafted>{COUNT})"
)


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each drafter in *paste*."""
    if "drafts" not in paste.text:
        return []
    return pooled_counts(
        [
            Counts(
                ENGINE,
                "summary",
                num_drafts=number(found["drafts"]),
                num_draft_tokens=number(found["drafted"]),
                num_accepted_tokens=number(found["accepted"]),
                label=found["type"],
            )
            for found in _LINE.finditer(paste.text)
        ]
    )
