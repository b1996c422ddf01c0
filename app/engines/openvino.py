"""
OpenVINO GenAI: the metrics its samples print for each model.

``Num generated token`` of the main model = accepted tokens + iterations, so that
``Accept length`` = generated / iterations is tau, the bonus token included. Samples
that print no iterations give generated / (generated - accepted), over all target
passes. What the draft model generated is not what was verified, and is not used.
Several runs add up.

Source:
    samples/python/visual_language_chat/benchmark_vlm.py,
    samples/cpp/text_generation/speculative_decoding_lm.cpp,
    samples/python/text_generation/prompt_lookup_decoding_lm.py; pull request 3415.
"""

import re
from collections.abc import Iterator

from app.engines.counting.pooling import pooled_counts
from app.engines.measurement import Counts, Measurement
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, GAP, NUMBER, number

ENGINE = "openvino-genai"
_HINT = re.compile(
    r"[TtOo](?:otal\s++iterations?(?:\s++number)?\s*+:|pen[Vv][Ii][Nn][Oo])"
    r"|[Nn]um\s++accepted\s++token\s*+:"
)
_LENGTH = re.compile(rf"(?i)accept(?:ance|ed)?\s++len(?:gth)?\s*+[:=]\s*+({NUMBER})")
_ACCEPTED = re.compile(
    rf"(?i)(?:accepted\s++tokens?(?:\s++num(?:ber)?)?|num\s++accepted\s++tokens?)"
    rf"{GAP}({COUNT})"
)
_GENERATED = re.compile(rf"(?i)num\s++generated\s++tokens?{GAP}({COUNT})")
_ITERATIONS = re.compile(rf"(?i)total\s++iterations?(?:\s++number)?\s*+:\s*+({COUNT})")
_MAIN = re.compile(r"(?i)\bmain\s++model\b")
_DRAFT = re.compile(r"(?i)\bdraft\s++model\b")
_MOST_RUNS = 1000


def read(paste: Paste) -> list[Measurement]:
    """Return the reading of the metrics in *paste*."""
    text = paste.text
    if "ccept" not in text or not _HINT.search(text):
        return []
    found = [_counts(run) for run in _runs(text)]
    return pooled_counts([counts for counts in found if counts is not None])


def _runs(text: str) -> Iterator[str]:
    """Yield the metrics of each run: from heading to heading, or whole without one."""
    begins = [found.start() for found in _MAIN.finditer(text)][:_MOST_RUNS]
    begins = begins or _plain_begins(text)
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        yield text[begin:end]


def _plain_begins(text: str) -> list[int]:
    """Return where runs without headings begin: at either count, if it is repeated."""
    generated, accepted = (
        [found.start() for found in pattern.finditer(text)][:_MOST_RUNS]
        for pattern in (_GENERATED, _ACCEPTED)
    )
    if len(accepted) < 2 or len(generated) != len(accepted):
        return [0]
    return [0, *map(min, generated[1:], accepted[1:])]


def _counts(text: str) -> Counts | None:
    """Return what one run counted; None where it has too little."""
    main = _main_part(text)
    length = _find(_LENGTH, text)
    accepted, drafts = _find(_ACCEPTED, text), _find(_ITERATIONS, main)
    exact = drafts and accepted is not None
    if not exact and (length is None or length < 1):
        return _over_passes(accepted, _find(_GENERATED, main or text))
    return Counts(
        ENGINE,
        "summary",
        num_drafts=drafts if exact else None,
        num_accepted_tokens=accepted if exact else None,
        tau=length,
    )


def _over_passes(accepted: float | None, generated: float | None) -> Counts | None:
    """Return the counts of a run that prints no iterations."""
    if accepted is None or generated is None or accepted >= generated:
        return None
    return Counts(
        ENGINE,
        "summary",
        num_accepted_tokens=accepted,
        generated_tokens=generated,
        varies=True,
    )


def _main_part(text: str) -> str:
    """Return the text from the main model's heading to the draft model's."""
    begin = _MAIN.search(text)
    if begin is None:
        return ""
    end = _DRAFT.search(text, begin.end())
    return text[begin.end() : end.start() if end else len(text)]


def _find(pattern: re.Pattern[str], text: str) -> float | None:
    found = pattern.search(text)
    return number(found[1]) if found else None
