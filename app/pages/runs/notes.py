"""Notes of a paste as links carry them: codes and numbers only."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from app.engines.runs import RunNote
from app.model.load import LoadNote, LoadNoteCode

NOTE_KEY = "note"

MAX_NOTES = 24
"""The most notes that a link carries."""

ONLY_IN_TEXTS = (
    LoadNoteCode.TAU_ABOVE_CEILING,
    LoadNoteCode.OTHER_LOAD_DECODED,
    LoadNoteCode.SPEEDUPS_DISAGREE,
    LoadNoteCode.OVERLOAD,
)
"""What only a text shows, which says more of a run than a link."""

_UNSAID = {
    RunNote.EMPTY,
    RunNote.TOO_LONG,
    RunNote.NO_RUNS,
    RunNote.ONLY_SPEEDUPS,
    RunNote.SEVERAL_CONTEXTS,
    RunNote.SEVERAL_MODELS,
    RunNote.SEVERAL_METHODS,
    # Rows without a draft length are named by their numbers.
    RunNote.SPECULATION_UNKNOWN,
    RunNote.DRAFT_LENGTH_UNKNOWN,
}
"""Notes of texts that the answer to a paste says itself."""


@dataclass(frozen=True)
class CarriedNote:
    """
    Hold a note, and the run that it is about.

    Attributes:
        code: What is to be known.
        concurrency: The load, or None where it is about no single one.
        gamma: The draft length, or None where it is about no single one.
        value: The number that the code says, or None.
    """

    code: RunNote | LoadNoteCode
    concurrency: float | None = None
    gamma: int | None = None
    value: float | None = None

    @property
    def link(self) -> tuple[str, str]:
        """Return the query key and the note as links carry it."""
        numbers = (self.concurrency, self.gamma, self.value)
        parts = [str(self.code), *(_text(number) for number in numbers)]
        return NOTE_KEY, ",".join(parts).rstrip(",")


def of_model(note: LoadNote) -> CarriedNote:
    """Return a note of the arithmetic."""
    return CarriedNote(note.code, note.concurrency, note.gamma, note.value)


def read_notes(texts: Iterable[str]) -> list[CarriedNote]:
    """Return the notes of a link; anybody may have written it."""
    found = []
    for text in [*texts][:MAX_NOTES]:
        try:
            found.append(_read(text))
        except ValueError:
            continue
    return list(dict.fromkeys(found))


def _read(text: str) -> CarriedNote:
    code, *numbers = text.split(",")
    load, gamma, value = [_number(one) for one in [*numbers, "", "", ""][:3]]
    if gamma is not None and not gamma.is_integer():
        raise ValueError("not whole")
    whole = None if gamma is None else int(gamma)
    return CarriedNote(_code(code), load, whole, value)


def _code(text: str) -> RunNote | LoadNoteCode:
    if text in [code.value for code in ONLY_IN_TEXTS]:
        return LoadNoteCode(text)
    code = RunNote(text)
    if code in _UNSAID:
        raise ValueError("not carried")
    return code


def carries(code: RunNote) -> bool:
    """Say whether links carry a note of a text."""
    return code not in _UNSAID


def _number(text: str) -> float | None:
    if not text:
        return None
    value = float(text) if text.isascii() and "_" not in text else inf
    if not 0 <= value < inf:
        raise ValueError("out of range")
    return value


def _text(number: float | None) -> str:
    return "" if number is None else f"{number:.6g}"
