"""Positions of The Long Way as text: the round, then every sheet.

    round: player 1, dice 3-5
    player 1: coins 2; entrance d1N; exit g7S
         a     b     c     d     e     f     g
    1    .     .     .     .     .     .     .
    2    .   |A   |  B3    B     .    @1    @1
    2s        - -
    …

Capital letters are tiles (small ones after Z, then Greek ones), the number behind is the display; @1 and @2 are
cafeterias, * is a space with nothing but walls, a dot is empty. A wall is beside its space: | and ---, with a
doorway : and - -; the lines 1n and 1s, left out where they are blank, are the walls on the north and south sides of row
1. What a player has drawn in the present round follows as a sheet of its own, `player 1, secret: …`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from byways.errors import PositionError
from byways.game import Variant
from byways.games.longway import tiles
from byways.games.longway.grid import (
    EAST,
    NAMES,
    NORTH,
    ROWS,
    SIDES,
    SOUTH,
    WEST,
    gate_cell,
    gate_side,
    outer_sides,
)
from byways.games.longway.layout import ACTIVE, DARK, LIGHT, PLAYING, own_sheet, seen_sheet, tile_sets
from byways.games.longway.sheet import (
    CAFETERIAS,
    COINS,
    DINING,
    DOORWAY,
    EMPTY,
    ENTRANCE,
    EXIT,
    STOPPED,
    TILED,
    WALLED,
    WHAT,
    by_space,
    sheet_words,
)
from byways.games.longway.space_sets import COLUMNS
from byways.kernels import Ints
from byways.rules.boards import layout
from byways.rules.state_vector import CHANCE, NOBODY, TO_MOVE
from byways.translatable import Catalogue, marked

say = Catalogue("longway").say

MOST_COINS = 9_999
LETTERS = layout.LETTERS.upper() + layout.LETTERS + "αβγδεζηθικλ"
"""One for each space of the largest grid."""
_MARGIN, _STEP = 3, 6  # columns before the first space, and from one space to the next
_HEADING = " " * _MARGIN + "".join(f"  {letter}   " for letter in layout.LETTERS[:COLUMNS]).rstrip()
_ROUND = re.compile(r"\s*round:\s*(?:(setup)|(over)|(player \d),\s*dice\s*([1-6?])-([1-6?]))\s*", re.IGNORECASE)
_OWNER = re.compile(r"\s*player (\d)(, secret)?:(.*)", re.IGNORECASE)
_HASH = re.compile(r"\s*tiles:\s*(\w+)\s*", re.IGNORECASE)
_ROW = re.compile(r"\s*([1-9][ns ]? .*|[1-9][ns]?)")


def body(variant: Variant, state: Ints) -> list[str]:
    """Return the lines of a position's text between its heading and the last."""
    lines = [_write_round(variant, state)]
    if variant.options["tiles"]:
        lines.insert(0, f"tiles: {tiles.hash_of(tile_sets(variant.geometry))}")
    players = range(len(variant.players))
    for player in players:
        lines += _write_sheet(variant.geometry, variant.players[player], _blocks(variant, state, player)[1])
    for player in players:
        own, seen = _blocks(variant, state, player)
        if not np.array_equal(own, seen):
            lines += _write_sheet(variant.geometry, f"{variant.players[player]}, secret", own)
    return lines


def _blocks(variant: Variant, state: Ints, player: int) -> tuple[Ints, Ints]:
    """Return the words of a player's own sheet, and of the one that all have seen, as views."""
    geometry = variant.geometry
    own = own_sheet(geometry, player)
    seen = seen_sheet(geometry, player)
    words = sheet_words(geometry)
    return state[own : own + words], state[seen : seen + words]


def _write_round(variant: Variant, state: Ints) -> str:
    if not state[PLAYING]:
        return "round: setup"
    if state[TO_MOVE] == NOBODY:
        return "round: over"
    light, dark = (int(state[die]) or "?" for die in (LIGHT, DARK))
    return f"round: {variant.players[state[ACTIVE]]}, dice {light}-{dark}"


