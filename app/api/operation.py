"""
Operations: a path, its parameters, and the function that answers.

One declaration gives the route, the checks, the errors and the description.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from app.api.decimals import rounded_within
from app.api.kinds import Schema
from app.api.messages import problem
from app.api.parameters import Parameter, Rule, Values, read_query
from app.web.limits import MAX_QUERY_BYTES
from app.web.problem import refusal

JSON = "application/json"
RAW = "application/octet-stream"
"""What a body may be called as well: some generated clients send text as a file."""


@dataclass(frozen=True)
class Operation:
    """
    Declare an operation.

    Attributes:
        name: Its name, the endpoint's and the description's.
        path: Its path below /api.
        summary: What it gives, in a few words; a lazy text.
        description: What there is to know about it; a lazy text.
        parameters: What the query may hold.
        answer: Returns what is sent for the values: a mapping as JSON, or a
            response.
        schema: The JSON Schema of what is sent.
        example: The query of the worked example, in the order shown; None where
            there is none.
        rules: What holds between the parameters.
        media_type: The type of what is sent.
        body: The type of the body, where one is sent, or RAW: the method is POST
            then, and the text is the value "body".
        body_example: The body of the worked example.
        errors: Statuses of errors that not every operation has.
    """

    name: str
    path: str
    summary: Any
    description: Any
    parameters: tuple[Parameter, ...]
    answer: Callable[[Values], Any]
    schema: Schema
    example: Mapping[str, Any] | None
    rules: tuple[Rule, ...] = ()
    media_type: str = JSON
    body: str | None = None
    body_example: str = ""
    errors: tuple[int, ...] = ()

    @property
    def method(self) -> str:
        """Return the method."""
        return "POST" if self.body else "GET"

    def add_to(self, blueprint: Blueprint) -> None:
        """Add the route."""
        blueprint.add_url_rule(
            self.path, self.name, self.respond, methods=[self.method]
        )

    def respond(self) -> Response:
        """Answer the request, or say all that is wrong with it."""
        if self.body and not self._has_body():
            wrong = problem(None, "unsupported_media_type", media_type=self.body)
            return refusal([wrong], 415)
        reading = read_query(request.args, self.parameters, self.rules)
        if len(request.query_string) > MAX_QUERY_BYTES and not reading.malformed:
            abort(HTTPStatus.REQUEST_URI_TOO_LONG)
        if self.body:
            reading.values["body"] = self._body()
        if reading.problems:
            return refusal(reading.problems, reading.status)
        answer = self.written(reading.values)
        return answer if isinstance(answer, Response) else jsonify(answer)

    def written(self, values: Values) -> Any:
        """Return what is sent for the values, its floats as they are written."""
        return rounded_within(self.answer(values))

    def _has_body(self) -> bool:
        """Say whether a body is there; some clients name no type for bytes."""
        untyped = not request.mimetype and bool(request.get_data())
        return request.mimetype in (self.body, RAW) or untyped

    @staticmethod
    def _body() -> str:
        """Return the body; a log may hold bytes that are no UTF-8, and is read."""
        return request.get_data().decode(errors="replace")
