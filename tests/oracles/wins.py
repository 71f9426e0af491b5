"""Whether a player wins in so many turns, asked of the public State alone: no kernels, no order, no memory of lines."""


def wins_in(state, player, turns, seen=None):
    """Whether `player` wins by at most `turns` turns of their own, whatever the others do. Slow."""
    seen = {} if seen is None else seen
    if state.to_move is None:
        return state.outcome.winner == player
    if state.to_move == player and turns == 0:
        return False
    key = str(state), turns
    if key not in seen:
        mine = state.to_move == player
        after = (state.play(turn) for turn in state.legal_turns())
        seen[key] = (any if mine else all)(wins_in(one, player, turns - mine, seen) for one in after)
    return seen[key]