def _write_sheet(geometry: Ints, owner: str, sheet: Ints) -> Iterator[str]:
    facts = [f"coins {sheet[COINS]}"]
    for gate, word in ((ENTRANCE, "entrance"), (EXIT, "exit")):
        if sheet[gate]:
            cell = gate_cell(geometry, sheet[gate])
            side = gate_side(geometry, sheet[gate])
            facts.append(f"{word} {NAMES[cell]}{SIDES[side]}")
    if sheet[STOPPED]:
        facts.append("stopped")
    yield f"{owner}: {'; '.join(facts)}"
    yield _HEADING
    names = _names(sheet)
    marks = by_space(sheet)[2].tolist()
    for row in range(int(geometry[ROWS])):
        cells = range(COLUMNS * row, COLUMNS * (row + 1))
        for side, label in ((NORTH, "n"), (EAST, ""), (SOUTH, "s")):
            if side == EAST:
                boxes = [_bar(marks[cell], WEST) + f"{names[cell]:^3}" + _bar(marks[cell], EAST) for cell in cells]
            else:
                boxes = [f" {_mark(marks[cell], side, '   ', '---', '- -')} " for cell in cells]
            line = f"{row + 1}{label:<2}{' '.join(boxes)}".rstrip()
            if side == EAST or len(line) > len(label) + 1:
                yield line


def _bar(marks: int, side: int) -> str:
    return _mark(marks, side, " ", "|", ":")


def _mark(marks: int, side: int, none: str, wall: str, doored: str) -> str:
    marks >>= side
    return (doored if marks >> DOORWAY & 1 else wall) if marks & 1 else none


def _names(sheet: Ints) -> list[str]:
    """Return the text of each space."""
    whats, displays, _ = (words.tolist() for words in by_space(sheet))
    tiled = sorted({what for what in whats if TILED <= what < WALLED})
    cafeterias = sorted({what for what in whats if what >= DINING})
    names = {EMPTY: ".", WALLED: "*"}
    names.update(zip(tiled, LETTERS, strict=False))
    names.update((what, f"@{number}") for number, what in enumerate(cafeterias, 1))
    return [names[what] + (str(symbol) if symbol else "") for what, symbol in zip(whats, displays, strict=True)]


def count_players(lines: Sequence[str]) -> int:
    """Count the players whose sheets the lines show, at least 1."""
    return max((int(found[1]) for line in lines if (found := _OWNER.fullmatch(line))), default=1)


def read_body(variant: Variant, lines: Sequence[str]) -> Ints:
    """Parse a body's lines into a state vector. Raises PositionError."""
    state = variant.blank()
    sections: dict[tuple[int, bool], list[str]] = {}
    facts: dict[tuple[int, bool], str] = {}
    rounds = 0
    here: list[str] | None = None
    for line in lines:
        if found := _OWNER.fullmatch(line):
            key = (int(found[1]) - 1, bool(found[2]))
            if not 0 <= key[0] < len(variant.players) or key in sections:
                _refuse(marked("one sheet for each player, found another: {line!r}"), line=line.strip()[:40])
            here = sections[key] = []
            facts[key] = found[3]
        elif found := _ROUND.fullmatch(line):
            rounds += 1
            _read_round(variant, state, found)
        elif found := _HASH.fullmatch(line):
            _check_hash(variant, found[1].lower())
        elif here is not None and (row := _ROW.fullmatch(line)) and int(row[1][0]) <= variant.geometry[ROWS]:
            here.append(row[1])
        elif line.split() != list(layout.LETTERS[:COLUMNS]):
            _refuse(marked("a row of a sheet, found {line!r}"), line=line.strip()[:40])
    if rounds != 1:
        _refuse(marked("one line such as 'round: player 1, dice 3-5'"))
    for player in range(len(variant.players)):
        if (player, False) not in sections:
            _refuse(marked("a sheet of player {player}"), player=player + 1)
    _fill(variant, state, sections, facts)
    return state


def _fill(
    variant: Variant, state: Ints, sections: dict[tuple[int, bool], list[str]], facts: dict[tuple[int, bool], str]
) -> None:
    alone = len(variant.players) == 1
    for (player, secret), rows in sorted(sections.items()):
        sheet = _read_sheet(variant.geometry, facts[player, secret], rows)
        _check_gates(sheet, bool(state[PLAYING]), secret, alone)
        own, seen = _blocks(variant, state, player)
        own[:] = sheet
        if not secret:
            seen[:] = sheet


