"""Boards as 64-bit words, against sets of cells."""

import numpy as np
import pytest

from byways.cells import CELLS
from byways.kernels.rng import draw, seeded
from byways.rules.boards import bitboards
from byways.rules.boards.bitboards import LARGEST, WORDS
from byways.rules.boards.symmetries import mirror_square
from byways.rules.state_vector import HEADER

SIZES = [3, 6, LARGEST]
SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
ALL = [*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1)]


def word(cells):
    return np.uint64(sum(1 << 8 * row + column for row, column in cells))


def cells_of(bits):
    return {(i // 8, i % 8) for i in range(64) if int(bits) >> i & 1}


def some_cells(n, rng, of=2):
    return {(row, column) for row in range(n) for column in range(n) if draw(rng, of) == 0}


def grown(seed, within, steps):
    found = seed & within
    while more := {(r + y, c + x) for r, c in found for y, x in steps} & within - found:
        found |= more
    return found


def bracketed(own, enemy, at):
    found = set()
    for y, x in ALL:
        line = []
        here = (at[0] + y, at[1] + x)
        while here in enemy:
            line.append(here)
            here = (here[0] + y, here[1] + x)
        if here in own:
            found |= set(line)
    return found


@pytest.mark.parametrize("n", SIZES)
def test_cells_rows_columns_and_edges(n):
    every = {(row, column) for row in range(n) for column in range(n)}
    assert cells_of(bitboards.board(n)) == every
    for i in range(n):
        assert cells_of(bitboards.row(n, i)) == {cell for cell in every if cell[0] == i}
        assert cells_of(bitboards.column(n, i)) == {cell for cell in every if cell[1] == i}
    assert bitboards.edges(n, 0) == (bitboards.row(n, 0), bitboards.row(n, n - 1))
    assert bitboards.edges(n, 1) == (bitboards.column(n, 0), bitboards.column(n, n - 1))
    assert [cells_of(bitboards.bit(n, cell)) for cell in range(n * n)] == [{divmod(cell, n)} for cell in range(n * n)]


@pytest.mark.parametrize("n", SIZES)
def test_sets_are_counted_listed_packed_and_mirrored(n):
    rng = seeded(n)
    for of in (1, 2, 2, 2, 5, 30):
        cells = some_cells(n, rng, of)
        bits = word(cells)
        assert bitboards.count_bits(bits) == len(cells)
        out = np.full(n * n, -1, np.int16)
        assert bitboards.write_cells(n, bits, out) == len(cells)
        assert out[: len(cells)].tolist() == sorted(n * row + column for row, column in cells)
        if cells:
            assert cells_of(bitboards.lowest(bits)) == {min(cells)}
        state = np.zeros(WORDS + 2, np.int16)
        bitboards.write_bits(state, 1, bits)
        assert bitboards.read_bits(state, 1) == bits
        assert cells_of(bitboards.mirrored(n, bits)) == {(row, n - 1 - column) for row, column in cells}
        assert cells_of(bitboards.upended(n, bits)) == {(n - 1 - row, column) for row, column in cells}


@pytest.mark.parametrize("n", SIZES)
def test_what_is_beside_chains_and_brackets(n):
    rng = seeded(n)
    every = {(row, column) for row in range(n) for column in range(n)}
    for _ in range(12):
        own = some_cells(n, rng, 3)
        enemy = some_cells(n, rng, 2) - own
        for diagonal, steps in ((False, SIDES), (True, ALL)):
            around = {(r + y, c + x) for r, c in own for y, x in steps} & every
            assert (cells_of(bitboards.beside(word(own), diagonal)) | own) & every == around | own
            joined = cells_of(bitboards.grown(word({(0, 0), (n - 1, 1)}), word(own | enemy), diagonal))
            assert joined == grown({(0, 0), (n - 1, 1)}, own | enemy, steps)
        for row, column in every - own - enemy:
            found = bitboards.bracketed(word(own), word(enemy), 8 * row + column)
            assert cells_of(found) == bracketed(own, enemy, (row, column))


def test_a_pair_of_sets_has_one_least_image_and_hashes_differ():
    rng = seeded(3)
    hashes = set()
    for _ in range(30):
        one, other = (word(some_cells(5, rng)) for _ in range(2))
        images = [(one, other)]
        for turned in (bitboards.mirrored, bitboards.upended):
            images += [tuple(turned(5, bits) for bits in pair) for pair in images]
        assert {bitboards.least_image(5, *pair) for pair in images} == {min(images)}
        hashes |= {int(bitboards.mixed(one, other)), int(bitboards.mixed(other, one | np.uint64(1 << 63)))}
    assert len(hashes) == 60
    assert bitboards.mixed(one, one) == 0


def test_pieces_are_packed_behind_the_header():
    state = np.arange(HEADER + 9, dtype=np.int16)
    state[CELLS:] = [1, 0, 2, 0, 1, 1, 2, 2, 0]
    packed = np.zeros(HEADER + 2 * WORDS, np.int16)
    bitboards.pack_pieces(3, state, packed, HEADER)
    assert packed[:HEADER].tolist() == list(range(HEADER))
    assert cells_of(bitboards.read_bits(packed, HEADER)) == {(0, 0), (1, 1), (1, 2)}
    assert cells_of(bitboards.read_bits(packed, HEADER + WORDS)) == {(0, 2), (2, 0), (2, 1)}


@pytest.mark.parametrize("exchange", [False, True])
def test_a_square_has_eight_images(exchange):
    state = np.zeros(HEADER + 9 + 2, np.int16)
    state[CELLS : CELLS + 9] = [1, 2, 0, 0, 1, 0, 0, 0, 0]
    state[-2:] = 7, 8
    square = np.where(state[CELLS : CELLS + 9] > 0, 3 - state[CELLS : CELLS + 9], 0) if exchange else state[CELLS:-2]
    grid, numbers = square.reshape(3, 3), np.arange(9).reshape(3, 3)
    for index in range(8):
        image, actions = np.zeros_like(state), np.zeros(11, np.int16)
        mirror_square(3, state, index, exchange, image, actions)
        turned = [grid, numbers]
        if index & 1:
            turned = [one.T for one in turned]
        if index & 2:
            turned = [one[::-1] for one in turned]
        if index & 4:
            turned = [one[:, ::-1] for one in turned]
        assert image[CELLS : CELLS + 9].tolist() == turned[0].ravel().tolist()
        assert [int(turned[1].ravel()[actions[cell]]) for cell in range(9)] == list(range(9))
        assert (image[-2:].tolist(), actions[9:].tolist()) == ([7, 8], [9, 10])
