"""The panel beside a game: who plays, what was played, how it stands, what may be done; rendered as regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from byways.site.board import wire
from byways.site.board.rendering import Markup, Said
from byways.site.i18n import phrases
from byways.site.i18n.languages import render, to_json
from byways.site.play import new_game_form, wording
from byways.site.play.room import Room
from byways.site.timeline import commands
from byways.site.timeline.commands import may, undo_ply
from byways.site.timeline.timeline import DRAW, REMATCH, TAKEBACK, Timeline
from byways.site.web.templating import region
from byways.state import State
from byways.translatable import marked, say, text_of

_HIDDEN = "?"  # a turn that is not known yet
_COMMANDS: Mapping[str, tuple[commands.GameCommand, str]] = {
    "resign": (commands.Resign(), marked("Resign")),
    DRAW: (commands.Propose(DRAW), marked("Offer a draw")),
    TAKEBACK: (commands.Propose(TAKEBACK), marked("Ask to take back")),
    "call off": (commands.CallOff(), marked("Call the game off")),
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


def _sent(command: commands.GameCommand | wire.Hurry | wire.Retry) -> str:
    """Return a command as a page sends it."""
    return to_json(command).decode()


_HURRY, _RETRY = _sent(wire.Hurry()), _sent(wire.Retry())
_UNDO = to_json({"kind": commands.TakeBack.__struct_config__.tag}).decode()  # the page adds the version that it shows


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
    rematch: str
    """The command that offers one, where that is possible."""
    next: str | None


class Panel:
    """The panel of one browser at one moment; `seen` is the present position as it may know it."""

    def __init__(self, room: Room, holder: str | None, player: str | None, seen: State) -> None:
        game = room.timeline
        self.room, self.game, self.holder, self.player, self.seen = room, game, holder, player, seen
        self._rules = game.state.variant.game
        self.mine = game.players_of(holder)
        self.ending = ending(room)
        self._may = may(game, holder)
        self._status = render(wording.status(room, self.mine[0] if len(self.mine) == 1 else None))
        self._names = {one: render(phrases.player(self._rules, one)) for one in game.state.players}
        self._preparing, self._working = room.job.preparing(game), room.job.working
        thinks = game.mover is not None and game.mover.engine is not None and self._working and not self._preparing
        self._may_hurry = thinks and bool(self.mine)
        self._offered = render(wording.offer(game, game.offer, holder)) if game.offer else ""
        others = ((one, seat.holder) for one, seat in game.players.items() if not seat.engine and one not in self.mine)
        here = room.here
        self._here = {one: other in here for one, other in others if other is not None}
        """Whether the other people are connected."""

    @property
    def query(self) -> str:
        """The part of an address that says which of several players at one screen has taken the seat."""
        taken = self.player is not None and len(self.mine) > 1 and self._rules.secrets.next(self.game.state)
        return urlencode({"seat": self.player}) if taken else ""

    def view(self) -> wire.GameView:
        """Return what the page's scripts decide by."""
        game, mine, wait = self.game, self.mine, self._preparing
        return wire.GameView(
            status=self._status,
            mine=list(mine),
            names={one: name for one in mine if (name := game.players[one].name)},
            mover=game.to_move,
            last=game.states[-2].to_move if game.ply else None,
            clocks=_clocks(game),
            thinking=self._may_hurry,
            preparing=wire.Preparing(wait.seconds, wait.share) if wait else None,
            messages=self.room.messages if mine else None,
            chats=bool(mine and self._here),
            waiting=bool(game.waiting) and game.end is None,
            links=bool(game.revocable(self.holder)),
            handover=game.to_move if self.player is None and game.to_move in mine else None,
            asks=wire.Asked(game.offer.number, self._offered) if game.offer and "yes" in self._may else None,
            next=game.rematch,
        )

    def regions(self) -> Markup:
        """Return the regions of the panel."""
        game, trouble = self.game, render(self.room.job.trouble)
        shown = {
            "status": region("play", "status", self._status, self._working),
            "hurrying": region("play", "hurry", _HURRY if self._may_hurry else ""),
            "trouble": region("play", "trouble", trouble, _RETRY if self.mine else ""),
            "offer": region("play", "offer", self._proposal(), tuple(self._may)),
            "result": region("play", "result", self._result()),
            "commands": region("play", "commands", tuple(self._commands())),
            "undoing": region("play", "undo", "" if undo_ply(game, self.holder) is None else _UNDO),
        }
        shown |= {f"players.{row.player}": region("play", "player", row) for row in self._rows()}
        for number, (turn, before) in enumerate(zip(self.seen.turns, game.states, strict=False), 1):
            shown[f"turns.{number}"] = region("play", "turn", number, str(turn), before.to_move or "")
        return shown

    def said(self) -> Said:
        """Return what screen readers hear of a game: the last turn, how it stands, offers, who comes and goes."""
        game = self.game
        found: dict[str, tuple[int, str]] = {}
        if game.ply:
            found["turn"] = game.ply, self._told(game.states[-2].to_move)
        found[f"status {self.player}"] = game.version, f"{self._status}."
        if game.offer:
            found["offer"] = game.offer.number, self._offered
        if game.declined:
            found["declined"] = game.declined.number, render(wording.declined(game, game.declined, self.holder))
        for one, here in self._here.items():
            template = marked("{player} is connected.") if here else marked("{player} is not connected any more.")
            found[f"{one} {here}"] = 0, render(say(template, player=phrases.player(self._rules, one)))
        return found

    def _told(self, mover: str | None) -> str:
        """Return the last turn with whose it was; of a hidden one only that it was made, and dice are nobody's."""
        turn = str(self.seen.turn)
        if mover is None or mover == "chance":
            return f"{turn}."
        if turn == _HIDDEN:
            return render(say("{player} has chosen", player=phrases.player(self._rules, mover))) + "."
        return f"{self._names[mover]}: {turn}."

    def _rows(self) -> Iterator[Row]:
        game, outcome = self.game, self.room.outcome if self._rules.ui.tally else None
        scores = outcome.scores if outcome else {}
        words = [render(say("connected")), render(say("not connected"))]
        for player, seat in game.players.items():
            here, score = self._here.get(player), scores.get(player)
            yield Row(
                player,
                self._names[player],
                render(wording.who(seat, self.holder, len(self.mine))),
                here,
                words[0] if here else words[1],
                max(words, key=len),
                player == game.to_move,
                game.clocks is not None and not seat.engine,
                None if score is None else str(score).replace("-", "−"),
            )

    def _proposal(self) -> Proposal:
        game, offer = self.game, self.game.offer
        if offer is None:
            return Proposal(render(wording.declined(game, game.declined, self.holder)) if game.declined else "")
        yes, no = (_sent(commands.Respond(offer.number, yes)) for yes in (True, False))
        asked = _ASKED.get(f"yes to {offer.what}", "")
        return Proposal(self._offered, yes, no, asked and render(say(asked)))

    def _commands(self) -> Iterator[Command]:
        leaves = len(self.game.seats) > 2 and len(self.game.people) > 1  # then the others play on
        for what in (one for one in self._may if one in _COMMANDS):
            command, label = _COMMANDS[what]
            asked = _ASKED["leave"] if what == "resign" and leaves else _ASKED[what]
            yield Command(what.replace(" ", "-"), _sent(command), render(say(label)), render(say(asked)))

    def _result(self) -> Result | None:
        """Return how the game ended; None while it goes on, or while its result is being worked out."""
        if self.ending is None:
            return None
        said, why = self.ending
        room, name, day = self.room, self.game.state.game, self.room.stored.terms.get("daily")
        return Result(
            render(said),
            render(why),
            room.id,
            f"{name}?{new_game_form.again(room, self.holder)}",
            f"{name}/{day}" if day else "",
            bool(self.mine),
            _sent(commands.Propose(REMATCH)) if REMATCH in self._may else "",
            self.game.rematch,
        )


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


def place(ply: int, count: int) -> str:
    """Return the status of a page that looks back."""
    template = marked("After turn {number} of {count}") if ply else marked("Before the first turn")
    return region("play", "status", render(say(template, number=ply, count=count)))


def _clocks(game: Timeline) -> wire.Clocks | None:
    clocks = game.clocks
    if clocks is None:
        return None
    left = {player: clocks.left[seat.player] for player, seat in game.players.items() if not seat.engine}
    running = clocks.running and game.player_of(clocks.running)
    return wire.Clocks(left, running, clocks.since.timestamp() if clocks.since else None, 0)
