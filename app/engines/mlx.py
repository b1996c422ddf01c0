"""
mlx-vlm: llama.cpp's timings with ``draft_rounds``, which makes tau exact.

``draft_rounds`` = N, ``draft_n`` = D (block - 1 each round), ``draft_n_accepted``
= A. A counts past the stop token and can exceed ``predicted_n``, so that passes
are not taken from P - A.

Source:
    Pull requests 1788, 2324.
"""

from app.engines.histograms import Names, request_counts
from app.engines.measurement import Measurement
from app.engines.paste import Paste
from app.engines.pooling import pooled_counts

ENGINE = "mlx-vlm"
_NAMES = Names(
    drafts=("draft_rounds",), drafted=("draft_n",), accepted=("draft_n_accepted",)
)


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of mlx-vlm's timings in *paste*."""
    found = [
        request_counts(ENGINE, record, _NAMES)
        for record in paste.records
        if record.has("draft_rounds")
    ]
    return pooled_counts([counts for counts in found if counts is not None])
