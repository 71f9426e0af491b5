"""Docstrings say things in the field's words: turns of phrase that hide the subject become fewer, never more."""

import ast
import re
from pathlib import Path

import byways

TELLTALE = re.compile(
    r"\b(stands?|standing|stood|lies|lying|[Ss]omebody|[Nn]obody|[Ww]hoever|what (?:comes|came|becomes|became) of)\b"
)
MOST = 37
"""How many there may be: lower it whenever there are fewer."""


def docstrings(tree):
    """Yield the texts that document modules, classes, functions and fields."""
    for node in ast.walk(tree):
        for statement in getattr(node, "body", []) if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield str(statement.value.value)


def test_telltale_phrases_become_fewer():
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted(Path(byways.__file__).parent.rglob("*.py"))
        for text in docstrings(ast.parse(path.read_text(encoding="utf-8")))
        for line in text.splitlines()
        if TELLTALE.search(line)
    ]
    assert len(found) <= MOST, "\n".join(found)
