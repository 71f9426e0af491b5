"""Games with secrets are not searched: engines answer from what they see, and say that they know no values."""

import io
import json
import re
from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace

import pytest
from tests import goofspiel

import byways
from byways import registry
from byways.arena.page import engine_notes
from byways.arena.players import player
from byways.arena.schedule import RuleSet
from byways.cli import main
from byways.errors import OptionError
from byways.interop.engine import Engine
from byways.interop.gtp import GtpEngine
from byways.kernels.rng import seeded
from byways.lab.explore.page import notes
from byways.lab.report.parts.depth import Depth
from byways.lab.report.parts.first_turns import FirstTurns
from byways.lab.report.parts.self_play import SecondEngine, SelfPlay
from byways.lab.report.plan import plan_for
from byways.lab.report.report import parts_of
from byways.position.state import State
from byways.search import engines
from byways.search.answer import UNSEARCHED
from byways.search.engines import AlphaBeta, KnownEnding, Mcts
from byways.search.review import remarks
from byways.site.play.seating import level_choices
from byways.solve.value import solve

OPENINGS = ("", "bid5 bid4", "bid2 bid2 bid4 bid1")
HOW = [{"seconds": 0.05}, {"level": 1, "seconds": None}, {"level": 10, "seconds": None}, {"threads": 2}]


@pytest.fixture(autouse=True)
def registered():
    registry.register(goofspiel.GAME)
    yield
    registry.forget("goofspiel")


def hidden_bids(opening: str) -> list[State]:
    """Return the positions after each secret bid of the first player, who has been seen to play the opening."""
    state = byways.start("goofspiel")
    for turn in opening.split():
        state = state.play(turn)
    return [state.play(turn) for turn in state.legal_turns()]


@pytest.mark.parametrize("how", HOW, ids=str)
def test_an_answer_values_no_turn_and_is_the_same_whatever_the_other_side_has_bid_in_secret(how):
    for opening, seed in product(OPENINGS, range(5)):
        assert len({byways.analyse(state, seed=seed, **how).best for state in hidden_bids(opening)}) == 1
    found = byways.analyse(hidden_bids("")[3], seed=1, **how)
    assert (found.note, found.choices, found.simulations, found.proved) == (UNSEARCHED, (), 0, False)


def test_every_legal_turn_is_drawn():
    state = hidden_bids("bid5 bid4")[0]
    assert {byways.analyse(state, seed=seed).best for seed in range(60)} == set(state.legal_turns())


@pytest.mark.parametrize("named", ["random", "beginner", "level:number=1", "level:number=9", "full:simulations=50",
                                   "mcts:simulations=50", "plain:simulations=50"])  # fmt: skip
def test_no_player_of_matches_and_environments_looks_at_a_secret_bid(named):
    for opening, seed in product(OPENINGS, range(5)):
        assert len({str(player(named).choose(state, seeded(seed)).turn) for state in hidden_bids(opening)}) == 1
    if named.startswith("level"):
        decision = player(named).decide(hidden_bids("")[0], seeded(1))
        assert decision.value is None, "it expects nothing of a turn that was not searched"


@dataclass(frozen=True, repr=False)
class Highest(engines.Engine):
    """An author's own player, who bids the highest card left."""

    def begin(self, state, budget, resources):
        return KnownEnding(highest, then=Mcts()).begin(state, budget, resources)


def highest(state):
    return state.legal_turns()[-1], 0.5


@pytest.mark.parametrize(
    "engine", [Highest(), KnownEnding(highest, then=Mcts()), KnownEnding(highest, then=AlphaBeta())], ids=repr
)
def test_the_authors_own_player_plays_in_place_of_the_random_one(engine):
    state = byways.start(goofspiel.GAME.name).play("bid2").play("bid5")
    assert byways.analyse(state, engine=engine, seed=1).best == "bid5"


@pytest.mark.parametrize("level", [1, 10])
def test_the_authors_own_player_plays_at_every_level(level):
    game = goofspiel.with_engine(Highest())
    state = State(game.variant(), game.variant().start())
    assert {byways.analyse(state, level=level, seed=seed).best for seed in range(10)} == {"bid5"}
    assert game.variant().engine_note == ""


