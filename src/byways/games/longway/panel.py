"""The side panel of The Long Way: dice, coins, points, displays, all 36 tiles; and remarks in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from byways.game import Variant
from byways.games.longway.actions import CAFE, begins
from byways.games.longway.grid import house
from byways.games.longway.layout import ACTIVE, DARK, LIGHT, PLAYING, corners_that_fit, own_sheet
from byways.games.longway.picture import SYMBOLS, lone_tile
from byways.games.longway.result import (
    HIGHEST_WORTH,
    LOWEST_WORTH,
    in_proportion,
    marks_of,
    path_facts,
    walk_of,
    walk_on,
)
from byways.games.longway.sheet import COINS, free_spaces
from byways.games.longway.tiles import FACES
from byways.kernels import Ints
from byways.rules.picture import Board, Item, Picture
from byways.rules.position import Position
from byways.rules.side_panel import (
    Count,
    Dice,
    Die,
    Entry,
    Faces,
    Gallery,
    Legend,
    Line,
    Panel,
    Points,
    Sample,
    Source,
    signed,
)
from byways.rules.state_vector import NOBODY, PART, TO_MOVE
from byways.translatable import Catalogue, joined, marked

TEXTS = Catalogue("longway")
say, say_many, capital = TEXTS.say, TEXTS.say_many, TEXTS.capital

_ROLL = re.compile(r"roll (\d)-(\d)")
_REROLL = re.compile(r"(light|dark) (\d)")
RUBRIC = (say("respectable"), say("very good"), say("excellent"))
"""What the designer calls the scores of a single player from each of `marks_of` on."""
COIN = say("When it is your roll, each coin rerolls one die.")
NO_WAY = say("No path leads from the entrance to the exit, so the sheet scores 0.")
WAYS = say("On the sheet, the way in is a solid line and the way out is dotted.")
WINS_BONUS = say("It earns a bonus next to a cafeteria or a display of the same kind, if no wall is between them.")
BONUSES = say(
    "A wall can make the path longer, a doorway opens a wall, two coins pay for two rerolls. Point at one to see what "
    "it brings."
)
GALLERY = say("All 36 tiles")
GALLERY_HELP = say(
    "The light die gives the row, the dark die the column. The tile you rolled has a frame, tiles that one reroll "
    "could bring are tinted, and tiles that no longer fit on your sheet are crossed out. Tiles are never turned."
)


def panel(state: Position, player: str | None, actions: tuple[int, ...] = ()) -> Panel:
    """Return the dice, and for a player the coins and the points so far; for spectators everybody's points."""
    vector = state.variant.apply_all(state.vector, actions) if actions else state.vector
    if len(state.players) == 1:
        (player,) = state.players
    legend = _legend(state.vector)
    if player is None:
        return (_dice(state), *_everybody(state), legend)
    sheet = own_sheet(state.variant.geometry, state.players.index(player))
    coins = Count(say("coins"), int(vector[sheet + COINS]), COIN)
    points = _points(state.variant, vector, sheet)
    return _dice(state), coins, points, *_faces(state, player), legend


def gallery(state: Position, player: str | None) -> Gallery:
    """Return all tiles by light and dark die: what is rolled, what a reroll could bring, what fits nowhere any more."""
    geometry = state.variant.geometry
    vector = state.vector
    light, dark = int(vector[LIGHT]), int(vector[DARK])
    owner = player or state.players[0]
    free = free_spaces(geometry, vector, own_sheet(geometry, state.players.index(owner)))
    drawn = _drawn(state, owner)
    samples = []
    for one in range(1, FACES + 1):
        gone = corners_that_fit(geometry, one, free) == 0
        for other in range(1, FACES + 1):
            count = drawn[one, other]
            said = say_many("drawn once", "drawn {count} times", count) if count else ""
            near = bool(light and dark) and (one == light) != (other == dark)
            rolled = (one, other) == (light, dark)
            tile = lone_tile(geometry, one, other, owner)
            samples.append(Sample(tile, f"{one}-{other}", said, rolled, near, gone))
    return Gallery(GALLERY, tuple(samples), FACES, GALLERY_HELP)


