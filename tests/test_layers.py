"""Imports lead one way down: each room knows those below it, none above."""

import ast
import sys
from pathlib import Path

import pytest

APP = Path(__file__).parents[1] / "app"
ROOMS = ("model", "charts", "engines", "i18n", "forms", "web", "api", "pages", "embed")
"""From the bottom to the top; charts and engines do not know each other."""

ALLOWED = {
    room: {*ROOMS[: place + 1]} - ({"charts"} if room == "engines" else set())
    for place, room in enumerate(ROOMS)
}
PURE = ("model", "charts", "engines")
"""Rooms that need the standard library alone."""

MODULES = sorted(path for room in ROOMS for path in (APP / room).rglob("*.py"))


def _imports(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _name(path: Path) -> str:
    parts = path.relative_to(APP.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_a_room_knows_only_those_below_it(path):
    room = path.relative_to(APP).parts[0]
    for name in _imports(_tree(path)):
        first, _, rest = name.partition(".")
        if first == "app":
            assert rest.split(".")[0] in ALLOWED[room], name
        elif room in PURE:
            assert first in sys.stdlib_module_names, name


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_no_import_hides_in_a_function(path):
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert set() == _imports(node), node.name


def test_every_room_is_listed():
    found = {path.name for path in APP.iterdir() if path.is_dir()} - {"__pycache__"}

    assert set(ROOMS) == found
    assert ["__init__.py"] == [path.name for path in APP.glob("*.py")]


def test_no_circle_of_modules():
    names = {_name(path): path for path in MODULES}
    arrows = {
        name: {other for other in _imports(_tree(path)) if other in names} - {name}
        for name, path in names.items()
    }
    # A package that gathers its modules is named by them: only modules count.
    leaves = {
        n: {o for o in to if names[o].stem != "__init__"} for n, to in arrows.items()
    }
    while free := {name for name, to in leaves.items() if not to & leaves.keys()}:
        leaves = {n: to for n, to in leaves.items() if n not in free}

    assert {} == leaves
