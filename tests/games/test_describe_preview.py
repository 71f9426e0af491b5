"""What a turn would do, in words: the same that its preview shows."""

import byways
from byways.kernels.rng import seeded
from byways.registry import find
from byways.search.random_game import random_turn


def described(state, turn, actions=None):
    return state.variant.game.ui.describe_preview(state, state.actions(turn)[:actions])


def test_troll_names_the_discs_that_flip_and_stroll_the_connections_made_and_cut():
    state = byways.start("troll", size=6).play("c3").play("c4")
    assert described(state, "c5") == "1 disc flips: c4"
    assert described(state, "d2") == ""
    state = byways.start("stroll", size=6)
    assert described(state, "a1>a4") == "1 new connection: white a1-a4"
    assert described(state, "a1>a4", 1) == ""
    cut = "1 new connection: black a2-c2; 1 connection cut: white a1-a4"
    assert described(state.play("a1>a4"), "c2>a2") == cut
    for name in ("troll", "stroll", "whirlwind", "stride"):
        assert find(name).ui.describe_preview(byways.start(name), ()) == "", "of no actions"


def test_whirlwind_names_where_a_second_stone_must_follow():
    state = byways.start("whirlwind", size=6).play("b1")
    game, said = state.variant.game, set()
    for action in state.variant.legal_actions(state.vector):
        items = game.preview(state, (action,))
        needs, touched = ([item.at[-1] for item in items if item.kind == kind] for kind in ("need", "touch"))
        assert bool(needs) == bool(touched)
        said.add(bool(needs))
        follows = f"touches {' and '.join(touched)} only at a corner; needs a second stone on {' or '.join(needs)}"
        wanted = follows if needs else ""
        assert game.ui.describe_preview(state, (action,)) == wanted
    assert said == {True, False}


def test_stride_names_what_is_captured_and_the_stacks_that_are_made():
    state, rng, said = byways.start("stride", side=4), seeded(3), set()
    while state.to_move is not None:
        actions = tuple(random_turn(state, rng))
        words, state = state.variant.game.ui.describe_preview(state, actions), state.apply_unchecked(actions)
        (board,) = state.variant.game.picture(state).boards
        captured = [item.says for item in board.items if item.kind == "capture"]
        stacks = [item.says for item in board.items if item.kind == "stack" and item.at[0] == state.turn[-2:]]
        assert words in (captured or [*stacks, ""])
        said.add(words.rpartition(" ")[2])
    assert "captured" in said
    assert "2" in said
