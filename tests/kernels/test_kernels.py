"""What kernels borrow, the first bit of a word, and which helpers become part of their callers."""

import gc
import subprocess
import sys
from resource import RUSAGE_SELF, getrusage

import numpy as np

from byways.kernels import Rows, Wide, always_inline, compiled, first_bit, helper, kernel, last_bit
from byways.kernels.compiler import _folder
from byways.kernels.rng import draw, seeded


@helper
def counted(row: Wide) -> int:
    """The sum of a row."""
    total = 0
    for i in range(row.size):
        total += int(row[i])
    return total


@always_inline
def doubled(row: Wide) -> int:
    """Twice the sum of a row."""
    return 2 * counted(row)


@kernel
def twice(grid: Rows) -> int:
    """Twice the sum of a grid, row by row; the last row then holds what came of it."""
    total = 0
    for i in range(grid.shape[0]):
        row = grid[i]
        total += doubled(row)
    grid[-1, 0] = total
    return total


@helper
def end_of(row: Wide) -> Wide:
    """The last three of a row, which live as long as the row does."""
    return row[-3:]


@helper
def both_of(row: Wide) -> tuple[int, Wide]:
    """The length of a row, and the row."""
    return row.size, row


@kernel
def kept_and_overwritten(times: int) -> int:
    """Use what helpers gave back of rows that nobody else has, after others may have taken their room."""
    total = 0
    for i in range(times):
        last = end_of(np.full(100, i))
        size, whole = both_of(np.full(100, i))
        one, two, three = np.full(100, 7), np.full(100, 8), np.full(100, 9)
        total += counted(last) + counted(whole) + size + counted(one) + counted(two) + counted(three)
    return total


@kernel
def filled(size: int) -> int:
    """The sum of a row that is made for it."""
    return counted(np.full(size, 1))


@kernel
def place_of_the_first_bit(word: int) -> int:
    return first_bit(word)


@kernel
def place_of_the_last_bit(word: int) -> int:
    return last_bit(word)


def test_the_first_and_the_last_bit_are_found_alike_by_either_code():
    first, last = place_of_the_first_bit, place_of_the_last_bit
    for place in range(63):
        for word in (1 << place, (2 << place) - 1, 1 << place | 1):
            assert last(word) == compiled(last)(word) == place
        for word in (1 << place, (1 << 63) - (1 << place), 5 << place & (1 << 63) - 1):
            assert first(word) == compiled(first)(word) == place
    assert compiled(last)(-1) == 63, "a word whose highest bit is set is negative in machine code"


def test_borrowed_arrays_are_read_and_written_like_others_and_outlive_the_kernel():
    plain, machine = np.arange(12).reshape(3, 4), np.arange(12).reshape(3, 4)
    assert twice(plain) == compiled(twice)(machine) == 132
    assert np.array_equal(plain, machine)
    before = sys.getrefcount(machine)
    for _ in range(1_000):
        compiled(twice)(machine)
    gc.collect()
    assert sys.getrefcount(machine) == before
    assert machine[0].tolist() == [0, 1, 2, 3]


def test_what_a_helper_gives_back_lives_on_and_what_a_kernel_makes_is_given_back():
    assert kept_and_overwritten(50) == compiled(kept_and_overwritten)(50)
    assert compiled(filled)(1_000) == 1_000
    before = getrusage(RUSAGE_SELF).ru_maxrss
    for _ in range(2_000):
        compiled(filled)(100_000)
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 100_000  # KiB; all that was made takes 1.5 GiB


def test_the_cache_folder_of_a_kernel_that_borrows_is_the_same_in_another_process():
    code = f"from {__name__} import twice; from byways.kernels.compiler import _folder; print(_folder(twice).name)"
    path = [p for p in sys.path if p]
    made = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}; {code}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert made.stdout.strip() == _folder(twice).name


def test_random_numbers_are_those_of_xorshift_from_a_seed_that_splitmix_has_mixed():
    assert [int(seeded(seed)[0]) for seed in (0, 1)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]
    x = 0xE220A8397B1DCDAF
    rng = seeded(0)
    for n in (2, 6, 1000, 2**31 - 1):
        x ^= x << 13 & (1 << 64) - 1
        x ^= x >> 7
        x ^= x << 17 & (1 << 64) - 1
        assert draw(rng, n) == (x >> 32) * n >> 32
        assert int(rng[0]) == x
    assert {draw(rng, 3) for _ in range(99)} == {0, 1, 2}
