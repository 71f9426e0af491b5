"""What is asked of the rules of all games alike: the oracles' turns, counts of turns, the pie rule, and variants."""

import pytest

import byways
from byways.game.rule_calls import ALWAYS, AUTOMATIC, NEVER, machine_code_is
from oracles.compare import play_side_by_side
from oracles.stride import Stride
from oracles.stroll import Stroll
from oracles.troll import Troll
from oracles.whirlwind import Whirlwind

ORACLES = {
    "troll": Troll,
    "whirlwind": lambda size, setup="standard", stones=2: Whirlwind(size, setup, most=stones),
    "stride": Stride,
    "stroll": Stroll,
}
SETUPS = ("standard", "reversed")
USUAL = [
    *(("troll", {"size": size}, 6) for size in (4, 6, 7, 8)), ("troll", {"size": 5, "edges": "closed"}, 6),
    *(("whirlwind", {"size": 6, "setup": setup}, 3) for setup in SETUPS),
    *(("whirlwind", {"size": 6, "setup": setup, "stones": 1}, 4) for setup in SETUPS),
    *(("stride", {"side": side}, 8) for side in (4, 5, 6)),
    *(("stroll", {"size": size}, 5) for size in (5, 6, 7)),
    *(("stroll", {"size": size, "ending": "claim"}, 4) for size in (5, 6)),
    *(("stroll", {"size": size, "ending": ending, "counting": "stones"}, 4)
      for size in (5, 6) for ending in ("solve", "claim")),
]  # fmt: skip
BOTH_WAYS = [
    *(("troll", {"size": size, "joins": "diagonal"}, 4) for size in (4, 8)),
    ("troll", {"size": 6, "joins": "diagonal", "edges": "closed"}, 4),
    *(("stride", {"side": side, "goal": "arrive"}, 4) for side in (4, 6)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "options", "games", "when"),
    [*((*one, AUTOMATIC) for one in USUAL), *((*one, when) for one in BOTH_WAYS for when in (NEVER, ALWAYS))],
)
def test_random_games_agree_with_the_oracle(game, options, games, when):
    with machine_code_is(when):
        for seed in range(games):
            play_side_by_side(ORACLES[game](**options), byways.start(game, **options), seed)


JUMP = "is not a move; expected the hex of a piece and the hex it jumps to, such as b2-d2"
UNREADABLE = [
    ("troll", {}, "i1|d9|d|5|d 5 e|passs|d 55|d d5|d5 5||dd 5", "expected a letter a–h and a number 1–8"),
    ("whirlwind", {"size": 6}, "|c|3|c3,|,c3|c3-d3|end|pass|c3,,d3", "expected one or two points, such as e5 or e5,f6"),
    ("whirlwind", {"size": 6}, "c3,g3", "'g3' is not a cell; expected a letter a–f and a number 1–6"),
    ("stride", {"side": 4}, "b2-b9", "^b9 is off the board; its row goes from b1 to b5$"),
    ("stride", {"side": 4}, "f1-f3", "^f1 is off the board; its row goes from f3 to f7$"),
    ("stride", {"side": 4}, "h5-g5", "^h5 is off the board; its rows are a to g$"),
    *(("stride", {"side": 4}, text, f"^'{text}' {JUMP}$") for text in ("b2", "b2-d2-f2", "pass")),
    ("stroll", {"size": 7}, "c3|c3-c5|c3>c4>c5|path c3|>c3|", r"such as c3>c5|a letter a–g"),
]


@pytest.mark.parametrize(("game", "options", "texts", "expected"), UNREADABLE)
def test_unreadable_turns_say_what_was_expected(game, options, texts, expected):
    state = byways.start(game, **options)
    for text in texts.split("|"):
        with pytest.raises(byways.UnreadableTurnError, match=expected):
            state.play(text)


