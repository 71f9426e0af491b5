"""Kernels: plain Python functions over NumPy arrays that also run as machine code."""

from byways.kernels.compiler import Bits as Bits
from byways.kernels.compiler import Flags as Flags
from byways.kernels.compiler import Ints as Ints
from byways.kernels.compiler import Kernel as Kernel
from byways.kernels.compiler import Mask as Mask
from byways.kernels.compiler import Planes as Planes
from byways.kernels.compiler import Reals as Reals
from byways.kernels.compiler import Rows as Rows
from byways.kernels.compiler import Stack as Stack
from byways.kernels.compiler import States as States
from byways.kernels.compiler import Table as Table
from byways.kernels.compiler import Wide as Wide
from byways.kernels.compiler import always_inline as always_inline
from byways.kernels.compiler import code_parts as code_parts
from byways.kernels.compiler import code_size as code_size
from byways.kernels.compiler import compiled as compiled
from byways.kernels.compiler import entry_point as entry_point
from byways.kernels.compiler import first_bit as first_bit
from byways.kernels.compiler import helper as helper
from byways.kernels.compiler import is_being_made as is_being_made
from byways.kernels.compiler import is_kept as is_kept
from byways.kernels.compiler import kernel as kernel
from byways.kernels.compiler import last_bit as last_bit
from byways.kernels.compiler import load_compiler as load_compiler
from byways.kernels.compiler import signature_of as signature_of
from byways.kernels.compiler import signature_text as signature_text
