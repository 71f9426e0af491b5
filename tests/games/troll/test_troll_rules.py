import pytest

import byways
from byways.games.troll.picture import picture
from games.playing import refused

# The source's first diagram; Black (X) is to move.
EXAMPLE = """
   a b c d e f g h
 1 . . . O . . . .
 2 . . . O . . . .
 3 . X X O . . . .
 4 X O O O X X X .
 5 . O X . O O X X
 6 . . . . . O . .
 7 . . . . . . . .
 8 . . . . . . . .
to move: black
"""
AFTER_D5 = """
   a b c d e f g h
 1 . . . O . . . .
 2 . . . O . . . .
 3 . X X O . . . .
 4 X O X O X X X .
 5 . O X X X X X X
 6 . . . . . O . .
 7 . . . . . . . .
 8 . . . . . . . .
to move: black
"""


def position(text, **options):
    return byways.start("troll", position=text, **options)


def test_turns_that_the_source_allows_of_which_one_flips_as_drawn_and_does_not_win():
    state = position(EXAMPLE)
    assert {"b2", "c2", "h2", "e1", "c7", "d5"} <= set(state.legal_turns())
    after = state.play("d5")
    assert str(after).splitlines()[1:-1] == AFTER_D5.splitlines()[1:-1]
    assert (after.to_move, after.outcome) == ("white", None)


@pytest.mark.parametrize("turn", ["a3", "a5", "b6"])
def test_the_sources_threats_win_and_its_defence_stops_them(turn):
    outcome = position(AFTER_D5).play(turn).outcome
    assert (outcome.winner, outcome.reason) == ("black", "connection")
    defended = position(EXAMPLE).play("d5").play("g6")
    again = position(str(defended))
    assert again.to_move == "black"
    assert again.play(turn).outcome is None


@pytest.mark.parametrize(
    ("edges", "turn", "sentence"),
    [
        ("capture", "f1", "f1 is on White's edge and flips nothing"),
        ("capture", "a1", "a1 is a corner and flips nothing"),
        ("capture", "d4", "d4 is occupied"),
        ("capture", "pass", "you may pass only when you cannot place a disc"),
        ("closed", "e1", "e1 is on White's edge, which is closed to Black"),  # even to a capture
    ],
)
def test_refusals(edges, turn, sentence):
    assert str(refused(position(EXAMPLE, edges=edges), turn)) == sentence


def test_passing_when_only_the_opponent_can_place():
    """With closed edges Black fills the last cell of Black's own; White is left with nothing and passes."""
    state = position(
        """
        . O X .
        O X O X
        X O X O
        . O X .
        to move: white
        """,
        edges="closed",
    )
    assert state.outcome.reason == "blocked"
    state = position(
        """
        . O X .
        . X O X
        X O X O
        . X O .
        to move: white
        """,
        edges="closed",
    )
    assert state.legal_turns() == ["pass"]
    assert state.play("pass").legal_turns() == ["a2"]
    assert state.play("pass").play("a2").outcome == byways.Outcome(None, (), "blocked", {"white": 0, "black": 0})


def test_a_corner_counts_for_its_row_and_its_column():
    state = position(
        """
        X X X X
        O X O .
        . O O .
        . O . .
        to move: white
        """
    )
    assert state.outcome.winner == "black"


# The variant of diagonal joins


def test_with_diagonal_joins_the_sources_position_is_won_and_the_chain_is_shown():
    """a4 and b3 touch only at a corner."""
    assert position(AFTER_D5.replace("to move: black", "to move: white")).outcome is None
    won = position(AFTER_D5.replace("to move: black", "to move: white"), joins="diagonal")
    assert (won.outcome.winner, won.outcome.reason) == ("black", "connection")
    (chain,) = (item for item in picture(won).boards[0].items if item.kind == "chain")
    assert chain.at == ("a4", "b3", "c4", "d5", "e5", "f5", "g5", "h5")
    assert won.variant.game.ui.explain(won) == "Black joins left and right with a chain of 8 discs, a4 to h5."


def test_where_chains_cross_at_a_corner_the_first_to_join_has_won():
    """No turn joins the other side; only a position set up by hand can show both, and there the last mover wins."""
    crossing = """
        X . . O
        . X O .
        . O X .
        O . . X
        to move: {}
        """
    for mover, winner in (("white", "black"), ("black", "white")):
        assert position(crossing.format(mover), joins="diagonal").outcome.winner == winner
        assert position(crossing.format(mover)).outcome is None
