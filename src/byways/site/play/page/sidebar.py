"""The sidebar of a game: who plays, what was played, the score, what may be done; rendered as regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from byways.position.state import State
from byways.site.board import wire
from byways.site.board.rendering import Markup, Said, turn_by, turn_in_words
from byways.site.engines.compiling import Wait
from byways.site.i18n import phrases
from byways.site.i18n.languages import render, spoken, to_json
from byways.site.play import new_game_form
from byways.site.play.attendance import may_claim
from byways.site.play.pace import LABELS
from byways.site.play.page import pending, wording
from byways.site.play.page.pending import NONE, NOTHING, Proposal, is_toast, proposal
from byways.site.play.room import Room
from byways.site.storage.stored_games import Seat
from byways.site.timeline import commands
from byways.site.timeline.commands import may, undo_ply
from byways.site.timeline.offers import may_ask_coach
from byways.site.timeline.plans import may_keep, may_reply, may_try, planned_by
from byways.site.timeline.timeline import DRAW, REMATCH, TAKEBACK, Timeline
from byways.site.web.templating import region
from byways.translatable import capital, marked, say, text_of

_HIDDEN = "?"  # a turn that is not known yet
HERE, IDLE, AWAY = "here", "idle", "away"
_PRESENCE: Mapping[str, tuple[str, str]] = {
    HERE: (marked("here"), marked("{player} is here.")),
    IDLE: (marked("idle"), marked("{player} is idle.")),
    AWAY: (marked("gone"), marked("{player} is gone.")),
}
"""Whether a player is there, in a word and in a sentence."""


def _sent(command: wire.PageCommand) -> str:
    """Return a command as a page sends it."""
    return to_json(command).decode()


_COMMANDS: Mapping[str, tuple[str, str]] = {
    TAKEBACK: (_sent(commands.Propose(TAKEBACK)), marked("Take back")),
    DRAW: (_sent(commands.Propose(DRAW)), marked("Offer draw")),
    "resign": (_sent(commands.Resign()), marked("Resign")),
    "call off": (_sent(commands.CallOff()), marked("Cancel game")),
    "claim win": (_sent(commands.Claim()), marked("Claim the win")),
    "claim draw": (_sent(commands.Claim(draw=True)), marked("Claim a draw")),
}
_LEAVING = {1: marked("Abandon game"), 2: marked("Resign")}
"""What giving up is called, by how many play; with more of them, the others play on."""
_ASKED = {
    "Resign": marked("Do you want to resign this game?"),
    "Leave game": marked("Do you want to leave this game? An engine takes your place, and the others play on."),
    "Abandon game": marked("Do you want to abandon this game? You cannot continue it later."),
    "Cancel game": marked("Do you want to cancel this game before it starts?"),
    "Claim the win": marked("Your opponent is gone. Do you want to end the game and win?"),
    "Claim a draw": marked("Your opponent is gone. Do you want to end the game as a draw?"),
}
"""What is asked first, by label: only what ends a game for a player."""
_HURRY, _RETRY = _sent(wire.Hurry()), _sent(wire.Retry())
_UNDO = to_json({"kind": commands.TakeBack.__struct_config__.tag}).decode()  # the page adds the version that it shows


@dataclass(frozen=True)
class PlayerRow:
    """A player beside a board."""

    player: str
    name: str
    """The colour."""
    who: str
    place: str
    """Of two players, whether the row belongs at the "near" end of the board or at the "far" one."""
    goal: str
    """What the player is after."""
    way: str
    """How a sign draws that."""
    here: str
    """Whether the person is "here", "idle" or "away"; "" for engines and for the viewer."""
    presence: str
    longest: str
    """The longer of the words for presence, for which room is kept: nothing moves when the word changes."""
    moves: bool
    clock: bool
    score: str | None


@dataclass(frozen=True)
class Command:
    """A button, with what is asked before it ends the game."""

    id: str
    command: str
    label: str
    asked: str


@dataclass(frozen=True)
class Paces:
    """The paces at which engines may play each other."""

    speeds: tuple[tuple[str, str, str, bool], ...]
    """Each with its label, its command, and whether it is chosen."""
    paused: bool
    toggle: str
    """The command that pauses, or goes on."""
    step: str


@dataclass(frozen=True)
class ShownResult:
    """How a game ended, and where one may go from there."""

    said: str
    why: str
    won: bool
    """Whether the viewer has won."""
    id: str
    again: str
    day: str
    mine: bool
    rematch: str
    """The command that offers one, where that is possible."""
    offered: bool
    """Whether the viewer has offered one, which waits for its answer: the button keeps its place."""
    next: str | None
    proposal: Proposal = NONE
    """The rematch that waits for this browser's answer: on a phone its bar answers, too."""


