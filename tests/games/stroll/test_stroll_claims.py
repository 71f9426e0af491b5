"""Stroll's claims: which are legal, who claims when, what stays hidden and what is shown."""

import random

import numpy as np
import pytest

import byways
from byways.games.stroll.engine.evaluation import stand_in
from byways.games.stroll.observe import CLAIMING, ENEMY_CLAIMED, NEXT, OWN_CLAIM, OWN_CLAIMED
from games.playing import play, refusal
from games.stroll.stroll_boards import CORNER, CROSS, items, kinds, observed, played, position
from oracles.stroll import Stroll, in_order, name

WHITE, BLACK = "path a3 e3 c1", "path e1 b4 b2"  # a best claim of each side on CROSS: 7 and 6


def claiming(board):
    """A full board on which White is to claim."""
    return position(board, ending="claim")


def test_the_list_has_the_one_stone_claims_and_longer_ones_are_accepted():
    state = claiming(CROSS)
    assert state.to_move == "white"
    assert state.legal_turns() == ["path c1", "path a3", "path e3", "path c5"]
    longer = ["path a3 e3", "path c1 c5", "path c1 e3", "path c1 e3 a3", "path e3 c1 c5"]
    assert sorted(state.variant.game.texts.unlisted(state)) == longer
    assert state.is_legal("path c1 e3 a3")


ADJACENT = " . . . . .\n . O O O .\n . . . . .\n . O . X .\n . . . . .\n"


@pytest.mark.parametrize(
    ("board", "turn", "sentence"),
    [
        (CROSS, "path a3 e3 c1 c5", "c1-c5 crosses a3-e3"),
        (CROSS, "path e3 c1 c5 a3", "c5 and a3 do not see each other: b4 is between them"),
        (CORNER, "path a1 d4 d1 a4", "d1-a4 crosses a1-d4"),
        (CORNER, "path a1 d1", "a1 and d1 do not see each other: c1 is between them"),
        (CROSS, "path b2", "b2 is not yours"),
        (CROSS, "path c1 c3 c5", "there is no stone on c3"),
        (CROSS, "path c1 e3 c1", "a path passes c1 only once"),
        (CROSS, "path e3 e3", "a path passes e3 only once"),
        (ADJACENT, "path b2 c2", "b2 and c2 are adjacent, which does not connect them"),
        (ADJACENT, "path b2 d2", "b2 and d2 do not see each other: c2 is between them"),
        (ADJACENT, "path c2 b4", "c2 and b4 do not lie on one line"),
    ],
)
def test_refusals(board, turn, sentence):
    assert refusal(claiming(board), turn) == sentence


def test_claims_read_the_same_from_both_ends_and_others_are_unreadable_or_not_complete():
    state = claiming(CROSS)
    there, back = state.play("path c1 e3 a3"), state.play(" PATH a3, e3 c1")
    assert there.turns == back.turns == ("path c1 e3 a3",)
    assert np.array_equal(there.vector, back.vector)
    assert claiming(ADJACENT).is_legal("path b2 b4 d2")
    for text in ("c1", "c1>c5", "path", "path ,", "paths c1", "swap"):
        assert refusal(state, text).startswith(("swap is possible", f"'{text}' is not a move; expected a path"))
    assert str(state.variant.game.texts.refusal(state, (2, 14))) == "the path is not finished"


def test_a_claim_is_hidden_until_the_other_is_in():
    state = claiming(CROSS).play(WHITE)
    assert state.to_move == "black"
    assert "white claimed: c1 e3 a3" in str(state)
    assert ("path", "c1", "e3", "a3", "white", "7") in items(state)
    assert str(state.view("white")) == str(state)
    for viewer in ("black", None):
        view = state.view(viewer)
        assert view.turns == ("?",)
        assert view.to_move == "black"
        assert "claimed" not in str(view)
        assert not [item for item in items(view) if item[0] == "path"]
        assert view.variant.game.picture(view).notes == (
            "White has claimed a path. It stays hidden until Black has claimed one too.",
        )
        assert position(str(view)) == view
        assert not observed(view, view.vector, 1)[[OWN_CLAIM, OWN_CLAIMED, ENEMY_CLAIMED]].any()
        longer, shorter = (claiming(CROSS).play(turn).view(viewer) for turn in ("path c1 e3 a3", "path c5"))
        assert np.array_equal(longer.vector, shorter.vector)
    over = state.play(BLACK)
    assert over.view("white").turns == over.view(None).turns == ("path c1 e3 a3", "path e1 b4 b2")