def _check_gates(sheet: Ints, playing: bool, secret: bool, alone: bool) -> None:
    """Check the gates; views of several players lack the entrance and exit that a player has chosen in secret."""
    if secret and alone:
        _refuse(marked("no secret sheet of a single player"))
    if playing and alone and not sheet[ENTRANCE]:
        _refuse(marked("an entrance and an exit"))
    if not playing and (sheet[STOPPED] or sheet[WHAT:].any() or bool(sheet[ENTRANCE]) != secret):
        _refuse(marked("blank sheets during the setup; entrances and exits that are chosen stand on secret sheets"))


def _read_round(variant: Variant, state: Ints, found: re.Match[str]) -> None:
    state[PLAYING] = int(not found[1])
    if found[3]:
        name = found[3].lower()
        if name not in variant.players:
            _refuse(marked("a round of one of the players, found {name!r}"), name=name)
        state[ACTIVE] = variant.players.index(name)
        state[LIGHT], state[DARK] = (0 if die == "?" else int(die) for die in (found[4], found[5]))


def _check_hash(variant: Variant, text: str) -> None:
    known = tiles.hash_of(tile_sets(variant.geometry))
    if text != known:
        raise PositionError(
            "longway.tiles",
            say(
                "position: its tile set has the hash {text}, but the one in {path!r} has the hash {known}",
                allowed=f"the tile set {known}",
                text=text[:20],
                known=known,
                path=str(variant.options["tiles"]) or tiles.SHIPPED,
            ),
        )


def _read_sheet(geometry: Ints, facts: str, rows: Sequence[str]) -> Ints:
    sheet = np.zeros(sheet_words(geometry), dtype=np.int16)
    for fact in filter(None, (part.strip().lower() for part in facts.split(";"))):
        _read_fact(geometry, sheet, fact)
    if bool(sheet[ENTRANCE]) != bool(sheet[EXIT]) or (sheet[ENTRANCE] and sheet[ENTRANCE] == sheet[EXIT]):
        _refuse(marked("an entrance and an exit on different sides, found {facts!r}"), facts=facts.strip()[:60])
    marks = by_space(sheet)[2]
    names = ["."] * len(marks)
    seen = set()
    for text in rows:
        row = int(text[0]) - 1
        kind = text[1:2].strip()
        if (row, kind) in seen:
            _refuse(marked("each row once, found row {label} again"), label=text[:2].strip())
        seen.add((row, kind))
        for column, box in enumerate(_boxes(text)):
            cell = COLUMNS * row + column
            if kind:
                side = NORTH if kind == "n" else SOUTH
                marks[cell] |= _read_mark(box, {"     ": 0, " --- ": 1, " - - ": 2}) << side
            else:
                names[cell] = box[1:4].strip() or "."
                marks[cell] |= _read_mark(box[0], {" ": 0, "|": 1, ":": 2}) << WEST
                marks[cell] |= _read_mark(box[4], {" ": 0, "|": 1, ":": 2}) << EAST
    _read_names(sheet, names)
    return sheet


def _boxes(text: str) -> list[str]:
    """Return the seven boxes of five characters in a line of a sheet."""
    line = text.rstrip().ljust(_MARGIN + _STEP * COLUMNS)
    boxes = [line[at : at + _STEP] for at in range(_MARGIN, len(line), _STEP)]
    if (
        len(boxes) != COLUMNS
        or line[1 if line[1] == " " else 2 : _MARGIN].strip()
        or any(box[-1] != " " for box in boxes)
    ):
        _refuse(marked("seven spaces in line with the letters above them, found {text!r}"), text=text[:60])
    return [box[:-1] for box in boxes]


def _read_mark(text: str, marks: dict[str, int]) -> int:
    """Parse a wall into its bits, as on side 0."""
    if text not in marks:
        _refuse(marked("a wall as {marks}, found {text!r}"), marks=" or ".join(repr(mark) for mark in marks), text=text)
    return (0, 1, 1 | 1 << DOORWAY)[marks[text]]


