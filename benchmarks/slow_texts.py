"""
Texts made from every pattern of the readers, to find what is slow.

For each compiled pattern a text is built that it matches; and texts that break off
at each step of it, so that the pattern tries and fails as often as can be.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from re import _parser  # type: ignore[attr-defined]  # the only way to its steps
from typing import Any

import app.engines

_MOST_TURNS = 2
_CLASSES = {
    "CATEGORY_DIGIT": "7",
    "CATEGORY_SPACE": " ",
    "CATEGORY_WORD": "a",
    "CATEGORY_NOT_DIGIT": "x",
    "CATEGORY_NOT_SPACE": "x",
    "CATEGORY_NOT_WORD": ".",
}


def patterns() -> dict[str, re.Pattern[str]]:
    """Return every compiled pattern of app.engines, under the name it has there."""
    found: dict[str, re.Pattern[str]] = {}
    for module in pkgutil.walk_packages(app.engines.__path__, "app.engines."):
        for name, value in vars(importlib.import_module(module.name)).items():
            for place, one in enumerate(_compiled(value)):
                key = f"{module.name.removeprefix('app.engines.')}.{name}[{place}]"
                if one not in found.values():
                    found[key.removesuffix("[0]")] = one
    return found


def _compiled(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, tuple | list):
        yield from (one for one in value if isinstance(one, re.Pattern))
    elif isinstance(value, dict):
        yield from _compiled(list(value.values()))


def units(pattern: re.Pattern[str]) -> list[str]:
    """
    Return short texts which, repeated, give *pattern* the most to do.

    The first is a match; then all that it may be cut to, and the same in lines.

    Args:
        pattern: A compiled pattern.
    """
    parsed = _parser.parse(pattern.pattern, pattern.flags)
    found = []
    for match in dict.fromkeys((_text(parsed, 0), _text(parsed, _MOST_TURNS))):
        cuts = "\n".join(match[: place + 1] for place in range(len(match)))
        found += [match, f"{match}\n", f"{match[:-1]}\n", f"{cuts}\n"]
    return list(dict.fromkeys(f"x{unit}" if unit.isspace() else unit for unit in found))


def _text(parsed: Iterable[tuple[object, object]], turns: int) -> str:
    """Return a text that matches, with optional parts as often as *turns* say."""
    return "".join(_piece(str(op), value, turns) for op, value in parsed)


def _piece(op: str, value: Any, turns: int) -> str:
    """Return a text for one step of a pattern; nothing for those that take none."""
    if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, inner = value
        return _text(inner, turns) * max(least, min(turns, most))
    makers: dict[str, Callable[[], str]] = {
        "LITERAL": lambda: chr(value),
        "NOT_LITERAL": lambda: "x",
        "ANY": lambda: "x",
        "IN": lambda: _member(value),
        "BRANCH": lambda: _text(value[1][-1 if turns else 0], turns),
        "SUBPATTERN": lambda: _text(value[-1], turns),
        "ATOMIC_GROUP": lambda: _text(value, turns),
    }
    return makers[op]() if op in makers else ""


def _member(members: list[tuple[object, Any]]) -> str:
    """Return a character of a class."""
    op, value = members[0]
    if str(op) == "NEGATE":
        return "x"
    if str(op) in ("LITERAL", "RANGE"):
        return chr(value if str(op) == "LITERAL" else value[0])
    return _CLASSES.get(str(value), "x")
