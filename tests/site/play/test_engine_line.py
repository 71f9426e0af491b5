"""The engine's line on the board: numbered pieces and arrows, for every game of two."""

from types import SimpleNamespace

import pytest

import byways
from byways.rules.picture import Item
from byways.site.board import future
from byways.site.play.coach import line_ahead

ROOM = SimpleNamespace(ending=None)


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn of a line at each of its positions, as items."""
    monkeypatch.setattr(future, "fragment", lambda items, *_, **__: list(items))
    return lambda state, *line: line_ahead(ROOM, state, line)


def numbers(items):
    """What bears which number: (points, owner, number)."""
    return [("-".join(item.at), item.owner, item.text) for item in items if item.kind == "step"]


def kinds(items):
    return sorted({item.kind for item in items})


def test_discs_bear_the_numbers_of_their_turns(drawn):
    first, second, third = drawn(byways.start("troll", size=6), "c3", "c4", "d4")
    assert numbers(first) == [("c3", "white", "1"), ("c4", "black", "2"), ("d4", "white", "3")]
    assert numbers(second) == [("c4", "black", "2"), ("d4", "white", "3")]
    assert numbers(third) == [("d4", "white", "3")]


def test_what_the_first_turn_flips_is_shown_with_it(drawn):
    state = byways.start("troll", size=6).play("c3").play("c4")
    first, second = drawn(state, "c5", "d5")
    assert kinds(first) == ["flip", "step"]
    assert kinds(second) == ["step"]


def test_the_stones_of_a_pair_share_a_number(drawn):
    first, *_ = drawn(byways.start("whirlwind", size=6), "b1", "c1,d1")
    assert numbers(first) == [("b1", "black", "1"), ("c1", "white", "2"), ("d1", "white", "2")]


def test_a_jump_is_an_arrow_with_its_number(drawn):
    state = byways.start("stride")
    line = [state.legal_turns()[0]]
    line.append(state.play(line[0]).legal_turns()[0])
    first, second = drawn(state, *line)
    assert numbers(first) == [(line[0], "white", "1"), (line[1], "black", "2")]
    assert [item.at for item in first if item.kind == "move"] == [tuple(turn.split("-")) for turn in line]
    assert numbers(second) == [(line[1], "black", "2")]


def test_both_stones_of_a_stroll_bear_the_number_and_an_arrow_joins_them(drawn):
    first, *_ = drawn(byways.start("stroll", size=6), "a1>a4", "f6>f3")
    assert numbers(first) == [(name, owner, n) for name, owner, n in (
        ("a1", "white", "1"), ("a4", "white", "1"), ("f3", "black", "2"), ("f6", "black", "2"))]  # fmt: skip
    assert [item.at for item in first if item.kind == "move"] == [("a1", "a4"), ("f6", "f3")]


def test_a_pass_and_a_swap_count_but_are_nothing_to_be_drawn(drawn):
    first, second, _ = drawn(byways.start("troll", size=6, swap=True), "c3", "swap", "d4")
    assert [number for _, _, number in numbers(first)] == ["1", "3"]
    assert [number for _, _, number in numbers(second)] == ["3"]


def test_only_so_many_are_drawn_as_can_be_told_apart(drawn):
    state, line = byways.start("troll", size=8), []
    for _ in range(9):
        line.append(state.legal_turns()[len(line) + 9])
        state = state.play(line[-1])
    sketches = drawn(byways.start("troll", size=8), *line)
    assert [len(numbers(items)) for items in sketches] == [6, 6, 6, 6, 5, 4, 3, 2, 1]
    assert [number for _, _, number in numbers(sketches[2])] == ["3", "4", "5", "6", "7", "8"]


def test_a_way_gone_twice_has_both_numbers(drawn):
    state = byways.start("stride")
    steps = [Item("step", ("b1", "b3"), "white", number, ghost=True) for number in ("1", "5")]
    (items,) = [future.over(state, state.legal_turns()[0], state.variant.game.picture(state), steps)]
    assert numbers(items) == [("b1-b3", "white", "1 · 5")]


def test_the_end_of_a_game_that_is_costly_to_count_is_drawn_from_before_it(drawn):
    state = byways.start("stroll", size=5)
    line = []
    while state.to_move is not None:
        line.append(state.legal_turns()[0])
        state = state.play(line[-1])
    *_, last = drawn(byways.start("stroll", size=5), *line)
    assert len(numbers(last)) == 2


def test_where_dice_follow_the_turn_is_drawn_as_its_preview(drawn):
    state = byways.start("longway").play("setup a1N g7S").play("roll 2-2")
    tile = next(turn for turn in state.legal_turns() if turn.startswith("tile"))
    (items,) = drawn(state, tile)
    assert {"tile", "display", "path"} <= set(kinds(items))
