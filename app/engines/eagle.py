"""
EAGLE and Spec-Bench: ``#Mean accepted tokens:  x``.

A mean over steps. Most scripts count the bonus token in it, some do not (EAGLE
issues 132 and 146), and the line does not tell: we take it as tau and say so.

Source:
    Spec-Bench, evaluation/speed.py.
"""

import re

from app.engines.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste import Paste
from app.engines.text import GAP, NUMBER, number

ENGINE = "spec-bench"
_LENGTH = re.compile(rf"#\s?Mean\s++accepted\s++tokens{GAP}({NUMBER})")


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each mean in *paste*."""
    lengths = [number(found[1]) for found in _LENGTH.finditer(paste.text)]
    return [
        derive(Counts(ENGINE, "summary", tau=length, notes=(Note.BONUS_UNCERTAIN,)))
        for length in lengths[:100]
        if length is not None and length >= 1
    ]
