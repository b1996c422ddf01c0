"""
What the answers hold: the model's dataclasses, described field by field.

A name means the same in every answer, so it is described once.
"""

from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from flask_babel import lazy_gettext as _l

from app.api.kinds import Schema

DESCRIPTIONS = {
    "alpha": _l("Per-token acceptance rate; null for a measured profile."),
    "per_position": _l("The measured profile; null where alpha was given."),
    "gamma": _l("Draft tokens per cycle."),
    "c": _l("Draft cost ratio."),
    "verify_overhead": _l("Extra cost of a cycle, in target passes."),
    "tau": _l("Expected tokens per cycle."),
    "speedup": _l("The factor on decoding speed without a draft."),
    "accepted_per_drafted": _l(
        "Share of drafted tokens that are accepted: what engines print as "
        "“acceptance rate”. Not alpha."
    ),
    "num_evaluated": _l("Drafted tokens that the target judged."),
    "exact_alpha": _l("What alpha is expected to be at the places judged."),
    "alpha_standard_error": _l("How far alpha strays from exact_alpha by chance."),
    "formula_tau": _l("The formula’s tau at exact_alpha."),
    "engine": _l("Name of the engine."),
    "format": _l("Name of the format in which the numbers stood."),
    "num_drafts": _l("Cycles with a draft."),
    "num_draft_tokens": _l("Tokens drafted."),
    "num_accepted_tokens": _l("Drafts accepted, without the target’s own tokens."),
    "tau_basis": _l("Whether tau is per verifying cycle or over all target passes."),
    "alpha_moment": _l("The alpha at which the formula gives the measured tau."),
    "alpha_mle": _l("Accepted over checked tokens (censored maximum likelihood)."),
    "alpha_mle_bounds": _l("Its least and greatest value where only totals are known."),
    "notes": _l("What is doubtful or worth knowing, as stable codes."),
    "predicted_speedup": _l("The speedup that the fitted costs give."),
    "full_acceptance": _l("Probability that the whole draft is accepted."),
    "best_gamma": _l("The smallest draft length with the largest speedup."),
    "best_speedup": _l("The speedup at best_gamma."),
    "still_rising": _l("Whether a draft longer than 128 would be faster still."),
    "break_even_alpha": _l(
        "The alpha at which the speedup is 1 for this gamma and these costs; null "
        "where even alpha 1 loses."
    ),
    "break_even_c": _l(
        "The c at which the speedup is 1 for this gamma; null where even a free draft "
        "loses."
    ),
    "ceiling": _l(
        "The limit of tau for ever longer drafts; null at alpha 1 and for a measured "
        "profile."
    ),
    "pays_off": _l("Whether some draft length gives a speedup above 1."),
    "ttft_ms": _l("Time to first token without speculation, in milliseconds."),
    "tpot_ms": _l("Time per output token without speculation, in milliseconds."),
    "num_output_tokens": _l("Tokens of the answer, the first included."),
    "draft_prefill_ms": _l("What the draft’s prompt processing adds to ttft_ms."),
    "cycle_cost": _l(
        "Cost of a cycle in target passes; null where speedup itself was given."
    ),
    "e2e_ms": _l("Time of the whole answer without speculation."),
    "e2e_with_speculation_ms": _l("Time of the whole answer with speculation."),
    "decoding_ms": _l("The part of e2e_ms spent decoding."),
    "decoding_with_speculation_ms": _l(
        "The part of e2e_with_speculation_ms spent decoding."
    ),
    "time_saved_ms": _l(
        "Time saved; below 0 where the answer takes longer than before."
    ),
    "e2e_speedup": _l(
        "e2e_ms over e2e_with_speculation_ms; null where the answer takes no time."
    ),
    "e2e_speedup_limit": _l(
        "What e2e_speedup would be at an infinite speedup; null where there is no "
        "limit."
    ),
    "decoding_share": _l("Share of e2e_ms spent decoding; null where e2e_ms is 0."),
    "tpot_with_speculation_ms": _l(
        "Time per output token with speculation, on average."
    ),
    "tokens_per_burst": _l(
        "Tokens that arrive together at the end of a cycle (tau); null where the "
        "cycle is not known."
    ),
    "burst_gap_ms": _l(
        "Time from one burst of tokens to the next; null where the cycle is not known."
    ),
    "worthwhile_from": _l(
        "The length from which on an answer is sooner with the draft; null where no "
        "length is."
    ),
}
"""What each name in an answer means; lazy texts."""

_TYPES = {float: "number", int: "integer", bool: "boolean", str: "string"}


def fields_of(answer: object) -> dict[str, Any]:
    """
    Return a flat dataclass as a mapping, in the order of its fields.

    dataclasses.asdict copies every value deeply: a sixth of a speedup's time.
    """
    return dict(vars(answer))


def object_schema(properties: dict[str, Schema]) -> Schema:
    """Return the JSON Schema of an object that has just these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def dataclass_schema(cls: type, **descriptions: Any) -> Schema:
    """
    Return the JSON Schema of a dataclass.

    Args:
        cls: A dataclass whose fields `DESCRIPTIONS` knows.
        descriptions: Lazy texts for fields that mean something of their own here.
    """
    hints = get_type_hints(cls)
    properties = {f.name: described(f.name, hints[f.name]) for f in fields(cls)}
    for name, description in descriptions.items():
        properties[name]["description"] = description
    return object_schema(properties)


def described(name: str, hint: Any) -> Schema:
    """Return the JSON Schema of a named value of a type, with its description."""
    return {**_schema(hint), "description": DESCRIPTIONS[name]}


def _schema(hint: Any) -> Schema:
    if isinstance(hint, UnionType):
        (inner,) = (part for part in get_args(hint) if part is not NoneType)
        schema = _schema(inner)
        return {**schema, "type": [schema["type"], "null"]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _schema(get_args(hint)[0])}
    return {"type": _TYPES[hint]}
