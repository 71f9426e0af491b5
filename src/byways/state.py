"""A position of a game in play: the public face of the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from byways import registry
from byways.errors import IllegalTurnError, OptionError, UnreadableTurnError
from byways.game import Variant
from byways.header import CHANCE, NOBODY, PART, QUIET, TO_MOVE, finish
from byways.kernels import Ints, Reals
from byways.position import mover_name, read_position, write_position

LONGEST_TURN = 10_000  # characters
_APART = re.compile(r"(?<=\b[a-z])\s+(?=\d)")  # within the name of a point, as in "d 5"


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    winner: str | None
    """A player's name; None for a draw or a shared first place."""
    winners: tuple[str, ...]
    """Who won or shares the first place; empty for a draw."""
    reason: str
    scores: dict[str, int]
    """By player: what the game counts (path lengths, points), or 1 for a win, -1 for a loss, 0 for a draw."""


class State:
    """A position and how it came about. States never change: `play` gives a new one, `previous` the one before."""

    def __init__(
        self,
        variant: Variant,
        vector: Ints,
        previous: State | None = None,
        turn: str | None = None,
        keys: tuple[int, ...] = (),
    ) -> None:
        vector.flags.writeable = False
        self.variant = variant
        self.vector = vector
        self.previous = previous
        self.turn = turn  # the text of the turn that led here
        self.swapped: bool = turn == "swap" or (previous is not None and previous.swapped)
        """Whether the people have exchanged colours by the pie rule."""
        self._key: int | None = None
        self._outcome: Outcome | None = None
        self._keys = keys  # of the positions since the last irreversible turn, this one included

    def __str__(self) -> str:
        return write_position(self.variant, self.vector)

    def __repr__(self) -> str:
        return f"<{self.variant.game.title} after {len(self.turns)} turns, to move: {self.to_move or 'nobody'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.variant == other.variant and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self.variant, self.key))

    def __reduce__(self) -> tuple[object, ...]:
        line, state = [], self
        while state.previous is not None:  # not one within the other: games are longer than Python's stack is deep
            line.append((state.vector, state.turn, state._keys))
            state = state.previous
        return _from_line, (state.variant, state.vector, state.turn, state._keys, line[::-1])

    def _repr_svg_(self) -> str:
        from byways.draw import svg  # a notebook's hook; nothing else here knows of drawing

        return svg(self)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.variant.game.name

    @property
    def options(self) -> dict[str, int | bool | str]:
        """The game's options, all of them."""
        return dict(self.variant.options)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in order."""
        return self.variant.players

    @property
    def to_move(self) -> str | None:
        """Return who plays the next turn: a player's name, "chance" for dice, None when the game is over."""
        return mover_name(self.variant, self.vector)

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns played so far, from `start` on. In a view, turns that are still secret read "?"."""
        turns = []
        state: State | None = self
        while state is not None and state.turn is not None:
            turns.append(state.turn)
            state = state.previous
        return tuple(reversed(turns))

    @property
    def key(self) -> int:
        """A 64-bit key of all that later play depends on, past repetitions aside."""
        if self._key is None:  # no cached_property: until Python 3.12 all states wait for the one that is asked
            self._key = int(self.variant.kernels.key(self.variant.geometry, self.vector))
        return self._key

    @property
    def line(self) -> tuple[int, ...]:
        """The keys of the positions since the last irreversible turn, this one last; repetitions are counted in it."""
        return self._keys or (self.key,)

    def seat_of(self, player: str, since: State | None = None) -> str:
        """Return the player as which the one playing `player` began, at `since` or where the pie rule was still open.

        By `swap` two people exchange colours. The other way round it is the player whom a seat plays now.
        """
        if self.swapped == (since is not None and since.swapped):
            return player
        return next(other for other in self.players if other != player)

    def legal_turns(self) -> list[str]:
        """Return every legal turn, in board order; `swap` last. Empty when the game is over."""
        return [text for text, _ in self.variant.game.texts.turns(self)]

    def is_legal(self, turn: str) -> bool:
        """Return whether `play` would accept the turn. Cheap: the list of turns is not made."""
        try:
            self.actions(turn)
        except IllegalTurnError:
            return False
        return True

    def play(self, turn: str) -> State:
        """Return the state after a turn. Raises IllegalTurnError, which says why; this state stays as it is."""
        return self.apply_unchecked(self.actions(turn))

    def actions(self, turn: str) -> tuple[int, ...]:
        """Return the actions of a legal turn. Raises IllegalTurnError, which says why it is none."""
        if not isinstance(turn, str) or len(turn) > LONGEST_TURN:
            raise UnreadableTurnError("turn.text", "a turn has at most {most} characters", most=LONGEST_TURN)
        text = turn.strip().lower()
        if self.vector[TO_MOVE] == NOBODY:
            raise IllegalTurnError("turn.over", "the game is over")
        actions = self._swap() if text == "swap" else self._parse(text)
        after = self.follow(actions)
        if after is None or after[PART] != 0:
            raise self.variant.game.texts.refusal(self, actions)
        return actions

    def apply_unchecked(self, actions: Sequence[int]) -> State:
        """Return the state after the actions of one whole legal turn; nothing is checked."""
        variant = self.variant
        after = self.vector.copy()
        for action in actions:
            variant.kernels.apply(variant.geometry, after, action)
        keys = self._line(after) if variant.repetition else ()
        if variant.repetition and after[TO_MOVE] != NOBODY and keys.count(keys[-1]) >= variant.repetition:
            finish(after, variant.game.reasons.index("repetition") + 1, -1)
        return State(variant, after, self, self.write(actions), keys)

    def follow(self, actions: Sequence[int]) -> Ints | None:
        """Return the vector after the actions of one turn, or of its beginning; None where one of them is not legal.

        Where its word PART is not 0 the turn is unfinished.
        """
        vector = self.vector
        for i, action in enumerate(actions):
            if (i > 0 and vector[PART] == 0) or not self.variant.allows(vector, action):
                return None
            vector = self.variant.apply(vector, action)
        return vector

    def write(self, actions: Sequence[int]) -> str:
        """Return the canonical text of a turn given as actions."""
        if tuple(actions) == (self.variant.swap_action,):
            return "swap"
        return self.variant.game.texts.write(self.variant, self.vector, actions)

    def chances(self) -> list[tuple[str, float]]:
        """Return every result of the dice as (turn, probability); empty where none are to be rolled."""
        if self.vector[TO_MOVE] != CHANCE:
            return []
        variant = self.variant
        actions = variant.legal_actions(self.vector)
        weights = np.zeros(len(actions), dtype=np.int64)
        variant.kernels.chances(variant.geometry, self.vector, weights)
        total = int(weights.sum())
        return [(self.write((action,)), int(w) / total) for action, w in zip(actions, weights, strict=True)]

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        if self._outcome is None and self.vector[TO_MOVE] == NOBODY:
            self._outcome = self._judged()
        return self._outcome

    def _judged(self) -> Outcome:
        variant = self.variant
        values = np.zeros(len(variant.players))
        reason = variant.outcome(self.vector, values)
        winners, scores = variant.game.ui.tally(self) if variant.game.ui.tally else _tally(variant.players, values)
        sole = winners[0] if len(winners) == 1 else None
        return Outcome(sole, winners, variant.game.reasons[reason - 1], scores)

    def view(self, player: str | None) -> State:
        """Return what `player` (None: a spectator) may know: a state in which the secrets of others are blank."""
        hide = self.variant.game.secrets.hide
        if player is not None and player not in self.players:
            raise OptionError(
                "view.player",
                "there is no player {player!r}; the players are: {allowed}",
                option="player",
                player=player,
                allowed=", ".join(self.players),
            )
        if hide is None:
            return self
        secret = self.variant.game.secrets.turns(self)
        base = self.previous.view(player) if secret and self.previous else self.previous
        hidden = secret and self.previous and self.previous.to_move != player
        vector = self.vector.copy()
        hide(self.variant.geometry, vector, -1 if player is None else self.players.index(player))
        return State(self.variant, vector, base, "?" if hidden else self.turn, self._keys)

    def recast(self, variant: Variant, keys: tuple[int, ...] = ()) -> State:
        """Return this position in another variant, with states of the same form; what led to it is left out."""
        return State(variant, self.vector.copy(), keys=keys)

    def _parse(self, text: str) -> tuple[int, ...]:
        parse = self.variant.game.texts.parse
        try:
            return parse(self, text)
        except UnreadableTurnError:
            closer = _APART.sub("", text)
            if closer == text:
                raise
            return parse(self, closer)

    def _swap(self) -> tuple[int, ...]:
        action = self.variant.swap_action
        if not self.variant.allows(self.vector, action):
            raise IllegalTurnError(
                "turn.swap", "swap is possible only with the pie rule, as the reply to the first turn"
            )
        return (action,)

    def _line(self, after: Ints) -> tuple[int, ...]:
        key = int(self.variant.kernels.key(self.variant.geometry, after))
        return (*self.line, key) if after[QUIET] else (key,)


def start(game: str, *, position: str | None = None, **options: object) -> State:
    """Return a game's start, or a given position. Raises OptionError, naming the option and what is allowed."""
    found = registry.find(game)
    if position is not None:
        return State(*read_position(found, position, options))
    variant = found.variant(options)
    return State(variant, variant.start())


def _from_line(
    variant: Variant,
    vector: Ints,
    turn: str | None,
    keys: tuple[int, ...],
    line: Sequence[tuple[Ints, str | None, tuple[int, ...]]],
) -> State:
    """Return a state from the first one that it knows of, and what followed: (vector, turn, keys) each."""
    state = State(variant, vector, None, turn, keys)
    for after, led, known in line:
        state = State(variant, after, state, led, known)
    return state


def _tally(players: tuple[str, ...], values: Reals) -> tuple[tuple[str, ...], dict[str, int]]:
    winners = tuple(name for name, value in zip(players, values, strict=True) if value == 1.0)
    return winners, {name: (name in winners) * 2 - 1 if winners else 0 for name in players}
