"""Engines in processes of their own: they answer, end early, are replaced, and never run in the server."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import msgspec
import pytest
from msgspec.structs import replace
from opening import Opening
from site_world import FakeEngines

import byways
from byways.interop.request import Request
from byways.search.answer import Analysis
from byways.site.engines import jobs, pool as engines_module
from byways.site.engines.fair_queue import SHORT, FairQueue, Kind
from byways.site.engines.pool import EngineError, EnginePool, HurriedError
from byways.site.storage.game_settings import EngineLimits

TROLL = Request(0, game="troll", position=str(byways.start("troll")), seed=1)


def troll(**limits):
    return replace(TROLL, **limits)


class Best(msgspec.Struct):
    best: str


@pytest.fixture
def pool():
    """A pool of one worker, which is gone afterwards."""

    @contextlib.asynccontextmanager
    async def of_one():
        made = EnginePool(1)
        try:
            yield made
        finally:
            await made.close()

    return Opening(of_one)


def process(pool):
    (worker,) = pool._idle
    return worker.process._process


async def warmed(pool):
    await pool.ask(troll(simulations=1), Analysis)
    return process(pool)


async def its_answer_is_the_last_of_those_that_come(pool):
    answer = await pool.ask(troll(seconds=0.5, report=0.05), Analysis)
    assert byways.start("troll").is_legal(answer.best)
    assert answer.seconds > 0.3


async def it_serves_many_at_once(pool):
    answers = await asyncio.gather(*(pool.ask(troll(simulations=50), Analysis) for _ in range(5)))
    assert len({answer.best for answer in answers}) == 1


async def what_it_refuses_is_said(pool):
    for request, complaint in (
        (Request(0, game="chess", seconds=1), "no game 'chess'"),
        (TROLL, "give a limit"),
        (troll(turns=["zz"], seconds=1), "zz"),
        (troll(task="sing"), "sing"),
    ):
        with pytest.raises(EngineError, match=complaint):
            await pool.ask(request, Analysis)


async def it_judges_a_finished_game(pool):
    state = byways.start("stroll", size=5)
    while len(state.turns) < 16 and state.to_move is not None:
        state = state.play(state.legal_turns()[0])
    ending = await jobs.count_end(pool, state)
    assert ending.outcome == state.outcome
    assert ending.why == state.variant.game.ui.explain(state)
    assert ending.picture == state.variant.game.picture(state)


async def it_knows_no_more_than_its_player(pool):
    """What others have chosen in secret changes nothing for it."""
    begun = byways.start("longway", players=2).play("setup a1N g7S").play("setup b1N f7S").play("roll 2-3")
    tiles = [turn for turn in begun.legal_turns() if turn.startswith("tile")]
    limits = {"simulations": 300, "seed": 5}
    states = [begun.play(turn) for turn in (tiles[0], tiles[-1], "stop")]
    first, *others = [(await pool.ask(replace(jobs.request_of(state), **limits), Analysis)).choices for state in states]
    assert len(first) > 1
    assert others == [first, first]


async def it_plays_a_whole_game_with_secrets_and_dice(pool):
    state = byways.start("longway", players=3)
    while len(state.turns) < 16 and state.to_move is not None:
        chance = state.to_move == "chance"
        turn = state.chances()[7][0] if chance else await jobs.best_turn(pool, state, EngineLimits(simulations=30))
        state = state.play(turn)
    assert len(state.turns) == 16


async def long_searches_are_told_from_quick_ones_by_their_limits_and_by_what_they_took(pool):
    kinds = []

    class Noting(FairQueue):
        def place(self, kind):
            kinds.append(kind)
            return super().place(kind)

    pool.queue = Noting(1)
    pool._pace.clear()
    await warmed(pool)
    for limits in ({"level": 2}, {"simulations": 40}, {"simulations": 40}, {"seconds": 0.6}, {"seconds": 0.1}):
        await pool.ask(troll(**limits), Analysis)
    await pool.ask(troll(simulations=40), Analysis, rest=True)
    quick, long, rest = Kind
    assert kinds[1:] == [quick, long, quick, long, quick, rest], "what nobody knows of is presumed to be long"


async def who_shall_hurry_answers_with_the_best_so_far(pool):
    """Where much else goes on a worker may answer too late, and says that it has found nothing."""
    for _ in range(10):
        worker = await warmed(pool)
        hurry = asyncio.Event()
        asyncio.get_running_loop().call_later(0.3, hurry.set)
        with contextlib.suppress(HurriedError):
            answer = await asyncio.wait_for(pool.ask(troll(seconds=60), Analysis, hurry=hurry), 30)
            break
    assert byways.start("troll").is_legal(answer.best)
    assert process(pool) is worker, "it goes on to serve"


async def a_cancelled_search_ends(pool):
    """On a machine with much to do a worker may answer too late and is replaced, but not again and again."""
    for _ in range(10):
        worker = await warmed(pool)
        thinking = asyncio.create_task(pool.ask(troll(seconds=60), Analysis))
        await asyncio.sleep(0.3)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(thinking, 30)
        if pool._idle and process(pool) is worker:
            break
    assert (await pool.ask(troll(simulations=1), Analysis)).best
    assert process(pool) is worker, "it goes on"


async def test_one_worker_answers_all_that_it_is_asked(pool):
    worker = await warmed(pool)
    for claim in (
        its_answer_is_the_last_of_those_that_come,
        it_serves_many_at_once,
        what_it_refuses_is_said,
        long_searches_are_told_from_quick_ones_by_their_limits_and_by_what_they_took,
        it_judges_a_finished_game,
        it_knows_no_more_than_its_player,
        it_plays_a_whole_game_with_secrets_and_dice,
    ):
        await claim(pool)
        assert process(pool) is worker, claim.__name__
    await who_shall_hurry_answers_with_the_best_so_far(pool)
    await a_cancelled_search_ends(pool)


async def test_a_killed_worker_is_replaced_whether_it_is_idle_or_thinks(pool):
    worker = await warmed(pool)
    os.kill(worker.pid, signal.SIGKILL)
    assert (await pool.ask(troll(simulations=1), Analysis)).best
    other = process(pool)
    assert other.pid != worker.pid
    thinking = asyncio.create_task(pool.ask(troll(seconds=1), Analysis))
    await asyncio.sleep(0.1)
    os.kill(other.pid, signal.SIGKILL)
    assert (await thinking).best
    assert process(pool).pid not in (worker.pid, other.pid)


def stand_in(monkeypatch, tmp_path, program):
    """Let workers run another program."""
    script = tmp_path / "worker"
    script.write_text(f"#!{sys.executable}\nimport sys, json, time\n{program}\n")
    script.chmod(0o755)
    monkeypatch.setattr(engines_module, "WORKER", [str(script)])


NOISE = {
    "garbage": "print('garbage', flush=True); time.sleep(60)",
    "nothing": "pass",
    "an empty answer": "print('{}', flush=True); time.sleep(60)",
    "too much": "print('x' * 5_000_000, flush=True); time.sleep(60)",
}


@pytest.mark.parametrize("program", NOISE.values(), ids=NOISE)
async def test_a_worker_that_talks_garbage_or_nothing_is_given_up(monkeypatch, tmp_path, program, pool):
    stand_in(monkeypatch, tmp_path, program)
    with pytest.raises(EngineError, match="stopped working twice"):
        await pool.ask(troll(simulations=1), Analysis)
    assert pool._idle == []


async def test_a_worker_that_falls_silent_is_given_up(monkeypatch, tmp_path, pool):
    stand_in(monkeypatch, tmp_path, "time.sleep(60)")
    monkeypatch.setattr(engines_module, "_LONGEST", 0.2)
    monkeypatch.setattr(engines_module, "_PATIENCE", 0.1)
    with pytest.raises(EngineError, match="stopped working twice"):
        await pool.ask(troll(simulations=1), Analysis)


async def test_requests_wait_for_their_turn_and_may_be_given_up(monkeypatch, tmp_path, pool):
    echo = """print('{"id": 1, "done": true, "best": "x"}', flush=True)"""
    stand_in(monkeypatch, tmp_path, f"for line in sys.stdin:\n    time.sleep(0.1); {echo}")
    asked = [asyncio.create_task(pool.ask(Request(0, game="troll"), Best)) for _ in range(4)]
    await asyncio.sleep(0.05)
    asked[2].cancel()
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in done] == [Best, Best, asyncio.CancelledError, Best]


async def test_a_slow_start_of_a_worker_does_not_make_its_answers_long_ones(monkeypatch, tmp_path, pool):
    echo = """print('{"id": 1, "done": true, "best": "x"}', flush=True)"""
    stand_in(monkeypatch, tmp_path, f"time.sleep(0.7)\nfor line in sys.stdin: {echo}")
    started = EnginePool._next_worker

    async def start(pool):
        worker = await started(pool)
        await asyncio.sleep(0.7)
        return worker

    monkeypatch.setattr(EnginePool, "_next_worker", start)
    await pool.ask(Request(0, game="troll", level=9), Best)
    assert max(pool._pace.values()) < SHORT


async def test_a_search_that_is_given_up_was_no_quick_one(monkeypatch, tmp_path, pool):
    stand_in(monkeypatch, tmp_path, "time.sleep(60)")
    monkeypatch.setattr(engines_module, "_PATIENCE", 0.1)
    request = Request(0, game="troll", level=9)
    searching = asyncio.create_task(pool.ask(request, Best))
    await asyncio.sleep(0.7)
    searching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await searching
    (pace,) = pool._pace.values()
    assert pace >= SHORT
    begun = asyncio.create_task(pool.ask(request, Best))
    await asyncio.sleep(0.2)
    begun.cancel()
    with pytest.raises(asyncio.CancelledError):
        await begun
    assert [*pool._pace.values()] == [pace], "nothing is known better by a shorter look"


def test_a_worker_reads_a_pipe_to_its_end_and_ignores_garbage():
    lines = ["garbage", '{"id": 7}', '{"id": 8, "game": "troll", "simulations": 1}', "", '{"id": "x", "cancel": true}']
    run = subprocess.run(
        [sys.executable, "-m", "byways.interop.engine"],
        input="\n".join(lines).encode(),
        capture_output=True,
        check=True,
    )
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    assert set(answers) == {None, 7, 8}
    assert answers[8]["best"]
    assert "errors" in answers[7]


@pytest.mark.torture
@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="looks for processes in /proc")
def test_a_search_ends_when_its_server_has_been_killed():
    """Nobody would read the answer, and the next server wants the processor."""
    request = json.dumps({"id": 1, "game": "troll", "seconds": 100})
    code = f"""
import subprocess, sys, time
worker = subprocess.Popen({engines_module.WORKER!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
worker.stdin.write(b'{request}\\n')
worker.stdin.flush()
print(worker.pid, flush=True)
time.sleep(99)
"""
    server = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    worker = int(server.stdout.readline())
    time.sleep(1)
    server.kill()
    server.communicate()
    end = time.monotonic() + 30
    while os.path.exists(f"/proc/{worker}") and time.monotonic() < end:
        time.sleep(0.1)
    assert not os.path.exists(f"/proc/{worker}")


async def test_an_engine_searches_within_its_limits():
    engines = FakeEngines()
    await jobs.best_turn(engines, byways.start("troll", size=4), EngineLimits(seconds=2.5))
    assert engines.requests[0].seconds == 2.5
    assert msgspec.json.encode(engines.requests[0])


async def test_an_engine_that_has_nothing_yet_plays_something_when_it_shall_hurry():
    engines = FakeEngines()
    engines.answers = [HurriedError("engine.hurried", "nothing yet")]
    turn = await jobs.best_turn(engines, byways.start("troll"), EngineLimits(level=9))
    assert byways.start("troll").is_legal(turn)
    assert [request.simulations for request in engines.requests] == [None, 1]
