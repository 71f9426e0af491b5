"""Idempotency keys: which event came of a command, so that sending it again changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from byways.position.state import State
from byways.rules.state_vector import PART
from byways.site.storage.stored_games import StoredGame
from byways.site.timeline import commands, events, plans, refusals
from byways.site.timeline.commands import Command, TakeTurn
from byways.site.timeline.decisions import Accepted, Refused
from byways.site.timeline.events import Event, Recorded
from byways.site.timeline.projection import project
from byways.site.timeline.timeline import OpenOffer, Timeline, begun, evolve


@dataclass(frozen=True)
class _Sent:
    """An event that came of a command with a key, and what it depended on."""

    event: Event
    state: State
    offer: OpenOffer | None
    version: int


class KeyLog:
    """The keys of a game's events."""

    def __init__(self) -> None:
        self._sent: dict[str, _Sent] = {}

    def note(self, recorded: Recorded, before: Timeline) -> None:
        """Note an event, and the timeline before it."""
        if recorded.key is not None:
            self._sent[recorded.key] = _Sent(recorded.event, before.state, before.offer, before.version)

    def __contains__(self, key: object) -> bool:
        """Return whether something has been carried out under a key."""
        return key in self._sent

    def answer(self, key: str | None, command: Command | None) -> Accepted | Refused | None:
        """Return the answer to a key that was used before, refused where it came with another command; else None."""
        sent = self._sent.get(key) if key is not None else None
        if sent is None:
            return None
        if command is None or _came_of(sent, command):
            return Accepted()
        return Refused(refusals.used_before())


def fold(stored: StoredGame) -> tuple[Timeline, KeyLog]:
    """Fold a stored game, and note its keys. Raises NewerError, IllegalTurnError."""
    timeline = begun(stored)
    keys = KeyLog()
    for recorded in map(Recorded.read, stored.events):
        keys.note(recorded, timeline)
        timeline = evolve(timeline, recorded)
    project(timeline)  # which judges the end
    timeline.state.turns  # noqa: B018 - the texts are written where the game is folded: in a thread
    return timeline, keys


def _came_of(sent: _Sent, command: Command) -> bool:
    """Return whether an event may be the effect of a command."""
    match command, sent.event:
        case TakeTurn(actions=actions), events.Turn(turn):
            return _writes(sent.state, actions, turn)
        case commands.Premove(actions=actions), events.Plan(replies=planned):
            *before, turn = plans.premoves(planned) or ("",)
            return turn != "" and _writes(plans.ahead(sent.state, before)[-1], actions, turn)
        case commands.MakePlan(replies), events.Plan(replies=planned):
            return replies == planned
        case commands.PlanLine(turns), events.Plan(replies=planned):
            return plans.with_line(planned, turns) == planned
        case commands.TakeBack(version), events.Undo():
            return version == sent.version
        case commands.Propose(what), events.Offer(what=offered):
            return what == offered
        case commands.Propose(what), events.Answer(yes=True):
            return sent.offer is not None and what == sent.offer.what
        case commands.Respond(number, yes), events.Answer(yes=answered):
            return sent.offer is not None and (number, yes) == (sent.offer.number, answered)
        case commands.Resign(), events.End(termination="resignation") | events.Leave(why="resignation"):
            return True
        case commands.Claim(draw), events.End(winners=winners, termination="absence"):
            return draw == (winners == ())
        case commands.CallOff(), events.End(termination="abandoned"):
            return True
        case commands.Sit(player, name), events.Sit() as sat:
            return (player, name) == (sat.player, sat.name)
        case commands.Revoke(player), events.Revoke(player=freed):
            return player == freed
        case commands.Rename(name, player), events.Rename(by, called):
            return name == called and player in (None, by)
    return False


def _writes(state: State, actions: tuple[int, ...], turn: str) -> bool:
    """Return whether actions make a turn, given as text."""
    vector = state.follow(actions) if actions else None
    return vector is not None and vector[PART] == 0 and state.write(actions) == turn
