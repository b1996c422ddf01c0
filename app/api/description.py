"""The OpenAPI description, made from the declarations of the operations."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from app.api.kinds import Schema, plain
from app.api.messages import MEANINGS
from app.api.operation import RAW, Operation
from app.api.outputs import object_schema
from app.api.parameters import Parameter, Values, read_query

_USUAL_ERRORS = (400, 405, 414, 500)
_BODY_ERRORS = (413, 415)


def document(operations: Sequence[Operation], server: str) -> dict[str, Any]:
    """
    Return the description in the language of the request.

    Args:
        operations: What the API offers, in order.
        server: The address of the app, without a slash at its end.
    """
    described = {
        "openapi": "3.1.0",
        "info": {
            "title": _("Speculative decoding speedup calculator"),
            "version": current_app.config["VERSION"],
            "description": _(
                "Every number that the pages show, for programs. Fractions, never "
                "percent; numbers as JSON writes them, in answers with up to 15 "
                "significant digits. Whatever is not described is rejected by name. "
                "Web pages of every origin may ask, by GET and POST alike."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server}],
        "paths": _paths(operations),
        "components": {"schemas": {"Errors": _errors_schema()}},
    }
    words: dict[str, Any] = _in_words(described)
    return words


def _paths(operations: Sequence[Operation]) -> dict[str, dict[str, Schema]]:
    """Return the operations by path and method; one path may have several."""
    paths: dict[str, dict[str, Schema]] = {}
    for operation in operations:
        methods = paths.setdefault(f"/api{operation.path}", {})
        methods[operation.method.lower()] = _operation(operation)
    return paths


def example_url(operation: Operation, server: str, query: Mapping[str, Any]) -> str:
    """Return the address that asks an operation for a setting."""
    sent = {name: _sent(value) for name, value in query.items()}
    text = urlencode(sent, safe=",", doseq=True)
    return f"{server}/api{operation.path}" + (f"?{text}" if text else "")


def worked_example(operation: Operation, query: Mapping[str, Any]) -> Any:
    """
    Return what an operation answers.

    Args:
        operation: The operation.
        query: The values, such as those of its example; right ones.
    """
    answer = operation.written(example_values(operation, query))
    return answer.get_data(as_text=True) if isinstance(answer, Response) else answer


def example_values(operation: Operation, query: Mapping[str, Any]) -> Values:
    """Return the values of a query, the body of the worked example with them."""
    args = MultiDict({name: _sent(value) for name, value in query.items()})
    values = read_query(args, operation.parameters, operation.rules).values
    return {**values, "body": operation.body_example}


def _sent(value: Any) -> Any:
    """Return a value as the query carries it; a list is sent item by item."""
    if isinstance(value, list):
        return [_sent(item) for item in value]
    return value if isinstance(value, str) else plain(value)


def _operation(operation: Operation) -> Schema:
    content: Schema = {"schema": operation.schema}
    if operation.example is not None:
        content["example"] = worked_example(operation, operation.example)
    described: Schema = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": operation.description,
        "parameters": [_parameter(p, operation) for p in operation.parameters],
    }
    if operation.body:
        described["requestBody"] = {
            "required": True,
            "content": {
                operation.body: {
                    "schema": {"type": "string"},
                    "example": operation.body_example,
                },
                RAW: {"schema": {"type": "string", "format": "binary"}},
            },
        }
    described["responses"] = {
        "200": {
            "description": operation.summary,
            "content": {operation.media_type: content},
        },
        **_errors(operation),
    }
    return described


def _parameter(parameter: Parameter, operation: Operation) -> Schema:
    schema = parameter.kind.schema
    several = parameter.most > 1
    if several:
        schema = {"type": "array", "items": schema, "maxItems": parameter.most}
    if parameter.default is not None:
        schema = {**schema, "default": parameter.default}
    described: Schema = {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.description,
        "schema": schema,
    }
    if schema["type"] == "array":
        described |= {"style": "form", "explode": several}
    example = (operation.example or {}).get(parameter.name)
    return described if example is None else {**described, "example": example}


def _errors(operation: Operation) -> Schema:
    of_body = _BODY_ERRORS if operation.body else ()
    of_rules = (HTTPStatus.CONFLICT,) if operation.rules else ()
    statuses = sorted((*_USUAL_ERRORS, *of_body, *of_rules, *operation.errors))
    return {str(int(status)): _error(status, operation) for status in statuses}


def _error(status: int, operation: Operation) -> Schema:
    content: Schema = {"schema": {"$ref": "#/components/schemas/Errors"}}
    if status == HTTPStatus.BAD_REQUEST:
        content["example"] = {"errors": _example_problems(operation)}
    return {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": content},
    }


def _example_problems(operation: Operation) -> list[dict[str, Any]]:
    """Return what is said about percent, and about a parameter we do not know."""
    sent = {**(operation.example or {}), "color": "red"}
    if "alpha" in sent:
        sent["alpha"] = 70
    args = MultiDict({name: _sent(value) for name, value in sent.items()})
    reading = read_query(args, operation.parameters, operation.rules)
    return [vars(problem) for problem in reading.problems]


def _errors_schema() -> Schema:
    error = object_schema(
        {
            "field": {
                "type": ["string", "null"],
                "description": _("The parameter; null where it is the whole request."),
            },
            "code": {
                "type": "string",
                "enum": list(MEANINGS),
                "description": _("Stable name of the kind of error."),
            },
            "message": {
                "type": "string",
                "description": _("What is wrong, in the language of lang."),
            },
        }
    )
    errors = {"type": "array", "items": error, "minItems": 1}
    return object_schema({"errors": errors})


def _in_words(value: Any) -> Any:
    """Return a value with its lazy texts in the language of the request."""
    if isinstance(value, Mapping):
        return {key: _in_words(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_in_words(inner) for inner in value]
    plain = value is None or isinstance(value, str | int | float)
    return value if plain else str(value)
