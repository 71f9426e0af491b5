"""Cut-outs of boards: a square around the last turn, which stays on the board."""

import re

import pytest

import byways
from byways.games import BUILT_IN
from byways.kernels.rng import seeded
from byways.rules.picture import Picture
from byways.search.random_game import random_turn
from byways.site.board.cutout import cutout


def cut(state):
    return cutout(state.variant.game.picture(state), state.players)


def box(markup):
    return [float(number) for number in re.search(r'viewBox="([^"]*)"', markup)[1].split()]


def test_a_cut_out_shows_what_is_near_the_last_turn_and_nothing_else():
    state = byways.start("troll", size=10)
    for turn in ("b9", "b7", "i2"):
        state = state.play(turn)
    markup = cut(state)
    assert markup.count('class="stone') == 1, "the discs in the other corner are far away"
    assert 'class="last' in markup
    assert 'id="stone' not in markup


def test_at_a_corner_it_stays_on_the_board():
    state = byways.start("troll", size=10)
    corners = [box(cut(state.play(turn))) for turn in ("b1", "b10", "i1", "i10")]
    assert {wide for _, _, wide, high in corners if wide == high} == {500.0}
    assert min(min(left, top) for left, top, _, _ in corners) >= 0
    assert len({(left, top) for left, top, _, _ in corners}) == 4


def test_a_picture_without_boards_has_none():
    assert cutout(Picture(()), ()) == ""


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_has_cut_outs(game):
    rng, state = seeded(5), byways.start(game)
    while state.to_move is not None and len(state.turns) < 12:
        markup = cut(state)
        left, top, wide, high = box(markup)
        assert wide == high > 0
        assert left >= 0
        assert top >= 0
        assert markup.endswith("</svg>")
        state = state.apply_unchecked(random_turn(state, rng))
