"""A game under review: its visible positions and their addresses.

The position after `ply` turns has the address (ply,). The position after `count` turns of variation `n` (from 0) of the
turn that leads to an address is the address, n, count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from byways.errors import IllegalTurnError
from byways.position.state import State
from byways.records import Line, Record, Turn
from byways.records.tokens import GLYPHS
from byways.records.values import without_values
from byways.site.board.rendering import turn_in_words
from byways.site.play.page import wording
from byways.site.play.room import Room
from byways.site.play.rooms import find_room
from byways.site.review.review_store import RecordContents, ReviewStore
from byways.site.storage.analysis_store import line_of
from byways.site.timeline.events import End
from byways.site.web import lengths
from byways.site.web.requests import HiddenError, MissingError
from byways.site.web.routing import service
from byways.site.web.sessions import holder_of
from byways.translatable import marked

Address = tuple[int, ...]

TITLE = "Title"  # the tag of a record
LONGEST_LINE = 60  # turns that may follow a position, as somebody tries them
_MEANINGS = {
    "!": marked("good"),
    "?": marked("mistake"),
    "!!": marked("brilliant"),
    "??": marked("blunder"),
    "!?": marked("interesting"),
    "?!": marked("dubious"),
}
MARKS = {GLYPHS[glyph]: (glyph, meaning) for glyph, meaning in _MEANINGS.items()}
"""The marks that a note can give a turn, by their number in records: the glyph, and what it means."""


@dataclass(frozen=True)
class AnnotatedTurn:
    """A turn in the list of turns."""

    address: str
    turn: str
    says: str
    """The turn as people read it."""
    player: str | None
    """Who played it; None in a variation."""
    column: str
    """Its column in a list of two, "one" or "two"."""
    number: str
    """Of the turn as it is shown: of each row of the list, and where a line begins amid one."""
    named: str
    """The number with the turn, as sentences have it."""
    marks: str
    comments: tuple[str, ...]
    variations: tuple[AnnotatedLine, ...]


@dataclass(frozen=True)
class AnnotatedLine:
    """A line in the list of turns: the game's own, or a variation."""

    comments: tuple[str, ...]
    """What is said before its first turn: of a variation first of all its name."""
    turns: tuple[AnnotatedTurn, ...]


@dataclass(frozen=True)
class Review:
    """The part of a game that the browser may see."""

    room: Room
    kept: RecordContents | None
    """The contents of its record, if it was uploaded as one."""
    states: tuple[State, ...]
    over: bool
    """Whether nothing is hidden: it is over, or came as a record."""

    @property
    def line(self) -> Line:
        """The turns, with what is said of them."""
        return self.kept.line if self.kept else Line(turns=tuple(Turn(str(state.turn)) for state in self.states[1:]))

    @property
    def endless(self) -> bool:
        """Whether it came as a record that tells of no end."""
        return self.kept is not None and self.kept.winners is None

    @property
    def unfinished(self) -> bool:
        """Whether more turns may follow: it goes on, or came as a record that tells of no end."""
        return not self.over or (self.endless and self.states[-1].to_move is not None)

    def owned_by(self, holder: str | None) -> bool:
        """Return whether a browser may write notes in it."""
        return holder is not None and self.kept is not None and self.kept.owner == holder

    @property
    def name(self) -> str:
        """A name for the turns as they are now, which are others after an undo."""
        return line_of(self.states[-1].turns)

    def state(self, address: Address, turns: Sequence[str] = ()) -> State:
        """Return the state at an address and `turns` after it. Raises MissingError, IllegalTurnError."""
        if len(turns) > LONGEST_LINE:
            raise IllegalTurnError("turn.too_many", "at most {most} moves can be tried", most=LONGEST_LINE)
        state = self._at(address)
        for turn in turns:
            state = state.play(turn)
        return state

    def _at(self, address: Address) -> State:
        if len(address) % 2 == 0 or not 0 <= address[0] < len(self.states):
            raise MissingError("turn.missing", "the game has no such move")
        state = self.states[address[0]]
        turn = self._turn(self.line.turns, address[0])
        for n, count in zip(address[1::2], address[2::2], strict=True):
            if turn is None or n >= len(turn.variations) or not 1 <= count <= len(turn.variations[n].turns):
                raise MissingError("turn.missing", "the game has no such move")
            turns = turn.variations[n].turns
            assert state.previous is not None
            state = state.previous
            for played in turns[:count]:
                state = state.play(played.turn)
            turn = self._turn(turns, count)
        return state

    @staticmethod
    def _turn(turns: Sequence[Turn], count: int) -> Turn | None:
        return turns[count - 1] if count else None

    @property
    def end(self) -> End | None:
        """The game's end if the rules did not end it, else None."""
        if self.kept is not None and self.kept.winners is not None and self.kept.termination:
            return End(self.kept.winners, self.kept.termination, None)
        return self.room.timeline.end

    @property
    def people(self) -> Mapping[str, str]:
        """The names of those who began as each player, as far as they have any."""
        return self.kept.people if self.kept else people_of(self.room)

    @property
    def title(self) -> str:
        """The name that its owner gave it, or its record; "" for none."""
        return title_of(self.kept) if self.kept else ""

    def entries(self) -> AnnotatedLine:
        """Return the list of turns: the game's, each with its variations."""
        rows = wording.Rows(self.states[0])
        return _Entries(rows).of(self.line, (), self.states, rows.before)

    @property
    def layout(self) -> str:
        """How the list of turns is laid out, as beside the game."""
        return wording.turn_layout(self.states[0])

    def record(self) -> Record:
        """Return the game as a record; of a running game, its visible part."""
        start = self.states[0]
        outcome = self.room.outcome if self.over else None
        winners = outcome.winners if outcome else None
        if self.kept is not None:
            kept = self.kept
            won = winners if kept.winners is None else kept.winners
            return Record(start, kept.line, won, kept.termination, kept.people, kept.tags)
        end = self.room.timeline.end
        if end is not None:
            winners = end.winners
        date = {"Date": self.room.stored.created.strftime("%Y.%m.%d")}
        return Record(start, self.line, winners, end.termination if end else "", people_of(self.room), date)


