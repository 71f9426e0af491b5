"""The panel beside a game: who plays, what was played, how it stands, what may be done; rendered as regions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from byways.site.board import wire
from byways.site.board.rendering import Markup, Said
from byways.site.i18n import phrases
from byways.site.i18n.languages import current_language, render
from byways.site.play import new_game_form, wording
from byways.site.play.room import Room
from byways.site.timeline.commands import may, undo_ply
from byways.site.timeline.timeline import DRAW, REMATCH, TAKEBACK, Timeline
from byways.site.web.templating import macros
from byways.state import State
from byways.translatable import marked, say, text_of

_HIDDEN = "?"  # a turn that is not known yet
_COMMANDS = {
    "resign": ({"kind": "resign"}, marked("Resign")),
    DRAW: ({"kind": "offer", "what": DRAW}, marked("Offer a draw")),
    TAKEBACK: ({"kind": "offer", "what": TAKEBACK}, marked("Ask to take back")),
    "call off": ({"kind": "call off"}, marked("Call the game off")),
}
_ASKED = {
    "resign": marked("Do you want to resign this game?"),
    "leave": marked("Do you want to leave this game? An engine takes your place, and the others play on."),
    DRAW: marked("Do you want to offer a draw?"),
    TAKEBACK: marked("Do you want to ask to take back your last turn?"),
    "call off": marked("Do you want to call the game off before it has begun?"),
    "yes to draw": marked("Do you want to end the game as a draw?"),
    "yes to takeback": marked("Do you want to let the turn be taken back?"),
}


@dataclass(frozen=True)
class Row:
    """A player beside a board."""

    player: str
    name: str
    who: str
    here: bool | None
    """Whether the person is connected; None for engines and for whoever looks."""
    presence: str
    longest: str
    """The longer of the words for presence, for which room is kept: nothing moves when the word changes."""
    moves: bool
    clock: bool
    score: str | None


@dataclass(frozen=True)
class Command:
    """A button, with what is asked before it does anything."""

    id: str
    command: str
    label: str
    asked: str


@dataclass(frozen=True)
class Proposal:
    """An offer that stands, or that was declined."""

    said: str = ""
    yes: str = ""
    no: str = ""
    asked: str = ""


@dataclass(frozen=True)
class Result:
    """How a game ended, and where one may go from there."""

    said: str
    why: str
    id: str
    again: str
    day: str
    mine: bool
    rematch: bool
    next: str | None


def query(room: Room, holder: str | None, player: str | None) -> str:
    """Return the part of an address that says which of several players at one screen has taken the seat."""
    taken = (
        player is not None
        and len(room.timeline.players_of(holder)) > 1
        and room.timeline.state.variant.game.secrets.next(room.timeline.state)
    )
    return urlencode({"seat": player}) if taken else ""


def game_view(room: Room, holder: str | None, player: str | None) -> wire.GameView:
    """Return what the page's scripts decide by."""
    game, mine = room.timeline, room.timeline.players_of(holder)
    here = [_here(room, holder, one) for one in game.state.players]
    names = {one: seat.name for one in mine if (seat := room.timeline.seat(one)) and seat.name}
    waiting = bool(game.waiting) and game.end is None
    return wire.GameView(
        status=render(status(room, holder)),
        mine=list(mine),
        names=names,
        mover=game.to_move,
        last=game.states[-2].to_move if game.ply else None,
        clocks=_clocks(game),
        thinking=_may_hurry(room, holder),
        preparing=wire.Preparing(wait.seconds, wait.share) if (wait := room.job.preparing(room.timeline)) else None,
        messages=room.messages if mine else None,
        chats=bool(mine) and any(one is not None for one in here),
        waiting=waiting,
        links=bool(game.revocable(holder)),
        handover=game.to_move if player is None and game.to_move in mine else None,
        asks=_asks(room, holder),
        next=game.rematch,
    )


def regions(room: Room, holder: str | None, state: State) -> Markup:
    """Return the regions of the panel; `state` is the present one as the viewer may know it."""
    game, draw_as = room.timeline, macros("play")
    mine, wanted = room.timeline.players_of(holder), may(game, holder)
    shown = {
        "status": str(draw_as.status(status(room, holder), room.job.working)),
        "hurrying": str(draw_as.hurry(_may_hurry(room, holder))),
        "trouble": str(draw_as.trouble(room.job.trouble, bool(mine))),
        "offer": str(draw_as.offer(_proposal(room, holder), wanted)),
        "result": str(draw_as.result(_result(room, holder))),
        "commands": str(draw_as.commands(list(_commands(room, holder, wanted)))),
        "undoing": str(draw_as.undo(undo_ply(game, holder) is not None)),
    }
    shown |= {f"players.{row.player}": str(draw_as.player(row)) for row in _rows(room, holder)}
    language = current_language().code
    for number, (turn, before) in enumerate(zip(state.turns, game.states, strict=False), 1):
        shown[f"turns.{number}"] = _turn_row(number, str(turn), before.to_move or "", language)
    return shown


def said(room: Room, holder: str | None, player: str | None, state: State) -> Said:
    """Return what screen readers hear of a game: the last turn, how it stands, offers, who comes and goes."""
    game = room.timeline
    found: dict[str, tuple[int, str]] = {}
    if game.ply:
        found["turn"] = game.ply, _told(state, game.states[-2].to_move)
    found[f"status {player}"] = game.version, f"{render(status(room, holder))}."
    if game.offer:
        found["offer"] = game.offer.number, render(wording.offer(game, game.offer, holder))
    if game.declined:
        found["declined"] = game.declined.number, render(wording.declined(game, game.declined, holder))
    for one in game.state.players:
        here = _here(room, holder, one)
        if here is not None:
            template = marked("{player} is connected.") if here else marked("{player} is not connected any more.")
            name = phrases.player(game.state.variant.game, one)
            found[f"{one} {here}"] = 0, render(say(template, player=name))
    return found


