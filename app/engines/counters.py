"""
Counters: the four ``spec_decode_...`` series that vLLM and llama.cpp share.

``num_drafts`` = N, ``num_draft_tokens`` = D, ``num_accepted_tokens`` = A, and
``num_accepted_tokens_per_pos`` with position = "0" ... "gamma - 1", so that
p_i = per_pos[i - 1] / N. Cumulative since start. They are added over engines of
one model, never over models. Other engines took over the names, with their own
prefix or none.

Source:
    vLLM, vllm/v1/spec_decode/metrics.py; llama.cpp, pull request 26389.
"""

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.prometheus import Series

_SHARED = "spec_decode_"
_READ_ELSEWHERE = frozenset({"vllm:", "llamacpp:"})
_ENGINES = {"trtllm:": "tensorrt-llm"}
_MOST_ENGINES = 8
_MODEL_LABELS = ("model_name", "model", "served_model_name")


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of engines that have no module for their counters."""
    prefixes = {
        one.name.partition(_SHARED)[0] for one in paste.series if _SHARED in one.name
    }
    return [
        reading
        for prefix in sorted(prefixes - _READ_ELSEWHERE)[:_MOST_ENGINES]
        for reading in read_counters(
            paste.series, _ENGINES.get(prefix, "unknown"), prefix
        )
    ]


def read_counters(series: list[Series], engine: str, prefix: str) -> list[Measurement]:
    """
    Return one reading for each model.

    Args:
        series: All series of the paste.
        engine: Stable name of the engine.
        prefix: What its series begin with, such as ``vllm:``.
    """
    models: dict[str, list[Series]] = {}
    for one in series:
        if one.name.startswith(prefix + _SHARED):
            models.setdefault(_model(one), []).append(one)
    _adopt_unlabelled(models)
    generated = _generated(series, prefix)
    if len(models) > 1:
        generated = None
    return [
        derive(_counts(engine, prefix, label, found, generated))
        for label, found in models.items()
        if _total(found, prefix, "num_accepted_tokens") is not None
    ]


def _model(series: Series) -> str:
    for label in _MODEL_LABELS:
        if label in series.labels:
            return series.labels[label]
    return ""


def _adopt_unlabelled(models: dict[str, list[Series]]) -> None:
    """Give series without a model to the only model there is."""
    if len(models) == 2 and "" in models:
        only = next(model for model in models if model)
        models[only].extend(models.pop(""))


def _generated(series: list[Series], prefix: str) -> float | None:
    found = [
        one.since(one.restarted)
        for one in series
        if one.name == f"{prefix}tokens_predicted"
    ]
    return sum(found) if found else None


def _total(found: list[Series], prefix: str, name: str) -> float | None:
    whole = f"{prefix}spec_decode_{name}"
    restarted = any(one.restarted for one in found)
    values = [one.since(restarted) for one in found if one.name == whole]
    return sum(values) if values else None


def _per_position(found: list[Series], prefix: str) -> tuple[float, ...]:
    """Return the counts of positions 0, 1, ... up to the first that is missing."""
    whole = f"{prefix}spec_decode_num_accepted_tokens_per_pos"
    restarted = any(one.restarted for one in found)
    by_place: dict[str, float] = {}
    for one in found:
        place = one.labels.get("position", "")
        if one.name == whole and place.isdecimal():
            by_place[place] = by_place.get(place, 0) + one.since(restarted)
    counts: list[float] = []
    while str(len(counts)) in by_place:
        counts.append(by_place[str(len(counts))])
    return tuple(counts)


def _counts(
    engine: str,
    prefix: str,
    label: str,
    found: list[Series],
    generated: float | None,
) -> Counts:
    drafts = _total(found, prefix, "num_drafts")
    positions = _per_position(found, prefix)
    rates = tuple(count / drafts for count in positions) if drafts else ()
    accepted = _total(found, prefix, "num_accepted_tokens")
    drafted = _total(found, prefix, "num_draft_tokens")
    return Counts(
        engine,
        "prometheus",
        num_drafts=drafts,
        num_draft_tokens=drafted,
        num_accepted_tokens=accepted,
        per_position=rates or None,
        generated_tokens=generated,
        label=label,
        notes=(*_scrape_notes(found), *_old_notes(found, prefix)),
    )


def _old_notes(found: list[Series], prefix: str) -> tuple[Note, ...]:
    """Note vLLM V0's counters, which count accepted tokens at any position."""
    old = any(one.name == f"{prefix}spec_decode_num_emitted_tokens" for one in found)
    return (Note.ACCEPTED_AT_ANY_POSITION,) if old else ()


def _main(found: list[Series]) -> set[str]:
    """Return the names of the series that every scrape has."""
    return {one.name for one in found if not one.name.endswith("_per_pos")}


def _scrape_notes(found: list[Series]) -> tuple[Note, ...]:
    if any(one.restarted for one in found):
        return (Note.ENGINE_RESTARTED,)
    if len({len(one.values) for one in found if one.name in _main(found)}) > 1:
        return (Note.SCRAPES_SUBTRACTED, Note.INCOMPLETE_RECORD)
    if any(len(one.values) > 1 for one in found):
        return (Note.SCRAPES_SUBTRACTED,)
    return ()
