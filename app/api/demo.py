"""A run of real speculative sampling over the pages' prose."""

from http import HTTPStatus
from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.kinds import Choice, Whole
from app.api.operation import Operation
from app.api.outputs import described, object_schema
from app.api.parameters import Parameter, Values
from app.api.setting import LANG
from app.i18n.languages import LANGUAGES
from app.i18n.prose import prose_model
from app.model.acceptance import AcceptanceProfile
from app.model.cycles import Closing, Cycle, Verdict
from app.model.demonstration import MAX_DRAFT_ORDER, MAX_SEED, demonstrate
from app.model.sampling import MAX_RUN_GAMMA, MAX_RUN_TOKENS
from app.web.turns import turn

_NAMES: dict[str, Any] = {
    "num_output_tokens": int,
    "num_drafts": int,
    "num_draft_tokens": int,
    "num_evaluated": int,
    "num_accepted_tokens": int,
    "tau": float,
    "accepted_per_drafted": float,
    "alpha": float,
    "exact_alpha": float,
    "alpha_standard_error": float,
}

_DRAFT = object_schema(
    {
        "token": {"type": "string", "description": _l("The drafted token.")},
        "verdict": {
            "type": "string",
            "enum": [str(verdict) for verdict in Verdict],
            "description": _l("What became of it."),
        },
    }
)

_CYCLE = object_schema(
    {
        "drafts": {
            "type": "array",
            "description": _l("The drafted tokens in order, each with its verdict."),
            "items": _DRAFT,
        },
        "closing_token": {
            "type": "string",
            "description": _l("The token that the target added."),
        },
        "closing": {
            "type": "string",
            "enum": [str(closing) for closing in Closing],
            "description": _l("Whether that is a correction or a bonus token."),
        },
    }
)


def answer(values: Values) -> dict[str, Any]:
    """Return the run and what is counted in it."""
    gamma = values["gamma"]
    with turn():
        run = demonstrate(
            prose_model(values["prose"]),
            values["draft_order"],
            gamma,
            values["num_output_tokens"],
            values["seed"],
        )
    return {
        **{name: getattr(run, name) for name in _NAMES},
        "formula_tau": AcceptanceProfile.constant(run.exact_alpha).tau(gamma),
        "text": "".join(run.tokens),
        "cycles": [_cycle(cycle) for cycle in run.cycles],
    }


def _cycle(cycle: Cycle) -> dict[str, Any]:
    drafts = [
        {"token": draft.token, "verdict": draft.verdict} for draft in cycle.drafts
    ]
    return {
        "drafts": drafts,
        "closing_token": cycle.closing_token,
        "closing": cycle.closing,
    }


DEMO = Operation(
    name="demo",
    path="/v1/demo",
    summary=_l("A run of speculative sampling"),
    description=_l(
        "The demonstration’s run: character n-gram models fitted to the site’s prose. "
        "The same values give the same run until that prose changes."
    ),
    parameters=(
        Parameter(
            "draft_order",
            Whole(1, MAX_DRAFT_ORDER, example=3),
            _l("Order of the draft model; that of the target is 5."),
            default=3,
        ),
        Parameter(
            "gamma",
            Whole(1, MAX_RUN_GAMMA, example=4),
            _l("Draft tokens per cycle."),
            default=4,
        ),
        Parameter(
            "num_output_tokens",
            Whole(1, MAX_RUN_TOKENS, example=300),
            _l("Length of the text, in tokens."),
            default=300,
        ),
        Parameter(
            "seed",
            Whole(0, MAX_SEED, example=1),
            _l("Whole number; the same one gives the same run."),
            default=1,
        ),
        Parameter(
            "prose",
            Choice(LANGUAGES),
            _l("Language of the prose that the models learn from."),
            default="en",
        ),
        LANG,
    ),
    answer=answer,
    schema=object_schema(
        {
            **{name: described(name, kind) for name, kind in _NAMES.items()},
            "formula_tau": described("formula_tau", float),
            "text": {"type": "string", "description": _l("The text.")},
            "cycles": {
                "type": "array",
                "description": _l("Each cycle: drafts, verdicts, the target’s token."),
                "items": _CYCLE,
            },
        }
    ),
    errors=(HTTPStatus.SERVICE_UNAVAILABLE,),
    example={"draft_order": 3, "gamma": 4, "num_output_tokens": 20, "seed": 1},
)
