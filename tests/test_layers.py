"""Imports point one way: pages and api, then forms, then engines, then model."""

import ast
import sys
from pathlib import Path

import pytest

APP = Path(__file__).parents[1] / "app"


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def _modules(package: str) -> list[Path]:
    return sorted((APP / package).rglob("*.py"))


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("model", ("app.model",)),
        ("engines", ("app.engines", "app.model")),
        ("charts", ("app.charts", "app.model")),
    ],
)
def test_the_inner_layers_know_only_themselves_and_the_standard_library(
    package, allowed
):
    for path in _modules(package):
        for name in _imports(path):
            inner = any(name == a or name.startswith(a + ".") for a in allowed)
            assert inner or name.split(".")[0] in sys.stdlib_module_names, (path, name)


def test_forms_do_not_know_pages_or_the_api():
    forms = [APP / "fields.py", APP / "numbers.py", *APP.glob("forms*.py")]
    for path in [*forms, *_modules("forms")]:
        for name in _imports(path):
            assert not name.startswith(("app.pages", "app.api")), (path, name)
