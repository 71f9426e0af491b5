"""Rules as states call them, interpreted or as machine code: with the same answers; and when which is called."""

import copy
import os
import pickle
import subprocess
import sys
import threading

import pytest
from examples import breakthrough, hex

import byways
from byways import kernels
from byways.errors import IllegalTurnError, OptionError
from byways.game import rule_calls
from byways.game.rule_calls import ALWAYS, AUTOMATIC, NEVER, THRESHOLD, RuleCalls, machine_code_is
from byways.kernels.rng import seeded
from byways.search.random_game import random_turn
from byways.testing import random_line
from small_games import ONE_OF_EACH

GAMES = [*ONE_OF_EACH, ("hex", {"size": 4, "swap": True}), ("breakthrough", {"rows": 5, "columns": 4})]


@pytest.fixture(scope="module", autouse=True)
def registered():
    for module in (hex, breakthrough):
        byways.register(module.GAME)
    yield
    for module in (hex, breakthrough):
        byways.registry.forget(module.GAME.name)


def told(game, options):
    """What a random game says of itself, state by state."""
    found = []
    for state in random_line(byways.find(game).variant(options), seed=5):
        turns = state.legal_turns() if game != "longway" else []
        found.append((str(state), turns, state.legal_actions().tolist(), state.turns, state.key, state.outcome))
    return found


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_game_is_the_same_interpreted_and_as_machine_code(game, options):
    with machine_code_is(NEVER):
        interpreted = told(game, options)
        assert not byways.find(game).rule_calls.compiled
    with machine_code_is(ALWAYS):
        assert byways.find(game).rule_calls.compiled
        assert told(game, options) == interpreted


@pytest.mark.parametrize("take", [lambda state: pickle.loads(pickle.dumps(state)), copy.deepcopy, copy.copy])
def test_copies_are_played_on_by_machine_code(take):
    with machine_code_is(ALWAYS):
        state = take(byways.start("troll", size=5).play("b2"))
        assert state.play(state.legal_turns()[0]).turns == ("b2", state.legal_turns()[0])


def counted(game="troll", calls=THRESHOLD):
    """Rules that have been called as often as they are interpreted, and one more call of them."""
    rules = RuleCalls(byways.find(game).kernels, byways.find(game).rules.extra, title=game)
    variant = byways.find(game).variant()
    for _ in range(calls):
        rules.calls.allows(variant.geometry, variant.start(), 3)
    return rules, lambda: rules.calls.allows(variant.geometry, variant.start(), 3)


def test_machine_code_begins_after_a_thousand_calls():
    with machine_code_is(AUTOMATIC):
        rules, call = counted()
        assert not rules.compiled
        assert rules._thread is None
        call()
        rules.wait()
        assert rules.compiled
        assert rules.calls.legal_actions is kernels.compiled(byways.find("troll").kernels.legal_actions)


@pytest.mark.parametrize("game", [game for game, _ in GAMES])
def test_machine_code_that_is_kept_is_loaded_by_the_next_call(game):
    with machine_code_is(ALWAYS):
        assert byways.find(game).rule_calls.compiled
    with machine_code_is(AUTOMATIC):
        rules, call = counted(game)
        call()
        assert rules.compiled
        assert rules._thread is None


def test_no_call_waits_for_what_is_compiled_nor_for_another_game_that_is(monkeypatch):
    going_on, intervals = threading.Event(), []

    def slow(kernel):
        intervals.append(sys.getswitchinterval())
        assert going_on.wait(60)
        return kernels.compiled(kernel)

    usual = sys.getswitchinterval()
    with machine_code_is(AUTOMATIC), monkeypatch.context() as patch:
        patch.setattr(rule_calls, "compiled", slow)
        patch.setattr(rule_calls, "is_kept", lambda kernel: False)
        missing, call = counted()
        call()
        patch.setattr(rule_calls, "is_kept", lambda kernel: True)
        kept, call_of_other = counted("stride")
        call_of_other()
        assert not missing.compiled
        assert not kept.compiled, "loading would wait until the compiler is free"
        going_on.set()
        for rules in (missing, kept):
            rules.wait()
            assert rules.compiled
    assert max(intervals) < usual == sys.getswitchinterval(), "the thread that compiles has its turn sooner"


