"""What the site says about a game, in words, in the language of who asks."""

from __future__ import annotations

from byways.game import Game
from byways.options import SWAP
from byways.said import capital, listed, marked
from byways.search.levels import LEVELS
from byways.site.course import DRAW, TAKEBACK, Course, Declined, End, Offer
from byways.site.room import Room
from byways.site.store import Seat
from byways.site.tongue import _, counted, number, told, tongue
from byways.state import Outcome, State

ENGINES: dict[str, dict[str, float]] = {f"level {number}": {"level": number} for number in LEVELS}
"""The limits of an engine, by the word for it: graded levels, and all that it can in so many seconds."""
THINKING = {marked("quick"): 0.3, marked("steady"): 1.0, marked("deep"): 4.0}
ENGINES |= {word: {"seconds": seconds} for word, seconds in THINKING.items()}


def upper(text: str) -> str:
    """A text with a capital letter at its beginning."""
    first = 1 if text[:1] in "¿¡" else 0
    return text[:first] + text[first : first + 1].upper() + text[first + 1 :]


def player(game: Game, name: str | None) -> str:
    """A player's name at the beginning of a sentence."""
    return told(game, capital(name)) if name else ""


def sentence(text: str) -> str:
    """A text with a full stop; names of points at its beginning keep their small letters."""
    return text if not text or text[-1] in ".!?" else f"{text}."


def several(game: Game, players: tuple[str, ...] | list[str]) -> str:
    """Some players' names, as in "White and Black"."""
    return tongue().say(listed([capital(name) for name in players]), game)


def status(room: Room, you: str | None) -> str:
    """One line that says how things stand, for somebody who plays `you` and nobody else."""
    state, mover, end = room.state, room.mover, room.course.end
    game = state.variant.game
    if end is not None:
        return ended(room.course, end)
    if room.course.waiting:
        return _("Waiting for {players}", players=several(game, room.course.waiting))
    if state.to_move is None:
        return result(state, room.outcome) if room.outcome else _("The game is over; its result is being worked out")
    who = player(game, state.to_move)
    if mover is not None and mover.engine is not None and not room.trouble:
        return _("{player} is thinking", player=who)
    if you == state.to_move:
        return _("Your turn") if len(state.players) == 1 else _("Your turn: {player}", player=who)
    return _("{player} is to move", player=who)


def result(state: State, outcome: Outcome) -> str:
    """How a finished game ended, in a few words."""
    game = state.variant.game
    if len(state.players) == 1:
        (only,) = state.players
        template = marked("{player} scores {points}, a win") if outcome.winner else marked("{player} scores {points}")
        return _(template, player=player(game, only), points=outcome.scores[only])
    reason = told(game, outcome.reason)
    if outcome.winner:
        return _("{player} wins ({reason})", player=player(game, outcome.winner), reason=reason)
    if outcome.winners:
        return _("{players} share the first place", players=several(game, outcome.winners))
    return _("A draw ({reason})", reason=reason)


def ended(course: Course, end: End) -> str:
    """How a game ended that the rules did not end, in a few words."""
    if end.winners is None:
        return _("The game was left by everybody") if end.by else _("The game was called off")
    if (not end.winners and end.by is None) or end.termination == "agreement":
        return _("A draw by agreement")
    names = several(course.state.variant.game, end.winners) if end.winners else ""
    match end.termination:
        case "resignation":
            return _("{players} wins by resignation", players=names) if names else _("Lost by resignation")
        case "time":
            return _("{players} wins on time", players=names) if names else _("Lost on time")
    if names:
        return _("{players} wins by {how}", players=names, how=end.termination)
    return _("Lost by {how}", how=end.termination)


def offer(course: Course, offer: Offer, holder: str | None) -> str:
    """An offer that stands, in a sentence for a browser."""
    by = player(course.state.variant.game, course.player_of(offer.by))
    mine = course.people[offer.by] == holder
    if offer.what == TAKEBACK:
        return _taking_back(course, offer.ply or 0, by, mine=mine)
    if offer.what == DRAW:
        template = marked("You offer a draw.") if mine else marked("{player} offers a draw.")
    else:
        template = marked("You offer a rematch.") if mine else marked("{player} offers a rematch.")
    return _(template, player=by)


def _taking_back(course: Course, ply: int, by: str, *, mine: bool) -> str:
    """Which turns somebody asks to take back, and what they were, unless that is still secret."""
    state, game = course.state, course.state.variant.game
    numbered = list(enumerate(state.turns, 1))[ply:]
    hidden = game.secret_turns(state)
    texts = [str(i) if hidden else f"{i} ({turn})" for i, turn in numbered]
    turns, count = tongue().say(listed(texts), game), len(texts)
    if mine:
        return counted("You ask to take back turn {turns}.", "You ask to take back turns {turns}.", count, turns=turns)
    return counted(
        "{player} asks to take back turn {turns}.",
        "{player} asks to take back turns {turns}.",
        count,
        player=by,
        turns=turns,
    )


def declined(course: Course, refusal: Declined, holder: str | None) -> str:
    """An offer that was declined, in a sentence for a browser."""
    mine = course.people.get(refusal.by) == holder
    if refusal.what == TAKEBACK:
        template = marked("You decline to take back.") if mine else marked("{player} declines to take back.")
    elif refusal.what == DRAW:
        template = marked("You decline the draw.") if mine else marked("{player} declines the draw.")
    else:
        template = marked("You decline the rematch.") if mine else marked("{player} declines the rematch.")
    return _(template, player=player(course.state.variant.game, course.player_of(refusal.by)))


def duration(seconds: float) -> str:
    """Some time as its two largest parts, or in minutes."""
    minutes = int(seconds // 60)
    if minutes >= 1_440:
        return _("{days} d {hours} h", days=minutes // 1_440, hours=minutes % 1_440 // 60)
    if minutes >= 60:
        return _("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return _("{minutes} min", minutes=minutes) if minutes else _("less than a minute")


def strength(limits: dict[str, float]) -> str:
    """How strong an engine is."""
    if "level" in limits:
        return _("level {number}", number=limits["level"])
    return _("{seconds} s a turn", seconds=number(limits["seconds"], 1))


def who(seat: Seat, holder: str | None, people: int) -> str:
    """Who sits on a seat, for the browser `holder`, which plays for so many people."""
    if seat.engine is not None:
        engine = _("engine, {strength}", strength=strength(dict(seat.engine)))
        if not seat.holder:
            return engine
        return _("{engine}, for {name}", engine=engine, name=seat.name or _("who left"))
    if seat.open:
        return _("nobody yet")
    if holder is None or seat.holder != holder:
        return seat.name or _("a person")
    if people > 1:
        return seat.name or _("at this screen")
    return _("{name}, you", name=seat.name) if seat.name else _("you")


def label(game: Game, word: str) -> str:
    """What stands on a word's button."""
    if word in game.labels:
        return told(game, game.labels[word])
    return _("Swap colours") if word == SWAP.name else upper(told(game, word))
