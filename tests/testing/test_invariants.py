"""Every game, in several variants, satisfies the invariants of `byways.testing`."""

import itertools
from dataclasses import replace

import pytest

from byways import registry
from byways.game import SHARE, Event
from byways.game.rule_calls import ALWAYS, machine_code_is
from byways.kernels import Bits, Ints, Reals, Wide, kernel
from byways.testing import INVARIANTS, invariants, kernel_invariants, playouts

VARIANTS = [
    ("longway", {}),
    ("longway", {"players": 2}),
    ("troll", {"size": 5, "edges": "closed", "swap": True}),
    ("whirlwind", {"size": 6, "swap": True}),
    ("stride", {"side": 4, "repetition": 2}),
    ("stroll", {"size": 5, "swap": True}),
    ("stroll", {"size": 6, "ending": "claim", "swap": True}),
    ("whirlwind", {"size": 6, "stones": 1, "swap": True}),
    ("longway", {"rows": 5}),
    ("stroll", {"size": 5, "counting": "stones", "ending": "claim"}),
    ("stride", {"side": 4, "goal": "arrive", "swap": True}),
    ("troll", {"size": 8, "joins": "diagonal"}),
]
MORE = [
    ("longway", {"players": 3}),
    ("longway", {"players": 2, "rows": 9}),
    ("troll", {"size": 4}),
    ("troll", {"size": 8, "swap": True}),
    ("troll", {"size": 5, "joins": "diagonal", "swap": True}),
    ("whirlwind", {"size": 8, "setup": "reversed"}),
    ("stride", {"side": 5, "swap": True}),
    ("stride", {"side": 6, "repetition": 0}),
    ("stroll", {"size": 8}),
    ("stroll", {"size": 5, "counting": "stones", "swap": True}),
]
ALL = [*VARIANTS, *(pytest.param(*variant, marks=pytest.mark.torture) for variant in MORE)]
AS_MACHINE_CODE = {
    "turns_have_one_text",
    "single_turns_are_actions",
    "play_leaves_its_state_alone",
    "positions_are_read_back",
    "the_end_is_stable",
    "the_pie_rule_is_offered",
}


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda invariant: invariant.__name__)
@pytest.mark.parametrize(("game", "options"), ALL, ids=lambda value: str(value))
def test_invariant(game, options, invariant, monkeypatch):
    monkeypatch.setattr(playouts, "SECONDS", 1.0)  # the next test takes its time
    invariant(registry.find(game).variant(options))


@pytest.mark.parametrize("invariant", [one for one in INVARIANTS if one.__name__ in AS_MACHINE_CODE])
@pytest.mark.parametrize(("game", "options"), VARIANTS[2:7], ids=lambda value: str(value))
def test_invariant_of_states_that_call_machine_code(game, options, invariant):
    with machine_code_is(ALWAYS):
        invariant(registry.find(game).variant(options))


ONE_OF_EACH = [VARIANTS[i] for i in (0, 2, 3, 4, 5)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    ONE_OF_EACH + [pytest.param(*one, marks=pytest.mark.torture) for one in VARIANTS + MORE if one not in ONE_OF_EACH],
    ids=lambda value: str(value),
)
def test_playouts_to_two_percentage_points(game, options):
    playouts.playouts_are_random_games(registry.find(game).variant(options))


def test_every_built_in_game_is_tried():
    assert {game for game, _ in VARIANTS} >= {"longway", "troll", "whirlwind", "stride", "stroll"}


@kernel
def boastful(geometry: Ints, state: Ints, legal: Ints, count: int, scores: Wide) -> None:
    """Promises more than may be promised."""
    for i in range(count):
        scores[i] = 1001


@kernel
def dreaming(geometry: Ints, state: Ints, out: Ints) -> int:
    """Would play where nobody may."""
    out[0] = 0
    out[1] = 1
    return 2


@kernel
def lying(geometry: Ints, state: Ints, rng: Bits, values: Reals, trace: Ints) -> int:
    """Played the first action twice."""
    trace[0], trace[1], trace[2], trace[3] = 0, 9, 1, 9
    values[0], values[1] = 1.0, 0.0
    return 2


@pytest.mark.parametrize(
    ("invariant", "broken"),
    [
        (kernel_invariants.move_ordering_is_sound, {"order": boastful}),
        (kernel_invariants.move_ordering_is_sound, {"forcing": dreaming}),
        (kernel_invariants.traces_are_games, {"playout_trace": lying}),
    ],
)
def test_a_guide_that_breaks_its_word_is_found_out(invariant, broken):
    game = registry.find("troll")
    variant = replace(game, search=replace(game.search, **broken)).variant({"size": 4})
    with pytest.raises(AssertionError):
        invariant(variant)


@pytest.mark.parametrize(
    "part", ["prompt", "explain", "describe_preview", "preview", "to_place", "remark", "scale", "tally"]
)
def test_a_function_of_the_interface_that_raises_is_found(part):
    def broken(*given):
        raise KeyError("pawn")

    game = registry.find("troll")
    variant = replace(game, ui=replace(game.ui, **{part: broken})).variant({"size": 4})
    with pytest.raises(KeyError, match="pawn"):
        invariants.the_interface_answers(variant)


MOODS = itertools.count()


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("Drama", "…", lambda before, after: 1), "Drama is the name of a metric"),
        (Event("Loss", "…", lambda before, after: -1), "Loss is -1.0"),
        (Event("Part", "…", lambda before, after: 2, unit=SHARE), "Part, a share, is 2.0"),
        (Event("Moody", "…", lambda before, after: next(MOODS)), "differs when counted again"),
    ],
)
def test_broken_events_are_found(event, said):
    game = replace(registry.find("troll"), events=(event,))
    with pytest.raises(AssertionError, match=said):
        invariants.events_are_numbers(game.variant({"size": 4}))
