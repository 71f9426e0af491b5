"""The new-game form: its fields, and the game that a filled form describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from byways.errors import BywaysError, OptionError
from byways.game import Game, Variant
from byways.header import TO_MOVE
from byways.options import Choice, File, Flag, Option, Value, Whole
from byways.site.i18n import phrases
from byways.site.i18n.languages import number
from byways.site.play import wording
from byways.site.play.room import Room
from byways.site.storage.game_store import Seat
from byways.site.timeline import clocks
from byways.site.web.signed_links import clean_name
from byways.translatable import either, marked, say, text_of

Form = Mapping[str, str]

SIDE, ENGINE = "your side", "the engine"  # with a space, as no option's name has
BOTH, NEITHER = "both", "neither"
PERSON, LINK = "person", "link"
CLOCK, NAME = "the clock", "your name"
"""The name of whoever fills in the form. Where several play at its screen, each has a name of their own."""
_USUAL = "level 3"


@dataclass(frozen=True)
class Field:
    """One field of the form; without choices it is a box to tick."""

    name: str
    label: str
    value: str
    choices: Sequence[tuple[str, str]] = ()
    """(value, label)"""
    help: str = ""

    @property
    def said(self) -> str:
        """The field's value in words."""
        if not self.choices:
            return say("Yes") if self.value else say("No")
        return next((label for value, label in self.choices if value == self.value), self.value)


def read_form(body: bytes) -> Form:
    """Parse a form that a browser has sent. Raises BywaysError."""
    try:
        return dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=100, errors="strict"))
    except ValueError as error:
        raise BywaysError("request.form", "the form cannot be read: {reason}", reason=str(error)) from error


def option_fields(game: Game, form: Form) -> list[Field]:
    """Return the options as fields.

    Files (command line only) and the number of players (asked with the seats) are left out.
    """
    asked = (option for option in game.options if not isinstance(option, File) and option.name != phrases.PLAYERS)
    return [option_field(option, game, form) for option in asked]


def chosen(variant: Variant) -> list[Field]:
    """Return the options chosen for a game."""
    return option_fields(variant.game, _written(variant))


def seat_fields(game: Game, form: Form) -> list[Field]:
    """Return the fields for the seats: a side for the person of a two-player game, else one per seat."""
    count, players = phrases.players_option(game), phrases.players_of(game)
    if count is not None:
        return [option_field(count, game, form), *_seats(game, players, form)]
    if len(players) == 2:
        return [_side_field(game, players, form), _engine_field(form)]
    return _seats(game, players, form)


def read_options(game: Game, form: Form) -> dict[str, Value]:
    """Parse the options from a form. Raises OptionError."""
    found: dict[str, Value] = {}
    for option in game.options:
        if isinstance(option, Flag):
            found[option.name] = option.name in form
        elif not isinstance(option, File) and option.name in form:
            found[option.name] = option.read(form[option.name])
    return found


def read_seats(game: Game, players: Sequence[str], form: Form, holder: str) -> list[Seat]:
    """Parse the seats from a form. Raises OptionError."""
    if len(players) != 2 or phrases.players_option(game) is not None:
        return [_seat(player, form.get(_seat_name(player), PERSON), holder) for player in players]
    side, engine = form.get(SIDE, players[0]), form.get(ENGINE, _USUAL)
    if side not in (*players, BOTH, NEITHER):
        raise _refusal(SIDE, side, (*players, BOTH, NEITHER))
    return [_seat(player, PERSON if side in (player, BOTH) else engine, holder) for player in players]


def asked(game: Game, form: Form) -> list[str]:
    """Return the names of the fields about who plays that matter for what is chosen so far. Raises OptionError."""
    players = phrases.players_of(game)
    count = phrases.players_option(game)
    if count is not None:
        players = players[: int(count.read(option_field(count, game, form).value))]
    seats = read_seats(game, players, form, "here")
    if count is not None or len(players) != 2:
        found = [*([count.name] if count else []), *map(_seat_name, players)]
    else:
        found = [SIDE, *([ENGINE] if form.get(SIDE) != BOTH else [])]
    here = [seat.player for seat in seats if seat.holder]
    found += [CLOCK] * _may_have_clock(seats)
    return found + (list(map(_name_of, here)) if len(here) > 1 else [NAME])


def name_fields(game: Game, form: Form, called: str) -> list[Field]:
    """Return fields for the names of several people at this screen; the first is the person filling in the form."""
    players = phrases.players_of(game)
    fields = [(player, _name_of(player)) for player in players] if len(players) > 1 else []
    usual = dict.fromkeys(players, "") | {players[0]: called}
    label = marked("Name of {player}")
    return [Field(n, say(label, player=phrases.player(game, p)), form.get(n, usual[p])) for p, n in fields]


def name_seats(seats: Sequence[Seat], form: Form, called: str | None) -> list[Seat]:
    """Return the seats with the names of the people at this screen; a single one is called `called`."""
    alone = sum(bool(seat.holder) for seat in seats) == 1
    names = {s.player: called if alone else clean_name(form.get(_name_of(s.player), "")) for s in seats}
    return [replace(seat, name=names[seat.player]) if seat.holder else seat for seat in seats]


