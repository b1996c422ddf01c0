"""
Texts made from every pattern of the readers, to find what is slow.

For each compiled pattern a text is built that it matches; and texts that break off
at each step of it, so that the pattern tries and fails as often as can be.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator

import app.engines

try:
    from re import _parser  # type: ignore[attr-defined]
except ImportError:  # Python before 3.11
    import sre_parse as _parser

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
    return [unit for unit in dict.fromkeys(found) if unit.strip()]


def _text(parsed: Iterable[tuple[object, object]], turns: int) -> str:
    """Return a text that matches, with optional parts as often as *turns* say."""
    return "".join(_piece(str(op), value, turns) for op, value in parsed)


def _piece(op: str, value, turns: int) -> str:  # type: ignore[no-untyped-def]
    if op == "LITERAL":
        return chr(value)
    if op in ("ANY", "NOT_LITERAL"):
        return "x"
    if op == "IN":
        return _member(value)
    if op == "BRANCH":
        return _text(value[1][0 if not turns else -1], turns)
    if op == "SUBPATTERN":
        return _text(value[-1], turns)
    if op == "ATOMIC_GROUP":
        return _text(value, turns)
    if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, inner = value
        return _text(inner, turns) * max(least, min(turns, most))
    return ""


def _member(members: list[tuple[object, object]]) -> str:
    """Return a character of a class."""
    op, value = members[0]
    if str(op) == "NEGATE":
        return "x"
    if str(op) == "LITERAL":
        return chr(value)  # type: ignore[arg-type]
    if str(op) == "RANGE":
        return chr(value[0])  # type: ignore[index]
    return _CLASSES.get(str(value), "x")