@pytest.mark.parametrize(
    ("state", "texts", "turn"),
    [
        (byways.start("whirlwind", size=6).play("c1"), ("d2,b2", " D2 , B2 ", "b2 d2", "D2 ,b2"), "b2,d2"),
        (byways.start("stride"), ("B2-D2", " b2 - d2 ", "b2–d2", "b2:d2", "b2xd2", "b2 d2", "b2,d2", "b2d2"), "b2-d2"),
        (byways.start("stroll", size=7), (" B2 > B1 ",), "b2>b1"),
    ],
    ids=("whirlwind", "stride", "stroll"),
)
def test_turns_are_read_leniently_and_written_one_way(state, texts, turn):
    for text in (turn, *texts):
        assert state.play(text).turn == turn


# Counted by the oracles; Whirlwind's two set-ups are images of each other.
PERFT = [
    ("troll", {"size": 4}, [1, 8, 60, 404, 2572, 14736]),
    *(("whirlwind", {"size": 6, "setup": setup}, [1, 18, 3180]) for setup in SETUPS),
    *(("whirlwind", {"size": 8, "setup": setup}, [1, 32, 17396]) for setup in SETUPS),
    *(("whirlwind", {"size": 6, "setup": setup, "stones": 1}, [1, 18, 316, 5394]) for setup in SETUPS),
    *(("whirlwind", {"size": 8, "setup": setup, "stones": 1}, [1, 32, 1012, 31538]) for setup in SETUPS),
    ("stride", {"side": 4}, [1, 24, 592, 11758, 238534]),
    ("stride", {"side": 5}, [1, 30, 900, 21900, 532970]),
    ("stride", {"side": 6}, [1, 36, 1296, 38880]),
    ("stride", {"side": 8}, [1, 48, 2304]),
    ("stroll", {"size": 5}, [1, 320, 50672, 3554296]),
    ("stroll", {"size": 5, "counting": "stones"}, [1, 320, 50672]),
    ("stroll", {"size": 6}, [1, 580, 203288]),
]


@pytest.mark.parametrize(("game", "options", "counts"), PERFT)
def test_perft(game, options, counts):
    state = byways.start(game, **options)
    assert [byways.perft(state, depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("game", "options", "first", "second"),
    [
        ("troll", {}, "d5", "e5"),
        ("whirlwind", {"size": 8}, "c2", "d4"),
        ("stride", {}, "b2-d2", "h5-f5"),
        ("stroll", {}, "c3>c7", "h8>h9"),
    ],
)
def test_the_pie_rule_is_the_reply_to_the_first_turn_only(game, options, first, second):
    start = byways.start(game, swap=True, **options)
    assert not start.is_legal("swap")
    replied = start.play(first)
    assert replied.legal_turns()[-1] == "swap"
    assert "swap open" in str(replied)
    assert byways.start(game, position=str(replied)).is_legal("swap")
    swapped = replied.play("swap")
    assert (swapped.to_move, swapped.swapped) == (replied.to_move, True)
    assert swapped.legal_turns() == replied.legal_turns()[:-1]
    assert str(swapped).splitlines()[1:-1] == str(replied).splitlines()[1:-1]
    assert not swapped.is_legal("swap")
    assert not replied.play(second).is_legal("swap")
    assert not byways.start(game, **options).play(first).is_legal("swap")


@pytest.mark.parametrize(
    ("head", "options", "name", "usual", "other"),
    [
        ("troll size=4", {"size": 4}, "joins", "orthogonal", "diagonal"),
        ("whirlwind size=6", {"size": 6}, "stones", 2, 1),
        ("stride side=4", {"side": 4}, "goal", "hold", "arrive"),
        ("stroll size=5", {"size": 5}, "counting", "cells", "stones"),
        ("longway players=1", {}, "rows", 7, 9),
    ],
)
def test_other_rules_are_a_variant_and_off_unless_asked_for(head, options, name, usual, other):
    game = head.partition(" ")[0]
    start = byways.start(game, **options)
    assert (start.options[name], start.variant.changed_rules) == (usual, {})
    assert str(start).splitlines()[0] == head
    changed = byways.start(game, **options, **{name: other})
    assert changed.variant.changed_rules == {name: other}
    assert str(changed).splitlines()[0] == f"{head} {name}={other}"