def ending(room: Room) -> tuple[str, str] | None:
    """Return how a game ended, and why; None while it goes on, or while its result is being worked out."""
    outcome, state, end = room.outcome, room.timeline.state, room.timeline.end
    if outcome is None:
        return None
    if end is not None:
        return wording.ended(state.variant.game, end), ""
    explain, judged = state.variant.game.ui.explain, room.job.ending
    why = judged.why if judged else explain(state) if explain else ""
    return wording.result(state.variant.game, outcome), text_of(state.game, why)


def status(room: Room, holder: str | None) -> str:
    """Describe the state of play in one line."""
    mine = room.timeline.players_of(holder)
    return wording.status(room, mine[0] if len(mine) == 1 else None)


def place(ply: int, count: int) -> str:
    """Return the status of a page that looks back."""
    template = marked("After turn {number} of {count}") if ply else marked("Before the first turn")
    return str(macros("play").status(say(template, number=ply, count=count)))


@lru_cache(maxsize=8_192)
def _turn_row(number: int, turn: str, player: str, language: str) -> str:
    """Return a row of the list of turns; most are the same from turn to turn, and for everybody."""
    return str(macros("play").turn(number, turn, player))


def _told(state: State, mover: str | None) -> str:
    """Return the last turn with whose it was; of one that is hidden only that it was made, and dice are nobody's."""
    game, turn = state.variant.game, str(state.turn)
    if mover in (None, "chance"):
        return f"{turn}."
    name = phrases.player(game, mover)
    if turn == _HIDDEN:
        return render(say("{player} has chosen", player=name)) + "."
    return f"{render(name)}: {turn}."


def _rows(room: Room, holder: str | None) -> Iterator[Row]:
    mine, game = room.timeline.players_of(holder), room.timeline
    scores = room.outcome.scores if room.outcome and room.timeline.state.variant.game.ui.tally else {}
    words = [render(say("connected")), render(say("not connected"))]
    for player in room.timeline.state.players:
        seat = room.timeline.seat(player)
        if seat is None:
            continue
        here, score = _here(room, holder, player), scores.get(player)
        yield Row(
            player,
            phrases.player(room.timeline.state.variant.game, player),
            wording.who(seat, holder, len(mine)),
            here,
            words[0] if here else words[1],
            max(words, key=len),
            player == game.to_move,
            game.clocks is not None and not seat.engine,
            None if score is None else str(score).replace("-", "−"),
        )


def _here(room: Room, holder: str | None, player: str) -> bool | None:
    """Return whether another person is connected; None for everybody else."""
    seat = room.timeline.seat(player)
    if seat is None or seat.engine or seat.open or player in room.timeline.players_of(holder):
        return None
    return seat.holder in room.here


def _clocks(game: Timeline) -> wire.Clocks | None:
    clocks = game.clocks
    if clocks is None:
        return None
    people = ((player, game.seat(player)) for player in game.state.players)
    left = {player: clocks.left[seat.player] for player, seat in people if seat and not seat.engine}
    running = clocks.running and game.player_of(clocks.running)
    return wire.Clocks(left, running, clocks.since.timestamp() if clocks.since else None, 0)


def _may_hurry(room: Room, holder: str | None) -> bool:
    mover = room.timeline.mover
    return bool(
        mover
        and mover.engine
        and room.job.working
        and room.timeline.players_of(holder)
        and not room.job.preparing(room.timeline)
    )


def _asks(room: Room, holder: str | None) -> wire.Asked | None:
    game, offer = room.timeline, room.timeline.offer
    if offer is None or "yes" not in may(game, holder):
        return None
    return wire.Asked(offer.number, render(wording.offer(game, offer, holder)))


def _proposal(room: Room, holder: str | None) -> Proposal:
    game, offer = room.timeline, room.timeline.offer
    if offer is None:
        return Proposal(wording.declined(game, game.declined, holder) if game.declined else "")
    yes, no = (json.dumps({"kind": "answer", "number": offer.number, "yes": yes}) for yes in (True, False))
    asked = _ASKED.get(f"yes to {offer.what}", "")
    return Proposal(wording.offer(game, offer, holder), yes, no, asked and say(asked))


def _commands(room: Room, holder: str | None, wanted: Sequence[str]) -> Iterator[Command]:
    game = room.timeline
    leaves = len(game.seats) > 2 and len(game.people) > 1  # then the others play on
    for what in (one for one in wanted if one in _COMMANDS):
        command, label = _COMMANDS[what]
        asked = _ASKED["leave"] if what == "resign" and leaves else _ASKED[what]
        yield Command(what.replace(" ", "-"), json.dumps(command), say(label), say(asked))


def _result(room: Room, holder: str | None) -> Result | None:
    """Return how a game ended; None while it goes on, or while its result is being worked out."""
    found, day = ending(room), room.stored.terms.get("daily")
    if found is None:
        return None
    name, game = room.timeline.state.game, room.timeline
    return Result(
        *found,
        room.id,
        f"{name}?{new_game_form.again(room, holder)}",
        f"{name}/{day}" if day else "",
        bool(game.players_of(holder)),
        REMATCH in may(game, holder),
        game.rematch,
    )
