"""What an engine's output says, read as the measurements page reads it."""

from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.operation import Operation
from app.api.outputs import DESCRIPTIONS, object_schema
from app.api.parameters import Values
from app.api.setting import LANG
from app.engines import Measurement, Note, Problem, read
from app.web.metrics import count_reading

NAMES = (
    "engine",
    "format",
    "gamma",
    "num_drafts",
    "num_draft_tokens",
    "num_accepted_tokens",
    "tau",
    "tau_basis",
    "accepted_per_drafted",
    "per_position",
    "alpha_moment",
    "alpha_mle",
    "alpha_mle_bounds",
    "notes",
)
"""What a reading holds, in this order."""

_COUNTS = ("num_drafts", "num_draft_tokens", "num_accepted_tokens")
_COUNT = {"type": ["number", "null"], "minimum": 0}
_SHARE = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
_PROBABILITY = {"type": "number", "minimum": 0, "maximum": 1}
_PASTE = (
    "SpecDecoding metrics: Mean acceptance length: 2.87, Accepted: 489 tokens, "
    "Drafted: 1572 tokens, Per-position acceptance rate: 0.740, 0.473, 0.309, 0.187, "
    "0.099, 0.057, Avg Draft acceptance rate: 31.1%"
)

_SCHEMAS: dict[str, Any] = {
    "engine": {"type": "string"},
    "format": {"type": "string"},
    "gamma": {"type": ["integer", "null"], "minimum": 1},
    **dict.fromkeys(_COUNTS, _COUNT),
    "tau": {"type": ["number", "null"], "minimum": 1},
    "tau_basis": {
        "type": ["string", "null"],
        "enum": ["verify_cycles", "all_target_passes", None],
    },
    "accepted_per_drafted": _SHARE,
    "per_position": {
        "type": ["array", "null"],
        "items": _PROBABILITY,
        "description": _l(
            "Share of cycles that kept each draft position; null where not printed."
        ),
    },
    "alpha_moment": _SHARE,
    "alpha_mle": _SHARE,
    "alpha_mle_bounds": {
        "type": ["array", "null"],
        "items": _PROBABILITY,
        "minItems": 2,
        "maxItems": 2,
    },
    "notes": {
        "type": "array",
        "items": {"type": "string", "enum": [note.value for note in Note]},
    },
}


def answer(values: Values) -> dict[str, Any]:
    """Return all that a paste says; nothing of the paste itself."""
    reading = read(values["body"])
    count_reading((one.engine for one in reading.measurements), reading.problems)
    return {
        "readings": [_reading(one) for one in reading.measurements],
        "problems": list(reading.problems),
    }


def _reading(one: Measurement) -> dict[str, Any]:
    found = {name: getattr(one, name) for name in NAMES}
    return found | {name: _whole(found[name]) for name in _COUNTS}


def _whole(count: float | None) -> float | None:
    """Write a count without a point where it is whole."""
    return int(count) if count is not None and count == int(count) else count


MEASUREMENT = Operation(
    name="measurement",
    path="/v1/measurement",
    summary=_l("What an engine’s output says"),
    description=_l(
        "Log lines, Prometheus text or JSON of an inference engine, up to 256 KiB. "
        "None of it is stored. Where nothing is recognised, readings is empty and "
        "problems says why."
    ),
    parameters=(LANG,),
    answer=answer,
    schema=object_schema(
        {
            "readings": {
                "type": "array",
                "description": _l("One for each engine, model or drafter."),
                "items": object_schema(
                    {
                        name: {"description": DESCRIPTIONS[name], **schema}
                        for name, schema in _SCHEMAS.items()
                    }
                ),
            },
            "problems": {
                "type": "array",
                "description": _l("Why there is no reading."),
                "items": {
                    "type": "string",
                    "enum": [problem.value for problem in Problem],
                },
            },
        }
    ),
    example={},
    body="text/plain",
    body_example=_PASTE,
)