def test_games_whose_secrets_have_no_bearing_on_good_turns_are_searched_as_before():
    for name, options in (("longway", {"players": 2}), ("stroll", {"ending": "claim"})):
        variant = byways.start(name, **options).variant
        assert variant.has_secrets
        assert variant.is_searched
    assert not byways.start("goofspiel").variant.is_searched


def test_no_turn_is_judged_a_mistake_where_nothing_was_searched():
    states = [byways.start("goofspiel")]
    for turn in ("bid5", "bid1", "bid4", "bid2"):
        states.append(states[-1].play(turn))
    found = [byways.analyse(state, seed=1) for state in states]
    assert [(remark.value, remark.loss, remark.kind) for remark in remarks(states, found)] == 4 * [(None, None, None)]


def test_a_report_says_how_engines_play_and_values_no_first_turn_and_no_proof_is_searched():
    variant = byways.start("goofspiel").variant
    assert variant.engine_note == UNSEARCHED
    parts = parts_of(variant, plan_for(variant, 1, quick=False))
    assert not [part for part in parts if isinstance(part, FirstTurns | Depth | SecondEngine)]
    assert not [part for part in parts if isinstance(part, SelfPlay)], "all levels would be random play by another name"
    with pytest.raises(OptionError, match="choose in secret"):
        solve(variant)


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(byways.Record.from_state(hidden_bids("bid5 bid4")[0]).to_text())
    return str(path)


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "{record}"],
        ["analyse", "{record}", "--review"],
        ["analyse", "{record}", "--level", "3"],
        ["match", "goofspiel", "level:number=1", "random", "--games", "4", "--jobs", "1"],
        ["tournament", "{cards}"],
        ["play", "goofspiel", "--second", "engine"],
    ],
    ids=lambda words: " ".join(words[::2]),
)
def test_the_terminal_says_it_instead_of_values(record, tmp_path, capsysbinary, monkeypatch, words):
    cards = tmp_path / "cards.toml"
    cards.write_text('game = "goofspiel"\nplayers = ["level:number=1", "random"]\ngames = 2\n')
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\nquit\n"))
    main([word.format(record=record, cards=cards) for word in words])
    out = capsysbinary.readouterr().out.decode()
    assert out.count(UNSEARCHED) == (2 if words[0] == "play" else 1), "when playing with the hint, too"
    assert "%" not in out or words[0] in ("match", "tournament")


def test_explorations_and_matches_name_the_reason_once_and_the_new_game_page_at_every_level():
    def facts(game):
        return SimpleNamespace(game=game, rule_sets=2 * [SimpleNamespace(options={})], variants=2 * [RuleSet(game, {})])

    assert notes(facts("goofspiel")) == engine_notes(facts("goofspiel")) == [UNSEARCHED]
    assert notes(facts("troll")) == engine_notes(facts("troll")) == []
    assert {meaning for _, _, meaning in level_choices(goofspiel.GAME)} == {UNSEARCHED}


def test_programs_answer_alike_whatever_the_other_side_has_bid_in_secret():
    """The protocols have an engine's turn after each secret bid; GTP draws without a seed, so every turn must do."""
    asked = [
        json.dumps({"id": card, "game": "goofspiel", "turns": [f"bid{card}"], "simulations": 50, "seed": 7})
        for card in range(1, 6)
    ]
    sink, left = io.BytesIO(), []
    Engine(io.BytesIO("\n".join(asked).encode()), sink, leave=left.append, megabytes=1).run()
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert (len(answers), left) == (5, [])
    assert len({answer["best"] for answer in answers}) == 1
    assert {answer["note"] for answer in answers} == {UNSEARCHED}
    asked, sink = ["play b bid5", *25 * ["genmove w", "undo"], "quit"], io.BytesIO()
    GtpEngine(byways.start("goofspiel").variant, io.BytesIO("\n".join(asked).encode() + b"\n"), sink).run()
    assert len(set(re.findall(r"bid\d", sink.getvalue().decode()))) > 2
