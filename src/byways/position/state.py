"""A position of a game in play: the public face of the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import index
from typing import NamedTuple

import numpy as np

from byways import registry
from byways.errors import IllegalTurnError, OptionError, UnreadableTurnError
from byways.game import Variant
from byways.kernels import Ints
from byways.position.notation import mover_name, read_position, write_position
from byways.position.outcome import Outcome, judged
from byways.rules.state_vector import CHANCE, NOBODY, PART, QUIET, TO_MOVE, finish

LONGEST_TURN = 10_000  # characters
_APART = re.compile(r"(?<=\b[a-z])\s+(?=\d)")  # within the name of a point, as in "d 5"


class Move(NamedTuple):
    """A legal turn, judged once: its actions, and the state after it."""

    actions: tuple[int, ...]
    after: State

    @property
    def text(self) -> str:
        """The canonical text; written when it is first asked for."""
        return str(self.after.turn)


class State:
    """A position and how it came about. States never change: `play` gives a new one, `previous` the one before."""

    __slots__ = ("_keys", "_legal", "_previous", "_swapped", "_turn", "_variant", "_vector")
    _variant: Variant
    _vector: Ints  # writable, as machine code asks for; nobody writes to it
    _previous: State | None
    _turn: str | tuple[int, ...] | None  # as actions until somebody asks for the text; amid a turn its actions so far
    _keys: tuple[int, ...]  # of the positions since the last irreversible turn, this one included; else empty
    _swapped: bool
    _legal: Ints | None  # the legal actions, once somebody has asked for them

    def __init__(
        self,
        variant: Variant,
        vector: Ints,
        previous: State | None = None,
        turn: str | tuple[int, ...] | None = None,
        keys: tuple[int, ...] = (),
        *,
        swapped: bool = False,
    ) -> None:
        _set_up(self, variant, np.array(vector, dtype=np.int16), previous, turn, keys, swapped)

    def __str__(self) -> str:
        self.refuse_begun()
        return write_position(self._variant, self._vector)

    def __repr__(self) -> str:
        return f"<{self._variant.game.title} after {len(self.turns)} turns, to move: {self.to_move or 'nobody'}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or self._variant != other._variant:
            return False
        if self._vector.tobytes() == other._vector.tobytes():
            return True
        begun = self._vector[PART] != 0 or other._vector[PART] != 0
        return not begun and str(self) == str(other)

    def __getitem__(self, cell: str) -> str | None:
        """Return the player whose piece is on a cell, such as "d5"; None on an empty one. Raises CellError."""
        return self._variant.reading.owner(self._vector, cell)

    __iter__ = None  # it is no sequence

    def __hash__(self) -> int:
        return hash((self._variant, self.key))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        line = []
        state = self
        while state._previous is not None:  # not one within the other: games are longer than Python's stack is deep
            line.append((state._vector, state._turn, state._keys))
            state = state._previous
        first = (state._variant, state._vector, state._turn, state._keys)
        return _from_line, (*first, line[::-1], state._swapped)

    def _repr_svg_(self) -> str:
        from byways.draw import svg  # a notebook's hook; nothing else here knows of drawing

        return svg(self)

    @property
    def variant(self) -> Variant:
        """The game with its options fixed."""
        return self._variant

    @property
    def vector(self) -> Ints:
        """The words of the position, read-only: the header, a word for each cell, then what else the game keeps."""
        vector = self._vector.view()
        vector.flags.writeable = False
        return vector

    @property
    def previous(self) -> State | None:
        """The state before the last turn; amid a turn, the one in which it began."""
        return self._previous

    @property
    def turn(self) -> str | None:
        """The text of the turn that led here; None where none is known, and amid a turn."""
        if not isinstance(self._turn, tuple):
            return self._turn
        if self._vector[PART] != 0:
            return None
        assert self._previous is not None, "actions are written from where they were played"
        self._turn = self._previous.write(self._turn)
        return self._turn

    @property
    def begun(self) -> tuple[int, ...]:
        """The actions so far of a turn of several actions that is not whole yet; empty between turns."""
        return self._turn if self._begun and isinstance(self._turn, tuple) else ()

    @property
    def swapped(self) -> bool:
        """Whether the people have exchanged colours by the pie rule."""
        return self._swapped

    @property
    def game(self) -> str:
        """The game's id."""
        return self._variant.game.name

    @property
    def options(self) -> dict[str, int | bool | str]:
        """The game's options, all of them."""
        return dict(self._variant.options)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in order."""
        return self._variant.players

    @property
    def to_move(self) -> str | None:
        """Return who plays the next turn: a player's name, "chance" for dice, None when the game is over."""
        return mover_name(self._variant, self._vector)

    @property
    def mover(self) -> int:
        """The number of the player who decides next; -1 for dice, -2 where the game is over."""
        return int(self._vector[TO_MOVE])

    @property
    def cells(self) -> Mapping[str, str | None]:
        """Every cell, in the order in which the board is read, and the player whose piece is there."""
        return self._variant.reading.owners(self._vector)

    @property
    def board(self) -> Ints:
        """The words of the cells as a read-only table, row by row from the top; OFF_BOARD where there is no cell.

        0 is an empty cell, 1 and up are the game's pieces in their order; see docs/guides/library.md for each game.
        """
        return self._variant.reading.table(self._vector)

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns played so far, from `start` on. In a view, turns that are still secret read "?"."""
        turns = []
        state = self._previous if self._begun else self
        while state is not None and (turn := state.turn) is not None:
            turns.append(turn)
            state = state._previous
        return tuple(reversed(turns))

    @property
    def key(self) -> int:
        """A 64-bit key of all that later play depends on, past repetitions aside."""
        return int(self._variant.rules.key(self._variant.geometry, self._vector))

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
        variant = self._variant
        names = variant.turn_names
        if names is None:
            self.refuse_begun()
            return variant.game.texts.listed(self)
        return names.of(self._listed().tolist())

    def legal_actions(self) -> Ints:
        """Return the numbers of the legal actions, ascending; in a turn of several actions, of those that may follow.

        A quick game's loop deals with these instead of texts: `state.apply(state.legal_actions()[0])`.
        """
        return self._listed().copy()

    def _listed(self) -> Ints:
        if self._legal is None:
            self._legal = self._variant.legal_array(self._vector)
        return self._legal

    def is_legal(self, turn: str) -> bool:
        """Return whether `play` would accept the turn. Cheap: the list of turns is not made."""
        try:
            self.actions(turn)
        except IllegalTurnError:
            return False
        return True

    def play(self, turn: str) -> State:
        """Return the state after a turn. Raises IllegalTurnError, which says why; this state stays as it is."""
        names = self._variant.turn_names
        if names is not None and type(turn) is str:
            action = names.actions.get(turn)
            if action is not None and self._variant.allows(self._vector, action):
                after = self._vector.copy()
                self._variant.rules.apply(self._variant.geometry, after, action)
                return self._after(after, turn)
        return self.move(turn).after

    def apply(self, action: int) -> State:
        """Return the state after one action of `legal_actions`. Raises IllegalTurnError for any other.

        In a game whose turns have several actions it may lie in the middle of a turn: it has legal actions and a player
        to move, but no text until the turn is whole. Then `previous` is the state before the whole turn.
        """
        variant = self._variant
        action = index(action)
        if not variant.allows(self._vector, action):
            raise IllegalTurnError(
                "turn.action", "the rules do not allow the action {action} here", action=str(action)[:40]
            )
        after = self._vector.copy()
        variant.rules.apply(variant.geometry, after, action)
        names = variant.turn_names
        if names is not None:
            return self._after(after, names[action])
        base = self
        taken = tuple[int, ...]((action,))
        if self._begun and self._previous is not None and isinstance(self._turn, tuple):
            base = self._previous
            taken = (*self._turn, action)
        if after[PART] == 0:
            return base._after(after, taken)
        return _made(variant, after, base, taken, self._keys)

    def actions(self, turn: str) -> tuple[int, ...]:
        """Return the actions of a legal turn. Raises IllegalTurnError, which says why it is none."""
        return self._read(turn)[0]

    def move(self, turn: str) -> Move:
        """Return a legal turn with the state after it. Raises IllegalTurnError, which says why it is none."""
        actions, vector = self._read(turn)
        return self.move_to(actions, vector)

    def move_to(self, actions: Sequence[int], vector: Ints) -> Move:
        """Return a whole legal turn whose actions have led to `vector`, which is the state's from now on.

        Nothing is checked: for callers that have just applied the actions, as `follow` and `complete_turn` do.
        """
        actions = tuple(actions)
        return Move(actions, self._after(vector, actions))

    def _read(self, turn: str) -> tuple[tuple[int, ...], Ints]:
        """Return the actions of a legal turn and the vector after them. Raises IllegalTurnError."""
        if not isinstance(turn, str) or len(turn) > LONGEST_TURN:
            raise UnreadableTurnError("turn.text", "a move is a text of at most {most} characters", most=LONGEST_TURN)
        text = turn.strip().lower()
        if self._vector[TO_MOVE] == NOBODY:
            raise IllegalTurnError("turn.over", "the game is over")
        self.refuse_begun()
        actions = self._swap() if text == "swap" else self._parse(text)
        after = self.follow(actions)
        if after is None or after[PART] != 0:
            raise self._variant.game.texts.refusal(self, actions)
        return tuple(actions), after

    def apply_unchecked(self, actions: Sequence[int]) -> State:
        """Return the state after the actions of one whole legal turn; nothing is checked."""
        variant = self._variant
        after = self._vector.copy()
        for action in actions:
            variant.rules.apply(variant.geometry, after, action)
        return self._after(after, tuple(actions))

    def _after(self, after: Ints, turn: str | tuple[int, ...]) -> State:
        """Return the state after a whole turn, which has led to a vector that is the state's from now on."""
        variant = self._variant
        keys = tuple[int, ...]()
        if variant.repetition:
            keys = self._line(after)
            if after[TO_MOVE] != NOBODY and keys.count(keys[-1]) >= variant.repetition:
                finish(after, variant.game.reasons.index("repetition") + 1, -1)
        return _made(variant, after, self, turn, keys)

    @property
    def _begun(self) -> bool:
        return bool(self._vector[PART] != 0)

    def refuse_begun(self) -> None:
        """Raise IllegalTurnError amid a turn of several actions, where nothing can be said in texts."""
        if self._begun:
            raise IllegalTurnError("turn.begun", "the turn has begun: go on with legal_actions() and apply(action)")

    def follow(self, actions: Sequence[int]) -> Ints | None:
        """Return the vector after the actions of one turn, or of its beginning; None where one of them is not legal.

        Where its word PART is not 0 the turn is unfinished.
        """
        vector = self._vector
        for i, action in enumerate(actions):
            if (i > 0 and vector[PART] == 0) or not self._variant.allows(vector, action):
                return None
            vector = self._variant.apply(vector, action)
        return vector

    def write(self, actions: Sequence[int]) -> str:
        """Return the canonical text of a turn given as actions. Raises IllegalTurnError for a number of no action."""
        most = self._variant.num_actions - 1
        for action in actions:
            if not 0 <= action <= most:
                raise IllegalTurnError(
                    "turn.number",
                    "there is no action {action}: they are numbers from 0 to {most}",
                    action=str(action)[:40],
                    most=most,
                )
        if tuple(actions) == (self._variant.swap_action,):
            return "swap"
        return self._variant.game.texts.write(self._variant, self._vector, actions)

    def chances(self) -> list[tuple[str, float]]:
        """Return every result of the dice as (turn, probability); empty where none are to be rolled."""
        if self._vector[TO_MOVE] != CHANCE:
            return []
        variant = self._variant
        actions = variant.legal_actions(self._vector)
        weights = np.zeros(len(actions), dtype=np.int64)
        variant.kernels.chances(variant.geometry, self._vector, weights)
        total = int(weights.sum())
        return [(self.write((action,)), int(w) / total) for action, w in zip(actions, weights, strict=True)]

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it goes on."""
        if self._vector[TO_MOVE] != NOBODY:
            return None
        return self._variant.end_of(self._vector, lambda: judged(self))

    def view(self, player: str | None) -> State:
        """Return what `player` (None: a spectator) may know: a state in which the secrets of others are blank.

        Amid a turn that stays secret it is the state in which that turn began. Where there is nothing to hide it is
        this state itself.
        """
        hide = self._variant.game.secrets.hide if self._variant.has_secrets else None
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
        before = self._previous if self._begun else None
        if before is not None and before.to_move != player and self._variant.game.secrets.next(before):
            return before.view(player)
        secret = self._variant.game.secrets.turns(self)
        base = self._previous.view(player) if (secret or before) and self._previous else self._previous
        hidden = secret and before is None and self._previous and self._previous.to_move != player
        vector = self._vector.copy()
        hide(self._variant.geometry, vector, -1 if player is None else self.players.index(player))
        if base is self._previous and not hidden and np.array_equal(vector, self._vector):
            return self
        return _made(self._variant, vector, base, "?" if hidden else self._turn, self._keys, self._swapped)

    def recast(self, variant: Variant, keys: tuple[int, ...] = ()) -> State:
        """Return this position in another variant, with states of the same form; what led to it is left out."""
        return State(variant, self._vector, keys=keys)

    def _parse(self, text: str) -> tuple[int, ...]:
        parse = self._variant.game.texts.parse
        try:
            return parse(self, text)
        except UnreadableTurnError:
            closer = _APART.sub("", text)
            if closer == text:
                raise
            return parse(self, closer)

    def _swap(self) -> tuple[int, ...]:
        action = self._variant.swap_action
        if not self._variant.allows(self._vector, action):
            raise IllegalTurnError(
                "turn.swap", "swap is possible only with the pie rule, as the reply to the first move"
            )
        return (action,)

    def _line(self, after: Ints) -> tuple[int, ...]:
        key = int(self._variant.rules.key(self._variant.geometry, after))
        return (*self.line, key) if after[QUIET] else (key,)


def start(game: str, *, position: str | None = None, **options: object) -> State:
    """Return a game's start, or a given position. Raises OptionError, naming the option and what is allowed."""
    found = registry.find(game)
    if position is not None:
        return State(*read_position(found, position, options))
    variant = found.variant(options)
    return _made(variant, variant.start(), None, None, ())


