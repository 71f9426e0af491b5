"""Turns, refusals, boards and pictures of Stride."""

import pytest

import byways
from byways.rules.boards.shapes import Hexagon
from byways.rules.picture import KINDS
from games.playing import play, refused
from games.stride.stride_positions import SHUTTLE, START, place, shuttling


@pytest.mark.parametrize(("turn", "code", "sentence"), [
    ("d3-f3", "stride.piece", "d3 holds no piece of yours"),
    ("e6-g6", "stride.piece", "e6 holds no piece of yours"),
    ("b2-d2", "stride.over", "b2-d2 jumps over nothing: c2 is empty"),
    ("b2-e5", "stride.jump",
     "b2 to e5 is not a jump: a jump goes over one neighbouring hex to the hex straight behind it"),
    ("b2-b4", "stride.sideways", "b2-b4 goes sideways, captures nothing and does not land on pieces of yours"),
    ("c4-a2", "stride.backward", "c4-a2 goes backward, captures nothing and does not land on pieces of yours"),
    ("d5-b5", "stride.backward.level",
     "d5-b5 goes backward without raising the piece: it stands at level 2 and would stand at 2"),
])  # fmt: skip
def test_refusals(turn, code, sentence):
    state = place("b2 b3 c4 d5*2 c5 b5", "e6 f6")
    error = refused(state, turn)
    assert (str(error), error.code) == (sentence, code)
    assert not state.is_legal(turn)


def test_heights_survive_their_text_and_may_be_more_than_a_set_has():
    state = place("a1*27 b2*2 c3", "g7*99 f6*10", to_move="black")
    assert byways.start("stride", position=str(state)) == state
    assert {"O27", "X99"} <= set(str(state).split())
    marks = str(state).splitlines()[1:-2]
    assert {len(line) - len(line.rstrip()) for line in marks} == {0}
    crowd = place(" ".join(f"{name}*3" for name in Hexagon.layout(4).names if name[0] in "abc"), "e5 f6")
    assert crowd.to_move == "white"


@pytest.mark.parametrize("side", range(4, 9))
def test_rows_lie_half_a_hex_apart(side):
    state = byways.start("stride", side=side)
    rows = [line[2:] for line in str(state).splitlines()[1:-2]]
    starts = [len(row) - len(row.lstrip()) for row in rows]
    assert starts == [abs(row - side + 1) for row in range(2 * side - 1)]


@pytest.mark.parametrize("draw", [
    lambda lines: lines,
    lambda lines: [line.rstrip(" 0123456789").replace(" ", "") for line in lines],
    lambda lines: [line[2:] for line in lines],
    lambda lines: [line.lower() for line in lines],
    lambda lines: [line.replace("O", "w").replace("X", "#").replace(".", "_") for line in lines],
    lambda lines: [line.rstrip(" 0123456789") for line in lines],
], ids=["as written", "without spaces", "without letters", "lower case", "other marks", "without numbers"])  # fmt: skip
@pytest.mark.parametrize("side", [4, 8])
def test_boards_are_read_leniently_and_show_their_side(draw, side):
    written = str(byways.start("stride", side=side)).splitlines()[1:-1]
    state = byways.start("stride", position="\n".join(draw(written)))
    assert state.options["side"] == side
    assert str(state).splitlines()[1:-1] == written


def broken(old, new):
    return START.replace(old, new, 1)


@pytest.mark.parametrize(("text", "sentence"), [
    (broken("d  . ", "d  "), "position: row d has 7 hexes, expected 8"),
    (broken("d  . ", "d  . . "), "position: row d has 9 hexes, expected 8"),
    (broken("e . . . . . . . . .\n", ""), "position: expected 9 rows, found 8"),
    (broken("c   O", "c   Z"), "position: 'Z' is not a stack"),
    (broken("c   O", "c   O100"), "position: 'O100' is not a stack"),
    (broken("c   O", "c   O0"), "position: 'O0' is not a stack"),
    (broken("d  .", "d  .2"), "position: '.2' is not a stack"),
])  # fmt: skip
def test_broken_boards_are_refused(text, sentence):
    with pytest.raises(byways.PositionError) as caught:
        byways.start("stride", position=text)
    assert str(caught.value).startswith(sentence)
    assert caught.value.fields["option"] == "position"


def test_a_jump_is_pointed_at_by_its_two_hexes_and_the_prompt_names_what_must_be_captured():
    state = byways.start("stride")
    game = state.variant.game
    assert [state.variant.clicks(state.vector, action) for action in state.actions("b2-d2")] == [("b2", "d2")]
    assert game.texts.spell(("b2", "d2")) == "b2-d2"
    assert game.ui.prompt(state) == "Jump with one of your pieces."
    assert game.ui.prompt(place("g5*2", "e4 d4", "black")) == "Capture the piece on g5, or White wins."


def items_of(state, kind):
    (board,) = state.variant.game.picture(state).boards
    names = {point.name for point in board.points}
    assert all(item.kind in KINDS and names.issuperset(item.at) for item in board.items)
    return [item for item in board.items if item.kind == kind]


def test_the_picture_shows_stacks_goals_and_the_last_jump_and_none_of_a_swap():
    state = place("d3*2 d4", "d5*4 f5").play("d3-d5")
    assert {(*item.at, item.owner, item.text) for item in items_of(state, "stack")} == {
        *((name, "white", "1") for name in ("d3", "d4", "d5")),
        ("f5", "black", "1"),
    }
    assert {item.at[0][0]: item.owner for item in items_of(state, "goal")} == {"g": "white", "a": "black"}
    assert [item.at for item in items_of(state, "move")] == [("d3", "d5")]
    assert [item.at for item in items_of(state, "last")] == [("d5",)]
    (capture,) = items_of(state, "capture")
    assert (capture.at, capture.owner, capture.says) == (("d5",), "black", "black stack of 4 captured")
    assert items_of(state, "chain") == []
    swapped = byways.start("stride", swap=True).play("b2-d2").play("swap")
    assert items_of(swapped, "move") == []
    assert swapped.variant.game.preview(swapped.previous, (swapped.variant.swap_action,)) == ()


def test_the_winning_piece_is_marked_and_explained():
    won = place("g5*2", "e4 d4", "black").play("e4-c4")
    assert [(item.at, item.owner) for item in items_of(won, "chain")] == [(("g5",), "white")]
    explain = won.variant.game.ui.explain
    said = "White wins: the stack of 2 on g5 reached the far row and was still there after Black's turn."
    assert explain(won) == said
    assert explain(place("a4", "d4 c3", "black").play("d4-b2")) == "Black wins: White has no legal jump."
    assert explain(place("d3 d4", "d5").play("d3-d5")) == "White wins: Black has no piece left."
    assert "same position" in explain(play(shuttling(), *SHUTTLE * 2))


def test_the_preview_shows_where_the_piece_lands_and_what_it_takes():
    state = place("d3*2 d4", "d5*4 f5")
    preview = state.variant.game.preview(state, state.actions("d3-d5"))
    assert [(item.kind, item.at, item.owner, item.text, item.ghost) for item in preview] == [
        ("stack", ("d5",), "white", "1", True),
        ("capture", ("d5",), "black", "", True),
    ]
