"""Kernels: plain Python functions over NumPy arrays that also run as machine code.

Only this and the compiler's own parts (`array_borrowing`, `helper_code`, `arguments`) import numba.

A kernel is a module-level function marked with its one signature; a helper is a function that kernels call. Both stay
the plain functions they are; `compiled(kernel)` gives the same rules as machine code, kept in a cache folder.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from byways.errors import KernelError
from byways.kernels import cache
from byways.kernels.cache import KernelCache

Ints: TypeAlias = Annotated[NDArray[np.int16], "Ints"]
Wide: TypeAlias = Annotated[NDArray[np.int64], "Wide"]
Bits: TypeAlias = Annotated[NDArray[np.uint64], "Bits"]
Reals: TypeAlias = Annotated[NDArray[np.float64], "Reals"]
States: TypeAlias = Annotated[NDArray[np.int16], "States"]
Rows: TypeAlias = Annotated[NDArray[np.int64], "Rows"]
Table: TypeAlias = Annotated[NDArray[np.float64], "Table"]
Planes: TypeAlias = Annotated[NDArray[np.float32], "Planes"]
Stack: TypeAlias = Annotated[NDArray[np.float32], "Stack"]
Flags: TypeAlias = Annotated[NDArray[np.bool_], "Flags"]
Mask: TypeAlias = Annotated[NDArray[np.bool_], "Mask"]
Kernel: TypeAlias = Callable[..., Any]

F = TypeVar("F", bound=Callable[..., Any])

_unknown: list[Kernel] = []  # functions that numba has not been told of yet
_marked: set[Kernel] = set()
_inlined: set[Kernel] = set()
_signature: dict[Kernel, str] = {}
_tuples: dict[str, type] = {}  # the NamedTuples of signatures
_one_at_a_time = threading.Lock()
_PLAIN = bool(os.environ.get("BYWAYS_PLAIN_NUMBA"))
"""Whether numba compiles as it comes, without the steps that Byways adds to it, and nothing is kept."""


def helper(function: F) -> F:
    """Let kernels call `function` when compiled; called from Python it stays the plain function it is."""
    _unknown.append(function)
    _marked.add(function)
    return function


def always_inline(function: F) -> F:
    """Mark a helper to be inlined into its callers: for one with many arguments and few callers."""
    _inlined.add(function)
    return helper(function)


def kernel(function: F) -> F:
    """Mark a kernel: a function that `compiled` turns into machine code. Its annotations are its signature.

    A parameter is an `int`, a `float`, a `bool`, a `np.uint64`, one of the arrays above, a `Callable` of these (another
    kernel), or a NamedTuple of all of them. Nothing is compiled yet. Raises KernelError for an annotation that is
    missing or none of these.
    """
    _signature[function] = _annotated(function)
    return helper(function)


def signature_of(function: Kernel) -> str | None:
    """Return a kernel's signature, such as "int64(Ints, Ints, Bits)", or None for a function that is no kernel."""
    return _signature.get(function)


def signature_text(hint: Any) -> str:
    """Return the signature that a type such as `Callable[[Ints, Ints, int], None]` describes. Raises KeyError."""
    given, back = get_args(hint)
    return f"{_type_name(back)}({', '.join(map(_type_name, given))})"


def _annotated(function: Kernel) -> str:
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError as error:
        template = "{kernel}: its annotation {name} is not known when its module is loaded; import it without condition"
        raise KernelError("kernel.annotation", template, kernel=function.__name__, name=error.name) from error
    names = [*function.__code__.co_varnames[: function.__code__.co_argcount], "return"]
    found = []
    for name in names:
        try:
            found.append(_type_name(hints[name]))
        except (KeyError, ValueError) as error:
            template = (
                "{kernel}: annotate {name} as one of int, float, bool, np.uint64, Ints, Wide, Bits, Reals, States, "
            )
            template += "Rows, Table, Planes"
            raise KernelError("kernel.annotation", template, kernel=function.__name__, name=name) from error
    *given, back = found
    return f"{back}({', '.join(given)})"


_SCALARS: dict[Any, str] = {
    int: "int64",
    float: "float64",
    bool: "boolean",
    np.uint64: "uint64",
    type(None): "void",
    None: "void",
}


