"""Folders import only folders below their own, and nothing outside games/ names a game."""

import ast
import re
from pathlib import Path

import byways
from byways.games import BUILT_IN

SOURCE = Path(byways.__file__).parent
# From the bottom of the house upwards: each line may import the lines before it, and its own line.
LAYERS = (
    "translatable version",
    "errors incoming",
    "kernels statistics workers",
    "rules turns cells",
    "search",
    "game",
    "games",
    "registry",
    "position",
    "batch learning records",
    "draw",
    "solve",
    "arena",
    "interop lab",
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
COMPILER = ("compiler.py", "array_borrowing.py", "helper_code.py", "arguments.py", "reading.py")
EXCEPTIONS = {
    ("position", "draw"),  # a notebook's hooks (`State._repr_svg_`), as the next two
    ("search", "draw"),
    ("records", "draw"),
}
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name != "__init__.py")
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


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


IMPORTED = {path: imported(tree) for path, tree in TREES.items()}


def test_every_folder_has_a_layer_and_few_modules_lie_in_none():
    assert {layer(path) for path in MODULES} == LEVEL.keys()
    assert len(list(SOURCE.glob("*.py"))) <= 9


def test_folders_import_only_folders_below():
    upwards = {
        (str(path.relative_to(SOURCE)), other)
        for path in MODULES
        for other in {name.split(".")[1] for name in IMPORTED[path]} & LEVEL.keys()
        if LEVEL[other] > LEVEL[layer(path)] and (layer(path), other) not in EXCEPTIONS
    }
    assert not upwards


def test_folders_of_the_site_do_too():
    upwards = set()
    for path in MODULES:
        parts = path.relative_to(SOURCE).parts
        if parts[0] == "site" and parts[1] in SITE and "migrations" not in parts:
            others = {name.split(".")[2] for name in IMPORTED[path] if name.startswith("byways.site.")}
            upwards |= {("/".join(parts), other) for other in others - {*SITE[: SITE.index(parts[1]) + 1]}}
    assert not upwards


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


def test_no_modules_import_each_other_in_a_circle_which_would_be_found():
    paths = {module_name(path): path for path in MODULES}
    arrows: dict[str, set[str]] = {}
    for name, path in paths.items():
        found = {one if one in paths else one.rpartition(".")[0] for one in IMPORTED[path]}
        arrows[name] = found & paths.keys() - {name}
    assert len(arrows["byways.search.engines"]) > 10
    assert circle(arrows) == []
    assert circle({"a": {"b"}, "b": {"c", "d"}, "c": set(), "d": {"b"}}) == ["b", "d"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_nothing_outside_games_names_a_game():
    named = {
        (str(path.relative_to(SOURCE)), node.value)
        for path in MODULES
        if layer(path) != "games"
        for node in ast.walk(TREES[path])
        if isinstance(node, ast.Constant) and node.value in BUILT_IN
    }
    assert not named


def test_only_the_compiler_imports_numba():
    numba = re.compile(r"^\s*(import|from) numba", re.MULTILINE)
    found = {path.name for path in MODULES if numba.search(path.read_text(encoding="utf-8"))}
    assert found <= {*COMPILER}


def test_the_site_keeps_few_dictionaries_of_anything():
    # Each has its reason in docs/decisions/0062; whatever else has fields is a struct.
    for kind, most in ("dict", 6), ("Mapping", 15):
        found = [
            str(path.relative_to(SOURCE))
            for path in sorted((SOURCE / "site").rglob("*.py"))
            for _ in range(path.read_text(encoding="utf-8").count(f"{kind}[str, Any]"))
        ]
        assert len(found) <= most, found
