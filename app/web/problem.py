"""The one shape of errors under /api: what is wrong, where, under a stable code."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from flask import Response, jsonify


@dataclass(frozen=True)
class Problem:
    """
    Hold one thing that is wrong with a request.

    Attributes:
        field: The parameter, or None where it is the request as a whole.
        code: Stable name of the kind of problem, for programs.
        message: What is wrong and what to send, in the language of the request.
    """

    field: str | None
    code: str
    message: str


def refusal(problems: Iterable[Problem], status: int = 400) -> Response:
    """
    Return the answer to a request that cannot be worked with.

    Args:
        problems: All that is wrong, in a stable order.
        status: The HTTP status.
    """
    response = jsonify(errors=[asdict(problem) for problem in problems])
    response.status_code = status
    return response
