"""The invariants that every game must satisfy, also one you add: `byways.testing.check("mygame", size=5)` tries all.

Each is a function of a variant that raises AssertionError, saying what went wrong, when the game breaks it. They
play random games, so they find what a handful of positions would not.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np

from byways import registry
from byways.draw import scene
from byways.errors import BywaysError, IllegalTurnError, brief
from byways.game import SHARE, Variant
from byways.kernels import Ints, compiled, signature_of
from byways.kernels.rng import draw, seeded
from byways.lab.metrics.events import event_metrics
from byways.lab.metrics.functions import FUNCTIONS
from byways.position.notation import read_position, write_position
from byways.position.outcome import Outcome
from byways.position.perft import perft
from byways.position.state import State
from byways.rules.state_vector import CHANCE, NOBODY, PART, TO_MOVE
from byways.testing.playouts import playouts_are_random_games
from byways.testing.random_lines import half_made_turns, random_line, some_states
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


def kernels_can_be_compiled(variant: Variant) -> None:
    """The game's own kernels compile, and return the types that they are annotated with."""
    groups = (variant.game.rules, variant.game.search)
    for value in (value for group in groups for value in vars(group).values()):
        if callable(value) and signature_of(value):
            compiled(value)


def legal_actions_are_ascending(variant: Variant) -> None:
    """Legal actions ascend, are in range, and there are some as long as the game goes on."""
    for state in some_states(variant):
        legal = variant.legal_actions(state.vector)
        assert legal == sorted(set(legal)), f"not ascending: {legal}"
        assert all(0 <= action < variant.num_actions for action in legal), f"out of range: {legal}"
        assert bool(legal) == (state.to_move is not None), f"{len(legal)} actions for {state.to_move}\n{state}"


def machine_code_agrees(variant: Variant) -> None:
    """Interpreted and compiled kernels say the same of every state of random games, action by action."""
    rng = seeded(11)
    for seed in range(2):
        for state in random_line(variant, seed + 100):
            vector = state.vector.copy()
            while True:
                legal = _both(variant, vector)
                if not legal or (vector is not state.vector and vector[PART] == 0):
                    break
                action = legal[draw(rng, len(legal))]
                after = vector.copy()
                compiled(variant.kernels.apply)(variant.geometry, after, action)
                same = vector.copy()
                variant.kernels.apply(variant.geometry, same, action)
                assert np.array_equal(after, same), f"apply({action}) differs on\n{write_position(variant, vector)}"
                vector = after
                if vector[PART] == 0:
                    break


def _both(variant: Variant, vector: Ints) -> list[int]:
    """The legal actions; asserts that all read-only kernels agree both ways and leave the vector alone."""
    k = variant.kernels
    geometry = variant.geometry
    kept = vector.copy()
    out = np.zeros(variant.num_actions, dtype=np.int16)
    legal: list[int] = out[: k.legal_actions(geometry, vector, out)].tolist()
    count = compiled(k.legal_actions)(geometry, vector, out)
    assert legal == out[:count].tolist(), f"legal_actions differ: {legal} and {out[:count]}"
    for action in range(variant.num_actions):
        said = int(compiled(k.allows)(geometry, vector, action))
        assert said in (-1, int(action in legal)), f"allows says {said} of {action}, the legal actions are {legal}"
    for action in (*legal[::7], *range(0, variant.num_actions, 11)):
        said = int(k.allows(geometry, vector, action))
        assert said in (-1, int(action in legal)), f"allows, interpreted, says {said} of {action}, legal are {legal}"
    for action in (*legal[::7], *range(0, variant.num_actions, 11)):
        assert variant.allows(vector, action) == (action in legal), f"allows({action}) differs from the list"
    assert not variant.allows(vector, -1)
    assert not variant.allows(vector, variant.num_actions)
    for reader in (k.outcome, k.evaluate):
        plain, machine = np.zeros(len(variant.players)), np.zeros(len(variant.players))
        if reader is k.evaluate or vector[TO_MOVE] == -2:
            assert reader(geometry, vector, plain) == compiled(reader)(geometry, vector, machine), reader.__qualname__
            assert np.allclose(plain, machine, atol=1e-9), f"{reader.__qualname__}: {plain} and {machine}"
            assert ((plain >= 0) & (plain <= 1)).all(), f"{reader.__qualname__} outside 0…1: {plain}"
    assert int(k.key(geometry, vector)) == int(compiled(k.key)(geometry, vector)), "key differs"
    assert np.array_equal(kept, vector), "a kernel that only reads changed the state"
    return legal


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


