"""What the API offers, in the order in which it is described."""

from typing import Any

from flask_babel import force_locale
from flask_babel import lazy_gettext as _l

from app.api.calibration import CALIBRATION
from app.api.demo import DEMO
from app.api.description import document
from app.api.latency import LATENCY
from app.api.measurement import MEASUREMENT
from app.api.operation import Operation
from app.api.parameters import Values
from app.api.runs import RUNS
from app.api.runs_reading import RUNS_READING
from app.api.setting import LANG
from app.api.speedup import SPEEDUP
from app.api.sweep import SWEEP, SWEEP_CSV
from app.web.links import base_url

CALCULATIONS = (
    SPEEDUP,
    SWEEP,
    SWEEP_CSV,
    LATENCY,
    MEASUREMENT,
    RUNS,
    RUNS_READING,
    CALIBRATION,
    DEMO,
)
"""All operations but the description's own."""


def describe(values: Values) -> dict[str, Any]:
    """Return the description in the language asked for, or else in English."""
    # Not in the language of Accept-Language: the answer depends on the address only.
    with force_locale(values["lang"] or "en"):
        return document(OPERATIONS, base_url())


DESCRIPTION = Operation(
    name="openapi",
    path="/openapi.json",
    summary=_l("This description"),
    description=_l("The API as OpenAPI 3.1 describes it."),
    parameters=(LANG,),
    answer=describe,
    schema={"type": "object", "required": ["openapi", "info", "paths"]},
    example=None,
)

OPERATIONS = (*CALCULATIONS, DESCRIPTION)
