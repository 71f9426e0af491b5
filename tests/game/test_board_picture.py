"""What a turn changes on a board, where a game draws nothing of its own, and counters without a board."""

from examples import breakthrough, hex, pig

import byways


def start(game):
    variant = game.variant()
    return byways.State(variant, variant.start())


def drawn(items):
    return [(item.kind, item.at, item.owner) for item in items]


def shown(state, turn):
    """What is drawn before a turn, and of it after it."""
    game = state.variant.game
    (board,) = game.picture(state.play(turn)).boards
    return drawn(game.preview(state, state.actions(turn))), drawn(item for item in board.items if item.kind != "stone")


def test_a_stone_is_placed():
    before, after = shown(start(hex.GAME).play("a1"), "b2")
    assert (before, after) == ([("stone", ("b2",), "white")], [("last", ("b2",), "white")])


def test_a_piece_moves_and_one_that_it_takes_is_crossed_out():
    state = start(breakthrough.GAME)
    arrow = ("move", ("a7", "b6"), "white")
    assert shown(state, "a7-b6") == ([("stone", ("b6",), "white"), arrow], [("last", ("b6",), "white"), arrow])
    for turn in ("a7-b6", "c2-c3", "b6-b5", "c3-c4"):
        state = state.play(turn)
    before, after = shown(state, "b5-c4")
    arrow = ("move", ("b5", "c4"), "white")
    assert before == [("stone", ("c4",), "white"), ("capture", ("c4",), "black"), arrow]
    assert after == [("last", ("c4",), "white"), ("capture", ("c4",), "black"), arrow]
    assert all(item.ghost and not item.says for item in state.variant.game.preview(state, state.actions("b5-c4")))


def test_without_a_board_there_are_chips_for_each_player():
    state = start(pig.GAME)
    for turn in ("roll", "5", "roll", "4"):
        state = state.play(turn)
    boards = state.variant.game.picture(state).boards
    assert [board.key for board in boards] == list(state.players)
    mine, others = ([(item.at[0], item.text, item.says) for item in board.items] for board in boards)
    assert (mine, others) == ([("pot", "9", "9 chips")], [])
    assert state.variant.game.preview(state, (0,)) == ()