class Sidebar:
    """The sidebar of one browser at one moment; `seen` is the present position as it may know it."""

    def __init__(self, room: Room, holder: str | None, player: str | None, seen: State) -> None:
        game = room.timeline
        self.room = room
        self.game = game
        self.holder = holder
        self.player = player
        self.seen = seen
        self._rules = game.state.variant.game
        self.mine = game.players_of(holder)
        self._you = self.mine[0] if len(self.mine) == 1 else None
        self.ending = wording.ending(room, self._you)
        self._may = [
            *may(game, holder),
            *["claim win", "claim draw"] * (game.clocks is not None and may_claim(room, holder)),
        ]
        self._status = render(wording.status(room, self._you))
        self._names = _names(self._rules.name, game.state.players, spoken.get().code)
        plans = any(planned_by(game, holder)) or may_reply(game, holder)
        self._plan = pending.plan(game, holder) if plans else NOTHING
        self._preparing = room.job.preparing(game)
        self._working = room.job.working
        thinks = game.mover is not None and game.mover.engine is not None and self._working and not self._preparing
        self._may_hurry = thinks and bool(self.mine)
        self._proposal = proposal(game, holder, self._may) if game.offer or game.declined else NONE
        self._toast = game.offer is not None and is_toast(game, self._may)
        others = ((one, seat.holder) for one, seat in game.players.items() if not seat.engine and one not in self.mine)
        here = room.here
        self._here = {
            one: AWAY if other not in here else HERE if here[other] else IDLE
            for one, other in others
            if other is not None
        }
        """Where the other people are."""
        self._seated = {one: self._who(one, seat) for one, seat in game.players.items()}

    @property
    def query(self) -> str:
        """The part of an address that says which of several players at one screen has taken the seat."""
        taken = self.player is not None and len(self.mine) > 1 and self._rules.secrets.next(self.game.state)
        return urlencode({"seat": self.player}) if taken else ""

    @property
    def _won(self) -> bool | None:
        """Whether the viewer has won; None without a winner, or if the viewer is not one player."""
        outcome = self.room.outcome
        return self._you in outcome.winners if self._you and outcome and outcome.winners else None

    def view(self) -> wire.GameView:
        """Return what the page's scripts decide by."""
        game = self.game
        mine = self.mine
        coach = may_ask_coach(game, self.holder)
        return wire.GameView(
            status=self._status,
            mine=list(mine),
            names={one: name for one in mine if (name := game.players[one].name)},
            mover=game.to_move,
            last=game.states[-2].to_move if game.ply else None,
            clocks=_clocks(game),
            thinking=self._may_hurry,
            preparing=_wait(self._preparing),
            messages=self.room.messages if mine else None,
            chats=bool(mine and self._here),
            waiting=bool(game.waiting) and game.end is None,
            links=bool(game.revocable(self.holder)),
            handover=game.to_move if self.player is None and game.to_move in mine else None,
            asks=wire.Asked(game.offer.number, self._proposal.said) if game.offer and "yes" in self._may else None,
            tries=may_try(game, agreed=self.room.stored.settings.lines),
            next=game.rematch,
            coach=coach,
            coach_preparing=_wait(self.room.job.preparing_coach(game)) if coach else None,
            keeps=may_keep(game, self.holder),
            won=self._won,
        )

    def regions(self) -> Markup:
        """Return the regions."""
        trouble = render(self.room.job.trouble)
        shown = {
            "status": region("play", "status", self._status, self._working),
            "heads": region("play", "heads", tuple(self._heads())),
            "hurrying": region("play", "hurry", _HURRY if self._may_hurry else ""),
            "trouble": region("play", "trouble", trouble, _RETRY if self.mine else ""),
            "notice": region("play", "notice", render(self.room.notice)),
            "offer": region("play", "offer", NONE if self._toast else self._proposal, tuple(self._may)),
            "toast": region("play", "toast", self._proposal if self._toast else NONE, tuple(self._may)),
            "planned": region("play", "planned", self._plan),
            "plan": region("play", "plan", self._plan),
            "result": region("play", "result", self._result()),
            "commands": region("play", "commands", tuple(self._commands())),
            "pace": region("play", "pace", self._paces()),
            "undoing": region("play", "undo", *self._undoing()),
        }
        shown |= {f"players.{row.player}": region("play", "player", row) for row in self._rows()}
        return shown

    def said(self) -> Said:
        """Return what screen readers hear of a game: the last turn, the score, offers, who comes and goes."""
        game = self.game
        found: dict[str, tuple[int, str]] = {}
        if game.ply:
            found["turn"] = game.ply, self._told(game.states[-2].to_move)
        found[f"status {self.player}"] = game.version, f"{self._status}."
        if game.offer and not self._toast:  # a toast is a live region of its own
            found["offer"] = game.offer.number, self._proposal.said
        if game.declined:
            found["declined"] = game.declined.number, render(wording.declined(game, game.declined, self.holder))
        for text in self._plan.said if self._plan is not NOTHING else ():
            found[f"{game.version} {text}"] = 0, text
        if self.room.notice:
            found["notice"] = game.version, render(self.room.notice)
        for one, here in self._here.items():
            found[f"{one} {here}"] = 0, render(say(_PRESENCE[here][1], player=phrases.player(self._rules, one)))
        return found

    def _told(self, mover: str | None) -> str:
        """Return the last turn with whose it was; of a hidden one only that it was made; dice have no player."""
        turn = turn_in_words(self._rules, str(self.seen.turn))
        if mover is None or mover == "chance":
            return f"{turn}."
        if turn == _HIDDEN:
            return render(say("{player} has chosen", player=phrases.player(self._rules, mover))) + "."
        return f"{self._names[mover]}: {turn}."

    def _rows(self) -> Iterator[PlayerRow]:
        game = self.game
        outcome = self.room.outcome if self._rules.ui.tally else None
        scores = outcome.scores if outcome else {}
        words = {here: _word(word, spoken.get().code) for here, (word, _) in _PRESENCE.items()} if self._here else {}
        for player, seat in game.players.items():
            here = self._here.get(player, "")
            score = scores.get(player)
            goal = self._rules.ui.goals.get(player)
            yield PlayerRow(
                player,
                self._names[player],
                self._seated[player],
                self._place(player),
                text_of(self._rules.name, goal.you if player == self._you else goal.other) if goal else "",
                goal.way if goal else "",
                here,
                words.get(here, ""),
                max(words.values(), key=len, default=""),
                player == game.to_move,
                game.clocks is not None and not seat.engine,
                None if score is None else str(score).replace("-", "−"),
            )

    def _heads(self) -> Iterator[tuple[str, str]]:
        """Yield the players of the columns of turns, each with who plays it."""
        for player in wording.turn_columns(self.game.states[0]):
            yield player, self._seated[player]

    def _who(self, player: str, seat: Seat) -> str:
        """Describe who plays, by name as it was typed, else by colour unless it is the one opponent."""
        colour = self._names[player]
        if len(self.mine) > 1 and player in self.mine and not seat.name:
            return colour
        nameless = "" if len(self.mine) == 1 and len(self.game.seats) == 2 else colour
        who = render(wording.who(seat, self.holder, len(self.mine), nameless=nameless))
        return who if seat.name and not seat.engine else phrases.upper(who)

    def _place(self, player: str) -> str:
        """Return at which end of the board a row belongs: one's own is near, else the first player's."""
        players = list(self.game.players)
        if len(players) != 2:
            return ""
        return "near" if player == (self._you or players[0]) else "far"

    def _undoing(self) -> tuple[str, bool]:
        """Return the command that takes back, "" where it is impossible, and whether its button has its place then."""
        if undo_ply(self.game, self.holder) is not None:
            return _UNDO, True
        return "", self.game.sole_holder(self.holder) and not self.game.over

    def _commands(self) -> Iterator[Command]:
        seats = len(self.game.seats)
        go_on = 1 if seats > 2 and len(self.game.people) == 1 else seats  # whether others would play on
        for what, (command, label) in _COMMANDS.items():
            if what not in self._may:
                continue
            if what == "resign":
                label = _LEAVING.get(go_on, marked("Leave game"))
            asked = _ASKED.get(label, "")
            code = spoken.get().code
            yield Command(what.replace(" ", "-"), command, _word(label, code), asked and _word(asked, code))

    def _paces(self) -> Paces | None:
        """Return how fast engines play each other, for the viewer who may set it."""
        game = self.game
        pace = self.room.job.pace
        if not game.unmanned or game.over or self.holder is None or self.holder != game.creator:
            return None
        speeds = tuple(
            (speed, render(say(label)), _sent(wire.SetPace(speed, paused=pace.paused)), speed == pace.speed)
            for speed, label in LABELS.items()
        )
        return Paces(speeds, pace.paused, _sent(wire.SetPace(pace.speed, paused=not pace.paused)), _sent(wire.Step()))

    def _result(self) -> ShownResult | None:
        """Return how the game ended; None while it goes on, or while its result is being worked out."""
        if self.ending is None:
            return None
        said, why = self.ending
        room = self.room
        name = self.game.state.game
        day = self.room.stored.settings.daily
        return ShownResult(
            render(said),
            render(why),
            self._won is True,
            room.id,
            f"{name}?{new_game_form.again(room, self.holder)}",
            f"{name}/{day}" if day else "",
            bool(self.mine),
            _sent(commands.Propose(REMATCH)) if REMATCH in self._may else "",
            "withdraw" in self._may,
            self.game.rematch,
            self._proposal if "yes" in self._may else NONE,
        )


