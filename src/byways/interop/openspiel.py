"""Byways' two-player games as games of OpenSpiel (Lanctot et al., 2019), so that its searches can play them.

A turn of several actions becomes as many moves of the same player. Needs the extra `openspiel`. OpenSpiel holds the
states in C++ and copies what a state keeps in Python by `copy.deepcopy`; here that is one object which never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from byways.defaults import LONGEST_GAME
from byways.errors import OptionError
from byways.game import Variant
from byways.header import CHANCE, NOBODY, PART, QUIET, TO_MOVE
from byways.kernels import Ints, compiled
from byways.state import State
from byways.turn_completion import complete_turn

EXPLORATION = 2.0
"""UCT's constant in OpenSpiel's own example program, for results from -1 to 1."""
MEGABYTES = 512


@dataclass(frozen=True)
class Place:
    """A position inside a game, perhaps within a turn, with what repetitions need."""

    vector: Ints
    line: tuple[int, ...]
    drawn: bool = False
    swapped: bool = False
    """Whether the players have exchanged colours: OpenSpiel's players are people, the game's are colours."""

    def __deepcopy__(self, memo: object) -> Place:
        return self


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game as OpenSpiel sees it, from a given state on. Raises OptionError where OpenSpiel's searches cannot play."""

    def __init__(self, state: State) -> None:
        variant = state.variant
        if len(variant.players) != 2 or int(state.vector[TO_MOVE]) == CHANCE:
            raise OptionError(
                "openspiel.players",
                "OpenSpiel's search takes games of {allowed}",
                option="player",
                allowed="two players without dice",
            )
        self.variant: Variant = variant
        self.first = Place(state.vector.copy(), tuple(state.line) if variant.repetition else ())
        kernels = variant.kernels
        self.legal, self.play, self.key, self.judge = (
            compiled(kernel) for kernel in (kernels.legal_actions, kernels.apply, kernels.key, kernels.outcome)
        )
        self.room = np.empty(variant.num_actions, dtype=np.int16)
        name = f"byways_{variant.game.name}"
        kind = pyspiel.GameType(
            short_name=name,
            long_name=variant.game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
        )
        about = pyspiel.GameInfo(
            num_distinct_actions=variant.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(kind, about, {})

    def new_initial_state(self, state: object = None) -> OpenSpielState:
        """Return the state that the game was made from."""
        return OpenSpielState(self)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position as OpenSpiel sees it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.place = game.first

    def _game(self) -> Any:
        return self.get_game()

    def current_player(self) -> int:
        """Return the number of the player to move, or OpenSpiel's for a game that is over."""
        mover = int(self.place.vector[TO_MOVE])
        return int(pyspiel.PlayerId.TERMINAL) if mover == NOBODY or self.place.drawn else self._exchanged(mover)

    def _exchanged(self, player: int) -> int:
        """Return a person's colour, or the person of a colour."""
        return 1 - player if self.place.swapped else player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.place.drawn or int(self.place.vector[TO_MOVE]) == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        game = self._game()
        found: list[int] = game.room[: game.legal(game.variant.geometry, self.place.vector, game.room)].tolist()
        return found

    def _apply_action(self, action: int) -> None:
        game = self._game()
        vector, line, drawn = self.place.vector.copy(), self.place.line, False
        game.play(game.variant.geometry, vector, action)
        repetition = game.variant.repetition
        if repetition and vector[PART] == 0 and vector[TO_MOVE] != NOBODY:
            key = int(game.key(game.variant.geometry, vector))
            line = (*line, key) if vector[QUIET] else (key,)
            drawn = line.count(key) >= repetition
        self.place = Place(vector, line, drawn, self.place.swapped ^ (action == game.variant.swap_action))

    def returns(self) -> list[float]:
        """Return both players' results, from -1 (lost) to 1 (won); 0 while the game goes on."""
        if self.place.drawn or not self.is_terminal():
            return [0.0, 0.0]
        game = self._game()
        values = np.zeros(2)
        game.judge(game.variant.geometry, self.place.vector.copy(), values)
        return [float(2 * values[self._exchanged(player)] - 1) for player in range(2)]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def observation_string(self, player: int | None = None) -> str:
        """Return what a player may know of what later play depends on, without repetitions; None: who is to move."""
        variant = self._game().variant
        seen = max(self.current_player(), 0) if player is None else player
        vector = self.place.vector.copy()
        if variant.game.secrets.hide is not None:
            variant.game.secrets.hide(variant.geometry, vector, self._exchanged(seen))
        return " ".join(map(str, vector.tolist()))

    def __str__(self) -> str:
        return " ".join(map(str, self.place.vector.tolist()))


def best_turn(state: State, simulations: int, seed: int) -> tuple[int, ...]:
    """Return the turn that OpenSpiel's `MCTSBot.mcts_search` plays, with so many simulations for each of its actions.

    It searches what its player may know. Its leaves are valued by one random game each; it proves what it can (its
    `solve`).
    """
    game = OpenSpielGame(state.view(state.to_move))
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEGABYTES, True, seed, False)
    now = game.new_initial_state()

    def choose(vector: Ints) -> int:
        legal: list[int] = now.legal_actions()
        return legal[0] if len(legal) == 1 else int(bot.mcts_search(now).best_child().action)

    def apply(vector: Ints, action: int) -> Ints:
        now.apply_action(action)
        place: Place = now.place
        return place.vector

    return complete_turn(apply, now.place.vector, choose)[0]
