"""The invariants that every game must satisfy, also one you add: `byways.testing.check("mygame", size=5)` tries all.

Each is a function of a variant that raises AssertionError, saying what went wrong, when the game breaks it. They
play random games, so they find what a handful of positions would not.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from byways import registry
from byways.draw import scene
from byways.errors import BywaysError, IllegalTurnError, brief
from byways.game import SHARE, Variant
from byways.lab.metrics.registry import FUNCTIONS, event_metrics
from byways.position.notation import read_position
from byways.position.outcome import Outcome
from byways.position.perft import perft
from byways.position.state import State
from byways.rules.state_vector import PART
from byways.testing.kernel_invariants import (
    games_are_no_longer_than_promised,
    kernels_can_be_compiled,
    legal_actions_are_ascending,
    machine_code_agrees,
    move_ordering_is_sound,
    observations_agree,
    symmetric_states_have_symmetric_turns,
    traces_are_games,
)
from byways.testing.playouts import playouts_are_random_games
from byways.testing.random_lines import random_line, some_states
from byways.workers.call import Abandonable

Invariant = Callable[[Variant], str | None]
"""It may return a remark."""

PATIENCE = 60.0
"""Seconds that an invariant may take; compiling does not count."""

_GARBAGE = (
    "",
    " ",
    "zz9",
    "a0",
    "d5,",
    ",",
    "swap swap",
    "pass1",
    "a1-a1",
    "a1>a1",
    "é5",
    "a" * 9_000,
    "\x00",
    "-",
    "💥",
)


def check(game: str, **options: object) -> list[str]:
    """Try every invariant on a game with the given options; return remarks on what could not be looked at closely.

    Raises AssertionError at the first invariant that does not hold. What a game raises itself is said with the
    invariant that came upon it, and is the error's cause; so is that it has not come to an end within a minute.
    """
    remarks = []
    call = Abandonable(PATIENCE)
    variant = call(registry.find(game).variant, options)
    for invariant in INVARIANTS:
        try:
            remarks.append(call(invariant, variant))
        except AssertionError:
            raise
        except Exception as error:
            where = registry.blame(error)
            said = f"{brief(error)} ({where.partition(': ')[0]})" if where else brief(error)
            raise AssertionError(f"{invariant.__name__}: {said}") from error
    return [remark for remark in remarks if remark]


def turns_have_one_text(variant: Variant) -> None:
    """Legal turns have distinct canonical texts, are read back leniently as themselves, and perft counts them."""
    for state in some_states(variant, games=2, every=11):
        turns = state.legal_turns()
        assert len(set(turns)) == len(turns), "two moves share a text"
        chosen = random.Random(len(turns)).sample(turns, min(len(turns), 12))
        for turn in chosen:
            assert state.play(turn).turns == (*state.turns, turn), f"{turn} is written back as another text"
            assert state.actions(f"  {turn.upper()} ") == state.actions(turn), f"{turn} is not read leniently"
        if len(turns) < 3_000 and not _lists_some_only(state):
            assert perft(state, 1) == len(turns), f"perft {perft(state, 1)}, {len(turns)} legal moves\n{state}"


def _lists_some_only(state: State) -> bool:
    return any(state.is_legal(text) for text in state.variant.game.texts.unlisted(state))


def single_turns_are_actions(variant: Variant) -> None:
    """Where every turn is one action (`Rules.single`), each ends its turn, and its text is the same everywhere."""
    if not variant.game.rules.single:
        return
    names = variant.turn_names
    assert names is not None
    for state in some_states(variant, games=2):
        for action, text in zip(state.legal_actions().tolist(), state.legal_turns(), strict=True):
            written = state.write((action,))
            assert written == text == names[action], (
                f"action {action} is written {written}, and {names[action]} elsewhere"
            )
            assert state.actions(text) == (action,), f"{text} is read as {state.actions(text)}, and not as {(action,)}"
            after = state.apply(action)
            assert after.vector[PART] == 0, f"the turn goes on after the action {action}"
            assert (after.turn, after) == (text, state.play(text)), f"{text}: apply({action}) and play differ"


def play_leaves_its_state_alone(variant: Variant) -> None:
    """`play`, refusals and everything that is asked of a state leave it as it was."""
    for state in some_states(variant, games=1):
        before = (str(state), state.turns, state.to_move)
        for turn in state.legal_turns()[:3]:
            state.play(turn)
        for text in _GARBAGE:
            assert not state.is_legal(text), f"{text!r} is accepted"
            try:
                state.play(text)
            except IllegalTurnError as error:
                assert error.code, "a refusal without a code"
                assert str(error).strip(), "a refusal without a sentence"
        assert before == (str(state), state.turns, state.to_move), "the state changed"


def positions_are_read_back(variant: Variant) -> None:
    """Every state's text gives the state back: same text, same turns, same outcome."""
    for state in some_states(variant):
        text = str(state)
        again = State(*read_position(variant.game, text, {}))
        assert str(again) == text, f"read back as\n{again}\ninstead of\n{text}"
        assert again.variant == variant, "the options are not read back"
        assert again.legal_turns() == state.legal_turns(), f"other moves after reading\n{text}"
        assert again.outcome == state.outcome, f"{again.outcome} instead of {state.outcome}\n{text}"
        assert again.key == state.key, f"another key after reading\n{text}"


