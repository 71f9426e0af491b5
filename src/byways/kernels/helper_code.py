"""The machine code of helpers: made once, inside the kernels that call them.

numba optimises every function on its own, assembles it, and then optimises it again inside each of its callers. Nobody
calls a helper but compiled code, which takes its body in, so a helper is only prepared here for being inlined: that
halves the time it takes to compile (docs/decisions/0056-first-start.md). Entry kernels are optimised as ever.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import FunctionPass, register_pass

from byways.kernels.array_borrowing import Borrow, Borrowing


class HelperLibrary(JITCodeLibrary):
    """A function's code to be linked into others: never assembled, and so without an address."""

    @property
    def codegen(self) -> Any:
        """Return a stand-in for numba's codegen that registers nothing: a helper never runs by itself."""
        return _NOWHERE

    def _optimize_final_module(self) -> None:
        """Inline what must be inlined, and leave the rest to the callers; simplify those that call no others.

        Loops of such leaves went slower where they were inlined raw: The Long Way's playout by 7 %.
        """
        passes = [{"loop_vectorize": False, "slp_vectorize": False, "opt": 0, "cost": "cheap"}]
        if not any(isinstance(library, HelperLibrary) for library in self._linking_libraries):
            passes.append({"opt": 1})
        for settings in passes:
            manager, builder = self._codegen._module_pass_manager(**settings)
            manager.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, which is no address: there is no machine code."""
        self._ensure_finalized()
        return 0


class _Nowhere:
    def set_env(self, name: str, environment: object) -> None:
        """Forget it."""


_NOWHERE = _Nowhere()


@register_pass(mutates_CFG=False, analysis_only=False)
class _LinkOnly(FunctionPass):
    """Give a helper a library of that kind."""

    _name = "link_only"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change where the code will go; the code itself stays."""
        state.flags.no_cfunc_wrapper = True
        state.library = HelperLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class HelperCompiler(Borrowing):
    """The compiler of helpers."""

    def define_pipelines(self) -> list[Any]:
        """Extend the kernels' pipeline by `_LinkOnly`, before the code is made."""
        (passes,) = super().define_pipelines()
        passes.add_pass_after(_LinkOnly, Borrow)
        passes.finalize()
        return [passes]
