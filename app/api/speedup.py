"""The speedup of one setting."""

from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.operation import Operation
from app.api.outputs import dataclass_schema, fields_of
from app.api.parameters import Values
from app.api.setting import (
    ACCEPTANCE,
    COSTS,
    EXAMPLE,
    GAMMA,
    LANG,
    ONE_ACCEPTANCE,
    WithinProfile,
    costs,
    profile,
)
from app.model.speedup import Speedup, evaluate


def answer(values: Values) -> dict[str, Any]:
    """Return the setting and what it comes to."""
    return fields_of(evaluate(profile(values), values["gamma"], costs(values)))


SPEEDUP = Operation(
    name="speedup",
    path="/v1/speedup",
    summary=_l("Speedup of one setting"),
    description=_l("The inputs, and everything that the calculator says about them."),
    parameters=(*ACCEPTANCE, GAMMA, *COSTS, LANG),
    rules=(ONE_ACCEPTANCE, WithinProfile("gamma")),
    answer=answer,
    schema=dataclass_schema(Speedup),
    example=EXAMPLE,
)