async def find_review(request: HTTPConnection, game_id: str) -> Review:
    """Return the part of a game that the browser may review. Raises MissingError, HiddenError."""
    room = await find_room(request, game_id)
    reviews = service(request, ReviewStore)
    kept = await reviews.record_of(game_id)
    if kept is not None and len(kept.line.turns) >= len(room.timeline.states):
        await room.read_again()  # turns were added by another process
    return open_review(room, kept, holder_of(request))


def open_review(room: Room, kept: RecordContents | None, holder: str | None) -> Review:
    """Return the part of a game that a browser may review. Of a running game, its sole player sees what is revealed.

    Raises HiddenError.
    """
    seen = revealed(room, kept)
    if not seen.over and not room.timeline.sole_holder(holder):
        raise HiddenError("review.running", "this game is still in progress; you can review it when it is over")
    return seen


def revealed(room: Room, kept: RecordContents | None) -> Review:
    """Return the part of a game that everybody may see by now, for records; `open_review` decides who may review it."""
    over = room.timeline.over or kept is not None
    secret = 0 if over else room.timeline.state.variant.game.secrets.turns(room.timeline.state)
    return Review(room, kept, tuple(room.timeline.states[: len(room.timeline.states) - secret]), over)


def title_of(kept: RecordContents) -> str:
    """Return the name of a record in one line; "" for none."""
    return " ".join(kept.tags.get(TITLE, "").split())[: lengths.LINE]


def people_of(room: Room) -> dict[str, str]:
    """Return the names of the people who began as each player, as far as they are known."""
    levels = {
        player: f"Byways, level {seat.engine.level}"
        for player, seat in room.timeline.seats.items()
        if seat.engine and seat.engine.level is not None
    }
    return {**levels, **{player: seat.name for player, seat in room.timeline.seats.items() if seat.name}}


def read_address(text: str) -> Address:
    """Parse an address from a link, such as "12" or "12.0.3". Raises MissingError."""
    parts = text.split(".")
    if len(text) > 100 or not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        raise MissingError("turn.missing", "the game has no such move")
    return tuple(int(part) for part in parts)


def write_address(address: Address) -> str:
    """Format an address for a link."""
    return ".".join(map(str, address))


class _Entries:
    """Makes the list of turns of a game."""

    def __init__(self, rows: wording.Rows) -> None:
        self._rows = rows

    def of(self, line: Line, above: Address, states: Sequence[State], row: wording.Row) -> AnnotatedLine:
        """Return a line after a row; `above` is its address without the number of turns.

        `states` are those along it that are known, at least the one in which it begins.
        """
        entries = []
        state = states[0]
        for count, turn in enumerate(line.turns, 1):
            if count > 1:
                state = states[count - 1] if count <= len(states) else state.play(line.turns[count - 2].turn)
            address = (*above, count)
            player = str(state.to_move)
            before = row
            row = self._rows.after(before, player, turn.turn)
            words = turn_in_words(state.variant.game, turn.turn)
            number = max(1, row.number)
            shown = f"{number}." if row.number > before.number else f"{number}…" if above and count == 1 else ""
            variations = tuple(self.of(one, (*address, n), (state,), before) for n, one in enumerate(turn.variations))
            entries.append(
                AnnotatedTurn(
                    address=write_address(address),
                    turn=turn.turn,
                    says=words,
                    player=None if above else player,
                    column="" if above else self._rows.columns.get(player, ""),
                    number=shown,
                    named=f"{number} ({words})",
                    marks=" ".join(MARKS[mark][0] if mark in MARKS else f"${mark}" for mark in turn.marks),
                    comments=without_values(turn.comments),
                    variations=variations,
                )
            )
        return AnnotatedLine(without_values(line.comments), tuple(entries))
