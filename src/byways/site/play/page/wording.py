"""Sentences about a game, in the language of the request, and the numbers by which its turns are called.

Turns are listed by rounds, with a column for each of two sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from byways.game import Game
from byways.position.outcome import Outcome
from byways.position.state import State
from byways.search.levels import LEVELS
from byways.site.board.rendering import turn_named
from byways.site.i18n import phrases
from byways.site.i18n.languages import number
from byways.site.i18n.peoples_words import isolated
from byways.site.play.room import Room
from byways.site.storage.game_settings import EngineLimits
from byways.site.storage.stored_games import Seat
from byways.site.timeline.events import End
from byways.site.timeline.timeline import DRAW, TAKEBACK, Declined, OpenOffer, Timeline
from byways.translatable import listed, marked, say, say_many, text_of

ENGINES = {f"level {number}": EngineLimits(level=number) for number in LEVELS}
"""The limits of an engine, by the word for it: graded levels, and all that it can in so many seconds."""
HOST, JOINED = say("host"), say("joined")
"""What those are called without a name who wait for others to join, or have joined."""
CHANCE = "chance"
THINKING = {marked("quick"): 0.3, marked("steady"): 1.0, marked("deep"): 4.0}
ENGINES |= {word: EngineLimits(seconds=seconds) for word, seconds in THINKING.items()}


def status(room: Room, you: str | None) -> str:
    """Describe the state of play in one line, for a person who plays only `you`."""
    timeline = room.timeline
    mover = room.timeline.mover
    game = room.timeline.state.variant.game
    if timeline.over:
        return over(game, timeline.end or room.outcome, you)
    if timeline.waiting:
        return waiting(game, timeline.waiting)
    thinking = mover is not None and mover.engine is not None and not room.job.trouble
    thinking = thinking and not (timeline.unmanned and room.job.pace.paused)
    return to_move(game, timeline.state.to_move, you, thinking=thinking)


def over(game: Game, how: End | Outcome | None, you: str | None = None) -> str:
    """Describe in a few words who won, if that is known, to a person who plays only `you`."""
    if how is None:
        return say("The game is over; its result is being worked out")
    winners = how.winners
    if isinstance(how, End) and (winners is None or (not winners and how.termination not in ("agreement", "absence"))):
        return ended(game, how)
    if not isinstance(how, End) and len(how.scores) == 1:
        return say("You scored {points}", points=number(how.scores[you])) if you in how.scores else result(game, how)
    if not winners:
        return say("Draw")
    if len(winners) > 1:
        return say("{players} share first place", players=phrases.several(game, winners))
    if you is None:
        return say("{player} won", player=phrases.player(game, winners[0]))
    return say("You won") if you in winners else say("You lost")


def reason(timeline: Timeline, end: End, you: str | None) -> str:
    """Say in a sentence why a game ended that the rules did not end, to a person who plays only `you`."""
    if end.termination == "agreement":
        return say("The players agreed on a draw.")
    if end.by is None or (not end.winners and end.termination != "absence"):
        return ""
    by = timeline.player_of(end.by)
    player = phrases.player(timeline.state.variant.game, by)
    match end.termination:
        case "resignation":
            return say("You resigned.") if by == you else say("{player} resigned.", player=player)
        case "absence":
            return say("You left the game.") if by == you else say("{player} left the game.", player=player)
        case "time":
            template = marked("Your time ran out.") if by == you else marked("{player}'s time ran out.")
            return say(template, player=player)
    return phrases.sentence(ended(timeline.state.variant.game, end))


def ending(room: Room, you: str | None = None) -> tuple[str, str] | None:
    """Return how a game ended, and why, to a person who plays only `you`.

    None while it goes on, or while its result is being worked out.
    """
    outcome = room.outcome
    state = room.timeline.state
    end = room.timeline.end
    if outcome is None:
        return None
    game = state.variant.game
    said = over(game, end or outcome, you)
    if end is not None:
        return said, reason(room.timeline, end, you)
    ui = game.ui
    judged = room.job.ending
    why = judged.why if judged else ui.explain(state) if ui.explain else ""
    you = you or (state.players[0] if len(state.players) == 1 else None)  # whose score has just been said
    if you and ui.explain_to and not judged:
        why = ui.explain_to(state, you)
    return said, text_of(state.game, why) or decided_by(game, outcome)


def waiting(game: Game, players: Sequence[str]) -> str:
    """Describe in a few words for whom a game waits."""
    return say("Waiting for {players}", players=phrases.several(game, players))


def to_move(game: Game, player: str | None, you: str | None, *, thinking: bool) -> str:
    """Describe in a few words who is to move, for a person who plays only `you`."""
    name = phrases.player(game, player)
    if thinking:
        return say("{player} is thinking", player=name)
    if you == player:
        return say("Your turn")
    return say("{player} is to move", player=name)


def result(game: Game, outcome: Outcome) -> str:
    """Describe in a few words how a game ended by its rules."""
    if len(outcome.scores) == 1:
        (only,) = outcome.scores
        template = marked("{player} scores {points}, a win") if outcome.winner else marked("{player} scores {points}")
        return say(template, player=phrases.player(game, only), points=number(outcome.scores[only]))
    reason = text_of(game.name, outcome.reason)
    if outcome.winner:
        return say("{player} wins ({reason})", player=phrases.player(game, outcome.winner), reason=reason)
    if outcome.winners:
        return say("{players} share first place", players=phrases.several(game, outcome.winners))
    return say("A draw ({reason})", reason=reason)


def decided_by(game: Game, outcome: Outcome) -> str:
    """Say by which of its rules a game ended, where the game itself explains nothing."""
    return say("Decided by: {reason}.", reason=text_of(game.name, outcome.reason))


def ended(game: Game, end: End) -> str:
    """Describe in a few words the end of a game that the rules did not end."""
    if end.winners is None:
        return say("Everyone left the game") if end.by else say("The game was cancelled")
    if (not end.winners and end.by is None) or end.termination == "agreement":
        return say("Draw by agreement")
    names = phrases.several(game, end.winners) if end.winners else ""
    match end.termination:
        case "resignation":
            return say("{players} wins by resignation", players=names) if names else say("The game was abandoned")
        case "absence":
            return say("{players} wins: the other side left", players=names) if names else say("Draw: one side left")
        case "time":
            return say("{players} wins on time", players=names) if names else say("Lost on time")
    if names:
        return say("{players} wins by {how}", players=names, how=end.termination)
    return say("Lost by {how}", how=end.termination)


def offer(timeline: Timeline, offer: OpenOffer, holder: str | None) -> str:
    """Describe a pending offer in a sentence for a browser."""
    by = phrases.player(timeline.state.variant.game, timeline.player_of(offer.by))
    mine = timeline.people[offer.by] == holder
    if offer.what == TAKEBACK:
        return _taking_back(timeline, offer.ply or 0, by, mine=mine)
    if offer.what == DRAW:
        return say(marked("You offer a draw.") if mine else marked("{player} offers a draw."), player=by)
    return say("Rematch offered.") if mine else say("{player} wants a rematch", player=proposer(timeline, offer))


def proposer(timeline: Timeline, offer: OpenOffer) -> str:
    """Return the name, or else the colour, of the player who made an offer."""
    game = timeline.state.variant.game
    return timeline.seats[offer.by].name or phrases.player(game, timeline.player_of(offer.by))


def _taking_back(timeline: Timeline, ply: int, by: str, *, mine: bool) -> str:
    """Describe the turns that a player asks to take back, by number and, unless secret, by text."""
    state = timeline.state
    game = timeline.state.variant.game
    numbered = list(zip(turn_numbers(timeline.states), state.turns, strict=True))[ply:]
    hidden = game.secrets.turns(state)
    texts = [str(number) if hidden else f"{number} ({turn})" for number, turn in numbered]
    turns = listed(texts)
    count = len(texts)
    if mine:
        return say_many("You ask to take back move {turns}.", "You ask to take back moves {turns}.", count, turns=turns)
    return say_many(
        "{player} asks to take back move {turns}.",
        "{player} asks to take back moves {turns}.",
        count,
        player=by,
        turns=turns,
    )


def declined(timeline: Timeline, refusal: Declined, holder: str | None) -> str:
    """Describe a declined offer in a sentence for a browser."""
    mine = timeline.people.get(refusal.by) == holder
    if refusal.what == TAKEBACK:
        template = marked("You declined the takeback.") if mine else marked("{player} declined the takeback.")
    elif refusal.what == DRAW:
        template = marked("You declined the draw.") if mine else marked("{player} declined the draw.")
    else:
        template = marked("You declined the rematch.") if mine else marked("{player} declined the rematch.")
    return say(template, player=phrases.player(timeline.state.variant.game, timeline.player_of(refusal.by)))


def duration(seconds: float) -> str:
    """Format a duration by its two largest units, or in minutes."""
    minutes = int(seconds // 60)
    if minutes >= 1_440:
        return say("{days} d {hours} h", days=minutes // 1_440, hours=minutes % 1_440 // 60)
    if minutes >= 60:
        return say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return say("{minutes} min", minutes=minutes) if minutes else say("less than a minute")


def strength(limits: EngineLimits) -> str:
    """Describe an engine's strength."""
    if limits.level is not None:
        return say("level {number}", number=limits.level)
    return say("{seconds} s a move", seconds=number(limits.seconds or 0.0, 1))


