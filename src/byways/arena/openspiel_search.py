"""OpenSpiel's Monte Carlo tree search as a player. Needs the extra `openspiel`."""

from __future__ import annotations

import pyspiel

from byways.arena.openspiel_games import OpenSpielGame
from byways.errors import OptionError
from byways.kernels import Ints
from byways.position.state import State
from byways.rules.state_vector import CHANCE, TO_MOVE
from byways.rules.turn_completion import complete_turn

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
