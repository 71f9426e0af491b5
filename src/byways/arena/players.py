"""Players of matches, each named by a short text.

    random                          the game's random player
    beginner                        takes a win, sees a loss by the next turn, else plays what looks best on the board
    greedy                          looks at the score after the turn and no further, where a game has such a player
    mirror                          the image of the opponent's last turn (`byways.arena.strategies`)
    stalling                        changes as little as it can, and keeps the game open
    edge                            nearest the edge of the board
    full:seconds=0.2                the engine as `byways.analyse` plays, by the game's own engine
    full:seconds=0.2,learnt=400     by what it knew after learning from so many games, where that is kept
    level:number=5                  the engine at one of its ten levels
    plain:seconds=0.2               plain Monte Carlo tree search, the first engine, kept as a yardstick
    mcts:seconds=0.2,rave=500       Monte Carlo tree search with any of its parameters
    alphabeta:seconds=0.2           alpha-beta
    openspiel:simulations=200       OpenSpiel's Monte Carlo tree search, with the extra byways[openspiel]
    process:python bot.py           a program that speaks the engine protocol (docs/guides/engine.md)
    gtp:byways gtp troll            a program that speaks the Go Text Protocol
    python:module:callable          a function: a state in, a turn out (docs/guides/protocols.md)

Programs have limits as well: `process:seconds=2 limit=5 python bot.py` (`byways.arena.programs`). Those of all others
are `seconds` or `simulations` a turn. Tree searches take `threads` as well, which share the simulations. Searches take
`vary=4,loss=0.05` as well: in the first 4 turns of a game they draw among those whose value is at most 0.05 less than
the best one's, so that games from one position differ.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from importlib.util import find_spec
from operator import methodcaller

from byways.arena.beginner import beginners_choice, choose_at_random
from byways.arena.gtp_player import GtpPlayer
from byways.arena.programs import JsonPlayer, ProgramPlayer
from byways.arena.python_player import PythonPlayer
from byways.arena.strategies import STRATEGIES
from byways.arena.thinker import Choose, Decision, Thinker, Variety
from byways.errors import OptionError
from byways.kernels import Bits
from byways.kernels.rng import draw
from byways.position.state import State
from byways.search.engines import AlphaBeta, Engine, Mcts
from byways.search.levels import LEVELS
from byways.workers.call import Abandonable


@dataclass(frozen=True)
class Player:
    """An entrant: a name and how it plays."""

    name: str
    choose: Choose

    def decide(self, state: State, rng: Bits) -> Decision:
        """Choose a turn, and say what it is worth where that is known. Raises PlayerError."""
        if isinstance(self.choose, Thinker):
            return self.choose.decide(state, rng)
        return Decision(self.choose(state, rng))

    @property
    def repeatable(self) -> bool:
        """Whether a seed determines its turns: not those of programs, or of searches that a clock ends."""
        choose = self.choose
        return choose.seconds is None if isinstance(choose, Thinker) else not isinstance(choose, ProgramPlayer)

    @property
    def errors(self) -> str:
        """The end of what a program has written to its standard error; empty for others."""
        return self.choose.errors if isinstance(self.choose, ProgramPlayer) else ""

    def close(self) -> None:
        """End the program that plays, if it is one."""
        if isinstance(self.choose, ProgramPlayer):
            self.choose.close()


def player(text: str) -> Player:
    """Return the player that a text names. Raises OptionError."""
    if not isinstance(text, str):
        raise OptionError(
            "player.text", "a player is named by {allowed}, not by {given}",
            option="player", allowed='a text such as "random"', given=type(text).__name__,
        )  # fmt: skip
    kind, _, rest = text.partition(":")
    if kind.strip() in PROGRAMS:
        return Player(text, PROGRAMS[kind.strip()](rest))
    words = [word.partition("=") for word in rest.split(",") if word]
    given = {name.strip(): value.strip() for name, _, value in words}
    if len(given) < len(words):
        raise OptionError(
            "player.twice", "{given!r} names a limit twice", option="player", allowed="each limit once", given=text
        )
    maker = KINDS.get(kind.strip())
    if maker is None:
        raise OptionError(
            "player.unknown",
            "there is no player {name!r}; there are: {allowed}",
            option="player",
            name=kind,
            allowed=", ".join((*KINDS, *PROGRAMS)),
        )
    return Player(text, maker(given))


def unrepeatable(texts: Iterable[str]) -> list[str]:
    """Return those of some players whose games a seed does not bring again. Raises OptionError."""
    found = []
    for text in texts:
        with closing(player(text)) as made:
            found += [] if made.repeatable else [text]
    return list(dict.fromkeys(found))


def _random(given: Mapping[str, str]) -> Choose:
    _takes(given)
    return functools.partial(Abandonable(), choose_at_random)


def _beginner(given: Mapping[str, str]) -> Choose:
    _takes(given)
    return functools.partial(Abandonable(), beginners_choice)


def _greedy(given: Mapping[str, str]) -> Choose:
    _takes(given)
    return _greedy_turn


def _greedy_turn(state: State, rng: Bits) -> State:
    greedy = state.variant.game.search.beginner_turn
    if greedy is None:
        raise OptionError(
            "player.greedy",
            "{game} has no greedy player",
            option="player",
            allowed="another player",
            game=state.variant.game.title,
        )
    seen = state if state.variant.is_searched else state.view(state.to_move)
    return state.apply_unchecked(greedy(seen, rng))


def _strategy(play: Choose, given: Mapping[str, str]) -> Choose:
    _takes(given)
    return functools.partial(Abandonable(), functools.partial(_in_view, play))


def _in_view(play: Choose, state: State, rng: Bits) -> State:
    """Play a strategy's turn; a random one where its look at the next position would see secrets."""
    return play(state, rng) if state.variant.is_searched else choose_at_random(state, rng)