def test_rules_are_compiled_again_after_a_while_without():
    with machine_code_is(AUTOMATIC):
        rules, call = counted()
        for _ in range(2):
            with machine_code_is(NEVER):
                assert not rules.compiled
            for _ in range(THRESHOLD + 1):
                call()
            rules.wait()
            assert rules.compiled


def test_a_game_that_cannot_be_compiled_stays_as_it_is(monkeypatch):
    def refuse(kernel):
        raise byways.errors.KernelError("kernel.compile", "{kernel} cannot be compiled", kernel=kernel.__name__)

    with machine_code_is(AUTOMATIC):
        monkeypatch.setattr(rule_calls, "compiled", refuse)
        rules, call = counted(calls=THRESHOLD + 2)
        rules.wait()
        assert not rules.compiled
        assert call() == 1


def test_a_wrong_wish_is_refused():
    with pytest.raises(OptionError, match="it must be automatic, always, never"):
        byways.use_machine_code("sometimes")


@pytest.mark.parametrize(("when", "loaded"), [("never", "False"), ("always", "True"), ("", "False")])
def test_the_environment_decides_too(when, loaded):
    program = (
        "import sys, byways\n"
        "state = byways.start('troll', size=5)\n"
        "while state.to_move: state = state.play(state.legal_turns()[0])\n"
        "print('numba' in sys.modules)"
    )
    environment = {**os.environ, rule_calls.VARIABLE: when}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == (f"{loaded}\n", "")


def test_a_program_ends_at_once_while_it_still_compiles(tmp_path):
    program = (
        "import byways\n"
        "state = byways.start('troll', size=5)\n"
        "for _ in range(600): state.legal_turns(); state.is_legal('b2')\n"
        "print('done')"
    )
    environment = {**os.environ, rule_calls.VARIABLE: "automatic", "BYWAYS_CACHE": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=250)
    assert (run.returncode, run.stdout, run.stderr) == (0, "done\n", "")


# Slim states


@pytest.mark.parametrize(("game", "options", "most"), [("troll", {"size": 8}, 600), ("whirlwind", {"size": 14}, 1_000)])
def test_a_state_is_small(game, options, most):
    with machine_code_is(NEVER):
        for state in list(random_line(byways.find(game).variant(options), seed=1, longest=12)):
            state.legal_actions(), state.outcome, state.turns, state.key, hash(state)
            assert sys.getsizeof(state) + sys.getsizeof(state._vector) + sys.getsizeof(state._turn) <= most


def test_a_state_cannot_be_changed():
    state = byways.start("troll", size=5).play("b2")
    for name, value in (("turn", "c3"), ("previous", None), ("variant", None), ("vector", None), ("mine", 1)):
        with pytest.raises(AttributeError):
            setattr(state, name, value)
    with pytest.raises(ValueError, match="read-only"):
        state.vector[10] = 1
    mine = state.vector.copy()
    other = byways.State(state.variant, mine)
    mine[:] = 0
    assert str(other) == str(state), "a state keeps a copy of what it is made of"


# Integers


@pytest.mark.parametrize("when", [NEVER, ALWAYS])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_actions_lead_where_turns_lead(game, options, when):
    with machine_code_is(when):
        state, rng = byways.start(game, **options), seeded(3)
        for _ in range(25):
            if state.to_move is None:
                break
            actions = random_turn(state, rng)
            by_turn, by_action = state.apply_unchecked(actions), state
            for done, action in enumerate(actions, 1):
                assert action in by_action.legal_actions()
                by_action = by_action.apply(action)
                if done < len(actions):
                    assert by_action.previous is state
                    assert (by_action.turn, by_action.turns) == (None, state.turns)
                    for ask in (by_action.legal_turns, by_action.__str__, lambda begun=by_action: begun.play("a1")):
                        with pytest.raises(IllegalTurnError, match="the turn has begun: go on with"):
                            ask()
            assert by_action == by_turn
            assert (by_action.turns, by_action.line, by_action.previous) == (by_turn.turns, by_turn.line, state)
            state = by_action


def test_an_illegal_action_is_refused_in_a_sentence():
    state = byways.start("troll", size=5).play("b2")
    for action in (6, -1, 999):
        with pytest.raises(IllegalTurnError, match=f"^the rules do not allow the action {action} here$"):
            state.apply(action)
    with pytest.raises(TypeError):
        state.apply("b2")