def who(seat: Seat, holder: str | None, people: int, *, nameless: str = "") -> str:
    """Describe who sits on a seat, for the browser `holder`, which plays for `people` people.

    `nameless` is what others are called who have not said their names.
    """
    if seat.engine is not None:
        engine = say("engine, {strength}", strength=strength(seat.engine))
        if not seat.holder:
            return engine
        return say("{engine}, for {name}", engine=engine, name=isolated(seat.name) if seat.name else say("who left"))
    if seat.open:
        return say("nobody yet")
    if holder is None or seat.holder != holder:
        return isolated(seat.name) if seat.name else nameless or say("opponent")
    if people > 1:
        return isolated(seat.name) if seat.name else say("at this screen")
    return say("{name}, you", name=isolated(seat.name)) if seat.name else say("you")


# Turns by their numbers


class Row(NamedTuple):
    """The row of the list in which a turn is."""

    number: int
    place: int
    """Of its player among those who take turns."""


class Rows:
    """How the turns of a game are counted, in lists and wherever a turn is named by a number: by rows of its list."""

    def __init__(self, start: State) -> None:
        self.layout = turn_layout(start)
        self.columns = columns_of(start)
        """The column of each player and of chance, where there are two."""
        self._begins = start.variant.game.ui.new_round
        self._order = [CHANCE, *(turn_columns(start) or start.players)]
        self.before = Row(0, len(self._order))
        """Before the first turn."""

    def after(self, row: Row, player: str, text: str) -> Row:
        """Return the row of a turn that comes after one in `row`."""
        place = self._order.index(player)
        anew = place <= row.place or self.layout == ""
        if self._begins:
            anew = self._begins(text)
        return Row(row.number + anew, place)

    def of(self, states: Sequence[State]) -> Iterator[Row]:
        """Yield the row of every turn between states."""
        row = self.before
        for before, after in pairwise(states):
            row = self.after(row, before.to_move or "", str(after.turn))
            yield row


