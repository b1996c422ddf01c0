"""
mlx-vlm and servers on it: rounds, which make tau exact.

The server's timings have llama.cpp's names with ``draft_rounds`` = N: ``draft_n`` =
D (block - 1 each round), ``draft_n_accepted`` = A. A counts past the stop token
and can exceed ``predicted_n``, so that passes are not taken from P - A.

The command line prints a summary, in two generations: ``x accepted tokens/round (y
accepted drafts/round, z% of drafted, avg draft d) over N rounds`` with x = y + 1 =
tau, and before that ``y accepted/round``.

oMLX logs ``rounds=N accepted=A/D``.

Source:
    mlx-vlm pull requests 1176, 1788, 2324; oMLX pull request 1839.
"""

import re
from collections.abc import Iterator
from itertools import islice

from app.engines.counting.derivation import derive
from app.engines.counting.histograms import Names, request_counts
from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, NUMBER, number

ENGINE = "mlx-vlm"
_MOST_SUMMARIES = 100
_MOST_STATS = 3000
_NAMES = Names(
    drafts=("draft_rounds",), drafted=("draft_n",), accepted=("draft_n_accepted",)
)
_SUMMARY = re.compile(
    rf"({NUMBER})\s++accepted(?:\s++drafts)?/round,\s++({NUMBER})%\s++of\s++drafted,"
    rf"\s++avg\s++draft\s++{NUMBER}\)?\s++over\s++({COUNT})\s++rounds"
)
_STATS = re.compile(rf"\brounds=({COUNT})\s++accepted=({COUNT})/({COUNT})")


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of mlx-vlm's timings and summaries in *paste*."""
    found = [
        request_counts(ENGINE, record, _NAMES)
        for record in paste.records_with("draft_rounds")
    ]
    if "rounds" in paste.text:
        found += _stats(paste.text)
    pooled = pooled_counts([counts for counts in found if counts is not None])
    summaries = islice(_summaries(paste.text), _MOST_SUMMARIES)
    return pooled + [derive(counts) for counts in summaries]


def _summaries(text: str) -> Iterator[Counts]:
    """Yield the summaries, which print means and N, but neither A nor D."""
    for found in _SUMMARY.finditer(text) if "/round" in text else ():
        accepted, share, rounds = map(number, found.groups())
        if accepted is not None and share is not None:
            yield Counts(
                ENGINE,
                "summary",
                num_drafts=rounds,
                tau=1 + accepted,
                share=min(share / 100, 1),
            )


def _stats(text: str) -> Iterator[Counts]:
    for found in islice(_STATS.finditer(text), _MOST_STATS):
        rounds, accepted, drafted = map(number, found.groups())
        yield Counts(
            ENGINE,
            "log",
            num_drafts=rounds,
            num_draft_tokens=drafted,
            num_accepted_tokens=accepted,
        )