def test_only_whites_claim_waits_in_secret():
    secrets, states = byways.find("stroll").secrets, [claiming(CROSS)]
    for turn in (WHITE, BLACK):
        states.append(states[-1].play(turn))
    assert [secrets.turns(state) for state in states] == [0, 1, 0]
    assert [secrets.next(state) for state in states[:2]] == [True, False]
    assert not secrets.next(byways.start("stroll", ending="claim"))


def test_a_half_drawn_claim_is_hidden_too():
    state = claiming(CROSS).play(WHITE)
    drawn = state.variant.apply(state.vector, 4)  # e1
    game, geometry = state.variant.game, state.variant.geometry
    for viewer, seen in ((0, "white"), (1, "black")):
        vector = drawn.copy()
        game.secrets.hide(geometry, vector, viewer)
        marked = {int(vector[6 + cell]) for cell in range(25) if vector[6 + 25 + 2 + cell]}
        assert marked == {("white", "black").index(seen) + 1}


def test_the_claims_are_compared_not_the_best_paths_which_are_told_and_drawn():
    outcome = play(claiming(CROSS), "path c5", BLACK).outcome
    assert outcome == byways.Outcome("black", ("black",), "longer path", {"white": 1, "black": 6})
    over = play(claiming(CROSS), "path a3 e3", BLACK)
    assert over.variant.game.ui.explain(over) == (
        "Black wins with 6, White claimed 5. White: a3 e3 (5). Black: e1 b4 b2 (6). "
        "White could have claimed 7: e3 c1 c5."
    )
    assert ("path", "e3", "c1", "c5", "white", "7") in items(over)
    (board,) = over.variant.game.picture(over).boards
    assert [item.ghost for item in board.items if item.kind == "path"] == [False, True, False]
    best = play(claiming(CROSS), WHITE, BLACK)
    assert best.variant.game.ui.explain(best).endswith("Neither side had a longer path.")


def test_after_a_tie_both_claim_again_among_their_other_stones():
    state = claiming(CROSS).play("path c1 e3").play("path b2 d4")
    assert state.outcome is None
    assert state.to_move == "white"
    assert state.view(None).turns == ("path c1 e3", "path b2 d4")
    assert state.legal_turns() == ["path a3", "path c5"]
    assert state.variant.game.ui.prompt(state).startswith("The claims tied. Claim another path")
    assert refusal(state, "path a3 e3") == "e3 is already on your earlier path"
    again = position(str(state))
    assert again == state
    over = again.play("path a3").play("path e1 b4")
    assert over.outcome == byways.Outcome("black", ("black",), "longer path", {"white": 3, "black": 3})
    assert over.variant.game.ui.explain(over).startswith(
        "The first claims are equal, 3; the next decide. Black wins with 4, White claimed 1."
    )
    assert position(str(over)).outcome == over.outcome


def test_in_a_later_round_the_new_claim_is_hidden_and_the_old_ones_are_not():
    state = claiming(CROSS).play("path c1 e3").play("path b2 d4").play("path a3")
    view = state.view("black")
    assert "white claimed: c1 e3\nblack claimed: b2 d4\nto move: black" in str(view)
    assert view.turns == ("path c1 e3", "path b2 d4", "?")
    assert position(str(view)) == view
    planes = observed(view, view.vector, 1)
    assert np.flatnonzero(planes[ENEMY_CLAIMED]).tolist() == [2, 14]
    assert np.flatnonzero(planes[OWN_CLAIMED]).tolist() == [6, 18]