@lru_cache(maxsize=256)
def _names(game: str, players: tuple[str, ...], language: str) -> Mapping[str, str]:
    """Return the names of a game's players in the language of the request."""
    return {player: render(capital(text_of(game, player))) for player in players}


@lru_cache(maxsize=256)
def _word(template: str, language: str) -> str:
    """Return a text without fields in the language of the request."""
    return render(say(template))


def place(game: Timeline, ply: int, shown: State) -> str:
    """Return the status of a page that looks back at what is `shown` after `ply` turns."""
    if not ply:
        return region("play", "status", render(say("Before the first move")))
    numbers = wording.turn_numbers(game.states)
    turn = turn_by(shown, game.states[ply - 1].to_move, str(shown.turn))
    said = say("After move {number} of {count}: {turn}", number=numbers[ply - 1], count=numbers[-1], turn=turn)
    return region("play", "status", render(said))


def _wait(wait: Wait | None) -> wire.Preparing | None:
    return wire.Preparing(wait.seconds, wait.share) if wait else None


def _clocks(game: Timeline) -> wire.Clocks | None:
    clocks = game.clocks
    if clocks is None:
        return None
    left = {player: clocks.left[seat.player] for player, seat in game.players.items() if not seat.engine}
    running = clocks.running and game.player_of(clocks.running)
    return wire.Clocks(left, running, clocks.since.timestamp() if clocks.since else None, 0)
