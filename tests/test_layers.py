"""Modules import only from layers above their own, and nothing outside games/ names a game."""

import ast
import re
from pathlib import Path

import pytest

import byways
from byways.games import BUILT_IN

SOURCE = Path(byways.__file__).parent
# From the bottom of the house upwards: each line may import the lines before it, and its own line.
LAYERS = (
    "errors said",
    "borrowing",
    "kernels processes",
    "rng",
    "header",
    "defaults repetition",
    "boards",
    "options",
    "texts game picture",
    "position",
    "games",
    "vetting",
    "registry",
    "state",
    "counting lessons puzzles",
    "proofs",
    "records",
    "draw",
    "search",
    "solve",
    "interop",
    "arena",
    "testing",
    "site",
    "cli",
)
LEVEL = {name: level for level, line in enumerate(LAYERS) for name in line.split()}
# A notebook's hook draws (`State._repr_svg_`), and the package of games can be called for all their names.
EXCEPTIONS = {("state", "draw"), ("games", "registry")}


def layer(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(tree: ast.Module) -> set[str]:
    """The layers a module imports when it runs (not those it names for type checkers only)."""
    skipped = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = set()
    for node in ast.walk(tree):
        if node in skipped or not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("byways"):
            continue
        parts = node.module.split(".")
        found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
    return found


MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name != "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_upwards(path):
    here = layer(path)
    assert here in LEVEL, f"{here} has no layer"
    for other in imports(ast.parse(path.read_text(encoding="utf-8"))):
        if other in LEVEL and (here, other) not in EXCEPTIONS:
            assert LEVEL[other] <= LEVEL[here], f"{here} imports {other}"


def test_nothing_outside_games_names_a_game():
    for path in MODULES:
        if layer(path) == "games":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in BUILT_IN:
                raise AssertionError(f"{path.relative_to(SOURCE)} names {node.value}")


def test_only_kernels_and_borrowing_import_numba():
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert path.name in ("kernels.py", "borrowing.py") or not re.search(
            r"^\s*(import|from) numba", text, re.MULTILINE
        ), path