def broken_positions_are_refused(variant: Variant) -> None:
    """A mutilated position is read as something or refused with a PositionError or OptionError: nothing else."""
    rng = random.Random(5)
    for state in some_states(variant, games=1, every=9):
        text = str(state)
        for _ in range(20):
            at = rng.randrange(len(text))
            broken = text[:at] + rng.choice(["", "Z", " ", "\n", "9", "OX", "=", ";"]) + text[at + rng.randrange(4) :]
            try:
                str(State(*read_position(variant.game, broken, {})))
            except BywaysError as error:
                assert "option" in error.fields, f"{type(error).__name__} for a broken position"


def the_end_is_stable(variant: Variant) -> None:
    """A game goes on until it has an outcome; then no player moves and no turn is legal.

    Some of them end, and everybody has a turn in some.
    """
    ended = 0
    moved = set()
    for seed in range(4):
        *states, last = random_line(variant, seed + 50, longest=5_000)
        assert all(state.outcome is None for state in states), "an outcome before the end"
        moved |= {state.to_move for state in states}
        if last.to_move is not None:
            assert not variant.repetition, "no end although repetitions are counted"
            continue
        ended += 1
        outcome = _outcome(last)
        assert outcome is not None, f"the game is over without an outcome\n{last}"
        assert outcome.reason in variant.game.reasons
        assert set(outcome.scores) == set(variant.players)
        assert outcome.winner in (None, *variant.players)
        assert (outcome.winner is None) == (len(outcome.winners) != 1)
        assert last.legal_turns() == [], "moves after the end"
        assert not last.is_legal(states[-1].legal_turns()[0])
    assert ended, "no random game ended within 5,000 moves"
    assert moved >= set(variant.players), f"no random game let {', '.join(set(variant.players) - moved)} move"


def _outcome(last: State) -> Outcome | None:
    try:
        return last.outcome
    except IndexError as error:
        reasons = len(last.variant.game.reasons)
        raise AssertionError(f"the game ends for a reason that is none of its {reasons}; 1 means the first") from error


def turns_that_have_gone_are_refused(variant: Variant) -> None:
    """Turns that were legal at the start and are not any more are refused with a reason."""
    first = State(variant, variant.start()).legal_turns()
    for state in some_states(variant, games=2, every=11):
        for turn in first[::5][:12]:
            if state.to_move is None or state.is_legal(turn):
                continue
            try:
                state.play(turn)
            except IllegalTurnError as error:
                assert str(error).strip(), "a refusal without a sentence"
            else:
                raise AssertionError(f"{turn} is not legal, and is played\n{state}")


def the_pie_rule_is_offered(variant: Variant) -> None:
    """The first turn can be answered by swap if the pie rule is an option and is on."""
    if variant.swap_action < 0:
        return
    start = State(variant, variant.start())
    after = start.play(start.legal_turns()[0])
    assert after.is_legal("swap"), f"no swap after {after.turn}: a turn ends with `next_turn`"


def pictures_can_be_drawn(variant: Variant) -> None:
    """Every state's picture can be drawn, with what can be pointed at."""
    for state in some_states(variant, games=2):
        drawn = scene(variant.game.picture(state), interactive=True, players=state.players)
        assert drawn.markup()