def _set_up(
    state: State,
    variant: Variant,
    vector: Ints,
    previous: State | None,
    turn: str | tuple[int, ...] | None,
    keys: tuple[int, ...],
    swapped: bool = False,
) -> State:
    """Fill a new state's slots; the vector, a writable one, is the state's from now on.

    `swapped`: the people have exchanged colours before what is known of the game.
    """
    state._variant = variant
    state._vector = vector
    state._previous = previous
    state._turn = turn
    state._keys = keys
    swap = turn == "swap" or (turn == (variant.swap_action,) and variant.swap_action >= 0)
    state._swapped = swapped or swap or (previous is not None and previous._swapped)
    state._legal = None
    return state


def _made(
    variant: Variant,
    vector: Ints,
    previous: State | None,
    turn: str | tuple[int, ...] | None,
    keys: tuple[int, ...],
    swapped: bool = False,
) -> State:
    """Return a state of a vector that is its own from now on."""
    return _set_up(_new(State), variant, vector, previous, turn, keys, swapped)


_new = object.__new__


def _from_line(
    variant: Variant,
    vector: Ints,
    turn: str | tuple[int, ...] | None,
    keys: tuple[int, ...],
    line: Sequence[tuple[Ints, str | tuple[int, ...] | None, tuple[int, ...]]],
    swapped: bool = False,
) -> State:
    """Return a state from the first one that it knows of, and what followed: (vector, turn, keys) each."""
    state = _made(variant, vector, None, turn, keys, swapped)
    for after, led, known in line:
        state = _made(variant, after, state, led, known)
    return state
