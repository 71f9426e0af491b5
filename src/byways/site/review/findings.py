"""Findings of a review in words: evaluations, mistakes, luck with the dice, what a game turned on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec

from byways.game import Variant
from byways.position.state import State
from byways.search.answer import Analysis
from byways.search.review import Remark, remarks
from byways.site.board.rendering import turn_by
from byways.site.i18n import phrases
from byways.site.i18n.languages import number
from byways.site.i18n.phrases import amount, cost, worth
from byways.site.play.page import wording
from byways.site.storage.analysis_store import StoredAnalysis, line_of
from byways.translatable import Text, joined, marked, say, say_many

_VAGUE = 0.1
SIGNS = {marked("blunder"): "??", marked("mistake"): "?", marked("inaccuracy"): "?!"}
"""The marks that annotators write, by what a turn is called."""


@dataclass(frozen=True)
class Mistake:
    """A turn that lost something; the better turn is not revealed here."""

    ply: int
    number: int
    """As lists have it."""
    player: str
    turn: str
    kind: str
    loss: float
    cost: str
    """Its loss, in words."""
    falls: Text
    """What becomes of its player's chance, in a sentence."""

    @property
    def sign(self) -> str:
        """The mark that annotators write."""
        return SIGNS[self.kind]

    @property
    def says(self) -> Text:
        """The kind and the cost, in words."""
        return say("{kind}, loses {cost}", kind=say(self.kind), cost=self.cost)


@dataclass(frozen=True)
class Luck:
    """The effect of one roll of dice on the first player's value."""

    ply: int
    turn: str
    gain: float


def known(states: Sequence[State], said: Mapping[int, StoredAnalysis]) -> dict[int, Analysis]:
    """Return the analyses by ply, leaving out those of turns that were undone since, and draws without a search."""
    turns = states[-1].turns
    found = {}
    for ply, one in said.items():
        if ply < len(states) and one.line == line_of(turns[:ply]):
            found[ply] = msgspec.convert(one.data, Analysis)
    return {ply: one for ply, one in found.items() if not one.note}


def share(state: State, analysis: Analysis) -> float:
    """Return the value for the first of two players, or for the only one; with more, for the player to move."""
    second = len(state.players) == 2 and state.to_move == state.players[1]
    return 1.0 - analysis.value if second else analysis.value


def all_remarks(states: Sequence[State], analyses: Mapping[int, Analysis]) -> list[Remark]:
    """Return the remarks on every turn whose positions before and after are both analysed."""
    found: list[Remark] = []
    for ply, pair in enumerate(pairwise(states), 1):
        if ply - 1 in analyses and ply in analyses:
            judged = remarks(pair, (analyses[ply - 1], analyses[ply]))
            found += [replace(remark, ply=ply) for remark in judged]
    return found


def mistakes(states: Sequence[State], found: Sequence[Remark], *, own: bool = False) -> list[Mistake]:
    """Return the turns that lost something, in order; with `own` as they are told to who played them."""
    variant = states[0].variant
    numbers = wording.turn_numbers(states)
    listed = []
    for remark in found:
        if remark.kind is not None and remark.loss is not None:
            kind = remark.kind
            loss = remark.loss
            lost = cost(variant, loss)
            falls = _fall(variant, remark, own=own)
            listed.append(
                Mistake(remark.ply, numbers[remark.ply - 1], remark.player, remark.turn, kind, loss, lost, falls)
            )
    return listed


def _fall(variant: Variant, remark: Remark, *, own: bool) -> Text:
    """Say from what to what a turn lets the value fall, and of a proved one that it was certain."""
    low, high, unit = variant.game.ui.scale(variant)
    before, after = (number(low + value * (high - low), 0) for value in (remark.before.value, remark.value or 0.0))
    player = phrases.player(variant.game, remark.player)
    template = marked("The expected score falls from {before} to {after}.")
    if unit == "%":
        yours = marked("Your chance falls from {before} to {after}%.")
        template = yours if own else marked("{player}’s chance falls from {before} to {after}%.")
    said = say(template, player=player, before=before, after=after)
    if remark.before.proved and remark.before.value == 1.0 and unit == "%":
        return joined([said, say("The win was certain.")])
    return said


def luck(states: Sequence[State], analyses: Mapping[int, Analysis]) -> list[Luck]:
    """Return the effect of each analysed roll on the first player's value; empty for more than two players."""
    if len(states[0].players) > 2:
        return []
    return [
        Luck(ply, str(after.turn), share(after, analyses[ply]) - analyses[ply - 1].value)
        for ply, (before, after) in enumerate(pairwise(states), 1)
        if before.to_move == "chance" and ply in analyses and ply - 1 in analyses
    ]


def settled_at(states: Sequence[State], analyses: Mapping[int, Analysis]) -> int | None:
    """Return the ply from which the same result is proved of every position; None if only of the last one."""
    settled = len(states)
    for ply in reversed(range(len(states))):
        if ply not in analyses or not analyses[ply].proved:
            break
        if settled < len(states) and _certain(states, analyses, ply) != _certain(states, analyses, settled):
            break
        settled = ply
    return settled if settled < len(states) - 1 else None