def _dice(state: Position) -> Dice:
    vector = state.vector
    rolls = _rolls(state)
    light, dark = int(vector[LIGHT]), int(vector[DARK])
    if vector[TO_MOVE] == NOBODY:
        return Dice(say_many("{count} round", "{count} rounds", len(rolls)), (), tuple(rolls))
    dice = (Die(say("light die"), light), Die(say("dark die"), dark, dark=True))
    if not vector[PLAYING]:
        return Dice(say("Before the first round"), dice)
    now = bool(light or dark)
    number = len(rolls) + (not now)
    title = say("Round {number}", number=number)
    if len(state.players) > 1:
        whose = capital(state.players[vector[ACTIVE]])
        title = say("Round {number}: {player}'s dice", number=number, player=whose)
    return Dice(title, dice, tuple(rolls[:-1] if now else rolls), _told(state))


def _told(state: Position) -> str:
    """Say what the dice allow, or in the middle of a turn what a bonus is and what each brings."""
    if state.vector[TO_MOVE] < 0:
        return ""
    return (_places(state), WINS_BONUS, BONUSES)[min(int(state.vector[PART]), 2)]


def new_round(turn: str) -> bool:
    """Return whether a round begins with a turn: with both dice."""
    return _ROLL.fullmatch(turn) is not None


def _rolls(state: Position) -> list[tuple[int, int]]:
    """Return the dice of every round, as they lay in the end."""
    whole = state.previous if state.turn is None and state.previous else state  # the beginning of a turn has none yet
    rolls: list[tuple[int, int]] = []
    for turn in whole.turns:
        if found := _ROLL.fullmatch(turn):
            rolls.append((int(found[1]), int(found[2])))
        elif rolls and (found := _REROLL.fullmatch(turn)):
            light, dark = rolls[-1]
            rolls[-1] = (int(found[2]), dark) if found[1] == "light" else (light, int(found[2]))
    return rolls


def _places(state: Position) -> str:
    """Say in how many places the rolled tile fits; "" if no tile is to be placed."""
    geometry = state.variant.geometry
    vector = state.vector
    light = int(vector[LIGHT])
    dark = int(vector[DARK])
    mover = int(vector[TO_MOVE])
    if mover < 0 or vector[PART] > 0 or not (light and dark):
        return ""
    free = free_spaces(geometry, vector, own_sheet(geometry, mover))
    count = corners_that_fit(geometry, light, free).bit_count()
    if count == 0:
        return say("The tile fits nowhere.")
    fits = say_many("The tile fits in one place.", "The tile fits in {count} places.", count)
    return joined([fits, say("It is never turned.")])


def _faces(state: Position, player: str) -> Iterator[Faces]:
    """Yield the walls that each face of the dark die gives the rolled shape, and the shapes of the light die."""
    geometry = state.variant.geometry
    light = int(state.vector[LIGHT])
    dark = int(state.vector[DARK])
    if not (light and dark) or state.vector[TO_MOVE] == NOBODY:
        return
    faces = range(1, FACES + 1)
    walls = (Sample(lone_tile(geometry, light, one, player), str(one), rolled=one == dark) for one in faces)
    shapes = (Sample(lone_tile(geometry, one, dark, player), str(one), rolled=one == light) for one in faces)
    yield Faces(say("Dark die: walls"), tuple(walls))
    yield Faces(say("Light die: shapes"), tuple(shapes))


def _points(variant: Variant, vector: Ints, sheet: int) -> Points:
    geometry = variant.geometry
    total, legs = walk_on(geometry, vector, sheet) if vector[PLAYING] else (0, [])
    displays, empty, spaces = path_facts(geometry, vector, sheet, legs)
    sources = (
        Source(say("Displays on the path"), displays),
        Source(say("Empty spaces on the path"), -empty),
        Source(say("Length of the path"), spaces, scored=False),
    )
    says = "" if not vector[PLAYING] else WAYS if len(legs) > 1 else "" if legs else NO_WAY
    marks = tuple(zip(marks_of(variant), RUBRIC, strict=True)) if len(variant.players) == 1 else ()
    return Points(say("Points so far"), total, sources, marks, says)