def _read_fact(geometry: Ints, sheet: Ints, fact: str) -> None:
    word, _, value = fact.partition(" ")
    if fact == "stopped":
        sheet[STOPPED] = 1
    elif word == "coins" and value.isascii() and value.isdigit() and int(value[:9]) <= MOST_COINS:
        sheet[COINS] = int(value)
    elif word in ("entrance", "exit"):
        sides = [NAMES[cell] + SIDES[side].lower() for cell, side in outer_sides(int(geometry[ROWS]))]
        if value not in sides:
            _refuse(marked("an outer side after {word}, found {value!r}"), word=word, value=value[:20])
        sheet[ENTRANCE if word == "entrance" else EXIT] = 1 + sides.index(value)
    else:
        _refuse(marked("coins, entrance, exit or stopped, found {fact!r}"), fact=fact[:40])


def _read_names(sheet: Ints, names: Sequence[str]) -> None:
    """Fill in what is in each space; judge it together with the walls."""
    whats, displays, marks = by_space(sheet)
    groups: dict[str, list[int]] = {}
    for cell, name in enumerate(names):
        if not re.fullmatch(rf"\.|\*|@[12]|[{LETTERS}][1-6]?", name):
            _refuse(
                marked("., *, @1, @2 or a tile such as A or A5 on {cell}, found {name!r}"), cell=NAMES[cell], name=name
            )
        if (marks[cell] == 0) if name == "*" else (marks[cell] > 0 and name[0] in ".@"):
            _refuse(marked("walls on spaces of tiles and on those marked *, not so on {cell}"), cell=NAMES[cell])
        groups.setdefault(name[0] if name[0].isalpha() else name, []).append(cell)
        displays[cell] = int(name[1:]) if name[0].isalpha() and name[1:] else 0
    for name, cells in groups.items():
        whole = tiles.is_connected([divmod(cell, COLUMNS) for cell in cells])
        if name[0] == "@" and (not whole or len(cells) != 2):
            _refuse(marked("cafeteria {name} on two neighbouring spaces"), name=name)
        if name.isalpha() and not whole:
            _refuse(marked("tile {name} in one piece"), name=name)
        what = {".": EMPTY, "*": WALLED}.get(name, (DINING if name[0] == "@" else TILED) + cells[0])
        for cell in cells:
            whats[cell] = what
    sheet[CAFETERIAS] = sum(name[0] == "@" for name in groups)


def check(variant: Variant, state: Ints) -> None:
    """Refuse a position whose round, dice, mover and secret sheets contradict each other. Raises PositionError."""
    mover = int(state[TO_MOVE])
    players = len(variant.players)
    still_in = [not _blocks(variant, state, player)[1][STOPPED] for player in range(players)]
    acted = [player for player in _order(state, players) if still_in[player]]
    if mover == NOBODY or not any(still_in):
        if mover != NOBODY or any(still_in) or state[LIGHT] or state[DARK]:
            _refuse(marked("nobody to move, and the round to be over, when everybody has stopped and only then"))
        acted = []
    elif not still_in[state[ACTIVE]]:
        _refuse(marked("the dice to be of a player still in"))
    elif mover == CHANCE:
        if not state[PLAYING] or (state[LIGHT] and state[DARK]):
            _refuse(marked("a player to move, as no die is to be rolled"))
        acted = []
    else:
        if state[PLAYING] and not (state[LIGHT] and state[DARK]):
            _refuse(marked("chance to move, as the dice are to be rolled"))
        if not still_in[mover]:
            _refuse(marked("a player to move who is still in"))
        acted = acted[: acted.index(mover)]
    for player in range(players):
        own, seen = _blocks(variant, state, player)
        if player not in acted and not np.array_equal(own, seen):
            _refuse(
                "secret sheets only of players who have acted in this round, not of {name}", name=f"player {player + 1}"
            )


def _order(state: Ints, players: int) -> list[int]:
    """Return all players in the order in which they act."""
    return [(int(state[ACTIVE]) + i) % players for i in range(players)]


def _refuse(template: str, **fields: Any) -> NoReturn:
    expected = say(template, **fields)
    raise PositionError(
        "longway.position", say("position: expected {expected}", allowed=expected, expected=expected, **fields)
    )
