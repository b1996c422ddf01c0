"""
OpenVINO GenAI: the metrics its benchmark samples print for each model.

``Num generated token`` of the main model = accepted tokens + iterations, so that
``Accept length`` = generated / iterations is tau, the bonus token included.

Source:
    samples/python/visual_language_chat/benchmark_vlm.py; pull request 3415.
"""

import re

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.paste.paste import Paste
from app.engines.paste.text import COUNT, GAP, NUMBER, number

ENGINE = "openvino-genai"
_HINT = re.compile(
    r"[TtOo](?:otal\s++iterations?(?:\s++number)?\s*+:|pen[Vv][Ii][Nn][Oo])"
)
_LENGTH = re.compile(rf"(?i)accept(?:ance|ed)?\s++len(?:gth)?\s*+[:=]\s*+({NUMBER})")
_ACCEPTED = re.compile(
    rf"(?i)(?:accepted\s++tokens?(?:\s++num(?:ber)?)?|num\s++accepted\s++tokens?)"
    rf"{GAP}({COUNT})"
)
_ITERATIONS = re.compile(rf"(?i)total\s++iterations?(?:\s++number)?\s*+:\s*+({COUNT})")
_MAIN = re.compile(r"(?i)\bmain\s++model\b")
_DRAFT = re.compile(r"(?i)\bdraft\s++model\b")


def read(paste: Paste) -> list[Measurement]:
    """Return the reading of the metrics in *paste*."""
    text = paste.text
    if "ccept" not in text or not _HINT.search(text):
        return []
    length = _find(_LENGTH, text)
    accepted, drafts = _find(_ACCEPTED, text), _find(_ITERATIONS, _main_part(text))
    exact = drafts and accepted is not None
    if not exact and (length is None or length < 1):
        return []
    return [
        derive(
            Counts(
                ENGINE,
                "summary",
                num_drafts=drafts if exact else None,
                num_accepted_tokens=accepted if exact else None,
                tau=length,
            )
        )
    ]


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
