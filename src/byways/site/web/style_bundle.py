"""Style sheets in one file: what a sheet imports into a layer replaces the import, comments are left out.

It understands whole lines of `@import "../folder/file.css" layer(name);`, as browsers do.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^@import "([\w./-]+)" layer\(([\w-]+)\);\n', re.MULTILINE)
_COMMENT = re.compile(r"[ \t]*/\*.*?\*/\n*", re.DOTALL)


def joined(name: str, sources: Mapping[str, str]) -> str:
    """Return a style sheet with its imports in it and without comments.

    Raises KeyError for a missing file, ValueError for an import that is written in another way.
    """

    def imported(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
        return f"@layer {found[2]} {{\n{joined(path, sources)}}}\n"

    sheet = _IMPORT.sub(imported, _COMMENT.sub("", sources[name]))
    if "@import" in sheet:
        raise ValueError(f'{name}: styles are joined only by lines of @import "file.css" layer(name);')
    return sheet
