"""Measured speeds over load: what speculation came to, and up to where it pays."""

import re
from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.kinds import JSON_NUMBER, Choice, Number, Schema, Whole, plain
from app.api.messages import RefusalError
from app.api.operation import Operation
from app.api.outputs import fields_of
from app.api.parameters import Parameter, Values
from app.api.runs_schema import ANSWER
from app.api.setting import LANG
from app.model.acceptance import MAX_GAMMA
from app.model.load import (
    MAX_BENCHMARK_RUNS,
    MAX_CONCURRENCY,
    BreakEven,
    LoadRow,
    SpeedEntry,
    SpeedUnit,
    evaluate_load,
    make_runs,
)

MAX_LOADS = 64
"""The most loads that are asked for at once."""

_RUN = re.compile(f"({JSON_NUMBER})?,({JSON_NUMBER})?,({JSON_NUMBER})?,{JSON_NUMBER}")
_WITHIN_BOUNDS = (
    r"^([1-9][0-9]{0,4}(\.[0-9]+)?|100000(\.0+)?)?,"  # load, from 1 to 100,000
    r"((0|[1-9][0-9]?|1[01][0-9]|12[0-8])(\.0+)?)?,"  # gamma, from 0 to 128
    r"(([1-9][0-9]?|1[01][0-9]|12[0-8])(\.[0-9]+)?|129(\.0+)?)?,"  # tau, from 1 to 129
    r"(0\.0{0,5}[1-9][0-9]*|[1-9][0-9]{0,8}(\.[0-9]+)?|1000000000(\.0+)?)$"  # speed
)
_CONCURRENCY = Number(1.0, float(MAX_CONCURRENCY), example=8)
_GAMMA = Whole(0, MAX_GAMMA, example=3)
_TAU = Number(1.0, MAX_GAMMA + 1.0, example=2.5)
_SPEED = Number(1e-6, 1e9, example=568.7)


@dataclass(frozen=True)
class BenchmarkRunKind:
    """A run: load, draft length, tokens per cycle and speed between commas."""

    def read(self, text: str) -> SpeedEntry:
        """Return the run; raise `RefusalError` where the text is none."""
        if not _RUN.fullmatch(text):
            raise RefusalError("not_a_benchmark_run", text=text)
        concurrency, length, tau, speed = text.split(",")
        gamma = _GAMMA.read(length) if length else None
        return SpeedEntry(
            _CONCURRENCY.read(concurrency) if concurrency else None,
            gamma,
            _tau(tau, gamma) if tau else None,
            _SPEED.read(speed),
        )

    @property
    def schema(self) -> Schema:
        """Return the JSON Schema of a run's text; exponents are read besides."""
        return {"type": "string", "pattern": _WITHIN_BOUNDS}


def _tau(text: str, gamma: int | None) -> float:
    """Return tau; say what it is where the text looks like a share of the drafts."""
    value = float(text)
    if gamma and 0 <= value < 1:
        tau = plain(1 + gamma * value)
        raise RefusalError("tau_expected", text=text, gamma=gamma, tau=tau)
    return _TAU.read(text)


def answer(values: Values) -> dict[str, Any]:
    """Return what the runs say."""
    runs = make_runs(values["run"], SpeedUnit(values["unit"]))
    found = evaluate_load(runs, values["at"] or ())
    return {
        "loads": [_row(row) for row in found.loads],
        "break_even": [_break_even(one) for one in found.break_even],
        "schedule": [
            {"from": one.first, "to": one.last, "gamma": one.gamma}
            for one in found.schedule
        ],
        "at": [
            {**fields_of(one), "concurrency": whole(one.concurrency)}
            for one in found.at
        ],
        "notes": list(dict.fromkeys(note.code for note in found.notes)),
    }


def _row(row: LoadRow) -> dict[str, Any]:
    found = fields_of(row)
    del found["tau"]
    return {**found, "concurrency": whole(row.concurrency)}


def _break_even(one: BreakEven) -> dict[str, Any]:
    return {
        "gamma": one.gamma,
        "state": one.state,
        "between": None if one.between is None else [whole(b) for b in one.between],
        "estimate": one.estimate,
    }


def whole(load: float | None) -> float | None:
    """Write a load without a point where it is whole."""
    return int(load) if load is not None and float(load).is_integer() else load


RUNS = Operation(
    name="runs",
    path="/v1/runs",
    summary=_l("Draft length and load, from measured speeds"),
    description=_l(
        "Takes speeds measured without and with speculation, at several loads and "
        "draft lengths. Between the measured loads the time per token is interpolated "
        "on a line; beyond them, down to 1 request and up to twice the largest load, "
        "the outermost line is carried on, and marked. Runs at the same load and draft "
        "length are averaged in time per token."
    ),
    parameters=(
        Parameter(
            "run",
            BenchmarkRunKind(),
            _l(
                "A measured run: concurrency, gamma, tau and speed, separated by "
                "commas, such as 8,3,2.53,712. Gamma 0 is without speculation. What "
                "is not known stays empty, as in 8,0,,521.6; the speed must be there. "
                "Concurrency is from 1 to 100000 requests decoded together; where it "
                "is empty everywhere, all runs share one load. Tau is tokens per "
                "cycle, from 1. Repeated for several."
            ),
            required=True,
            most=MAX_BENCHMARK_RUNS,
        ),
        Parameter(
            "unit",
            Choice(tuple(SpeedUnit)),
            _l(
                "Unit of all speeds: tokens per second of all requests together, or of "
                "each request, or milliseconds per token of each request (TPOT)."
            ),
            default=SpeedUnit.TOKENS_PER_SECOND.value,
        ),
        Parameter(
            "at",
            _CONCURRENCY,
            _l("A load to tell the speedup at, in requests. Repeated for several."),
            most=MAX_LOADS,
        ),
        LANG,
    ),
    answer=answer,
    schema=ANSWER,
    example={
        "run": [
            "8,0,,521.6",
            "32,0,,1581.1",
            "64,0,,2611.1",
            "8,1,1.72,568.7",
            "32,1,1.72,1840.1",
            "64,1,1.72,2475.7",
            "8,2,2.21,732",
            "32,2,2.21,2047.6",
            "64,2,2.21,2234.9",
        ],
        "at": [24, 128],
    },
)