ARRIVAL = 60.0
"""The seconds that a live clock waits for people to come to the board."""


def read_terms(form: Form, seats: Sequence[Seat], holder: str) -> dict[str, Any]:
    """Parse the agreed settings: the clock, and the creator, who hands out links to open seats or directs engines.

    Raises OptionError.
    """
    clock = clocks.read_terms(form.get(CLOCK, ""))
    led = any(seat.open for seat in seats) or all(seat.engine for seat in seats)
    terms: dict[str, Any] = {"creator": holder} if led else {}
    if clock and _may_have_clock(seats):
        terms["clock"] = clock.data()
        if not clock.days:
            terms["arrival"] = ARRIVAL
    return terms


def _may_have_clock(seats: Sequence[Seat]) -> bool:
    """Return whether there is somebody to be timed: a person alone, or watching engines, plays without a clock."""
    return len(seats) > 1 and not all(seat.engine for seat in seats)


def clock_field(form: Form) -> Field:
    """Return the field for the time control."""
    choices: list[tuple[str, str]] = [("", say("No clock"))]
    for text in clocks.CHOICES:
        terms = clocks.read_terms(text)
        assert terms is not None
        choices.append((text, terms.said))
    return Field(CLOCK, say("Clock"), form.get(CLOCK, ""), choices)


def again(room: Room, holder: str | None) -> str:
    """Return the query of a form filled in as for this game."""
    variant = room.timeline.state.variant
    query = _written(variant)
    occupants = {player: _word(seat, holder) for player, seat in room.timeline.seats.items()}
    if phrases.players_option(variant.game) is None and len(occupants) == 2:
        mine = [player for player, word in occupants.items() if word == PERSON]
        query[SIDE] = mine[0] if len(mine) == 1 else BOTH if mine else NEITHER
        query[ENGINE] = next((word for word in occupants.values() if word != PERSON), _USUAL)
    else:
        query |= {_seat_name(player): word for player, word in occupants.items()}
    query |= {_name_of(p): seat.name for p, seat in room.timeline.seats.items() if seat.name and occupants[p] == PERSON}
    if room.timeline.clocks:
        query[CLOCK] = room.timeline.clocks.terms.text
    return urlencode(query)


def _written(variant: Variant) -> dict[str, str]:
    """Return the form values that ask for these options; unticked boxes are left out."""
    asked = {option: variant.options[option.name] for option in variant.game.options if not isinstance(option, File)}
    return {option.name: option.write(value) for option, value in asked.items() if value is not False}


def option_field(option: Option, game: Game, form: Form) -> Field:
    """Return an option as a field."""
    label, help = phrases.upper(text_of(game.name, option.name)), text_of(game.name, option.help)
    if isinstance(option, Flag):
        return Field(option.name, label, form.get(option.name, ""), help=help)
    if isinstance(option, Whole):
        choices = [(str(value), str(value)) for value in option.values]
    else:
        assert isinstance(option, Choice)
        choices = [(value, phrases.upper(text_of(game.name, value))) for value in option.choices]
    start = option.write(game.ui.defaults.get(option.name, option.default))
    return Field(option.name, label, form.get(option.name, start), choices, help)


def _side_field(game: Game, players: Sequence[str], form: Form) -> Field:
    variant = game.variant()
    first = players[variant.start()[TO_MOVE]]
    names = {player: phrases.player(game, player) for player in players}
    names[first] = say("{player} (moves first)", player=names[first])
    sides = list(names.items())
    sides += [(BOTH, say("Both: two people here")), (NEITHER, say("Neither: watch the engine"))]
    return Field(SIDE, say("You play"), form.get(SIDE, first), sides)


def _engine_field(form: Form) -> Field:
    return Field(
        ENGINE, say("Against"), form.get(ENGINE, _USUAL), [(LINK, say("Somebody who gets a link")), *_strengths()]
    )


def _seats(game: Game, players: Sequence[str], form: Form) -> list[Field]:
    choices = [(PERSON, say("A person at this screen")), (LINK, say("Somebody who gets a link")), *_strengths()]
    usual = {player: _USUAL if i else PERSON for i, player in enumerate(players)}
    names = {player: _seat_name(player) for player in players}
    return [Field(names[p], phrases.player(game, p), form.get(names[p], usual[p]), choices) for p in players]


def _strengths() -> list[tuple[str, str]]:
    levels = [word for word in wording.ENGINES if word not in wording.THINKING]
    templates = dict.fromkeys(levels, marked("Engine, {level}"))
    templates[levels[0]] = marked("Engine, {level} (weakest)")
    templates[levels[-1]] = marked("Engine, {level} (strongest)")
    graded: list[tuple[str, str]] = [
        (word, say(said, level=wording.strength(wording.ENGINES[word]))) for word, said in templates.items()
    ]
    full = marked("Full strength, {seconds} s a turn")
    return graded + [(word, say(full, seconds=number(s, 1))) for word, s in wording.THINKING.items()]


def _seat_name(player: str) -> str:
    return f"seat {player}"


def _name_of(player: str) -> str:
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
    """Return the form value that stands for a seat; people elsewhere get links."""
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
