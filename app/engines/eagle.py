"""
EAGLE and Spec-Bench: ``#Mean accepted tokens:  x``, ``accept_lengths`` in answers.

The mean is over steps; a file of answers lists the length of each step, which
is the same mean once all are taken together. Most scripts count the bonus token
in it, some do not (EAGLE issues 132 and 146), and the line does not tell: we take
it as tau and say so.

Source:
    Spec-Bench, evaluation/speed.py, which sets out both.
"""

import re
from collections.abc import Iterator

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import GAP, NUMBER, number

ENGINE = "spec-bench"
_STEPS = "accept_lengths"
_LENGTH = re.compile(rf"#\s?Mean\s++accepted\s++tokens{GAP}({NUMBER})")


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each mean in *paste*, and one of its answers."""
    printed = [number(found[1]) for found in _LENGTH.finditer(paste.text)][:100]
    counts = [
        Counts(ENGINE, "summary", tau=length, notes=(Note.BONUS_UNCERTAIN,))
        for length in printed
        if length is not None and length >= 1
    ]
    return [derive(one) for one in (*counts, *_answers(paste))]


def _answers(paste: Paste) -> Iterator[Counts]:
    """Yield the mean over the steps of all answers."""
    listed = [one.numbers(_STEPS) for one in paste.records_with(_STEPS)]
    answers = [steps for steps in listed if steps and min(steps) >= 1]
    if answers:
        yield Counts(
            ENGINE,
            "json",
            tau=sum(map(sum, answers)) / sum(map(len, answers)),
            num_records=len(answers),
            notes=(Note.BONUS_UNCERTAIN,),
        )
