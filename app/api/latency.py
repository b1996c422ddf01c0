"""The time of a whole answer, without and with speculation."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.kinds import Number, Whole
from app.api.messages import problem
from app.api.operation import Operation
from app.api.outputs import dataclass_schema, described, fields_of, object_schema
from app.api.parameters import ExactlyOne, Parameter, Reading, Values
from app.api.setting import (
    ALPHA,
    EXAMPLE,
    GAMMA,
    LANG,
    PER_POSITION,
    VERIFY_OVERHEAD,
    C,
    WithinProfile,
    costs,
    profile,
)
from app.forms.speed_field import UNITS
from app.model.latency import (
    MAX_MS,
    MAX_OUTPUT_TOKENS,
    MAX_SPEEDUP,
    MIN_SPEEDUP,
    Latency,
    evaluate,
    worthwhile_from,
)
from app.model.speedup import evaluate as evaluate_speedup
from app.web.problem import Problem

_MILLISECONDS = Number(0.0, MAX_MS, example=200.0)


def _speed(name: str, description: Any) -> Parameter:
    unit = UNITS[name]
    return Parameter(name, Number(unit.least, unit.most, example=50.0), description)


TTFT_MS = Parameter(
    "ttft_ms",
    _MILLISECONDS,
    _l("Time to first token without speculation, in milliseconds."),
    required=True,
)
TPOT_MS = _speed(
    "tpot_ms",
    _l(
        "Time per output token without speculation, in milliseconds. Either this or "
        "tokens_per_second is needed, not both."
    ),
)
TOKENS_PER_SECOND = _speed(
    "tokens_per_second", _l("In place of tpot_ms: decoding speed without speculation.")
)
NUM_OUTPUT_TOKENS = Parameter(
    "num_output_tokens",
    Whole(1, MAX_OUTPUT_TOKENS, example=256),
    _l("Tokens of the answer, the first included."),
    required=True,
)
DRAFT_PREFILL_MS = Parameter(
    "draft_prefill_ms",
    _MILLISECONDS,
    _l("What the draft’s prompt processing adds to the time to first token."),
    default=0.0,
)
SPEEDUP = Parameter(
    "speedup",
    Number(MIN_SPEEDUP, MAX_SPEEDUP, example=2.5),
    _l(
        "The factor on decoding speed. Either this or the calculator’s setting is "
        "needed (alpha or per_position, gamma, c), not both."
    ),
)

_SETTING = (
    replace(
        ALPHA,
        description=_l(
            "Per-token acceptance rate, a probability. Where speedup is not given, "
            "either this or per_position is needed, and gamma and c with it."
        ),
    ),
    PER_POSITION,
    replace(GAMMA, required=False),
    replace(C, required=False),
    VERIFY_OVERHEAD,
)


def one_speedup(reading: Reading) -> Iterator[Problem]:
    """Rule that the speedup is given, or else a whole setting."""
    if SPEEDUP.name not in reading.sent:
        yield from ExactlyOne(("alpha", "per_position", "speedup"))(reading)
        missing = {"gamma", "c"} - reading.sent
        if {"alpha", "per_position"} & reading.sent:
            yield from (problem(name, "missing") for name in sorted(missing))
        return
    for parameter in _SETTING:
        name = parameter.name
        value = reading.values.get(name)
        is_default = value is not None and value == parameter.default
        # Clients made by a generator send defaults.
        if name in reading.sent and not is_default:
            yield problem(name, "conflict", other=SPEEDUP.name)


def answer(values: Values) -> dict[str, Any]:
    """Return the times of an answer."""
    tpot_ms = values["tpot_ms"] or 1000 / values["tokens_per_second"]
    speedup, cycle_cost = _speedup(values)
    latency = evaluate(
        ttft_ms=values["ttft_ms"],
        tpot_ms=tpot_ms,
        num_output_tokens=values["num_output_tokens"],
        speedup=speedup,
        draft_prefill_ms=values["draft_prefill_ms"],
        cycle_cost=cycle_cost,
    )
    length = worthwhile_from(
        tpot_ms=tpot_ms, speedup=speedup, draft_prefill_ms=values["draft_prefill_ms"]
    )
    return {**fields_of(latency), "worthwhile_from": length}


def _speedup(values: Values) -> tuple[float, float | None]:
    """Return the speedup, and what a cycle costs where that is known."""
    if values["speedup"] is not None:
        return values["speedup"], None
    gamma, cost = values["gamma"], costs(values)
    return evaluate_speedup(profile(values), gamma, cost).speedup, cost.cycle(gamma)


LATENCY = Operation(
    name="latency",
    path="/v1/latency",
    summary=_l("Time of a whole answer"),
    description=_l(
        "What the speedup does to the time from the request to the last token."
    ),
    parameters=(
        TTFT_MS,
        TPOT_MS,
        TOKENS_PER_SECOND,
        NUM_OUTPUT_TOKENS,
        DRAFT_PREFILL_MS,
        SPEEDUP,
        *_SETTING,
        LANG,
    ),
    rules=(
        ExactlyOne(("tpot_ms", "tokens_per_second")),
        one_speedup,
        WithinProfile("gamma"),
    ),
    answer=answer,
    schema=object_schema(
        {
            **dataclass_schema(Latency)["properties"],
            "worthwhile_from": described("worthwhile_from", int | None),
        }
    ),
    example={"ttft_ms": 200, "tpot_ms": 20, "num_output_tokens": 256, **EXAMPLE},
)
