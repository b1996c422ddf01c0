"""What the answer to measured speeds over load holds, as JSON Schemas."""

from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.kinds import Schema
from app.api.outputs import object_schema
from app.model.load import BreakEvenState, LoadNoteCode

_LOAD: Schema = {"type": "number", "minimum": 1}
_NUMBER: Schema = {"type": ["number", "null"]}
_GAMMA = {"type": "integer", "minimum": 1, "description": _l("Draft tokens per cycle.")}


def rows(description: Any, properties: dict[str, Schema]) -> Schema:
    """Return the JSON Schema of a list of objects that have just these properties."""
    return {
        "type": "array",
        "description": description,
        "items": object_schema(properties),
    }


def codes(description: Any, words: list[str]) -> Schema:
    """Return the JSON Schema of a list of codes."""
    return {
        "type": "array",
        "description": description,
        "items": {"type": "string", "enum": words},
    }


def _number(description: Any) -> Schema:
    return {**_NUMBER, "description": description}


_LOADS = rows(
    _l("What speculation came to, by load and draft length."),
    {
        "concurrency": {
            "type": ["number", "null"],
            "minimum": 1,
            "description": _l(
                "Requests decoded together; null where no load was given."
            ),
        },
        "gamma": _GAMMA,
        "plain_tpot_ms": _number(
            _l(
                "Time per token without speculation, measured or between measured "
                "loads; null where neither is."
            )
        ),
        "tpot_ms": {
            "type": "number",
            "description": _l("Time per token with speculation, in milliseconds."),
        },
        "speedup": _number(_l("The factor on decoding speed without a draft.")),
        "cycle_cost": _number(
            _l("Cost of a cycle in target passes: tau over speedup.")
        ),
        "perfect_speedup": _number(
            _l("What the speedup would be if every draft were accepted.")
        ),
    },
)

_BREAK_EVEN = rows(
    _l("At which loads each draft length pays, as far as both curves are measured."),
    {
        "gamma": _GAMMA,
        "state": {
            "type": "string",
            "enum": [state.value for state in BreakEvenState],
            "description": _l(
                "It pays at all loads or at none, stops or starts paying, changes "
                "several times, or there are fewer than two loads to tell by."
            ),
        },
        "between": {
            "type": ["array", "null"],
            "items": _LOAD,
            "minItems": 2,
            "maxItems": 2,
            "description": _l(
                "The neighbouring measured loads of the change; of the last one where "
                "there are several."
            ),
        },
        "estimate": _number(_l("The load between them where the speedup is 1.")),
    },
)

_SCHEDULE = rows(
    _l(
        "The fastest draft length for every whole load between the least and the "
        "greatest measured without speculation."
    ),
    {
        "from": {
            "type": "integer",
            "minimum": 1,
            "description": _l("The first load of a range."),
        },
        "to": {
            "type": "integer",
            "minimum": 1,
            "description": _l("The last load of the range."),
        },
        "gamma": {
            "type": "integer",
            "minimum": 0,
            "description": _l("The fastest draft length; 0: do not speculate."),
        },
    },
)

_AT = rows(
    _l("The speedups at the loads asked for."),
    {
        "concurrency": {**_LOAD, "description": _l("The load asked for.")},
        "gamma": _GAMMA,
        "speedup": _number(_l("The speedup there; null where nothing tells of it.")),
        "extrapolated": {
            "type": "boolean",
            "description": _l("Whether the load lies beyond the measured ones."),
        },
    },
)

ANSWER = object_schema(
    {
        "loads": _LOADS,
        "break_even": _BREAK_EVEN,
        "schedule": _SCHEDULE,
        "at": _AT,
        "notes": codes(
            _l("What contradicts itself or is doubtful, as stable codes."),
            [code.value for code in LoadNoteCode],
        ),
    }
)
"""The schema of the answer."""
