"""The speedup at every draft length, as JSON and as CSV."""

from dataclasses import fields, replace
from typing import Any

from flask import Response
from flask_babel import lazy_gettext as _l

from app.api.kinds import Number, Whole
from app.api.operation import Operation
from app.api.outputs import dataclass_schema, fields_of, object_schema
from app.api.parameters import Parameter, Values
from app.api.setting import (
    ACCEPTANCE,
    COSTS,
    EXAMPLE,
    LANG,
    ONE_ACCEPTANCE,
    WithinProfile,
    costs,
    profile,
)
from app.api.spreadsheet import sheet
from app.forms.speed_field import UNITS
from app.model.acceptance import MAX_GAMMA
from app.model.speedup import Point
from app.model.speedup import sweep as model_sweep

USUAL_GAMMA_MAX = 16
"""The longest draft listed where none is named: longer ones are rarely used."""

FILE_NAME = "speculative-decoding-speedup.csv"

GAMMA_MAX = Parameter(
    "gamma_max",
    Whole(1, MAX_GAMMA, example=16),
    _l(
        "The longest draft to list; where it is not given, 16, or the length of "
        "per_position if that is less."
    ),
)

_SPEED = UNITS["tokens_per_second"]
TOKENS_PER_SECOND = Parameter(
    "tokens_per_second",
    Number(_SPEED.least, _SPEED.most, example=50.0),
    _l(
        "Decoding speed without a draft. With it, one more column holds the speed at "
        "each draft length."
    ),
)


def points(values: Values) -> list[Point]:
    """Return what each draft length comes to."""
    known = profile(values)
    last = min(values["gamma_max"] or USUAL_GAMMA_MAX, known.max_gamma)
    return model_sweep(known, costs(values), last)


def answer(values: Values) -> dict[str, Any]:
    """Return what each draft length comes to, as rows."""
    return {"rows": [fields_of(point) for point in points(values)]}


def csv_answer(values: Values) -> Response:
    """Return what each draft length comes to, as a file for spreadsheets."""
    header = [field.name for field in fields(Point)]
    rows = [[getattr(point, name) for name in header] for point in points(values)]
    if speed := values["tokens_per_second"]:
        header.append("tokens_per_second")
        rows = [[*row, speed * row[header.index("speedup")]] for row in rows]
    text = sheet(header, rows, values["lang"])
    disposition = f'attachment; filename="{FILE_NAME}"'
    return Response(
        text,
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": disposition},
    )


SWEEP = Operation(
    name="sweep",
    path="/v1/sweep",
    summary=_l("Speedup at every draft length"),
    description=_l("One row for each draft length from 1 on."),
    parameters=(*ACCEPTANCE, *COSTS, GAMMA_MAX, LANG),
    rules=(ONE_ACCEPTANCE, WithinProfile("gamma_max")),
    answer=answer,
    schema=object_schema(
        {
            "rows": {
                "type": "array",
                "items": dataclass_schema(Point),
                "minItems": 1,
                "maxItems": MAX_GAMMA,
                "description": _l("One row for each draft length, in order."),
            }
        }
    ),
    example={"alpha": EXAMPLE["alpha"], "c": EXAMPLE["c"], "gamma_max": 3},
)

SWEEP_CSV = replace(
    SWEEP,
    name="sweep_csv",
    path="/v1/sweep.csv",
    summary=_l("The same as a file for spreadsheets"),
    description=_l(
        "CSV as in RFC 4180: commas between the values, a point for the decimals, "
        "UTF-8. With lang=de it opens right in a German spreadsheet: semicolons, "
        "decimal commas, a byte order mark. Every cell is a number or a fixed column "
        "name, so no cell can be a formula."
    ),
    parameters=(
        *SWEEP.parameters[:-1],
        TOKENS_PER_SECOND,
        replace(
            LANG,
            description=_l(
                "Language of the spreadsheet and of error messages: de has semicolons "
                "and decimal commas, en and none the plain form."
            ),
        ),
    ),
    answer=csv_answer,
    schema={"type": "string"},
    media_type="text/csv",
)