def _full(given: Mapping[str, str]) -> Choose:
    learnt = int(_number(given.get("learnt", "0")))
    limits = {name: value for name, value in given.items() if name != "learnt"}
    return _searching(methodcaller("weaker", learnt) if learnt else _games_own, limits)


def _searching(engine_of: Callable[[Engine], Engine | None], given: Mapping[str, str]) -> Choose:
    """Return a player who searches by what is made of the game's own engine, within the limits given as texts."""
    beside = ("threads", *VARIETY)
    seconds, simulations = _limits({name: value for name, value in given.items() if name not in beside})
    threads = int(_limit(given, "threads") or 1)
    return Thinker(engine_of, seconds, simulations=simulations, threads=threads, variety=_variety(given))


def _level(given: Mapping[str, str]) -> Choose:
    _takes(given, "number", *VARIETY)
    number = _number(given.get("number", "0"))
    if number not in LEVELS:
        raise OptionError("player.level", "a level is {allowed}", option="player", allowed="number=1 to number=10")
    return Thinker(_games_own, None, int(number), variety=_variety(given))


def _games_own(engine: Engine) -> None:
    """Return None for any engine: a Thinker's word for the game's own."""


def _mcts(given: Mapping[str, str]) -> Choose:
    limits = (*LIMITS, "threads", *VARIETY)
    _takes(given, *limits, *(field.name for field in fields(Mcts)))
    core = Mcts(**{name: _number(value) for name, value in given.items() if name not in limits})
    return _core(core, {name: value for name, value in given.items() if name in limits})


def _core(core: Engine, given: Mapping[str, str]) -> Choose:
    return _searching(methodcaller("with_core", core), given)


def _openspiel(given: Mapping[str, str]) -> Choose:
    seconds, simulations = _limits(given)
    if seconds is not None or simulations is None:
        raise OptionError("player.limit", "this player takes {allowed}", option="player", allowed="simulations=NUMBER")
    if find_spec("pyspiel") is None:
        raise OptionError(
            "player.missing", "this player needs OpenSpiel; install it by: {allowed}",
            option="player", allowed='pip install "byways[openspiel]"',
        )  # fmt: skip
    return functools.partial(_openspiel_turn, simulations)


def _openspiel_turn(simulations: int, state: State, rng: Bits) -> State:
    from byways.arena.openspiel_games import best_turn

    if not state.variant.is_searched:
        return choose_at_random(state, rng)
    return state.apply_unchecked(best_turn(state, simulations, draw(rng, 1 << 30)))


def _takes(given: Mapping[str, str], *names: str) -> None:
    """Refuse what a player does not listen to. Raises OptionError."""
    if others := [name for name in given if name not in names]:
        raise OptionError(
            "player.takes",
            "this player takes {allowed}, not {given}",
            option="player",
            allowed=", ".join(names) or "no limits",
            given=", ".join(others),
        )


def _limits(given: Mapping[str, str]) -> tuple[float | None, int | None]:
    """(seconds, simulations) a turn, at least one of them. Raises OptionError."""
    if not given or set(given) - set(LIMITS):
        raise OptionError(
            "player.limit",
            "a player takes {allowed}, not {given!r}",
            option="player",
            allowed=" or ".join(f"{name}=NUMBER" for name in LIMITS),
            given=",".join(f"{name}={value}" for name, value in given.items()),
        )
    seconds, simulations = (_limit(given, name) for name in LIMITS)
    return seconds, None if simulations is None else math.ceil(simulations)


def _limit(given: Mapping[str, str], name: str) -> float | None:
    value = _number(given[name]) if name in given else None
    if value is not None and value <= 0:
        raise OptionError("player.small", "{name} must be {allowed}", option="player", name=name, allowed="more than 0")
    return value


def _variety(given: Mapping[str, str]) -> Variety:
    """Return how first turns are varied. Raises OptionError."""
    plies = _number(given.get("vary", "0"))
    loss = _number(given.get("loss", str(Variety.loss)))
    if not (plies >= 0 and plies == int(plies) and 0 <= loss <= 1):
        allowed = "vary=NUMBER of moves and loss=VALUE from 0 to 1"
        raise OptionError("player.vary", "this player takes {allowed}", option="player", allowed=allowed)
    return Variety(int(plies), loss)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise OptionError("player.number", "{given!r} is not a number", option="player", allowed="a number", given=text)
    return value


LIMITS = ("seconds", "simulations")
VARIETY = ("vary", "loss")
KINDS: dict[str, Callable[[Mapping[str, str]], Choose]] = {
    "random": _random,
    "beginner": _beginner,
    "greedy": _greedy,
    **{name: functools.partial(_strategy, play) for name, play in STRATEGIES.items()},
    "level": _level,
    "full": _full,
    "plain": functools.partial(_core, Mcts()),
    "mcts": _mcts,
    "alphabeta": functools.partial(_core, AlphaBeta()),
    "openspiel": _openspiel,
}
PROGRAMS: dict[str, Callable[[str], ProgramPlayer]] = {
    "process": JsonPlayer,
    "gtp": GtpPlayer,
    "python": PythonPlayer,
}