def _everybody(state: Position) -> Iterator[Line]:
    for player, owner in enumerate(state.players):
        sheet = own_sheet(state.variant.geometry, player)
        points = walk_on(state.variant.geometry, state.vector, sheet)[0] if state.vector[PLAYING] else 0
        yield Line(say("{player}: {points}", player=capital(owner), points=signed(points)), owner=owner)


def _legend(vector: Ints) -> Legend:
    rolled = (int(vector[LIGHT]), int(vector[DARK])) if vector[PLAYING] else ()
    entries = []
    for number, name in enumerate(SYMBOLS, 1):
        space = Picture((Board("plan", house(1).drawn[:1], items=(Item("display", ("a1",), text=str(number)),)),))
        entries.append(Entry(space, say(name), number in rolled))
    return Legend(say("Displays: the framed ones may be placed now"), tuple(entries))


def _drawn(state: Position, player: str) -> Counter[tuple[int, int]]:
    """Count the tiles that a player has drawn, by their dice."""
    found: Counter[tuple[int, int]] = Counter()
    while state.previous is not None:
        turn = str(state.turn)
        state = state.previous
        if turn.startswith("tile") and state.to_move == player:
            found[int(state.vector[LIGHT]), int(state.vector[DARK])] += 1
    return found


def scale(variant: Variant) -> tuple[float, float, str]:
    """Return the range and unit of values: points for a single player, else the chance of winning."""
    if len(variant.players) > 1:
        return 0.0, 100.0, "%"
    return LOWEST_WORTH, in_proportion(variant.geometry, HIGHEST_WORTH), marked("points")


def remark(state: Position) -> str:
    """Describe every player's path, which the picture shows, with its score, and where the rolled tile fits."""
    if not state.vector[PLAYING] or state.vector[TO_MOVE] == NOBODY:
        return ""
    sentences: list[str] = []
    for player, owner in enumerate(state.players):
        points, legs = walk_of(state, player)
        sentences.append(_shopper(owner if len(state.players) > 1 else "", points, legs))
    if fits := _places_of_tile(state):
        sentences.append(fits)
    return joined(sentences)


def describe_preview(state: Position, actions: tuple[int, ...]) -> str:
    """Describe the path over the sheet of the player to move after the actions."""
    player = int(state.vector[TO_MOVE])
    after = state.variant.apply_all(state.vector, actions)
    if player < 0 or not after[PLAYING]:
        return ""
    points, legs = walk_on(state.variant.geometry, after, own_sheet(state.variant.geometry, player))
    if not legs:
        return say("the shopper finds no path and scores 0")
    return say("the shopper walks {spaces} and scores {score}", **_counted(points, legs))


def _shopper(owner: str, points: int, legs: list[list[int]]) -> str:
    """Describe the walk and the score that a player's shopper would have now; `owner` is "" for a single player."""
    if not legs:
        if not owner:
            return say("The shopper would now find no path and score 0.")
        return say("{player}'s shopper would now find no path and score 0.", player=capital(owner))
    if not owner:
        return say("The shopper would now walk {spaces} and score {score}.", **_counted(points, legs))
    template = marked("{player}'s shopper would now walk {spaces} and score {score}.")
    return say(template, player=capital(owner), **_counted(points, legs))


def _counted(points: int, legs: list[list[int]]) -> dict[str, str]:
    """Return the number of spaces that the legs lead over, and their score, as fields of a text."""
    spaces = len({cell for leg in legs for cell in leg})
    return {
        "spaces": say_many("{count} space", "{count} spaces", spaces),
        "score": say_many("{count} point", "{count} points", points),
    }


def _places_of_tile(state: Position) -> str:
    """Describe in how many places the rolled tile fits; "" if no tile is to be placed."""
    light, dark = int(state.vector[LIGHT]), int(state.vector[DARK])
    if state.vector[TO_MOVE] < 0 or state.vector[PART] > 0 or not (light and dark):
        return ""
    legal = state.variant.legal_actions(state.vector)
    count = sum(action < begins(state.variant.geometry, CAFE) for action in legal)
    if count == 0:
        return say("With {dice} the tile fits nowhere.", dice=f"{light}-{dark}")
    return say_many(
        "With {dice} the tile fits in one place.",
        "With {dice} the tile fits in {count} places.",
        count,
        dice=f"{light}-{dark}",
    )
