"""Lines tried during a game, or by which replies are planned: positions that are computed, and not kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from byways.position.state import Move, State
from byways.site.board import wire
from byways.site.board.future import Planned
from byways.site.board.rendering import Rendering, board_regions, draw_with, offers_of, overlay, prompt_of, turn_named
from byways.site.i18n import phrases
from byways.site.i18n.languages import render
from byways.site.play.page.views import picture_of
from byways.site.play.room import Room
from byways.site.timeline import refusals
from byways.site.timeline.commands import judge
from byways.site.timeline.decisions import Incomplete, Refused
from byways.site.timeline.timeline import Timeline
from byways.site.web.requests import MissingError
from byways.site.web.templating import region
from byways.translatable import marked, say

_LONGEST = 400  # turns of a line


@dataclass(frozen=True)
class TriedLine:
    """Some turns after a position of a game."""

    ply: int
    turns: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> TriedLine:
        """Parse a line as a question has it: "12;c4;d5". Raises MissingError."""
        ply, *turns = text.split(";")
        if not (ply.isascii() and ply.isdecimal() and len(ply) < 7 and len(turns) <= _LONGEST):
            raise MissingError("turn.missing", "the game has no such move")
        return cls(int(ply), tuple(turns))

    def __str__(self) -> str:
        return ";".join((str(self.ply), *self.turns))

    def of(self, game: Timeline) -> State:
        """Return the position to which the line leads in a game. Raises MissingError, IllegalTurnError."""
        return self.states(game)[-1]

    def states(self, game: Timeline) -> list[State]:
        """Return the positions before, between and after its turns. Raises MissingError, IllegalTurnError."""
        if self.ply > game.ply:
            raise MissingError("turn.missing", "the game has no such move")
        states = [game.states[self.ply]]
        for turn in self.turns:
            states.append(states[-1].play(turn))
        return states


def tried(room: Room, now: Rendering, line: TriedLine, actions: Sequence[int], *, planning: bool) -> wire.Tried:
    """Return the position after a line and actions, which may be a turn or its beginning, to lie over what is shown.

    Raises MissingError, IllegalTurnError.
    """
    state = line.of(room.timeline)
    found = judge(state, actions)
    if isinstance(found, Refused):
        raise found.error if actions else refusals.not_to_move(room.timeline)
    if isinstance(found, Move):
        state = found.after
        line = TriedLine(line.ply, (*line.turns, found.text))
        actions = ()
    shown = found.between if isinstance(found, Incomplete) and actions else state
    here = room.timeline.states[line.ply] if planning else shown  # what is planned has not been played
    picture = _planned(room, line, actions).picture if planning else picture_of(room, shown)
    drawing, choices = draw_with(shown, picture, offers_of(shown) if shown.to_move else [], [now.drawing])
    asked = _asked(shown, line, begun=bool(actions), planning=planning)
    title = render(say("Plan replies") if planning else say("Trying a line"))
    spoken = asked if line.turns or actions else f"{title}. {asked}"
    regions = {
        **board_regions(here, picture, player=now.view.player),
        "status": region("play", "status", title),
        "prompt": region("board", "prompt", asked),
    }
    return wire.Tried(str(line), len(line.turns), list(actions), choices, overlay(now, drawing, regions, spoken))


def _planned(room: Room, line: TriedLine, begun: Sequence[int]) -> Planned:
    """Return a line, perhaps with one more turn `begun`, as it is planned in the position where it sets out."""
    *before, last = line.states(room.timeline)
    turns = [(state, state.actions(turn)) for state, turn in zip(before, line.turns, strict=True)]
    return Planned(picture_of(room, (before or [last])[0]), [*turns, (last, begun)] if begun else turns)


def _asked(state: State, line: TriedLine, *, begun: bool, planning: bool) -> str:
    """Return what is asked for in a position that is tried, after which turns, perhaps with one `begun`."""
    game = state.variant.game
    mover = state.to_move
    player = phrases.player(game, mover)
    asked: str
    if mover is None:
        asked = say("The game is over in this position.")
    elif planning and len(line.turns) % 2 == 0:
        asked = say("Choose a move that you expect of {player}.", player=player)
    elif planning:
        asked = say("Choose your reply.")
    elif begun or mover == "chance" or len(state.players) == 1:
        asked = prompt_of(state)
    else:
        asked = say("{player} to move.", player=player)
    template = marked("Planned: {turns}.") if planning else marked("You tried {turns}.")
    turns = (" " if planning else ", ").join(turn_named(game, turn) for turn in line.turns)
    played = render(say(template, turns=turns)) if turns else ""
    return f"{played} {render(asked)}".strip()
