"""How kernels are handed to kernels: by the address of their machine code, which each keeps as an attribute.

numba's own type of functions asks its linker for two addresses whenever a function is handed over, which takes some
40 µs each, and twenty times that in a process with many kernels. This one reads a number.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, unbox

ADDRESS = "machine_code_at"
"""The attribute of a compiled kernel."""


class KernelType(types.FunctionType):
    """The type of a kernel that another kernel takes."""


register_model(KernelType)(FunctionModel)


@unbox(KernelType)  # type: ignore[untyped-decorator]
def unbox_kernel(kind: Any, kernel: Any, c: Any) -> Any:
    """Read the address of a compiled kernel; an AttributeError is raised for what is none."""
    handed = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    address = c.pyapi.object_getattr_string(kernel, ADDRESS)
    with c.builder.if_then(cgutils.is_null(c.builder, address), likely=False):
        c.builder.ret(c.pyapi.get_null_object())
    handed.jit_addr = c.pyapi.long_as_voidptr(address)
    handed.c_addr = cgutils.get_null_value(handed.c_addr.type)
    handed.py_addr = c.builder.bitcast(kernel, handed.py_addr.type)
    c.pyapi.decref(address)
    return NativeValue(handed._getvalue())


def keep_address(machine: Any) -> None:
    """Have a compiled kernel keep the address of its machine code."""
    (made,) = machine.overloads.values()
    setattr(machine, ADDRESS, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