def _type_name(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        return str(hint.__metadata__[0])
    if get_origin(hint) is Callable:
        return f"Kernel({signature_text(hint)})"
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return _fields_of(hint)
    return _SCALARS[hint]


def _fields_of(named: Any) -> str:
    """Return a NamedTuple as signatures have it: its name, and the names and the types of its fields."""
    hints = get_type_hints(named, include_extras=True)
    name = f"{named.__module__}.{named.__qualname__}"
    _tuples[name] = named
    return f"Named({', '.join((repr(name), *(f'{field}={_type_name(hints[field])}' for field in named._fields)))})"


def first_bit(word: int) -> int:
    """Return the index of the lowest set bit of a word greater than 0; in machine code one instruction."""
    return int(word & -word).bit_length() - 1


def last_bit(word: int) -> int:
    """Return the index of the highest set bit of a word of 64 bits that is not 0; in machine code one instruction."""
    return word.bit_length() - 1


_marked.update((first_bit, last_bit))


@functools.cache
def _teach() -> None:
    """Load numba and tell it of `first_bit` and `last_bit`."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # spinning threads cost tenfold on a busy machine
    from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
    from numba.extending import overload

    first: Any = trailing_zeros
    before: Any = leading_zeros
    overload(first_bit)(lambda word: lambda word: first(word))
    overload(last_bit)(lambda word: lambda word: 63 - before(word))


def load_compiler() -> None:
    """Load what `compiled` needs beforehand; it takes about half a second."""
    with _one_at_a_time:
        _teach()


def compiled(function: F) -> F:
    """Return the kernel as machine code, read from the cache folder or compiled into it. It releases the GIL.

    Raises KernelError.
    """
    with _one_at_a_time:
        machine: Any = _compile(function)  # the cache forgets which type it is
        return cast(F, machine)


def entry_point(function: F) -> F:
    """Return what `compiled` does without numba's look at the arguments' types, which takes longer than many kernels.

    Arrays must have the right type and be contiguous: that is not checked. Read-only ones are taken.
    """
    machine: Any = compiled(function)
    (made,) = machine.overloads.values()
    return cast(F, made.entry_point)


@functools.cache
def _compile(function: Kernel) -> Kernel:
    _teach()
    import numba
    from numba import types as t
    from numba.core.typeinfer import register_dispatcher

    from byways.kernels.arguments import KernelType, keep_address

    of_kernels, of_helpers = _pipelines()
    while _unknown:
        unknown = _unknown.pop()
        numba.extending.register_jitable(forceinline=unknown in _inlined, **of_helpers)(unknown)
    names: dict[str, Any] = {
        "void": t.void,
        "int64": t.int64,
        "uint64": t.uint64,
        "float64": t.float64,
        "boolean": t.boolean,
        "Ints": t.int16[::1],
        "Wide": t.int64[::1],
        "Bits": t.uint64[::1],
        "Reals": t.float64[::1],
        "States": t.int16[:, ::1],
        "Rows": t.int64[:, ::1],
        "Table": t.float64[:, ::1],
        "Planes": t.float32[:, ::1],
        "Stack": t.float32[:, :, ::1],
        "Flags": t.boolean[::1],
        "Mask": t.boolean[:, ::1],
        "Kernel": KernelType,
        "Named": lambda name, **fields: t.NamedTuple(tuple(fields.values()), _tuples[name]),
    }
    try:
        jit = numba.njit(nogil=True, **of_kernels)
        machine: Any = jit(function)
        with _no_garbage_collected(), _cached(machine, function), register_dispatcher(machine):
            machine.compile(eval(_signature[function], names))
        machine.disable_compile()
        keep_address(machine)
    except numba.core.errors.NumbaError as error:
        raise _refused(function, str(error)) from error
    return cast(Kernel, machine)


def _pipelines() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return numba's options for kernels and for helpers."""
    if _PLAIN:
        return {}, {}
    from byways.kernels.array_borrowing import Borrowing
    from byways.kernels.helper_code import HelperCompiler

    return {"pipeline_class": Borrowing}, {"pipeline_class": HelperCompiler}


@contextlib.contextmanager
def _cached(machine: Any, function: Kernel) -> Iterator[None]:
    """Let numba read a kernel's machine code from the cache, or keep it there."""
    if _PLAIN:
        yield
        return
    with KernelCache(_folder(function), functools.partial(_open_cache, function)) as kept:
        machine._cache = kept
        yield


def _open_cache(function: Kernel, folder: Path) -> Any:
    """Return the cache of a kernel in a folder, as numba keeps it."""
    import numba
    from numba.core.caching import FunctionCache

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # it is read once; then it is put back
    try:
        return FunctionCache(function)
    finally:
        config.CACHE_DIR = before


@contextlib.contextmanager
def _no_garbage_collected() -> Iterator[None]:
    """Compiling makes millions of objects and few cycles: looking for those took a tenth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _refused(function: Kernel, report: str) -> KernelError:
    """Return what the compiler says of the innermost call, in one sentence instead of a hundred lines."""
    code = function.__code__
    named = {"kernel": function.__name__, "file": Path(code.co_filename).name, "line": code.co_firstlineno}
    if missing := re.search(r"No conversion from none to (\w+) for '\$\S*return_value", report):
        found = {"int64": "int", "float64": "float", "bool": "bool", "uint64": "np.uint64"}.get(missing[1], missing[1])
        template = "{kernel} returns nothing where {found} is expected ({file}, line {line})"
        return KernelError("kernel.compile", template, found=found, **named)
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    first = next((i for i, line in enumerate(lines) if line.startswith('File "')), len(lines))
    reasons = [line for line in lines[:first] if not line.startswith(("During:", "raised from"))]
    places = re.findall(r"(?:File \"|typing of \w+ at )([^\"\n]+?)(?:\", line | \()(\d+)", report)
    file, line = next((one for one in places if "numba" not in Path(one[0]).parts), (function.__module__, "?"))
    template = "{kernel} cannot be compiled: {reason} ({file}, line {line})"
    if re.search(r"No conversion from .+ to none for '\$\S*return_value", report):
        template = "{kernel} returns something although it is annotated with None ({file}, line {line})"
    named |= {"reason": reasons[-1], "file": Path(file).name, "line": line}
    return KernelError("kernel.compile", template, **named)


def is_kept(function: Kernel) -> bool:
    """Return whether a kernel's machine code is cached, as far as can be told without loading the compiler."""
    return not _PLAIN and cache.is_kept(_place(function), Path(function.__code__.co_filename))


def is_being_made(function: Kernel) -> bool:
    """Return whether a process compiles a kernel now."""
    return not _PLAIN and cache.is_being_made(_place(function))


def code_size(function: Kernel) -> int:
    """Return how much bytecode a kernel has with its helpers, from which the time to compile it can be estimated."""
    return sum(code_parts(function).values())


@functools.cache
def code_parts(function: Kernel) -> dict[str, int]:
    """Return the bytes of bytecode of a kernel and of each helper below it: a process compiles each helper once."""
    return {f"{one.__module__}.{one.__qualname__}": len(one.__code__.co_code) for one in _reached(function, set())}


def _reached(function: Kernel, seen: set[Kernel]) -> Iterator[FunctionType]:
    """Yield a function and the helpers below it, each once."""
    assert isinstance(function, FunctionType)
    seen.add(function)
    yield function
    for value in map(function.__globals__.get, function.__code__.co_names):
        if isinstance(value, FunctionType) and value in _marked and value not in seen:
            yield from _reached(value, seen)


_COMPILER = ("compiler.py", "array_borrowing.py", "helper_code.py", "arguments.py")


@functools.cache
def _how_it_is_compiled() -> bytes:
    """Return the source of all that compiles kernels: this file, and what it adds to numba's compiler."""
    return b"".join(Path(__file__).with_name(name).read_bytes() for name in _COMPILER)


def _folder(function: Kernel) -> Path:
    """Return the kernel's folder, or another where machine code cannot be kept."""
    return cache.begin_folder(_place(function))


@functools.cache
def _name_of_folder(function: Kernel) -> str:
    digest = hashlib.sha256(_how_it_is_compiled())
    for part in _ingredients(function, set()):
        digest.update(part)
    return f"{function.__module__}.{function.__name__}.{digest.hexdigest()[:16]}"


def _place(function: Kernel) -> Path:
    """Return a folder named by all that the kernel's machine code depends on.

    numba itself notices a change only in the kernel's own file, not in a helper's or in a constant's.
    """
    return cache.cache_root() / _name_of_folder(function)


def _ingredients(function: Kernel, seen: set[Kernel]) -> Iterator[bytes]:
    """Yield the code of the function, the values of the globals it names, and the same for every helper it calls."""
    assert isinstance(function, FunctionType)
    seen.add(function)
    code = function.__code__
    yield f"{function.__qualname__}{_signature.get(function)}{function in _inlined or ''}".encode()
    yield code.co_code + repr([c for c in code.co_consts if not hasattr(c, "co_code")]).encode()
    for name in code.co_names:
        value = function.__globals__.get(name)
        yield name.encode()
        if value is None:
            continue
        if isinstance(value, FunctionType) and value in _marked:
            if value not in seen:
                yield from _ingredients(value, seen)
        elif isinstance(value, np.ndarray):
            yield value.tobytes()  # repr leaves out the middle of a long table
        elif isinstance(value, ModuleType):
            yield f"{value.__name__} {getattr(value, '__version__', '')}".encode()
        else:
            yield repr(value).encode()
