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
    "errors incoming translatable",
    "statistics",
    "array_borrowing kernel_arguments kernel_reading",
    "kernel_cache",
    "helper_code",
    "kernels worker_processes",
    "compile_notice",
    "signatures",
    "rng",
    "header",
    "turn_completion turns",
    "cells",
    "defaults repetition",
    "boards picture",
    "panel",
    "options actions",
    "search",
    "texts game game_checks",
    "ascii_diagrams",
    "position",
    "games",
    "registry",
    "outcome state",
    "turn_count random_play state_vectors lessons puzzles undo batch",
    "proofs",
    "analysis warm",
    "records",
    "draw",
    "diagrams",
    "solve",
    "metrics",
    "openspiel_games",
    "arena",
    "report",
    "explore",
    "interop",
    "testing starters",
    "site",
    "cli",
    "__main__",
)
# The same within the site; app and server stand on all of it.
SITE = (
    "plug_ins",
    "i18n",
    "storage",
    "engines",
    "web",
    "timeline",
    "board",
    "play",
    "review",
    "daily",
    "lessons",
    "lobby",
    "operations",
)
LEVEL = {name: level for level, line in enumerate(LAYERS) for name in line.split()}
COMPILER = ("kernels.py", "array_borrowing.py", "helper_code.py", "kernel_arguments.py", "kernel_reading.py")
EXCEPTIONS = {
    ("state", "draw"),  # a notebook's hooks (`State._repr_svg_`), as the next two
    ("search", "draw"),
    ("records", "draw"),
}


def layer(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(tree: ast.Module) -> set[str]:
    """The modules, or names in them, that a module imports when it runs, inside functions too (not those that it names
    for type checkers only)."""
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
        found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imports(tree: ast.Module) -> set[str]:
    """The layers a module imports."""
    return {name.split(".")[1] for name in imported(tree)}


MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name != "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_upwards(path):
    here = layer(path)
    assert here in LEVEL, f"{here} has no layer"
    for other in imports(ast.parse(path.read_text(encoding="utf-8"))):
        if other in LEVEL and (here, other) not in EXCEPTIONS:
            assert LEVEL[other] <= LEVEL[here], f"{here} imports {other}"


SITES = sorted(path for folder in SITE for path in (SOURCE / "site" / folder).rglob("*.py"))


@pytest.mark.parametrize("path", SITES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_folders_of_the_site_import_upwards_too(path):
    here = path.relative_to(SOURCE).parts[1]
    for name in imported(ast.parse(path.read_text(encoding="utf-8"))):
        if name.startswith("byways.site.") and "migrations" not in path.parts:
            other = name.split(".")[2]
            assert other in SITE[: SITE.index(here) + 1], f"{here} imports {other}"


def module_name(path: Path) -> str:
    return ".".join(("byways", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """One of the circles that arrows make, if there is any."""
    settled: set[str] = set()
    for first in arrows:
        path, waiting = [], [(first, 0)]
        while waiting:
            name, depth = waiting.pop()
            del path[depth:]
            if name in path:
                return path[path.index(name) :]
            path.append(name)
            if name not in settled:
                waiting += [(other, depth + 1) for other in arrows[name]]
            settled.add(name)
    return []


def test_no_modules_import_each_other_in_a_circle_not_even_inside_functions():
    paths = {module_name(path): path for path in MODULES}
    arrows: dict[str, set[str]] = {}
    for name, path in paths.items():
        found = imported(ast.parse(path.read_text(encoding="utf-8")))
        arrows[name] = {one if one in paths else one.rpartition(".")[0] for one in found} & paths.keys() - {name}
    assert len(arrows["byways.search.engines"]) > 10
    assert circle(arrows) == []


def test_a_circle_is_found():
    assert circle({"a": {"b"}, "b": {"c", "d"}, "c": set(), "d": {"b"}}) == ["b", "d"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_nothing_outside_games_names_a_game():
    for path in MODULES:
        if layer(path) == "games":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in BUILT_IN:
                raise AssertionError(f"{path.relative_to(SOURCE)} names {node.value}")


def test_only_kernels_and_the_compilers_own_parts_import_numba():
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert path.name in COMPILER or not re.search(r"^\s*(import|from) numba", text, re.MULTILINE), path


@pytest.mark.parametrize(("kind", "most"), [("dict", 6), ("Mapping", 15)])
def test_the_site_keeps_few_dictionaries_of_anything(kind, most):
    # Each has its reason in docs/decisions/0062; whatever else has fields is a struct.
    found = [
        str(path.relative_to(SOURCE))
        for path in sorted((SOURCE / "site").rglob("*.py"))
        for _ in range(path.read_text(encoding="utf-8").count(f"{kind}[str, Any]"))
    ]
    assert len(found) <= most, found