def _certain(states: Sequence[State], analyses: Mapping[int, Analysis], ply: int) -> tuple[str, float | None]:
    """Return what is proved about a position; with a single player also the value, as that may still fall."""
    alone = len(states[ply].players) == 1
    return _proved(states[ply], analyses[ply]), analyses[ply].value if alone else None


def summary(states: Sequence[State], analyses: Mapping[int, Analysis]) -> list[str]:
    """Say in a few sentences where a game was decided, and whom the dice favoured."""
    worst = max(mistakes(states, all_remarks(states, analyses)), key=lambda one: one.loss, default=None)
    said: list[str] = []
    if worst is not None:
        template = marked("The largest mistake was move {number}, {turn}: it lost {cost}.")
        turn = turn_by(states[0], worst.player, worst.turn)
        said.append(say(template, number=worst.number, turn=turn, cost=worst.cost))
    first = settled_at(states, analyses)
    if first is not None:
        result = _proved(states[first], analyses[first])
        template = marked("From move {number} on, the result is proved: {result}.")
        if first == 0:
            template = marked("From the start, the result is proved: {result}.")
        said.append(say(template, number=wording.numbered_turn(states, first) if first else "", result=result))
    fortunes = luck(states, analyses)
    if fortunes:
        said.append(_dice(states, fortunes))
    return said


def _dice(states: Sequence[State], fortunes: Sequence[Luck]) -> str:
    """Sum up the luck with the dice; for two players, say whom it favoured."""
    start = states[0]
    variant = start.variant
    total = sum(one.gain for one in fortunes)
    template = marked("The dice gave {amount} in {rolls}; the luckiest was {best}, the unluckiest {worst}.")
    if len(start.players) == 2:
        template = marked(
            "The dice favoured {player} by {amount} in {rolls}; the luckiest was {best}, the unluckiest {worst}."
        )
        if total < 0:
            fortunes = [replace(one, gain=-one.gain) for one in fortunes]
    elif total < 0:
        template = marked("The dice cost {amount} in {rolls}; the luckiest was {best}, the unluckiest {worst}.")
    best = max(fortunes, key=lambda one: one.gain)
    worst = min(fortunes, key=lambda one: one.gain)
    return say(
        template,
        player=phrases.player(variant.game, start.players[total < 0]) if len(start.players) == 2 else "",
        amount=amount(variant, abs(total)),
        rolls=say_many("{count} roll", "{count} rolls", len(fortunes)),
        best=_fortune(states, best),
        worst=_fortune(states, worst),
    )


def _fortune(states: Sequence[State], one: Luck) -> str:
    numbers = wording.turn_numbers(states)
    number = numbers[min(one.ply, len(numbers) - 1)]
    change = ("+" if one.gain >= 0 else "−") + amount(states[0].variant, abs(one.gain))
    roll = one.turn.removeprefix("roll ")
    return say("{roll} before move {number} ({change})", roll=roll, number=number, change=change)


def _proved(state: State, analysis: Analysis) -> str:
    if len(state.players) > 2 or analysis.value not in (0.0, 0.5, 1.0) or len(state.players) == 1:
        return say("no play can change it")
    value = share(state, analysis)
    if value == 0.5:
        return say("a draw")
    winner = state.players[0 if value == 1.0 else 1]
    return say("{player} wins", player=phrases.player(state.variant.game, winner))


def told_values(states: Sequence[State], analyses: Mapping[int, Analysis], ply: int) -> str:
    """Describe the value of a position; with more than two players, each one's value as of their latest move."""
    players = states[ply].players
    if len(players) <= 2:
        return told_value(states[ply], analyses[ply]) if ply in analyses else ""
    if ply not in analyses or states[ply].to_move is None:
        return ""
    moved = {states[at].to_move: at for at in sorted(analyses) if at <= ply}
    lines = [told_value(states[moved[player]], analyses[moved[player]]) for player in players if player in moved]
    return joined(lines, " · ")


def told_value(state: State, analysis: Analysis) -> str:
    """Describe the value of a position in words, naming the player it is for."""
    whom = state.players[0] if len(state.players) <= 2 or state.to_move in (None, "chance") else str(state.to_move)
    value = share(state, analysis)
    if analysis.proved and len(state.players) == 2:
        return say("Proved: {result}", result=_proved(state, analysis))
    template = (
        marked("{player}’s chance: {value} (proved)") if analysis.proved else marked("{player}’s chance: {value}")
    )
    if state.variant.game.ui.scale(state.variant)[2] != "%":
        template = marked("Best score: {value} (proved)") if analysis.proved else marked("Expected score: {value}")
    player = phrases.player(state.variant.game, whom)
    told = worth(state.variant, value)
    # Of a position that was hardly looked at the spread says nothing that a person could use.
    if analysis.spread and analysis.spread <= _VAGUE:
        told = say("{value}, spread {spread}", value=told, spread=amount(state.variant, analysis.spread))
    return say(template, player=player, value=told)