def test_equal_to_the_end_is_a_draw():
    state = play(claiming(CROSS), *(f"path {stone}" for stone in ("c1", "b2", "a3", "e1", "e3", "b4", "c5")))
    assert state.outcome is None
    state = state.play("path d4")
    assert state.outcome == byways.Outcome(None, (), "equal paths", {"white": 1, "black": 1})
    assert position(str(state)).outcome == state.outcome


UNEVEN = """
 . . . . .
 . O . X .
 . . . . .
 . O . . .
 . . . O .
"""


def test_a_side_without_stones_left_counts_0_and_does_not_claim():
    state = claiming(UNEVEN).play("path b4").play("path d2")
    assert state.to_move == "white"
    over = state.play("path b2")
    assert over.outcome == byways.Outcome("white", ("white",), "longer path", {"white": 1, "black": 1})
    assert position(str(over)).outcome == over.outcome
    exchanged = UNEVEN.translate(str.maketrans("OX", "XO"))
    state = claiming(exchanged).play("path d2").play("path b4")
    assert state.to_move == "black"
    assert not state.variant.game.secrets.next(claiming(exchanged).play("path d2"))
    assert state.play("path b2").outcome.winner == "black"


def test_white_claims_first_whoever_ended_the_board_phase():
    for turns in ("d2>b2 c4>e4 a4>a2", "e1>e4 b5>b2"):
        assert played(turns, size=5, ending="claim").to_move == "white"


@pytest.mark.parametrize(
    "broken",
    [
        "white claimed: c1 c5; a3\nto move: black",  # two claims in one round
        "white claimed: c1 c4\nto move: black",  # no stone
        "white claimed: c1 a3\nto move: black",  # not connected
        "black claimed: e1\nto move: white",  # White is first
        "white claimed: c1\nto move: white",  # it is Black's turn
        "white claimed: c1\nblack claimed: e1 b4\nto move: nobody; over: longer path, white wins",
        "white claimed: c1 e3\nblack claimed: e1; b4\nto move: nobody; over: longer path, white wins",
    ],
)
def test_claims_that_cannot_have_been_made_are_refused(broken):
    with pytest.raises(byways.PositionError):
        claiming(f"{CROSS}{broken}")


def all_claims(oracle):
    """Every claim of the mover, written from its end that is earlier in row-major order."""
    paths = oracle.paths(oracle.mover, oracle.unclaimed(oracle.mover))
    first = [path for path in paths if in_order({path[0], path[-1]})[0] == path[0]]
    return {"path " + " ".join(map(name, path)) for path in first}


@pytest.mark.parametrize("size", [5, 6])
@pytest.mark.parametrize("seed", range(8))
def test_random_games_with_all_claims_agree_with_the_oracle(size, seed):
    rng = random.Random(seed)
    oracle, state = Stroll(size, "claim"), byways.start("stroll", size=size, ending="claim")
    while state.to_move is not None:
        assert state.legal_turns() == oracle.turns()
        turns = state.legal_turns()
        if oracle.claiming:
            turns = sorted({*turns, *state.variant.game.texts.unlisted(state)})
            assert set(turns) == all_claims(oracle)
        turn = rng.choice(turns)
        state = state.play(turn)
        oracle.play(turn)
        assert position(str(state)) == state
        for viewer in (*state.players, None):
            assert position(str(state.view(viewer))) == state.view(viewer)
    assert (state.outcome.winner, state.outcome.reason) == oracle.result


