"""What a cycle really costs, fitted to measured runs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.kinds import JSON_NUMBER, Number, Schema, Whole
from app.api.messages import ContradictionError, RefusalError, problem
from app.api.operation import Operation
from app.api.outputs import dataclass_schema, described, fields_of, object_schema
from app.api.parameters import Parameter, Reading, Values
from app.api.setting import LANG, C
from app.model.acceptance import MAX_GAMMA
from app.model.calibration import Calibration, FittedRun, calibrate
from app.model.runs import Run
from app.web.problem import Problem

MAX_RUNS = 16
"""The most runs that are fitted."""

NOTES = ("cycle_cost_below_one_pass", "best_gamma_extrapolated", "own_gamma_only")
"""The codes of what is doubtful about a fit."""

_RUN = re.compile(f"{JSON_NUMBER},{JSON_NUMBER},{JSON_NUMBER}")
_WITHIN_BOUNDS = (
    r"^([1-9][0-9]?|1[01][0-9]|12[0-8])(\.0+)?,"  # gamma, from 1 to 128
    r"(([1-9][0-9]?|1[01][0-9]|12[0-8])(\.[0-9]+)?|129(\.0+)?),"  # tau, from 1 to 129
    r"(0\.0{0,2}[1-9][0-9]*|[1-9][0-9]{0,2}(\.[0-9]+)?|1000(\.0+)?)$"  # 0.001 to 1000
)
_GAMMA = Whole(1, MAX_GAMMA, example=4)
_TAU = Number(1.0, MAX_GAMMA + 1.0, example=2.5)
_SPEEDUP = Number(0.001, 1000.0, example=1.4)


@dataclass(frozen=True)
class RunKind:
    """A run: its draft length, tokens per cycle and speedup between commas."""

    def read(self, text: str) -> Run:
        """Return the run; raise `RefusalError` where the text is none."""
        texts = text.split(",")
        if not _RUN.fullmatch(text):
            raise RefusalError("not_a_run", text=text)
        gamma, tau = _GAMMA.read(texts[0]), _TAU.read(texts[1])
        if tau > gamma + 1:
            raise ContradictionError(
                "out_of_range", least="1", most=str(gamma + 1), text=texts[1]
            )
        return Run(gamma, tau, _SPEEDUP.read(texts[2]))

    @property
    def schema(self) -> Schema:
        """Return the JSON Schema of a run's text; exponents are read besides."""
        return {"type": "string", "pattern": _WITHIN_BOUNDS}


def within_costs(reading: Reading) -> Iterator[Problem]:
    """Rule that the fitted costs are such as we calculate."""
    if runs := reading.values.get("run"):
        try:
            calibrate(runs, reading.values.get("c"))
        except ValueError:
            yield problem("run", "beyond_costs")


def answer(values: Values) -> dict[str, Any]:
    """Return the fitted costs and what follows from them."""
    fitted = calibrate(values["run"], values["c"])
    return {
        "verify_overhead": fitted.verify_overhead,
        "c": fitted.c,
        "best_gamma": fitted.best_gamma,
        "best_speedup": fitted.best_speedup,
        "runs": [fields_of(run) for run in fitted.runs],
        "notes": _doubts(fitted),
    }


def _doubts(fitted: Calibration) -> list[str]:
    """Return the codes of `NOTES` that hold."""
    hold = (bool(fitted.impossible), fitted.extrapolated, fitted.own_gamma_only)
    return [code for code, holds in zip(NOTES, hold, strict=True) if holds]


CALIBRATION = Operation(
    name="calibration",
    path="/v1/calibration",
    summary=_l("Real cost of a cycle, from measured runs"),
    description=_l(
        "Fits cost = 1 + verify_overhead + c · gamma to runs at several draft lengths, "
        "by least squares, neither below 0. With c given, only the overhead is "
        "fitted. From a single run without c, c is 0 and verify_overhead is all that "
        "a cycle costs beyond one pass at this gamma. Runs at one draft length give no "
        "best_gamma."
    ),
    parameters=(
        Parameter(
            "run",
            RunKind(),
            _l(
                "A measured run: gamma, tau and speedup, separated by commas, such as "
                "2,2.63,1.282. Repeated for several. Tau is at most gamma + 1."
            ),
            required=True,
            most=MAX_RUNS,
        ),
        replace(C, required=False),
        LANG,
    ),
    rules=(within_costs,),
    answer=answer,
    schema=object_schema(
        {
            "verify_overhead": described("verify_overhead", float),
            "c": described("c", float),
            "best_gamma": {
                **described("best_gamma", int | None),
                "description": _l(
                    "The smallest draft length with the largest speedup; null where "
                    "only one length was measured, which tells nothing of the others."
                ),
            },
            "best_speedup": {
                **described("best_speedup", float | None),
                "description": _l("The speedup at best_gamma, or null with it."),
            },
            "runs": {
                "type": "array",
                "description": _l("The runs, by gamma, beside what the fit says."),
                "items": dataclass_schema(
                    FittedRun,
                    cycle_cost=_l("What the cycle cost: tau over speedup."),
                ),
            },
            "notes": {
                "type": "array",
                "description": _l(
                    "What is doubtful, as stable codes: a run is faster than its tau "
                    "allows; best_gamma is longer than any draft measured; the costs "
                    "hold for the one gamma measured only."
                ),
                "items": {"type": "string", "enum": list(NOTES)},
            },
        }
    ),
    example={
        "run": ["1,1.884,1.203", "2,2.63,1.282", "3,3.138,1.212", "4,3.568,1.138"]
    },
)
