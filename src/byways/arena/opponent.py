"""`byways.player`: any player of matches, asked for one turn after another."""

from __future__ import annotations

from secrets import randbits
from types import TracebackType

from byways.arena import players
from byways.arena.programs import ProgramPlayer
from byways.arena.thinker import Thinker
from byways.errors import IllegalTurnError
from byways.kernels.rng import seeded
from byways.position.state import State
from byways.solve.analysis import check_amounts


class Opponent:
    """A player that is ready to play; a context manager, since a program has to be ended.

    with byways.player("process:python bot.py") as p:
        state = state.play(p.choose(state, seconds=1))
    """

    def __init__(self, text: str, seed: int | None = None) -> None:
        """Make the player that a text names, as in `byways match`. Raises OptionError."""
        self._player = players.player(text)
        self._rng = seeded(randbits(62) if seed is None else seed)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def name(self) -> str:
        """The text that names the player."""
        return self._player.name

    @property
    def errors(self) -> str:
        """The end of what a program has written to its standard error; empty for others."""
        return self._player.errors

    def choose(self, state: State, seconds: float | None = None) -> str:
        """Return the player's turn in a state, thought about for so many seconds, by default the player's own limits.

        Players without a search ignore `seconds`. A program may take twice as long and 10 s more, and a minute for its
        start, unless its text sets a `limit=`. After a failure it is started again for the next turn.
        Raises PlayerError where a program fails, IllegalTurnError where no player chooses or the turn has begun,
        OptionError for `seconds` that are no number more than 0.
        """
        if state.to_move is None:
            raise IllegalTurnError("turn.over", "the game is over")
        if state.to_move == "chance":
            raise IllegalTurnError("player.dice", "dice are to be rolled, which no player chooses")
        state.refuse_begun()
        check_amounts(seconds=seconds)
        choose = self._player.choose
        if isinstance(choose, ProgramPlayer | Thinker):
            after = choose(state, self._rng, seconds)
        else:
            after = choose(state, self._rng)
        return str(after.turn)

    def close(self) -> None:
        """End the program that plays, if it is one; the next turn would start it again."""
        self._player.close()

    def __enter__(self) -> Opponent:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def player(text: str, *, seed: int | None = None) -> Opponent:
    """Return the player that a text such as "level:number=3" or "gtp:COMMAND" names, as `byways match` takes it.

    `seed` determines what it draws by chance. Raises OptionError.
    """
    return Opponent(text, seed)
