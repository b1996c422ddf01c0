"""
Parameters of a query: declared once, read and described from that declaration.

Whatever is wrong is said at once, in the order of the declaration and then of
the query; what is not declared is refused, and so is what is repeated.

Two statuses keep apart what a description in JSON Schema foretells and what it
cannot say: 400 where a value is wrong by itself, 409 where each is right by itself
and together they contradict each other.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from werkzeug.datastructures import MultiDict

from app.api.kinds import Kind
from app.api.messages import ContradictionError, RefusalError, problem
from app.web.problem import Problem

Values = dict[str, Any]
"""The value of each parameter, its default where it was not sent."""


@dataclass(frozen=True)
class Parameter:
    """
    Declare a parameter.

    Attributes:
        name: Its name, the same as everywhere else.
        kind: What values it takes.
        description: What it is, for people; a lazy text.
        required: It must be there.
        default: The value where it is not.
        most: How often it may be there; where more than once, the value is a
            tuple.
    """

    name: str
    kind: Kind
    description: Any
    required: bool = False
    default: Any = None
    most: int = 1

    def read(self, texts: Sequence[str]) -> Any:
        """Return the value of the texts sent; raise `RefusalError` if one is wrong."""
        if not texts:
            return self.default if not self.required else _refuse("missing")
        if self.most == 1:
            return self.kind.read(texts[0]) if len(texts) == 1 else _refuse("repeated")
        if len(texts) > self.most:
            raise RefusalError("too_many", most=self.most, count=len(texts))
        return tuple(map(self.kind.read, texts))


@dataclass
class Reading:
    """
    Hold what a query says.

    Attributes:
        values: The values of the parameters that are right.
        sent: The names of the parameters sent, right or wrong.
        problems: What is wrong.
        status: The status of an answer that says so.
        malformed: A value that was sent is wrong by itself.
    """

    values: Values = field(default_factory=dict)
    sent: frozenset[str] = frozenset()
    problems: list[Problem] = field(default_factory=list)
    status: int = HTTPStatus.CONFLICT
    malformed: bool = False


Rule = Callable[[Reading], Iterator[Problem]]
"""What holds between parameters; yields a problem where it does not."""


def read_query(
    args: MultiDict[str, str], parameters: Sequence[Parameter], rules: Sequence[Rule]
) -> Reading:
    """
    Read a query.

    Args:
        args: The query as sent.
        parameters: What may be in it.
        rules: What holds between them.
    """
    reading = Reading(sent=frozenset(args))
    for parameter in parameters:
        texts = args.getlist(parameter.name)
        try:
            reading.values[parameter.name] = parameter.read(texts)
        except RefusalError as refused:
            reading.problems.append(refused.problem(parameter.name))
            if not isinstance(refused, ContradictionError):
                reading.status = HTTPStatus.BAD_REQUEST
                reading.malformed |= bool(texts)
    for rule in rules:
        reading.problems.extend(rule(reading))
    known = {parameter.name for parameter in parameters}
    unknown = [name for name in args if name not in known]
    reading.problems.extend(problem(name, "unknown_parameter") for name in unknown)
    if unknown:
        reading.status = HTTPStatus.BAD_REQUEST
    return reading


@dataclass(frozen=True)
class ExactlyOne:
    """
    Rule that one of several parameters is sent, and no two of them.

    Attributes:
        names: The parameters.
    """

    names: tuple[str, ...]

    def __call__(self, reading: Reading) -> Iterator[Problem]:
        """Yield what is wrong."""
        sent = [name for name in self.names if name in reading.sent]
        if not sent:
            names = " | ".join(self.names)
            yield problem(self.names[0], "missing_one_of", names=names)
        for name in sent[1:]:
            yield problem(name, "conflict", other=sent[0])


def _refuse(code: str) -> Any:
    raise RefusalError(code)
