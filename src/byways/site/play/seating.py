"""Who plays a new game, as its form asks: the opponent in one choice, or every seat by itself."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from byways.errors import OptionError
from byways.game import Game
from byways.rules.options import Value
from byways.search.levels import LEVELS, ladder
from byways.site.i18n import phrases
from byways.site.i18n.languages import number
from byways.site.play.page import wording
from byways.site.play.room import Room
from byways.site.storage.stored_games import Seat
from byways.site.web.signed_links import clean_name
from byways.translatable import either, joined, marked, say

Form = Mapping[str, str]

OPPONENT, SIDE, ENGINE = "the opponent", "your side", "the engine"  # with a space, as no option's name has
NAME = "your name"
"""The name of the person who fills in the form. Where several play at its screen, each has a name of their own."""
ALONE, COMPUTER, FRIEND, SCREEN, SEATS = "alone", "engine", "friend", "screen", "seats"
BOTH, NEITHER, ANY = "both", "neither", "any"
PERSON, LINK = "person", "link"
_USUAL = "level 4"
_KINDS = {
    ALONE: (marked("On your own"), marked("One sheet, as many points as you can.")),
    COMPUTER: (marked("The engine"), marked("Starts at once. Ten levels, from gentle to very strong.")),
    FRIEND: (marked("A friend"), marked("Send a link. Nobody needs an account.")),
    SCREEN: (marked("Same screen"), marked("Two people, one board.")),
    SEATS: (marked("A mix"), marked("Choose who plays each sheet.")),
}
_SEVERAL = {
    FRIEND: (marked("Friends"), marked("Send each a link. Nobody needs an account.")),
    SCREEN: (marked("Same screen"), marked("You take turns on this device.")),
}
_MEANINGS = (marked("For your first game."), marked("Easy."), marked("Medium."), marked("Hard."), marked("Very hard."))
"""How hard levels are: the first, then two each; the last is the strongest."""


def has_sides(game: Game) -> bool:
    """Return whether a game has two seats, so that one chooses a side."""
    return phrases.players_option(game) is None and len(phrases.players_of(game)) == 2


def opponents(game: Game) -> list[str]:
    """Return the kinds of opponents that a game offers, the usual one first."""
    count = phrases.players_option(game)
    most = len(phrases.players_of(game))
    found = [ALONE] * (most == 1 or (count is not None and count.low == 1))
    found += [COMPUTER, FRIEND, SCREEN] * (most > 1)
    return found + [SEATS] * (not has_sides(game))


def describe(game: Game, kind: str) -> tuple[str, str]:
    """Return what a kind of opponent is called, and a sentence about it."""
    name, about = (_KINDS if has_sides(game) else _KINDS | _SEVERAL)[kind]
    return say(name), say(about)


def opponent(game: Game, form: Form) -> str:
    """Return the kind of opponent that a form asks for, also one that names seats alone; the usual one for nonsense."""
    kinds = opponents(game)
    if form.get(OPPONENT) in kinds:
        return form[OPPONENT]
    if has_sides(game):
        return SCREEN if form.get(SIDE) == BOTH else FRIEND if form.get(ENGINE) == LINK else COMPUTER
    words = list(seats_asked(game, form).values())
    count = phrases.players_option(game)
    wanted = count.parse(form.get(count.name, count.default)) if count else None
    first, *others = words[: int(wanted)] if wanted else words
    if first != PERSON or len(set(others)) > 1:
        return SEATS
    kind = {PERSON: SCREEN, LINK: FRIEND}.get(others[0], COMPUTER) if others else ALONE
    return kind if kind in kinds else SEATS


def engine_of(game: Game, form: Form) -> str:
    """Return the word of the engine that a form asks for, the usual one if it names none."""
    words = [form.get(ENGINE, ""), *(form.get(seat_name(player), "") for player in phrases.players_of(game))]
    return next((word for word in words if word in wording.ENGINES), _USUAL)


def occupants(game: Game, players: Sequence[str], form: Form) -> dict[str, str]:
    """Return the word for who has each seat. Raises OptionError."""
    kind = form.get(OPPONENT)
    if kind is not None and kind not in opponents(game):
        raise _refusal(OPPONENT, kind, opponents(game))
    engine = form.get(ENGINE, _USUAL)
    if has_sides(game):
        side = BOTH if kind == SCREEN else form.get(SIDE, players[0])
        if side not in (*players, BOTH, NEITHER, ANY):
            raise _refusal(SIDE, side, (*players, BOTH, NEITHER, ANY))
        side = secrets.choice(players) if side == ANY else side
        return {player: PERSON if side in (player, BOTH) else LINK if kind == FRIEND else engine for player in players}
    if kind in (None, SEATS):
        return {player: form.get(seat_name(player), PERSON) for player in players}
    other = {FRIEND: LINK, COMPUTER: engine}.get(kind, PERSON)
    return {player: other if i else PERSON for i, player in enumerate(players)}


def read_seats(game: Game, players: Sequence[str], form: Form, holder: str) -> list[Seat]:
    """Parse the seats from a form. Raises OptionError."""
    return [_seat(player, word, holder) for player, word in occupants(game, players, form).items()]


def read_count(game: Game, form: Form) -> dict[str, Value]:
    """Return the option for the number of players where the opponent decides it."""
    count = phrases.players_option(game)
    return {count.name: count.low} if count and form.get(OPPONENT) == ALONE else {}


def name_seats(seats: Sequence[Seat], form: Form, called: str | None) -> list[Seat]:
    """Return the seats with the names of the people at this screen; a single one is called `called`."""
    alone = sum(bool(seat.holder) for seat in seats) == 1 and form.get(OPPONENT) != SEATS
    names = {s.player: called if alone else clean_name(form.get(name_of(s.player), "")) for s in seats}
    return [replace(seat, name=names[seat.player]) if seat.holder else seat for seat in seats]


def may_have_clock(seats: Sequence[Seat]) -> bool:
    """Return whether there is a player to be timed: a person alone, or watching engines, plays without a clock."""
    return len(seats) > 1 and not all(seat.engine for seat in seats)


def level_choices(game: Game) -> list[tuple[str, str, str]]:
    """Return (word, number, what it means) for each of the ten levels."""
    file = game.levels_file
    if note := game.variant(game.ui.defaults).engine_note:
        return [(f"level {level}", str(level), say(note)) for level in LEVELS]
    shares = {rung.number: rung.share for rung in ladder(file)} if file and file.exists() else {}
    return [(f"level {level}", str(level), _meaning(level, shares.get(level))) for level in LEVELS]


def _meaning(level: int, share: float | None) -> str:
    """Describe a level by how it fares against the one below."""
    template = marked("It wins about {count} of 100 games against level {number}.")
    measured = say(template, count=round(100 * share), number=level - 1) if share else ""
    return joined((say(_MEANINGS[level // 2]) if level < LEVELS[-1] else say("The strongest level."), measured))


def thinking_choices() -> list[tuple[str, str]]:
    """Return the words for engines that do all they can in some seconds, and what pages call them."""
    return [(word, say("{seconds} s a move", seconds=number(s, 1))) for word, s in wording.THINKING.items()]


def seat_choices() -> list[tuple[str, str]]:
    """Return the words for who may have a seat, and what pages call them."""
    people = [(PERSON, say("A person at this screen")), (LINK, say("Someone you send a link to"))]
    return people + [(word, engine_said(word)) for word in wording.ENGINES]


def engine_said(word: str) -> str:
    """Return what pages call an engine."""
    return say("Engine, {strength}", strength=wording.strength(wording.ENGINES[word]))


def seats_asked(game: Game, form: Form) -> dict[str, str]:
    """Return the word for who has each seat that a game may have, as far as a form says it; else the usual one."""
    known = {PERSON, LINK, *wording.ENGINES}
    found = {}
    for i, player in enumerate(phrases.players_of(game)):
        word = form.get(seat_name(player), "")
        found[player] = word if word in known else _USUAL if i else PERSON
    return found


def seat_words(room: Room, holder: str | None) -> dict[str, str]:
    """Return the form values about seats that ask for the same again, for a browser."""
    game = room.timeline.state.variant.game
    words = {player: _word(seat, holder) for player, seat in room.timeline.seats.items()}
    if has_sides(game):
        mine = [player for player, word in words.items() if word == PERSON]
        query = {SIDE: mine[0] if len(mine) == 1 else BOTH if mine else NEITHER}
        query[ENGINE] = next((word for word in words.values() if word != PERSON), _USUAL)
    else:
        query = {seat_name(player): word for player, word in words.items()}
    named = {p: seat.name for p, seat in room.timeline.seats.items() if seat.name and words[p] == PERSON}
    return query | {name_of(player): name for player, name in named.items()}


def seat_name(player: str) -> str:
    """Return the name of the field for who has a seat."""
    return f"seat {player}"


def name_of(player: str) -> str:
    """Return the name of the field for the name of a player at this screen."""
    return f"name {player}"


def _seat(player: str, word: str, holder: str) -> Seat:
    if word == PERSON:
        return Seat(player, holder=holder)
    if word == LINK:
        return Seat(player)
    if word not in wording.ENGINES:
        raise _refusal(player, word, (PERSON, LINK, *wording.ENGINES))
    return Seat(player, engine=wording.ENGINES[word])


def _word(seat: Seat, holder: str | None) -> str:
    """Return the form value of a seat; people elsewhere get links."""
    if seat.engine is None:
        return PERSON if seat.holder == holder else LINK
    return next((word for word, limits in wording.ENGINES.items() if seat.engine == limits), _USUAL)


def _refusal(option: str, value: str, allowed: Sequence[str]) -> OptionError:
    return OptionError(
        "form.value",
        "option {option}: {value!r} is not allowed; it must be {allowed}",
        option=option,
        value=value[:40],
        allowed=either(allowed),
    )
