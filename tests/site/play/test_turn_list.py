"""The list of turns: by rounds, with a column for each of two sides."""

from site_world import stored

import byways
from byways.rng import seeded
from byways.search.random_game import random_turn
from byways.site.play import turn_list
from byways.site.timeline.timeline import load


def listed(game, turns, size=None, **options):
    """(layout, the entries) of a game with these turns."""
    timeline = load(stored(game, size, turns, **options))
    return turn_list.layout(timeline), list(turn_list.entries(timeline, timeline.state))


def random_turns(game, count, seed=3, **options):
    rng, state = seeded(seed), byways.start(game, **options)
    for _ in range(count):
        state = state.apply_unchecked(random_turn(state, rng))
    return tuple(map(str, state.turns))


def test_two_sides_have_a_column_each():
    layout, found = listed("troll", random_turns("troll", 5, size=6), size=6)
    assert layout == "sides"
    assert [(one.column, one.round) for one in found] == [
        ("one", 1),
        ("two", None),
        ("one", 2),
        ("two", None),
        ("one", 3),
    ]


def test_whoever_begins_has_the_first_column():
    after = byways.start("troll", size=6).play("b2")
    timeline = load(stored("troll", None, ("b3", "b4"), position=str(after)))
    assert turn_list.sides(timeline) == ["black", "white"]
    assert [(one.player, one.column, one.round) for one in turn_list.entries(timeline, timeline.state)] == [
        ("black", "one", 1),
        ("white", "two", None),
    ]


def test_a_round_of_the_long_way_begins_with_both_dice():
    layout, found = listed("longway", random_turns("longway", 6, players=1), players=1)
    assert layout == "rolls"
    assert (found[0].column, found[0].round) == ("two", None), "setting up comes before the first round"
    rolls = [one for one in found if one.text.startswith("roll ")]
    assert [(one.column, one.round) for one in rolls] == [("one", number + 1) for number in range(len(rolls))]
    layout, found = listed("longway", random_turns("longway", 9, players=2), players=2)
    assert layout == "rounds"
    assert [one.round is not None for one in found] == [one.text.startswith("roll ") for one in found]


def test_turns_that_name_more_than_cells_are_said_in_words():
    _, found = listed("longway", ("setup a1N g7S", "roll 3-5"), players=1)
    assert [(one.text, one.says) for one in found] == [
        ("setup a1N g7S", "Entrance a1 north, exit g7 south"),
        ("roll 3-5", "Roll 3-5"),
    ]
    _, found = listed("troll", ("b2", "swap"), size=5, swap=True)
    assert [one.says for one in found] == ["b2", "Swap colours"]
    _, found = listed("stride", random_turns("stride", 3, side=4), size=None, side=4)
    assert all(one.says == one.text for one in found)