def test_a_person_draws_a_path_by_pointing_at_stones():
    state = claiming(CROSS)
    texts, game = state.variant.game.texts, state.variant.game
    vector = state.vector
    assert game.ui.prompt(state).startswith("The board is full. Claim your longest path")
    for cell in (10, 14):  # a3, e3
        vector = state.variant.apply(vector, cell)
    begun = byways.State(state.variant, vector)
    assert begun.variant.legal_actions(vector) == [2, 25]
    assert [state.variant.clicks(vector, action) for action in (2, 25)] == [("c1",), ("end",)]
    assert game.ui.labels["end"] == "Finish path"
    assert begun.write((2,)) == "c1"
    assert game.ui.prompt(begun).startswith("Choose the next stone")
    assert texts.spell(("a3", "e3", "c1", "end")) == "path a3 e3 c1"
    assert state.write((10, 14)) == "path a3 e3"
    assert kinds(game.preview(state, (10, 14, 2))) == {("path", "a3", "e3", "c1", "white", "")}


def test_a_learner_sees_its_own_claim_grow():
    state = claiming(CROSS)
    vector = state.variant.apply_all(state.vector, (10, 14))
    planes = observed(state, vector, 0)
    assert planes[CLAIMING].all()
    assert np.flatnonzero(planes[OWN_CLAIM]).tolist() == [10, 14]
    assert planes[OWN_CLAIM, [10, 14]] == pytest.approx([1 / 25, 2 / 25])
    assert np.flatnonzero(planes[NEXT]).tolist() == [2]
    assert not observed(state, vector, 1)[[OWN_CLAIM, ENEMY_CLAIMED, NEXT]].any()


def test_an_engine_claims_the_best_path_without_a_search_and_without_looking_at_the_other():
    state = claiming(CROSS)
    known = byways.analyse(state, simulations=1)
    assert (known.best, known.value) == ("path e3 c1 c5", 1.0)
    for hidden in ("path c5", "path e3 c1 c5"):
        known = byways.analyse(state.play(hidden), simulations=1)
        assert (known.best, known.value) == ("path e1 b4 b2", 0.0)
    tied = state.play("path c1").play("path b4")
    assert byways.analyse(tied, simulations=1).value == 1.0  # White is left with a3-e3, Black with b2-d4


def test_before_the_claims_an_engine_searches_the_board_with_solved_paths():
    state = played("e1>e4", size=5, ending="claim", swap=True)
    other = stand_in(state)
    assert other.options == {**state.options, "ending": "solve"}
    assert other.legal_turns() == state.legal_turns()
    assert other.play("b5>b2").outcome.reason == "equal paths"
    assert state.variant.game.engine.known(state) is None
    assert stand_in(claiming(CROSS)) == claiming(CROSS)
    assert state.is_legal(byways.analyse(state, None, simulations=50, seed=1).best)


@pytest.mark.parametrize("turn", ["path c1 e3 a3", "path c1 c5"])
@pytest.mark.parametrize("index", range(8))
def test_a_mirrored_claim_is_written_from_the_end_that_is_then_the_earlier(turn, index):
    state = claiming(CROSS)
    variant = state.variant
    mapped = np.zeros(variant.num_actions, dtype=np.int16)

    def image(vector):
        seen = variant.blank()
        variant.kernels.symmetry(variant.geometry, vector, index, seen, mapped)
        return seen

    mirrored = byways.State(variant, image(state.vector))
    actions = [int(mapped[action]) for action in state.actions(turn)]
    after = mirrored.apply_unchecked(actions)
    assert np.array_equal(image(state.play(turn).vector), after.vector)
    assert mirrored.is_legal(after.turn)


def test_lengths_are_told_while_stones_are_placed_and_then_those_of_claims_only():
    state, begun = byways.start("stroll", size=5, ending="claim").play("a1>c1"), claiming(CROSS)
    panel = state.variant.game.ui.panel
    told = [(line.number, line.owner, line.help) for line in panel(state, None, ())]
    assert told == [(3, "white", True), (0, "black", True)]
    one = begun.play(WHITE)
    for asked, numbers in (
        ((begun, None, ()), [0, 0]),
        ((begun, None, begun.actions(WHITE)[:2]), [5, 0]),
        ((one.view("black"), "black", ()), [None, 0]),  # White's is hidden
        ((one.view("white"), "white", ()), [7, 0]),
        ((one.play(BLACK), None, ()), []),
    ):
        assert [line.number for line in panel(*asked)] == numbers
