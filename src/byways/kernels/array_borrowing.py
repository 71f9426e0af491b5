"""The step that Byways adds to numba's compiler: what takes an array borrows it, without counting references to it.

Counting is atomic, and took a fifth to a third of the time of searches whose helpers call helpers. It is not needed:
the caller keeps an array until the call is over. Only what gives an array back counts as ever, because that could be
one that it was given.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError
from numba.core.ir_utils import build_definitions, mk_unique_var
from numba.core.typed_passes import NopythonTypeInference
from numba.core.types.containers import BaseTuple
from numba.extending import intrinsic


@intrinsic
def lend(typing: Any, array: Any) -> Any:
    """Return the array, or the tuple with its arrays, borrowed: references to them and their rows are not counted."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _without_owner(context, builder, array, arguments[0])

    return array(array), generate


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return an array, or a tuple with its arrays, without whatever counts the references to it."""
    if isinstance(kind, BaseTuple):
        for place, field in enumerate(kind.types):
            if _holds_array(field):
                inner = _without_owner(context, builder, field, builder.extract_value(value, place))
                value = builder.insert_value(value, inner, place)
        return value
    view = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    view.meminfo = cgutils.get_null_value(view.meminfo.type)
    view.parent = cgutils.get_null_value(view.parent.type)
    return view._getvalue()


@register_pass(mutates_CFG=False, analysis_only=False)
class Borrow(FunctionPass):
    """Lend a function the arrays that it is given."""

    _name = "borrow_arguments"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change the first block of a function whose types are known; return whether it did."""
        _refuse_fractions(state)
        if _holds_array(state.return_type):
            return False
        blocks = state.func_ir.blocks
        first = blocks[min(blocks)]
        first.body = [made for statement in first.body for made in _borrowed(statement, state)]
        state.func_ir._definitions = build_definitions(blocks)
        return True


class Borrowing(CompilerBase):
    """numba's compiler with that step in it."""

    def define_pipelines(self) -> list[Any]:
        """Extend numba's pipeline by `Borrow`, once all types are known."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(Borrow, NopythonTypeInference)
        passes.finalize()
        return [passes]


def _refuse_fractions(state: Any) -> None:
    """Raise TypingError where a function returns a float although it is annotated with a whole number or a truth."""
    if not isinstance(state.return_type, types.Integer | types.Boolean):
        return
    for block in state.func_ir.blocks.values():
        for made in block.find_exprs("cast"):
            if isinstance(state.typemap[made.value.name], types.Float):
                shall = "bool" if isinstance(state.return_type, types.Boolean) else "int"
                raise TypingError(f"it returns a float where {shall} is expected", loc=made.loc)


def _holds_array(kind: Any) -> bool:
    """Return whether a type is an array's, or that of a tuple, a list or an option of such."""
    inner = (*getattr(kind, "types", ()), getattr(kind, "dtype", None), getattr(kind, "type", None))
    return isinstance(kind, types.Array) or any(map(_holds_array, (each for each in inner if each is not None)))


def _borrowed(statement: Any, state: Any) -> list[Any]:
    """Return what takes the place of a statement.

    One that takes an array becomes `given = argument; lender = lend; target = lender(given)`.
    """
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Arg):
        return [statement]
    target = statement.target
    at = statement.loc
    kind = state.typemap[target.name]
    if not isinstance(kind, types.Array | BaseTuple) or not _holds_array(kind):
        return [statement]
    given, lender = (ir.Var(target.scope, mk_unique_var(name), at) for name in ("given", "lender"))
    call = ir.Expr.call(lender, (given,), (), at)
    state.typemap[given.name] = kind
    state.typemap[lender.name] = lends = state.typingctx.resolve_value_type(lend)
    state.calltypes[call] = lends.get_call_type(state.typingctx, (kind,), {})
    return [
        ir.Assign(statement.value, given, at),
        ir.Assign(ir.Global("lend", lend, at), lender, at),
        ir.Assign(call, target, at),
    ]
