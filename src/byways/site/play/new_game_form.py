"""The new-game form: its fields, the game that a filled form describes, and what was agreed in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from byways.errors import BywaysError
from byways.game import Game, Variant
from byways.incoming import named_once
from byways.rules.options import Choice, File, Flag, Option, Value, Whole
from byways.rules.state_vector import TO_MOVE
from byways.site.i18n import phrases
from byways.site.play import seating
from byways.site.play.room import Room
from byways.site.play.seating import ANY, COMPUTER, FRIEND, NEITHER, OPPONENT, SIDE, Form
from byways.site.storage.game_settings import GameSettings
from byways.site.storage.stored_games import Seat
from byways.site.timeline import clocks
from byways.site.timeline.plans import is_live
from byways.translatable import joined, say, text_of

CLOCK = "the clock"
WATCHED = "others may watch"
LINES = "lines"
ARRIVAL = 60.0
"""The seconds that a live clock waits for people to come to the board."""


@dataclass(frozen=True)
class Field:
    """One field of the form; without choices it is a box to tick."""

    name: str
    label: str
    value: str
    choices: Sequence[tuple[str, str]] = ()
    """(value, label)"""
    help: str = ""
    usual: str = ""
    """The value that it has by default."""

    @property
    def said(self) -> str:
        """The field's value in words."""
        if not self.choices:
            return say("Yes") if self.value else say("No")
        return next((label for value, label in self.choices if value == self.value), self.value)

    @property
    def brief(self) -> str:
        """The field and its value in a few words; for a ticked box, its name alone."""
        return say("{name}: {value}", name=self.label, value=self.said) if self.choices else self.label


def read_form(body: bytes) -> Form:
    """Parse a form that a browser has sent. Raises BywaysError."""
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=100, errors="strict")
    except ValueError as error:
        raise BywaysError("request.form", "the form cannot be read: {reason}", reason=str(error)) from error
    return named_once(pairs)


def option_fields(game: Game, form: Form) -> list[Field]:
    """Return the options as fields.

    Files (command line only) and the number of players (asked with the seats) are left out.
    """
    asked = (option for option in game.options if not isinstance(option, File) and option.name != phrases.PLAYERS)
    return [option_field(option, game, form) for option in asked]


def option_field(option: Option, game: Game, form: Form) -> Field:
    """Return an option as a field."""
    label = phrases.upper(text_of(game.name, option.label or option.name))
    help = text_of(game.name, option.help)
    if option.variant and isinstance(option, Flag):
        label = say("{option} (variant)", option=label)
    usual = game.ui.defaults.get(option.name, option.default)
    start = "" if isinstance(option, Flag) and not usual else option.write(usual)
    choices: list[tuple[str, str]] = []
    if isinstance(option, Whole | Choice):
        values = option.values if isinstance(option, Whole) else option.choices
        choices = [(option.write(value), _said(option, value, game)) for value in values]
    value = form.get(option.name, start)
    value = value if not choices or value in dict(choices) else start
    sized = isinstance(option, Whole) and option.word and not option.words  # its values say what its help would
    return Field(option.name, label, value, choices, "" if sized else help, start)


def _said(option: Option, value: Value, game: Game) -> str:
    """Return what pages write for a value."""
    word = option.word_for(value)
    said = phrases.upper(text_of(game.name, word, value=value) if "{value}" in word else text_of(game.name, word))
    return say("{option} (variant)", option=said) if option.changes(value) else said


def chosen(variant: Variant) -> list[Field]:
    """Return the options chosen for a game."""
    return option_fields(variant.game, _written(variant))


def read_options(game: Game, form: Form) -> dict[str, Value]:
    """Parse the options from a form. Raises OptionError."""
    found: dict[str, Value] = {}
    for option in game.options:
        if isinstance(option, Flag):
            found[option.name] = option.name in form
        elif not isinstance(option, File) and option.name in form:
            found[option.name] = option.read(form[option.name])
    return found | seating.read_count(game, form)


def read_settings(form: Form, seats: Sequence[Seat], holder: str) -> GameSettings:
    """Parse the agreed settings. Raises OptionError."""
    asked = clocks.read_control(form.get(CLOCK, ""))
    clock = asked if seating.may_have_clock(seats) else None
    live = clock is not None and not clock.days
    unmanned = all(seat.engine for seat in seats)
    return GameSettings(
        creator=holder if unmanned or any(seat.open for seat in seats) else None,
        clock=clock,
        arrival=ARRIVAL if live else None,
        lines=live and LINES in form,
        shown=WATCHED in form and not unmanned,
    )


def watched_field(form: Form) -> Field:
    """Return the field for whether the first page may show the game to others."""
    help = say("Everyone who joins is told.")
    return Field(WATCHED, say("Others may watch this game from the home page"), form.get(WATCHED, ""), help=help)


def clock_field(form: Form) -> Field:
    """Return the field for the time control."""
    choices: list[tuple[str, str]] = [("", say("No clock"))]
    for text in clocks.CHOICES:
        control = clocks.read_control(text)
        assert control is not None
        choices.append((text, control.said))
    return Field(CLOCK, say("Clock"), form.get(CLOCK, ""), choices)


