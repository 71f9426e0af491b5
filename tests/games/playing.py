"""What the tests of all games do with a state."""

import pytest

import byways


def play(state, *turns):
    for turn in turns:
        state = state.play(turn)
    return state


def refused(state, turn):
    """The error that refuses a turn; the state stays as it is."""
    before = str(state)
    with pytest.raises(byways.IllegalTurnError) as caught:
        state.play(turn)
    error = caught.value
    assert error.sentence.template.format(**error.fields) == str(error)
    assert error.code.startswith((f"{state.game}.", "turn."))
    assert str(state) == before
    return error


def refusal(state, turn):
    """The sentence that refuses a turn."""
    return str(refused(state, turn))
