"""Bundles: a page gets one file with all the scripts that it imports, and one with all style sheets.

Each file of its own takes a browser and a small server some ten milliseconds. Comments are left out, of scripts on
lines of their own and behind code. What a style sheet imports into a layer is put where the import stands; whole lines
of `@import "../folder/file.css" layer(name);` are understood, as browsers do.

Scripts may have the imports and exports that those here use: whole lines of `import { one, two } from
"../folder/file.js";` and `import "./file.js";`, and `export` before a function, class or constant. Others are refused.
"""

from __future__ import annotations

import functools
import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.{1,2}/[\w./-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|class|const) ([\w$]+))", re.MULTILINE)
_COMMENT_LINES = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_COMMENT_BEHIND = re.compile(r"[ \t]+// [^\n\"'`]*$", re.MULTILINE)  # with a quote it might be part of a text
_COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)  # types there name modules too
_STYLE_IMPORT = re.compile(r'^@import "([\w./-]+)" layer\(([\w-]+)\);\n', re.MULTILINE)
_STYLE_COMMENT = re.compile(r"[ \t]*/\*.*?\*/\n*", re.DOTALL)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*|\bimport\.meta\b.*", re.MULTILINE)


def bundled(entry: str, sources: Mapping[str, str]) -> str:
    """Return a script joined with all its imports, each module once and before those that need it.

    Raises ValueError for a circle of modules and for imports and exports in other forms, KeyError for a missing file.
    """
    order: list[str] = []
    _visit(entry, sources, order, ())
    if len(order) == 1 and not _EXPORT.search(sources[entry]):
        return _uncommented(sources[entry])
    modules = "".join(_module(name, sources[name]) for name in order[:-1])
    return f"const modules = {{}};\n{modules}{_body(entry, sources[entry])[0]}"


def joined(name: str, sources: Mapping[str, str]) -> str:
    """Return a style sheet with its imports in it and without comments.

    Raises KeyError for a missing file, ValueError for an import that is written in another way.
    """

    def imported(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
        return f"@layer {found[2]} {{\n{joined(path, sources)}}}\n"

    sheet = _STYLE_IMPORT.sub(imported, _STYLE_COMMENT.sub("", sources[name]))
    if "@import" in sheet:
        raise ValueError(f'{name}: styles are joined only by lines of @import "file.css" layer(name);')
    return sheet


def _visit(name: str, sources: Mapping[str, str], order: list[str], above: tuple[str, ...]) -> None:
    """Add a module to the order, behind all that it imports."""
    if name in above:
        raise ValueError(f"scripts import each other: {' > '.join((*above, name))}")
    if name in order:
        return
    for found in _IMPORT.finditer(sources[name]):
        _visit(_resolved(name, found[2]), sources, order, (*above, name))
    order.append(name)


def _resolved(name: str, path: str) -> str:
    """Return the name of the module that another one imports by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _module(name: str, source: str) -> str:
    """Return a module as a function's body, so that its own names stay private."""
    body, exports = _body(name, source)
    return f'modules["{name}"] = (() => {{\n{body}return {{ {", ".join(exports)} }};\n}})();\n'


def _taken(name: str, found: re.Match[str]) -> str:
    """Return the statement that takes an import's names from another module's exports."""
    names = found[1] and found[1].replace(" as ", ": ")
    return f'const {names} = modules["{_resolved(name, found[2])}"];\n' if names else ""


def _uncommented(source: str) -> str:
    return _COMMENT_BEHIND.sub("", _COMMENT_LINES.sub("", source))


def _body(name: str, source: str) -> tuple[str, list[str]]:
    """Return a module's text with its imports taken from `modules`, and its exports."""
    body = _IMPORT.sub(functools.partial(_taken, name), _uncommented(source))
    exports = _EXPORT.findall(body)
    body = _EXPORT.sub("", body)
    other = _OTHER.search(_COMMENT.sub("", body))
    if other:
        raise ValueError(f"{name}: scripts are bundled only with plain imports and exports, not: {other[0]}")
    return body, exports