def lines_field(form: Form) -> Field:
    """Return the field for whether lines may be tried while a live clock runs."""
    help = say(
        "You and your opponent may each try moves on a board that nobody else sees. "
        "Without a clock, or with days a move, this is always allowed."
    )
    return Field(LINES, say("Allow trying lines during the game"), form.get(LINES, ""), help=help)


def opponent_field(game: Game, form: Form) -> Field:
    """Return the field for the kind of opponent."""
    kinds = [(kind, seating.describe(game, kind)[0]) for kind in seating.opponents(game)]
    return Field(OPPONENT, say("Opponent"), seating.opponent(game, form), kinds)


def side_field(game: Game, form: Form) -> Field | None:
    """Return the field for the side that one plays; None where there are not two."""
    if not seating.has_sides(game):
        return None
    players = phrases.players_of(game)
    first = players[game.variant().start()[TO_MOVE]]
    (second,) = (player for player in players if player != first)
    sides: list[tuple[str, str]] = [
        (first, say("{player}, first", player=phrases.player(game, first))),
        (ANY, say("Either")),
    ]
    sides += [(second, phrases.player(game, second)), (NEITHER, say("Only watch"))]
    asked = form.get(SIDE, first)
    return Field(SIDE, say("You play"), asked if asked in dict(sides) else first, sides)


def count_field(game: Game, form: Form) -> Field | None:
    """Return the field for how many play, where there are several; None for a game without such an option."""
    count = phrases.players_option(game)
    if count is None or count.high < 2:
        return None
    asked = option_field(count, game, form)
    several = [(value, label) for value, label in asked.choices if int(value) > 1]
    return Field(count.name, asked.label, asked.value if asked.value in dict(several) else several[0][0], several)


def brief(game: Game, form: Form) -> str:
    """Describe the game that a form asks for in one line."""
    kind = seating.opponent(game, form)
    side = side_field(game, form)
    engine = seating.engine_said(seating.engine_of(game, form))
    parts = [game.title, *_sizes_said(_size(game, option_fields(game, form)))]
    parts.append(engine if kind == COMPUTER else seating.describe(game, kind)[0])
    if side and kind in (COMPUTER, FRIEND):
        others = {NEITHER: say("you watch"), ANY: say("you play either side")}
        player = phrases.player(game, side.value)
        parts.append(others.get(side.value) or say("you play {player}", player=player))
    return joined(parts, " · ")


def highlights(game: Game, fields: Sequence[Field]) -> list[str]:
    """Return in a few words each what is worth saying of options: the board's size, and what is not as usual."""
    size = _size(game, fields)
    unusual = [field.brief for field in fields if field not in size and field.value != field.usual]
    return [*_sizes_said(size), *unusual]


def _size(game: Game, fields: Sequence[Field]) -> Sequence[Field]:
    """Return the fields for the board's size: one for each side, as Connect Four's rows and columns, or the first."""
    sizes = dict.fromkeys(game.board.sizes) if game.board else ()
    found = [field for size in sizes for field in fields if field.name == size]
    return found if len(found) == 2 else [field for field in fields[:1] if field.choices]


def _sizes_said(fields: Sequence[Field]) -> list[str]:
    return ["×".join(field.said for field in fields)] if fields else []


def rules_brief(game: Game, fields: Sequence[Field]) -> str:
    """Describe the options of a form in one line."""
    parts = highlights(game, fields)
    return joined(parts + [say("usual rules")] * (len(parts) == 1 < len(fields)), " · ")


def again(room: Room, holder: str | None) -> str:
    """Return the query of a form filled in as for this game."""
    query = _written(room.timeline.state.variant) | seating.seat_words(room, holder)
    if room.timeline.clocks:
        query[CLOCK] = room.timeline.clocks.control.text
    if room.stored.settings.lines:
        query[LINES] = "true"
    if room.stored.settings.shown:
        query[WATCHED] = "true"
    return urlencode(query)


def _written(variant: Variant) -> dict[str, str]:
    """Return the form values that ask for these options; unticked boxes are left out."""
    asked = {option: variant.options[option.name] for option in variant.game.options if not isinstance(option, File)}
    return {option.name: option.write(value) for option, value in asked.items() if value is not False}


def settings_in_brief(room: Room) -> str:
    """Describe the settings in one line, for players and spectators: what is usual is not said."""
    variant = room.timeline.state.variant
    parts = highlights(variant.game, chosen(variant))
    if room.stored.position:
        parts.append(say("From a position that was set up"))
    if room.timeline.clocks:
        parts.append(room.timeline.clocks.control.said)
    if room.stored.settings.lines:
        parts.append(say("Trying lines is allowed"))
    if room.stored.settings.shown:
        parts.append(say("Others may watch"))
    return joined([variant.game.title, *parts], " · ")


def clock_in_words(room: Room) -> str:
    """Describe the time control."""
    return room.timeline.clocks.control.said if room.timeline.clocks else say("No clock")


def lines_in_words(room: Room) -> str:
    """Say whether lines may be tried during the game; "" where that needs no agreement."""
    if not is_live(room.timeline):
        return ""
    return say("You may both try moves on your own boards.") if room.stored.settings.lines else say("Not allowed")
