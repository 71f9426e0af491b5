"""Small changes of Byways' code, one at a time: which there are, and a sample of them by a seed."""

import ast
import random
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path("src/byways")
OTHER: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.And: ("and", "or"), ast.Or: ("or", "and"),
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"), ast.BitXor: ("^", "&"), ast.Pow: ("**", "*"),
}  # fmt: skip
"""What stands for an operator, and what a mutant has in its place."""


@dataclass(frozen=True)
class Mutant:
    """A change of a file: the bytes from `start` to `end` become `new`."""

    path: str
    """Of the file, from the root of the working tree."""
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}  {old if len(old) < 60 else old[:59] + '…'} → {new}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    @cached_property
    def changed(self) -> str | None:
        """The changed line; None if the change leaves no Python."""
        source = self.applied((ROOT / self.path).read_bytes())
        try:
            ast.parse(source)
        except SyntaxError:
            return None
        return source.splitlines()[self.line - 1].decode().strip()


class Finder(ast.NodeVisitor):
    """Collects the mutants of a file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.found: list[Mutant] = []
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self.visit(ast.parse(source))

    def _span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _change(self, start: int, end: int, new: str) -> None:
        line = bisect_right(self._starts, start)
        self.found.append(Mutant(self.path, line, start, end, self.source[start:end].decode(), new))

    def _between(self, left: ast.expr, right: ast.expr, operator: ast.AST) -> None:
        """Exchange the operator between two operands, which comments or parentheses may surround."""
        old, new = OTHER.get(type(operator), ("", ""))
        start, end = self._span(left)[1], self._span(right)[0]
        at = self.source.find(old.encode(), start, end) if old else -1
        if at >= 0:
            self._change(at, at + len(old), new)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right, operator in zip(operands, operands[1:], node.ops, strict=False):
            self._between(left, right, operator)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, node.op)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not isinstance(node.left, ast.JoinedStr) and not _is_text(node.left) and not _is_text(node.right):
            self._between(node.left, node.right, node.op)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        old, new = OTHER.get(type(node.op), ("", ""))
        start, end = self._span(node.target)[1], self._span(node.value)[0]
        at = self.source.find(f"{old}=".encode(), start, end) if old else -1
        if at >= 0:
            self._change(at, at + len(old), new)
        self.visit(node.value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self._span(node)
            self._change(start, end, f"bool({self.source[slice(*self._span(node.operand))].decode()})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self._span(node)
        if isinstance(node.value, bool):
            self._change(start, end, str(not node.value))
        elif isinstance(node.value, int):
            self._change(start, end, str(node.value + 1))
        elif isinstance(node.value, float):
            self._change(start, end, repr(node.value * 2 or 1.0))

    def _condition(self, test: ast.expr) -> None:
        """Turn a condition round, unless an operator of it is turned round already."""
        if not isinstance(test, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
            start, end = self._span(test)
            self._change(start, end, f"not ({self.source[start:end].decode()})")

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test) and "__name__" not in ast.unparse(node.test):
            self._condition(node.test)
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._condition(node.test)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._change(*self._span(node.value), "None")
            self.visit(node.value)

    def visit_Module(self, node: ast.Module) -> None:
        for statement in node.body:
            if not _is_limit(statement):
                self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and "TypeAlias" not in ast.unparse(node.annotation):
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts alone: positions within them are not those of the file."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave assertions alone: they say what is so."""


def _is_limit(statement: ast.stmt) -> bool:
    """Return whether a statement of a module gives a number a name in capitals, such as MOST_GAMES = 30."""
    if not isinstance(statement, ast.Assign):
        return False
    named = all(isinstance(target, ast.Name) and target.id.isupper() for target in statement.targets)
    return named and isinstance(statement.value, ast.Constant)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))


def mutants_below(folder: str) -> list[Mutant]:
    """Return all mutants of a folder or file below src/byways, by path and line."""
    top = ROOT / SOURCE / folder
    paths = [top] if top.is_file() else sorted(top.rglob("*.py"))
    if not paths:
        sys.exit(f"mutants: there is no {SOURCE / folder}")
    return [mutant for path in paths for mutant in Finder(str(path.relative_to(ROOT)), path.read_bytes()).found]


def sample(found: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Draw lines with equal chances, and one mutant of each; ordered by path and line."""
    by_line = defaultdict(list)
    for mutant in found:
        by_line[mutant.path, mutant.line].append(mutant)
    rng = random.Random(seed)
    lines = rng.sample(sorted(by_line), min(count, len(by_line)))
    drawn = (rng.choice(by_line[line]) for line in sorted(lines))
    return [mutant for mutant in drawn if mutant.changed is not None]


def at_lines(places: Iterable[str]) -> list[Mutant]:
    """Return all mutants of some lines, which are named as in the output or without src/byways."""
    found = []
    for place in places:
        name, _, line = place.removeprefix(f"{SOURCE}/").rpartition(":")
        found += [mutant for mutant in mutants_below(name) if mutant.line == int(line) and mutant.changed]
    return found
