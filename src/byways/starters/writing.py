"""Writing the files of a new game: its module, with another name, its tests, and a page.

{…} in tests.txt and page.md are fields of `_files`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Mapping
from importlib.machinery import PathFinder
from keyword import iskeyword
from pathlib import Path

from byways.errors import OptionError
from byways.games import BUILT_IN
from byways.starters.kinds import STARTERS, Starter

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_ABOUT = ("name", "title", "designer", "summary")  # the fields of `About`, in order


def write_game(name: str, like: str, folder: Path) -> list[Path]:
    """Write the files of a new game; return them, its module first. Nothing is overwritten; if one fails none stays.

    Raises OptionError for names that cannot be, or that Python or an installed package has, and FileExistsError.
    """
    if not _NAME.fullmatch(name) or name in BUILT_IN:
        raise OptionError(
            "starter.name",
            "a game cannot be called {name!r}; choose {allowed}",
            option="name",
            name=name,
            allowed="small letters, with digits and _ behind the first, and no name of a game of Byways",
        )
    if _is_taken(name):
        raise OptionError(
            "starter.taken",
            "a game cannot be called {name!r}, as something in Python or an installed package is; choose {allowed}",
            option="name",
            name=name,
            allowed="another name",
        )
    if like not in STARTERS:
        raise OptionError(
            "starter.like",
            "there is no game {like!r} to start from; choose one of: {allowed}",
            option="like",
            like=like,
            allowed=", ".join(STARTERS),
        )
    written = {folder / file: text for file, text in _files(name, STARTERS[like]).items()}
    for path in written:
        if path.exists():
            raise FileExistsError(17, "there is such a file already; nothing was written", str(path))
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    try:
        for path, text in written.items():
            with path.open("x", encoding="utf-8") as file:
                made.append(path)
                file.write(text)
    except OSError:  # such as a full disk
        for path in made:
            path.unlink(missing_ok=True)
        raise
    return made


def _is_taken(name: str) -> bool:
    """Whether Python has a module or keyword of that name: a file called so would be imported in its place."""
    here = Path.cwd()
    installed = [folder for folder in sys.path if folder and Path(folder).resolve() != here]
    found = PathFinder.find_spec(name, installed)
    known = name in sys.stdlib_module_names or iskeyword(name)
    return known or (found is not None and found.loader is not None)


def _files(name: str, starter: Starter) -> Mapping[str, str]:
    """Return the texts of all files by their names."""
    title = name.replace("_", " ").title()
    source = starter.file.read_text(encoding="utf-8")
    about = _about(source)
    files = {f"{name}.py": _renamed(source, name, title, about, starter)}
    for module in starter.beside:
        text = starter.file.with_name(f"{module}.py").read_text(encoding="utf-8")
        files[f"{_other(module, name, starter)}.py"] = text.replace(about["title"], title)
    winner, reason = starter.end
    fields = {
        "name": name,
        "title": title,
        "like": about["title"],
        "by": about["designer"],
        "small": repr(dict(starter.small)),
        "flags": " ".join(f"--{option} {value}" for option, value in starter.small.items()),
        "turns": repr(starter.turns),
        "end": repr((winner, reason)),
        "illegal": repr(starter.illegal),
        "class": "".join(word.title() for word in re.split(r"[_-]", name)),
        "changes": "\n".join(f"- **{what}.** {how}" for what, how in starter.changes),
    }
    for file, template in ((f"test_{name}.py", "tests.txt"), (f"{name}.md", "page.md")):
        text = Path(__file__).with_name(template).read_text(encoding="utf-8")
        files[file] = re.sub(r"\{(\w+)\}", lambda found: fields[found[1]], text)
    return files


def _other(module: str, name: str, starter: Starter) -> str:
    """Return the new name of a module beside the game's own."""
    return module.replace(starter.name, name)


def _about(source: str) -> dict[str, str]:
    """Return what a game's module says of itself."""
    return {field: str(node.value) for field, node in _constants(source).items()}


def _constants(source: str) -> dict[str, ast.Constant]:
    """Return the texts in the call of `About` of a module, by field."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    call = next(node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "About")
    given = dict(zip(_ABOUT, call.args, strict=False)) | {str(word.arg): word.value for word in call.keywords}
    return {field: node for field, node in given.items() if isinstance(node, ast.Constant)}


def _renamed(source: str, name: str, title: str, about: Mapping[str, str], starter: Starter) -> str:
    """Return a module under another name, by another designer, with its docstring exchanged."""
    tree = ast.parse(source)
    docstring = tree.body[0]
    assert isinstance(docstring, ast.Expr), "an example begins with a docstring"
    said = f'"""{title}, which begins as {about["title"]}, by {about["designer"]}. {name}.md says what to change."""'
    texts = {"name": name, "title": title, "designer": "your name"}
    places = [
        (_span(source, node), _quoted(texts[field])) for field, node in _constants(source).items() if field in texts
    ]
    for (start, end), text in sorted([*places, (_span(source, docstring), said)], reverse=True):
        source = source[:start] + text + source[end:]
    for module in starter.beside:
        source = source.replace(f"from .{module} import", f"from .{_other(module, name, starter)} import")
    return source


def _quoted(text: str) -> str:
    return f'"{text}"'


def _span(source: str, node: ast.expr | ast.stmt) -> tuple[int, int]:
    """Return the offset of a node in the source, which is ASCII up to there or not."""
    lines = source.splitlines(keepends=True)
    before = [sum(map(len, lines[: line - 1])) for line in (node.lineno, node.end_lineno or node.lineno)]
    start, end = lines[node.lineno - 1].encode(), lines[(node.end_lineno or node.lineno) - 1].encode()
    return (
        before[0] + len(start[: node.col_offset].decode()),
        before[1] + len(end[: node.end_col_offset].decode()),
    )
