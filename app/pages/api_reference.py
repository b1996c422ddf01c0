"""The API for people: its description as a page, with lines to copy."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from app.api.catalogue import CALCULATIONS, DESCRIPTION, OPERATIONS
from app.api.description import document, example_url, worked_example
from app.api.kinds import plain
from app.api.latency import LATENCY
from app.api.messages import MEANINGS
from app.api.operation import JSON, Operation
from app.api.parameters import Values
from app.api.setting import EXAMPLE
from app.api.speedup import SPEEDUP
from app.forms.calculator import SpeedupForm
from app.forms.latency import LatencyForm
from app.pages.passthrough import carried
from app.pages.routes import bp
from app.web.layout import render_page
from app.web.links import base_url


@dataclass(frozen=True)
class Section:
    """
    Hold what the page shows of an operation.

    Attributes:
        name: The operation's name.
        route: Method and path.
        described: Its part of the description.
        outputs: What an answer holds, by name, as JSON Schemas; nothing where it
            is no JSON.
        curl: A line that asks it.
        answer: What that line gives.
    """

    name: str
    route: str
    described: dict[str, Any]
    outputs: dict[str, Any]
    curl: str
    answer: str


@bp.get("/api")
def api(lang: str) -> str:  # noqa: ARG001  # the path says it
    """Show what the API offers, with the visitor's values in the lines to copy."""
    form = SpeedupForm(request.args)
    own = _own_values(form)
    server = base_url()
    described = document(OPERATIONS, server)
    return render_page(
        "api.html",
        carried(request.args, own=()),
        form=form,
        has_values=form.has(request.args),
        sections=[
            _section(operation, described, _query(operation, own), server)
            for operation in CALCULATIONS
        ],
        python=_python(_query(SPEEDUP, own), server),
        javascript=_javascript(_query(SPEEDUP, own), server),
        errors=_errors(described),
        meanings=MEANINGS,
        description_url=example_url(DESCRIPTION, server, {}),
        plain=plain,
    )


def _own_values(form: SpeedupForm) -> Values:
    """Return the visitor's setting, or the example where that is not complete."""
    if not form.complete:
        return dict(EXAMPLE)
    costs = form.costs
    values = {
        "alpha": form.alpha.data,
        "gamma": form.gamma.data,
        "c": costs.c,
        "verify_overhead": costs.verify_overhead,
        "tokens_per_second": form.speed.tokens_per_second,
    }
    return {name: value for name, value in values.items() if value or name in EXAMPLE}


def _query(operation: Operation, own: Values) -> Values:
    """Return an operation's example with the visitor's values in it."""
    if operation is LATENCY:
        return _latency_query()
    known = {parameter.name for parameter in operation.parameters}
    example = operation.example or {}
    if "alpha" not in example:
        return dict(example)
    kept = {name: value for name, value in own.items() if name in known}
    return {**kept, **{name: example[name] for name in example if name not in kept}}


def _latency_query() -> Values:
    """Return the visitor's answer time as parameters, or the example's."""
    form = LatencyForm(request.args)
    if not form.complete:
        return dict(LATENCY.example or {})
    query = {
        "ttft_ms": form.ttft_ms.data,
        form.tpot.key: form.tpot.data,
        "num_output_tokens": form.num_output_tokens.data,
    }
    if form.draft_prefill_ms.data:
        query["draft_prefill_ms"] = form.draft_prefill_ms.data
    if form.speedup_source == "typed":
        return {**query, "speedup": form.speedup.data}
    setting = _own_values(form.setting)
    setting.pop("tokens_per_second", None)
    return {**query, **setting}


def _section(
    operation: Operation, described: dict[str, Any], query: Values, server: str
) -> Section:
    path = f"/api{operation.path}"
    part = described["paths"][path][operation.method.lower()]
    (content,) = part["responses"]["200"]["content"].values()
    return Section(
        name=operation.name,
        route=f"{operation.method} {path}",
        described=part,
        outputs=_outputs(content["schema"]),
        curl=_curl(operation, example_url(operation, server, query)),
        answer=_shown(worked_example(operation, query), operation.media_type),
    )


def _outputs(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of an answer by name; those of a row where it has rows."""
    named: dict[str, Any] = {}
    for name, inner in schema.get("properties", {}).items():
        named[name] = inner
        row = inner.get("items", {})
        named |= {f"{name}[].{n}": s for n, s in row.get("properties", {}).items()}
    return named


def _curl(operation: Operation, url: str) -> str:
    if not operation.body:
        return f'curl "{url}"'
    header = f'-H "Content-Type: {operation.body}"'
    return f'curl {header} --data-binary @server.log "{url}"'


def _shown(answer: Any, media_type: str) -> str:
    if media_type != JSON:
        return str(answer)
    return json.dumps(answer, ensure_ascii=False, indent=2)


def _errors(described: Mapping[str, Any]) -> str:
    """Return the answer to the speedup's example with two mistakes in it."""
    part = described["paths"][f"/api{SPEEDUP.path}"]["get"]["responses"]["400"]
    return _shown(part["content"][JSON]["example"], JSON)


def _python(setting: Values, server: str) -> str:
    return f"""\
import json
from urllib.parse import urlencode
from urllib.request import urlopen

setting = {_literal(setting)}
address = {json.dumps(example_url(SPEEDUP, server, {}) + "?")} + urlencode(setting)
with urlopen(address) as response:
    answer = json.load(response)

print(answer["speedup"], answer["best_gamma"])"""


def _javascript(setting: Values, server: str) -> str:
    return f"""\
const setting = {_literal(setting)};
const address = {json.dumps(example_url(SPEEDUP, server, {}) + "?")};
const response = await fetch(address + new URLSearchParams(setting));
const answer = await response.json();
if (!response.ok) throw new Error(answer.errors[0].message);

console.log(answer.speedup, answer.best_gamma);"""


def _literal(setting: Values) -> str:
    """Write a setting as both Python and JavaScript read it."""
    values = (f'"{name}": {plain(value)}' for name, value in setting.items())
    return "{" + ", ".join(values) + "}"