def the_interface_answers(variant: Variant) -> None:
    """Every function of `ui` answers in all positions, with and without actions at the pointer, and at the end."""
    game = variant.game
    ui = variant.game.ui
    low, high, _ = ui.scale(variant)
    assert low != high, "the scale of values has no length"
    assert all(handout.pictures for handout in (ui.handouts(variant) if ui.handouts else ()))
    assert isinstance(ui.data_hash(variant.options), str)
    for state in some_states(variant, games=2):
        texts = [ui.remark(state)]
        shown = [len(ui.panel(state, player, ())) for player in (None, *state.players)]
        assert shown[1:] == shown[1:2] * len(state.players), f"the panel differs between players\n{state}"
        ui.gallery(state, state.players[0])
        if state.to_move is None:
            texts.append(ui.explain(state) if ui.explain else "")
            assert ui.tally is None or set(ui.tally(state)[1]) == set(variant.players)
        elif state.to_move != "chance":
            action = tuple(variant.legal_actions(state.vector)[:1])
            ui.to_place(state)
            game.preview(state, action)
            texts += [ui.prompt(state), ui.describe_preview(state, ()), ui.describe_preview(state, action)]
            assert len(ui.panel(state, state.to_move, action)) == shown[1], f"the panel loses blocks\n{state}"
        assert all(isinstance(text, str) for text in texts), f"a text that is none among {texts}\n{state}"


def chances_add_up(variant: Variant) -> None:
    """The probabilities of the legal turns add up to 1 if dice are rolled; else there are none."""
    for state in some_states(variant, games=1):
        chances = state.chances()
        assert bool(chances) == (state.to_move == "chance")
        if chances:
            assert [turn for turn, _ in chances] == state.legal_turns()
            assert abs(sum(probability for _, probability in chances) - 1) < 1e-9


def views_tell_no_more(variant: Variant) -> None:
    """A view is a state with as many turns, and looking again changes nothing."""
    for state in some_states(variant, games=2):
        for player in (*variant.players, None):
            view = state.view(player)
            assert len(view.turns) == len(state.turns)
            assert str(view.view(player)) == str(view)
            assert view.to_move == state.to_move


def pointing_is_unambiguous(variant: Variant) -> None:
    """Every legal action can be pointed at, and no action's clicks begin another's."""
    for state in some_states(variant, games=2):
        legal = state.legal_actions().tolist()
        clicks = [variant.clicks(state.vector, action) for action in legal]
        assert [shown for _, (shown, *_) in variant.ways(state.vector, legal)] == clicks, (
            "the same action has other clicks in another position, although `same_clicks` says that it has not"
        )
        assert all(clicks), "an action without a click"
        beginnings = {click[:i] for click in clicks for i in range(1, len(click))}
        assert len(set(clicks)) == len(clicks), "two actions share their clicks"
        assert not beginnings & set(clicks), f"ambiguous clicks: {beginnings & set(clicks)}"


def events_are_numbers(variant: Variant) -> None:
    """The game's events are finite numbers from 0, to 1 where they are shares, and none is called like a metric."""
    for metric in event_metrics(variant.game):
        assert metric.name not in FUNCTIONS, f"{metric.name} is the name of a metric"
    states = list(random_line(variant, 5))
    for event in variant.game.events:
        found = event.of_game(states)
        assert found is None or 0 <= found < math.inf, f"{event.name} is {found}"
        assert found is None or event.unit != SHARE or found <= 1, f"{event.name}, a share, is {found}"
        assert found == event.of_game(states), f"{event.name} differs when counted again"


INVARIANTS: tuple[Invariant, ...] = (
    kernels_can_be_compiled,
    legal_actions_are_ascending,
    machine_code_agrees,
    turns_have_one_text,
    single_turns_are_actions,
    play_leaves_its_state_alone,
    positions_are_read_back,
    broken_positions_are_refused,
    the_end_is_stable,
    turns_that_have_gone_are_refused,
    the_pie_rule_is_offered,
    pictures_can_be_drawn,
    the_interface_answers,
    symmetric_states_have_symmetric_turns,
    playouts_are_random_games,
    move_ordering_is_sound,
    traces_are_games,
    observations_agree,
    games_are_no_longer_than_promised,
    chances_add_up,
    views_tell_no_more,
    pointing_is_unambiguous,
    events_are_numbers,
)