def turn_numbers(states: Sequence[State]) -> list[int]:
    """Return the number of every turn between states, as people are told it.

    What comes before the first row belongs to it: setting up, before the first roll.
    """
    return [max(1, row.number) for row in Rows(states[0]).of(states)]


def next_number(states: Sequence[State], turn: str) -> int:
    """Return the number of a turn after the last of some states."""
    rows = Rows(states[0])
    last = [rows.before, *rows.of(states)][-1]
    return max(1, rows.after(last, states[-1].to_move or "", turn).number)


def numbered_turn(states: Sequence[State], ply: int) -> str:
    """Return the number of the turn that led to `states[ply]` with its text: a row may have several."""
    turn = turn_named(states[0].variant.game, str(states[ply].turn))
    return f"{turn_numbers(states[: ply + 1])[-1]} ({turn})"


def turn_columns(start: State) -> Sequence[str]:
    """Return the players of the columns, in the order in which they begin; none unless there are two, and no dice."""
    if len(start.players) != 2 or start.variant.game.dice:
        return ()
    return sorted(start.players, key=lambda player: player != start.to_move)


def turn_layout(start: State) -> str:
    """Return how the list is laid out: by "sides", "rolls" in a column of their own, "rounds", or "" without rounds."""
    rules = start.variant.game
    players = start.players
    if turn_columns(start):
        return "sides"
    if rules.ui.new_round is None and (rules.dice or len(players) == 1):
        return ""
    return "rolls" if rules.dice and len(players) == 1 else "rounds"


def columns_of(start: State) -> dict[str, str]:
    """Return the column of each player and of chance, "one" or "two", where there are two."""
    narrow = (CHANCE,) if turn_layout(start) == "rolls" else turn_columns(start)[:1]
    return {player: "one" if player in narrow else "two" for player in (CHANCE, *start.players)}
