"""A position of a game in play: the public face of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import NamedTuple

import numpy as np

from byways import registry
from byways.errors import IllegalTurnError, OptionError
from byways.game import Variant
from byways.kernels import Ints
from byways.position.notation import read_position, write_position
from byways.position.outcome import Outcome, judged
from byways.position.turn_text import read_turn, write_turn
from byways.rules.state_vector import NOBODY, PART, QUIET, TO_MOVE, finish


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
        swapped: bool = False,
        copy: bool = True,
    ) -> None:
        """Make the state of a vector, which is the state's own from now on where it is not copied.

        `swapped`: the people have exchanged colours before what is known of the game.
        """
        self._variant = variant
        self._vector = np.array(vector, dtype=np.int16) if copy else vector
        self._previous = previous
        self._turn = turn
        self._keys = keys
        swap = turn == "swap" or (variant.swap_action >= 0 and turn == (variant.swap_action,))
        self._swapped = swapped or swap or (previous is not None and previous._swapped)
        self._legal = None

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
        first = self
        while first._previous is not None:  # not one within the other: games are longer than Python's stack is deep
            line.append((first._vector, first._turn, first._keys))
            first = first._previous
        line.append((first._vector, first._turn, first._keys))
        return _from_line, (self._variant, line[::-1], first._swapped)

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
        return self._variant.movers[int(self._vector[TO_MOVE])]

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
        return int(self._variant.rules.calls.key(self._variant.geometry, self._vector))

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
        variant = self._variant
        names = variant.turn_names
        if names is not None and type(turn) is str:
            action = names.actions.get(turn)
            if action is not None and variant.allows(self._vector, action):
                after = self._vector.copy()
                variant.rules.calls.apply(variant.geometry, after, action)
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
        variant.rules.calls.apply(variant.geometry, after, action)
        names = variant.turn_names
        if names is not None:
            return self._after(after, names[action])
        base = self
        taken: tuple[int, ...] = (action,)
        if self._begun and self._previous is not None and isinstance(self._turn, tuple):
            base = self._previous
            taken = (*self._turn, action)
        if after[PART] == 0:
            return base._after(after, taken)
        return State(variant, after, base, taken, self._keys, copy=False)

    def actions(self, turn: str) -> tuple[int, ...]:
        """Return the actions of a legal turn. Raises IllegalTurnError, which says why it is none."""
        return read_turn(self, turn)[0]

    def move(self, turn: str) -> Move:
        """Return a legal turn with the state after it. Raises IllegalTurnError, which says why it is none."""
        return self.move_to(*read_turn(self, turn))

    def move_to(self, actions: Sequence[int], vector: Ints) -> Move:
        """Return a whole legal turn whose actions have led to `vector`, which is the state's from now on.

        Nothing is checked: for callers that have just applied the actions, as `follow` and `complete_turn` do.
        """
        actions = tuple(actions)
        return Move(actions, self._after(vector, actions))

    def apply_unchecked(self, actions: Sequence[int]) -> State:
        """Return the state after the actions of one whole legal turn; nothing is checked."""
        return self._after(self._variant.apply_all(self._vector, actions), tuple(actions))

    def _after(self, after: Ints, turn: str | tuple[int, ...]) -> State:
        """Return the state after a whole turn, which has led to a vector that is the state's from now on."""
        variant = self._variant
        keys: tuple[int, ...] = ()
        if variant.repetition:
            key = int(variant.rules.calls.key(variant.geometry, after))
            keys = (*self.line, key) if after[QUIET] else (key,)
            if after[TO_MOVE] != NOBODY and keys.count(key) >= variant.repetition:
                finish(after, variant.game.reasons.index("repetition") + 1, -1)
        return State(variant, after, self, turn, keys, False, False)  # keywords would cost a twentieth of a turn

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
        return self._variant.follow(self._vector, actions)

    def write(self, actions: Sequence[int]) -> str:
        """Return the canonical text of a turn given as actions. Raises IllegalTurnError for a number of no action."""
        return write_turn(self._variant, self._vector, actions)

    def chances(self) -> list[tuple[str, float]]:
        """Return every result of the dice as (turn, probability); empty where none are to be rolled."""
        return [(self.write((action,)), chance) for action, chance in self._variant.chances(self._vector)]

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
        turn = "?" if hidden else self._turn
        return State(self._variant, vector, base, turn, self._keys, self._swapped, copy=False)

    def recast(self, variant: Variant, keys: tuple[int, ...] = ()) -> State:
        """Return this position in another variant, with states of the same form; what led to it is left out."""
        return State(variant, self._vector, keys=keys)


def start(game: str, *, position: str | None = None, **options: object) -> State:
    """Return a game's start, or a given position. Raises OptionError, naming the option and what is allowed."""
    found = registry.find(game)
    if position is not None:
        return State(*read_position(found, position, options))
    variant = found.variant(options)
    return State(variant, variant.start(), copy=False)


def _from_line(
    variant: Variant, line: Sequence[tuple[Ints, str | tuple[int, ...] | None, tuple[int, ...]]], swapped: bool
) -> State:
    """Return a state from its line: (vector, turn, keys) of each state from the first one that it knows of."""
    (vector, turn, keys), *later = line
    state = State(variant, vector, None, turn, keys, swapped, copy=False)
    for vector, turn, keys in later:
        state = State(variant, vector, state, turn, keys, copy=False)
    return state
