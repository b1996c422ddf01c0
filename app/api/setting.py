"""The calculator's setting as parameters: alpha or per_position, gamma, costs."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from app.api.kinds import Choice, Falling, Number, Whole
from app.api.messages import problem
from app.api.parameters import ExactlyOne, Parameter, Reading, Values
from app.i18n.languages import LANGUAGES
from app.model.acceptance import MAX_GAMMA, AcceptanceProfile, profile_from_rates
from app.model.speedup import MAX_C, MAX_VERIFY_OVERHEAD, Costs
from app.web.problem import Problem

EXAMPLE = {"alpha": 0.7, "gamma": 5, "c": 0.15}
"""The worked example."""

_PROBABILITY = Number(0.0, 1.0, example=0.7, fraction=True)

ALPHA = Parameter(
    "alpha",
    _PROBABILITY,
    _l(
        "Per-token acceptance rate, a probability. Not the share of drafted tokens "
        "that engines print as “acceptance rate”. Either this or per_position is "
        "needed, not both."
    ),
)
PER_POSITION = Parameter(
    "per_position",
    Falling(_PROBABILITY, most=MAX_GAMMA),
    _l(
        "In place of alpha: the measured share of cycles in which at least 1, 2, 3, … "
        "drafts were accepted, separated by commas, such as 0.66,0.36,0.21. It never "
        "rises."
    ),
)
GAMMA = Parameter(
    "gamma",
    Whole(1, MAX_GAMMA, example=5),
    _l("Draft tokens per cycle. With per_position, at most its length."),
    required=True,
)
C = Parameter(
    "c",
    Number(0.0, MAX_C, example=0.15, fraction=True),
    _l(
        "Draft cost ratio: the time of one draft pass over the time of one target pass."
    ),
    required=True,
)
VERIFY_OVERHEAD = Parameter(
    "verify_overhead",
    Number(0.0, MAX_VERIFY_OVERHEAD, example=0.1, fraction=True),
    _l("What a cycle costs beyond one plain target pass, in target passes."),
    default=0.0,
)
LANG = Parameter(
    "lang",
    Choice(LANGUAGES),
    _l("Language of error messages; else Accept-Language decides."),
)

ACCEPTANCE = (ALPHA, PER_POSITION)
COSTS = (C, VERIFY_OVERHEAD)

ONE_ACCEPTANCE = ExactlyOne(("alpha", "per_position"))


@dataclass(frozen=True)
class WithinProfile:
    """
    Rule that a draft length is no longer than per_position.

    Attributes:
        name: The parameter that holds the draft length.
    """

    name: str

    def __call__(self, reading: Reading) -> Iterator[Problem]:
        """Yield what is wrong."""
        rates = reading.values.get("per_position")
        length = reading.values.get(self.name)
        if rates and length and length > len(rates):
            yield problem(self.name, "beyond_profile", most=len(rates))


def profile(values: Values) -> AcceptanceProfile:
    """Return the acceptance profile of the values."""
    rates = values["per_position"]
    if rates is None:
        return AcceptanceProfile.constant(values["alpha"])
    return profile_from_rates(rates)


def costs(values: Values) -> Costs:
    """Return the cycle's costs of the values."""
    return Costs(values["c"], values["verify_overhead"])
