"""What CONTRIBUTING and docs/guides/kernels.md show: a game made of their code, and the lines to write."""

import re

import pytest

import byways
from byways import registry, testing
from byways.game.checks import SIGNATURES, definition_of
from docs.pages import TEXTS, blocks

IMPORTS = """
from dataclasses import replace

from byways.cells import cells, edges, joins, piece, put
from byways.rules.defaults import outcome
from byways.game import SWAP, About, Cells, Game, Rhombus, Rules, SearchKernels, Whole
from byways.kernels import Ints, Reals, Bits, kernel
from byways.turns import NOBODY, draw, finish, mover, next_turn

"""
JUDGE = '''
@kernel
def judge(geometry: Ints, state: Ints, cell: int) -> None:
    """End the game as CONTRIBUTING says in a comment."""
    if joins(geometry, state, cell, edges(piece(state, cell) - 1)):
        finish(state, 1, piece(state, cell) - 1)

'''
WHOLE = """
GAME = replace(
    GAME, rules=replace(GAME.rules, legal_actions=legal_actions), search=SearchKernels(playout=playout)
)
"""


@pytest.mark.slow
def test_the_game_on_the_pages_satisfies_all_invariants(tmp_path, monkeypatch):
    file = tmp_path / "shown.py"
    kernels = [block for page in ("CONTRIBUTING", "kernels") for block in blocks(page) if "@kernel" in block]
    file.write_text(
        "\n".join((IMPORTS, JUDGE, *kernels, WHOLE)).replace('name="hex"', 'name="shown"'), encoding="utf-8"
    )
    monkeypatch.setenv(registry.VARIABLE, str(file))
    assert testing.check("shown", size=4, swap=True) == []
    assert byways.find("shown").search.playout.__module__ == byways.find("shown").rules.apply.__module__


def test_the_line_to_write_is_that_of_every_kernel():
    shown = dict(re.findall(r"^\| `(\w+)` \| `(def .*?:)` \|", TEXTS["kernels"], re.M))
    assert shown == {name: definition_of(name) for name in SIGNATURES}
