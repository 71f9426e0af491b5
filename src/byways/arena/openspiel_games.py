"""Games as OpenSpiel sees them (Lanctot et al., 2019), and its tree search as a player. Needs the extra `openspiel`.

`byways.interop.openspiel` registers them by name; the player `openspiel:` searches a game that begins where a state is.
A turn of several actions becomes as many moves of the same player. OpenSpiel's players are people: by `swap` they
exchange colours and keep their numbers. OpenSpiel copies what a state keeps by `copy.deepcopy`: that is one `State`,
which never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from byways.batch import single
from byways.batch.planes import arrangement
from byways.errors import BywaysError, OptionError
from byways.game import Game, Variant
from byways.kernels import Ints
from byways.position.state import State
from byways.rules.state_vector import CHANCE, NOBODY, TO_MOVE
from byways.rules.turn_completion import complete_turn

Parameters: TypeAlias = Mapping[str, int | bool | str]

MAX_LENGTH = "max_length"
"""The parameter for the most actions of a game, which is a draw then; 0: see `single.longest`."""
TERMINAL, DICE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


@contextmanager
def errors_of_openspiel() -> Iterator[None]:
    """Raise what goes wrong here as OpenSpiel's own error."""
    try:
        yield
    except BywaysError as error:
        raise pyspiel.SpielError(str(error)) from error


def name_of(game: Game) -> str:
    """Return the name under which OpenSpiel knows a game."""
    return f"python_byways_{game.name}"


def game_type(variant: Variant, players: tuple[int, int] | None = None) -> pyspiel.GameType:
    """Describe a variant; `players` are the least and the most of them that the game has with any options."""
    kinds = pyspiel.GameType
    game = variant.game
    fewest, most = players or (len(variant.players),) * 2
    return kinds(
        short_name=name_of(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.dice else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if variant.has_secrets
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if _is_zero_sum(variant) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**game.variant().options, MAX_LENGTH: 0},
    )


def _is_zero_sum(variant: Variant) -> bool:
    return len(variant.players) == 2


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game from a given state on. Raises OptionError for a `max_length` that is no number of actions."""

    def __init__(self, first: State, parameters: Parameters | None = None) -> None:
        variant = first.variant
        given = dict(parameters or {})
        self.first = first
        self.variant = variant
        self.longest = longest = single.longest(variant, given.get(MAX_LENGTH, 0))
        about = pyspiel.GameInfo(
            num_distinct_actions=variant.num_actions,
            max_chance_outcomes=variant.num_actions if variant.game.dice else 0,
            num_players=len(variant.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if _is_zero_sum(variant) else None,
            max_game_length=longest,
        )
        super().__init__(game_type(variant), about, given)

    def __reduce__(self) -> tuple[object, ...]:
        return OpenSpielGame, (self.first, self.get_parameters())

    def new_initial_state(self, state: object = None) -> OpenSpielState:
        """Return the state that the game was made from."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None) -> Any:
        """Return what sees states for a player: a tensor of planes as batches show them, and a text."""
        if params:
            raise pyspiel.SpielError(
                f"observers of {name_of(self.variant.game)} take no parameters, not {dict(params)}"
            )
        recalls = iig_obs_type is not None and (iig_obs_type.perfect_recall or not iig_obs_type.public_info)
        if recalls and not self.variant.has_secrets:
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        return Observer(self.variant, recalls=recalls)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position as OpenSpiel sees it: the library's own state, and how many actions led to it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.state = game.first
        self.left = game.longest
        """How many actions the game may still have."""
        self._player = self._to_move()

    def __reduce__(self) -> tuple[object, ...]:
        return _played_on, (self.get_game(), self.history())

    def current_player(self) -> int:
        """Return the number of the person to move, or OpenSpiel's for dice or a game that is over."""
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = self.state.legal_actions().tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what dice may show, with probabilities."""
        return self.state.variant.chances(self.state.vector)

    def _apply_action(self, action: int) -> None:
        if self._player == TERMINAL:
            raise pyspiel.SpielError("the game is over")
        with errors_of_openspiel():
            self.state = self.state.apply(action)
        self.left -= self._player >= 0
        self._player = self._to_move()

    def _to_move(self) -> int:
        mover = single.to_move(self.state) if self.left > 0 else NOBODY
        return mover if mover >= 0 else DICE if mover == CHANCE else TERMINAL

    def returns(self) -> list[float]:
        """Return everybody's result, from -1 (lost) to 1 (won); 0 while the game goes on."""
        return list(single.results(self.state))

    def _action_to_string(self, player: int, action: int) -> str:
        with errors_of_openspiel():
            return self.state.write((action,))

    def __str__(self) -> str:
        return single.text_of(self.state)


def _played_on(game: OpenSpielGame, actions: list[int]) -> OpenSpielState:
    """Return the state after some actions: OpenSpiel itself knows games only once they are registered."""
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


class Observer:
    """What a player may know of a state, as OpenSpiel's observers tell it."""

    def __init__(self, variant: Variant, *, recalls: bool) -> None:
        self._recalls = recalls
        shape = (0, 0, 0) if recalls else arrangement(variant).shape
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(shape)), dtype=np.float32)
        self.dict = {} if recalls else {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with the planes that a person sees. Raises SpielError for a player that there is not."""
        _check_player(state, player)
        if not self._recalls:
            self.dict["observation"][...] = single.observe(state.state, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return what a person sees as text, with all turns that it has seen if it recalls them. Raises SpielError."""
        _check_player(state, player)
        seen = state.state
        view = seen.view(seen.players[single.exchanged(seen, player)])
        now = single.text_of(view)
        return f"player {player}: {' '.join(view.turns)}\n{now}" if self._recalls else now


def _check_player(state: OpenSpielState, player: int) -> None:
    most = len(state.state.players) - 1
    if not 0 <= player <= most:
        raise pyspiel.SpielError(f"there is no player {player}: they are numbers from 0 to {most}")


EXPLORATION = 2.0
"""UCT's constant in OpenSpiel's own example program, for results from -1 to 1."""
MEGABYTES = 512


def best_turn(state: State, simulations: int, seed: int) -> tuple[int, ...]:
    """Return the turn that OpenSpiel's `MCTSBot.mcts_search` plays, with so many simulations for each of its actions.

    It searches what its player may know. Its leaves are valued by one random game each; it proves what it can (its
    `solve`). Raises OptionError for a game of other than two players or with dice.
    """
    if len(state.players) != 2 or state.variant.game.dice or int(state.vector[TO_MOVE]) == CHANCE:
        raise OptionError(
            "openspiel.players",
            "OpenSpiel's search takes games of {allowed}",
            option="player",
            allowed="two players without dice",
        )
    game = OpenSpielGame(state.view(state.to_move))
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEGABYTES, True, seed, False)
    now = game.new_initial_state()

    def choose(vector: Ints) -> int:
        legal: list[int] = now.legal_actions()
        return legal[0] if len(legal) == 1 else int(bot.mcts_search(now).best_child().action)

    def apply(vector: Ints, action: int) -> Ints:
        now.apply_action(action)
        reached: State = now.state
        return reached.vector

    return complete_turn(apply, now.state.vector, choose)[0]
