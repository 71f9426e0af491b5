"""The list of turns: by rounds, with a column for each of two sides."""

import html
import re

import pytest
from site_world import stored

import byways
from byways.kernels.rng import seeded
from byways.search.random_game import random_turn
from byways.site.play.page import views, wording
from byways.site.timeline.timeline import load


def entries(timeline):
    rows, states = wording.Rows(timeline.states[0]), timeline.states
    return [one for one, _ in views.listed_turns(rows, rows.before, 0, timeline.state.turns, states)]


def listed(game, turns, size=None, **options):
    """(layout, the entries) of a game with these turns."""
    timeline = load(stored(game, size, turns, **options))
    return wording.turn_layout(timeline.states[0]), entries(timeline)


def said(game, turns, size=None, **options):
    """The list as people read it."""
    timeline = load(stored(game, size, turns, **options))
    regions = views.TurnRegions().of(timeline, timeline.state)
    return [html.unescape(re.search("<button[^>]*>(.*)</button>", markup)[1]) for markup in regions.values()]


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
    assert wording.turn_columns(timeline.states[0]) == ["black", "white"]
    assert [(one.player, one.column, one.round) for one in entries(timeline)] == [
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
    assert said("longway", ("setup a1N g7S", "roll 3-5"), players=1) == ["Entrance a1 north, exit g7 south", "Roll 3-5"]
    assert said("troll", ("b2", "swap"), size=5, swap=True) == ["b2", "Swap colours"]
    turns = random_turns("stride", 3, side=4)
    assert said("stride", turns, side=4) == list(turns)


def test_a_turn_is_rendered_once_and_anew_where_it_differs():
    timeline, regions = load(stored("troll", 5, ("b2", "b3"))), views.TurnRegions()
    first = regions.of(timeline, timeline.state)
    later = load(stored("troll", 5, ("b2", "b3", "c2")))
    second = regions.of(later, later.state)
    assert all(second[key] is markup for key, markup in first.items())
    other = load(stored("troll", 5, ("b2", "c2")))
    assert ">c2<" in regions.of(other, other.state)["turns.2"]
    for _ in range(50):
        regions.of(timeline, timeline.state)
    assert regions.of(timeline, timeline.state) == first


@pytest.mark.parametrize(("game", "options", "rows"), [
    ("troll", {"swap": True}, [1, 1, 2, 2, 3, 3, 4]),
    ("longway", {"players": 1}, None),
    ("longway", {"players": 2}, None),
])  # fmt: skip
def test_a_turn_has_the_number_of_its_row_wherever_it_is_named(game, options, rows):
    timeline = load(stored(game, None, random_turns(game, 7, **options), **options))
    shown, row = [], 1
    for one in entries(timeline):
        row = one.round or row
        shown.append(row)
    numbers = wording.turn_numbers(timeline.states)
    assert numbers == shown
    assert rows in (None, numbers)
    for ply, turn in enumerate(timeline.state.turns, 1):
        assert wording.next_number(timeline.states[:ply], turn) == numbers[ply - 1]
        assert wording.numbered_turn(timeline.states, ply).startswith(f"{numbers[ply - 1]} (")