def symmetric_states_have_symmetric_turns(variant: Variant) -> None:
    """The image of a state has the images of its actions, and playing commutes with taking images."""
    k = variant.kernels
    geometry = variant.geometry
    image = variant.blank()
    mapped = np.zeros(variant.num_actions, dtype=np.int16)
    other = variant.blank()
    for state in some_states(variant, games=2):
        vector = state.vector.copy()
        count = k.symmetry(geometry, vector, 0, image, mapped)
        assert np.array_equal(image, vector), "symmetry 0 is not the identity"
        assert mapped.tolist() == list(range(variant.num_actions)), "symmetry 0 moves actions"
        for index in range(count):
            k.symmetry(geometry, vector, index, image, mapped)
            again = variant.blank()
            map_again = np.zeros_like(mapped)
            compiled(k.symmetry)(geometry, vector, index, again, map_again)
            assert np.array_equal(again, image), f"symmetry {index} differs when compiled"
            assert np.array_equal(mapped, map_again), f"symmetry {index} maps actions differently when compiled"
            legal = variant.legal_actions(vector)
            seen = variant.legal_actions(image)
            assert sorted(int(mapped[action]) for action in legal) == seen, f"symmetry {index} changes the moves"
            for action in legal[:: max(1, len(legal) // 3)]:
                after = variant.apply(vector, action)
                actions = mapped.copy()
                k.symmetry(geometry, after, index, other, mapped)
                there = variant.apply(image, int(actions[action]))
                assert np.array_equal(there, other), f"symmetry {index} does not commute with action {action}"
                mapped = actions


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
        assert [variant.ways(state.vector, action)[0] for action in legal] == clicks, (
            "the same action has other clicks in another position, although `same_clicks` says that it has not"
        )
        assert all(clicks), "an action without a click"
        beginnings = {click[:i] for click in clicks for i in range(1, len(click))}
        assert len(set(clicks)) == len(clicks), "two actions share their clicks"
        assert not beginnings & set(clicks), f"ambiguous clicks: {beginnings & set(clicks)}"


def observations_agree(variant: Variant) -> None:
    """Every player's observation is finite, of the promised shape, and the same interpreted and compiled."""
    shape = variant.observation_shape
    for state in some_states(variant, games=1):
        for player in range(len(variant.players)):
            plain, machine = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)
            vector = state.view(variant.players[player]).vector.copy()
            variant.kernels.observe(variant.geometry, vector, player, plain)
            compiled(variant.kernels.observe)(variant.geometry, vector, player, machine)
            assert np.isfinite(plain).all(), "an observation that is not finite"
            assert np.array_equal(plain, machine), "observe differs when compiled"
            low, high = variant.observation_range
            assert low <= plain.min(), f"an observation below {low}, the least number that observation_range promises"
            assert high >= plain.max(), f"an observation above {high}, the greatest that observation_range promises"


def games_are_no_longer_than_promised(variant: Variant) -> None:
    """No random game has more actions than `Rules.longest` says."""
    most = variant.longest
    for seed in range(0 if most is None or variant.repetition else 3):
        rng = seeded(seed)
        vector = variant.start()
        played = 0
        while vector[TO_MOVE] != NOBODY:
            assert played < (most or 0), f"a game of more than {most} actions, which is what `longest` promises"
            legal = variant.legal_actions(vector)
            played += int(vector[TO_MOVE] != CHANCE)
            vector = variant.apply(vector, legal[draw(rng, len(legal))])


def move_ordering_is_sound(variant: Variant) -> None:
    """`order` and `forcing` keep their promises, also within turns.

    Scores lie between 0 and 1000, forcing actions are legal and ascend, both are the same interpreted and compiled, and
    neither changes the state.
    """
    k = variant.kernels
    geometry = variant.geometry
    for state in half_made_turns(variant):
        legal = np.array(variant.legal_actions(state), dtype=np.int16)
        kept = state.copy()
        plain = np.zeros(len(legal), np.int64)
        machine = np.zeros(len(legal), np.int64)
        k.order(geometry, state, legal, len(legal), plain)
        compiled(k.order)(geometry, state, legal, len(legal), machine)
        assert np.array_equal(plain, machine), "order differs when compiled"
        assert ((plain >= 0) & (plain <= 1000)).all(), f"order outside 0…1000: {plain}"
        some = np.zeros(variant.num_actions, np.int16)
        same = np.zeros(variant.num_actions, np.int16)
        count = int(k.forcing(geometry, state, some))
        assert count == compiled(k.forcing)(geometry, state, same), "forcing differs when compiled"
        assert np.array_equal(some, same), "forcing differs when compiled"
        forcing = some[:count].tolist()
        assert forcing == sorted(set(forcing) & set(legal.tolist())), f"forcing {forcing}, legal {legal}"
        assert np.array_equal(kept, state), "a kernel that only reads changed the state"


def traces_are_games(variant: Variant) -> None:
    """The actions of a traced playout are legal, one after another, and lead to the values that it returns."""
    k = variant.kernels
    geometry = variant.geometry
    trace = np.zeros(8_000, np.int16)
    told = np.zeros(len(variant.players))
    for seed, start in enumerate(half_made_turns(variant)):
        if start[TO_MOVE] < 0:
            continue
        pairs = int(compiled(k.playout_trace)(geometry, start.copy(), seeded(seed), told, trace))
        if pairs < 0:
            return
        state = start
        for player, action in trace[: 2 * pairs].reshape(-1, 2).tolist():
            assert state[TO_MOVE] == player, f"{player} is not to move"
            assert variant.allows(state, action), f"{action} is not legal"
            state = variant.apply(state, action)
        values = np.zeros(len(variant.players))
        assert variant.outcome(state, values), "the trace ends before the game"
        assert np.array_equal(values, told), f"the game ends {values}, the playout says {told}"


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
