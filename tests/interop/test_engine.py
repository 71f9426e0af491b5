"""The analysis protocol, spoken to a real engine process."""

import json
import os
import queue
import random
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

import byways
from byways.cli import main
from byways.interop.request import TYPES, Answer, protocol_schema

TROLL = {"game": "troll", "options": {"size": 4}}
RECORD = '[Game "troll"]\n[Options "size=4"]\n\n1. b3 a2 2. c3 b2 3. b4 c2 4. c4 d2\n'


class Conversation:
    """An engine, what it is asked, and its answers by id."""

    def __init__(self, *arguments):
        code = "import sys; from byways.cli import main; sys.exit(main())"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "engine", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.answers = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.answers.put(json.loads(line))

    def say(self, **request):
        self.say_bytes(json.dumps(request).encode())

    def say_bytes(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def hear(self, timeout=200):
        return self.answers.get(timeout=timeout)

    def ask(self, **request):
        self.say(**request)
        answer = self.hear()
        assert answer["id"] == request["id"]
        assert answer["done"]
        return answer

    def resident(self):
        """Memory in MiB."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextmanager
def conversation(*arguments):
    spoken = Conversation(*arguments)
    try:
        yield spoken
    finally:
        spoken.process.stdin.close()
        assert spoken.process.wait(200) == 0


@pytest.fixture(scope="module")
def engine():
    with conversation("--memory", "64") as spoken:
        spoken.ask(id="warm", **TROLL, simulations=1)
        yield spoken


def test_an_answer_is_an_analysis_and_a_game_that_goes_on_is_not_explained(engine):
    answer = engine.ask(id=1, **TROLL, turns=["b3", "a2"], simulations=500, seed=1, best=2)
    state = byways.start("troll", size=4).play("b3").play("a2")
    analysis = byways.analyse(state, None, simulations=500, seed=1, choices=2)
    assert (answer["best"], answer["value"], answer["spread"]) == (analysis.best, analysis.value, analysis.spread)
    assert [choice["turn"] for choice in answer["choices"]] == [choice.turn for choice in analysis.choices]
    assert answer["line"][0] == answer["best"]
    answer = engine.ask(id=1, **TROLL, task="judge")
    assert (answer["outcome"], answer["why"]) == (None, "")
    answer = engine.ask(id=1, record=RECORD, task="judge")
    assert answer["outcome"]["winner"] == "black"
    assert "a2 to d2" in answer["why"]


def test_a_tree_is_searched_in_several_threads_where_they_are_asked_for(engine):
    asked = {"game": "whirlwind", "options": {"size": 8}, "simulations": 501, "seed": 1}
    answers = [engine.ask(id=n, **asked, threads=threads) for n, threads in enumerate((1, 2, 2))]
    assert [answer["simulations"] for answer in answers] == [501, 501, 501]
    assert answers[1]["choices"] == answers[2]["choices"]
    assert answers[0]["choices"] != answers[1]["choices"], "two trees are added up"


def test_a_position_and_a_record_are_asked_about_alike(engine):
    state = byways.start("troll", size=4).play("b3").play("a2")
    limits = {"simulations": 300, "seed": 4}
    answers = [
        engine.ask(id=1, **TROLL, turns=["b3", "a2"], **limits),
        engine.ask(id=2, game="troll", position=str(state), **limits),
        engine.ask(id=3, record=RECORD, ply=2, **limits),
    ]
    assert len({(answer["best"], answer["value"]) for answer in answers}) == 1


@pytest.mark.parametrize(
    ("request_", "fields"),
    [
        ({}, {"game", "seconds"}),
        (
            {"game": "troll", "seconds": -1, "level": 11, "seed": "x", "colour": 1},
            {"seconds", "level", "seed", "colour"},
        ),
        (
            {"game": "troll", "seconds": 1, "simulations": 0, "report": 0.001, "best": -1, "threads": 0},
            {"simulations", "report", "best", "threads"},
        ),
        ({"game": "chess", "seconds": 1}, {"game"}),
        ({"game": "troll", "options": {"size": 99}, "seconds": 1}, {"options.size"}),
        ({"game": "troll", "options": {"colour": 9}, "seconds": 1}, {"options.colour"}),
        ({"game": "troll", "options": {"position": "x"}, "seconds": 1}, {"options.position"}),
        ({"game": "longway", "options": {"tiles": "/etc/passwd"}, "seconds": 1}, {"options.tiles"}),
        ({"game": "longway", "position": "longway tiles=/etc/passwd players=1", "seconds": 1}, {"options.tiles"}),
        ({"record": '[Game "longway"]\n[Options "tiles=/etc/passwd"]\n\n*\n', "seconds": 1}, {"record"}),
        ({"game": "troll", "options": [], "turns": {}, "seconds": 1}, {"options", "turns"}),
        ({"game": "troll", "options": {"size": 7.5, "swap": None}, "seconds": 1}, {"options.size", "options.swap"}),
        ({"game": "troll", "turns": [3, "d4", {}], "legal": [[]], "seconds": 1}, {"turns[0]", "turns[2]", "legal[0]"}),
        ({**TROLL, "position": "rubbish", "seconds": 1}, {"position"}),
        ({"game": "troll", "turns": ["d4", "d4"], "seconds": 1}, {"turns[1]"}),
        ({"record": "rubbish", "seconds": 1}, {"record"}),
        ({"record": RECORD, "ply": 9, "seconds": 1}, {"ply"}),
        ({"record": RECORD, "game": "troll", "seconds": 1}, {"record"}),
        ({"game": "troll", "ply": 1, "seconds": 1}, {"ply"}),
        ({"game": "troll", "task": "sing"}, {"task"}),
        ({"game": "troll", "seconds": 0}, {"seconds"}),
        ({"game": "troll", "simulations": 10**400}, {"simulations"}),
        ({"game": "troll", "seconds": 10**400}, {"seconds"}),
    ],
)
def test_what_is_wrong_is_said_field_by_field(engine, request_, fields):
    answer = engine.ask(id="wrong", **request_)
    assert {problem["field"] for problem in answer["errors"]} == fields
    assert all(problem["message"] and problem["code"] for problem in answer["errors"])


def test_an_illegal_turn_is_refused_in_words_of_the_rules_and_no_file_is_opened(engine, tmp_path):
    (problem,) = engine.ask(id=1, **TROLL, turns=["a1"], seconds=1)["errors"]
    assert (problem["field"], problem["message"]) == ("turns[0]", "a1 is a corner and flips nothing")
    assert problem["code"].startswith("troll.")
    (tmp_path / "tiles").write_text("secret = 1")
    for start in ({"options": {"tiles": str(tmp_path / "tiles")}}, {"position": f'longway tiles="{tmp_path}/tiles"'}):
        (problem,) = engine.ask(id="file", game="longway", seconds=1, **start)["errors"]
        assert problem["message"] == "the option tiles names a file, and this reader opens none"


def test_reports_come_before_the_answer(engine):
    began = time.monotonic()
    engine.say(id=1, game="troll", seconds=600, report=0.1)
    answers = [engine.hear() for _ in range(5)]
    assert time.monotonic() - began > 0.4
    engine.say(id=1, cancel=True)
    while not answers[-1]["done"]:
        answers.append(engine.hear())
    assert len(answers) > 5
    counts = [answer["simulations"] for answer in answers]
    assert counts == sorted(counts)


def test_cancelled_searches_are_answered_and_the_others_go_on(engine):
    """How soon: `python -m benchmarks cancels`."""
    for id in range(2):
        engine.say(id=id, game="troll", seconds=600)
        time.sleep(0.3)
        engine.say(id=id, cancel=True)
        answer = engine.hear()
        assert (answer["id"], answer["done"], answer["cancelled"]) == (id, True, True)
    for id, seconds in ((1, 600), (2, 600), (3, 0.1)):
        engine.say(id=id, game="troll", seconds=seconds)
    engine.say(id=2, cancel=True)
    cancelled = engine.hear()
    assert cancelled["id"] == 2
    assert "best" not in cancelled
    engine.say(id=1, cancel=True)
    assert [engine.hear()["id"] for _ in range(2)] == [1, 3]


def test_an_id_is_in_use_until_it_is_answered_and_a_later_cancel_changes_nothing(engine):
    engine.say(id=1, game="troll", seconds=600)
    engine.say(id=1, game="troll", seconds=0.3)
    assert engine.hear()["errors"][0]["field"] == "id"
    engine.say(id=1, cancel=True)
    assert engine.hear()["cancelled"]
    assert engine.ask(id=1, game="troll", simulations=1)["best"]
    engine.say(id=1, cancel=True)
    assert engine.ask(id=2, game="troll", simulations=1)["best"]


def test_one_request_may_be_cancelled_ever_so_often(engine):
    """Each cancel may not have a thread of its own."""
    engine.say(id=1, game="troll", seconds=60)
    time.sleep(0.1)
    engine.say_bytes(b"\n".join([b'{"id": 1, "cancel": true}'] * 5_000))
    threads = max(len(os.listdir(f"/proc/{engine.process.pid}/task")) for _ in range(100))
    assert engine.hear()["cancelled"]
    assert threads < 10
    assert engine.ask(id=1, game="troll", simulations=1)["best"]


NO_REQUESTS = (b"", b"{", b"null", b"[]", b"7", b'"id"', b"{}", b"\xff\xfe\x00", b'{"id": null}', b"[" * 100_000)
NO_GAMES = (
    b'{"id": {"a": 1}, "game": "troll"}',
    b'{"id": 1, "game": "troll", "seconds": 1e999}',
    b'{"id": 1, "game": "troll", "seconds": "soon"}',
    b'{"id": 1, "game": "troll", "simulations": 99999999999999999999999}',
    b'{"id": 1, "game": "../../etc/passwd", "seconds": 1}',
)


def test_garbage_is_answered_and_survived(engine):
    noise = random.Random(5)
    random_bytes = (noise.randbytes(200).replace(b"\n", b"") for _ in range(50))
    lines = [*NO_REQUESTS, *NO_GAMES, *random_bytes, b"x" * 5_000_000]
    for line in lines:
        engine.say_bytes(line)
    engine.say(id="end", **TROLL, simulations=5)
    answers = [engine.hear()]
    while answers[-1]["id"] != "end":
        answers.append(engine.hear())
    assert answers[-1]["best"]
    assert len(answers) == sum(1 for line in lines if line.strip()) + 1
    assert all(answer["errors"] for answer in answers[:-1])


def ask_many(engine, count):
    """Small requests of all kinds, some wrong, some cancelled; all are answered. The Long Way is slow, so seldom."""
    games = [*6 * [("troll", {"size": 6}), ("stride", {"side": 4}), ("whirlwind", {"size": 8})], ("longway", {})]
    asked, answered = 0, 0
    for n in range(count):
        game, options = games[n % len(games)]
        engine.say(id=n, game=game if n % 7 else "chess", options=options, simulations=20)
        asked += 1
        if n % 11 == 0:
            engine.say(id=n, cancel=True)
        while asked - answered > 50:
            answered += engine.hear()["done"]
    while answered < asked:
        answered += engine.hear()["done"]


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads memory from /proc")
@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.torture)])
def test_memory_and_threads_stay_flat(engine, count):
    ask_many(engine, 150)
    before = engine.resident()
    ask_many(engine, count)
    assert engine.resident() < before + 8
    assert len(os.listdir(f"/proc/{engine.process.pid}/task")) < 8


def test_a_file_of_requests_is_answered_to_its_end():
    lines = [json.dumps({"id": n, **TROLL, "simulations": 3}) for n in range(1_200)]
    code = "from byways.interop.engine import main; main(8)"
    run = subprocess.run([sys.executable, "-c", code], input="\n".join(lines).encode(), capture_output=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(range(1_200))
    assert all(answer["best"] for answer in answers)


def test_an_interrupt_ends_it_with_its_status():
    with subprocess.Popen(
        [sys.executable, "-m", "byways.interop.engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        process.stdin.write(b"{}\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(200) == 130


INTERRUPTED = {
    "no exception, which could break a lock": """
    try:
        os.kill(os.getpid(), signal.SIGINT)
        threading.Event().wait()
    except BaseException:
        os._exit(1)
""",
    "even if the main thread began to wait just before": """
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()  # which hears signals
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # this thread is not woken by them
    threading.Event().wait()
""",
}


@pytest.mark.parametrize("body", INTERRUPTED.values(), ids=INTERRUPTED)
def test_an_interrupt_ends_it(body):
    code = "import os, signal, threading\nfrom byways.interop import engine\ndef run(self):" + body
    code += "engine.Engine.run = run\nengine.main()\n"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=200).returncode == 130


def test_answers_that_cannot_be_written_are_a_failure():
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no full device")
    asked = json.dumps({"id": 1, **TROLL, "simulations": 5}).encode()
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "byways.interop.engine"]
        run = subprocess.run(command, input=asked, stdout=full, stderr=subprocess.PIPE, timeout=200, check=False)
    assert (run.returncode, run.stderr) == (1, b"byways: an answer cannot be written: No space left on device\n")


def test_it_ends_quietly_when_nobody_listens():
    command = (
        f"echo '{json.dumps({'id': 1, **TROLL, 'seconds': 6_000})}' | {sys.executable} -m byways.interop.engine | true"
    )
    run = subprocess.run(["sh", "-c", command], capture_output=True, timeout=200)
    assert run.stderr == b""


# The JSON Schema of the engine protocol


def test_the_schema_names_every_field(capsys):
    assert main(["engine", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema == json.loads(json.dumps(protocol_schema()))
    request, answer = schema["$defs"]["Request"], schema["$defs"]["Answer"]
    assert set(request["properties"]) == set(TYPES)
    assert request["required"] == ["id"]
    assert request["properties"]["level"]["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": 10}
    assert set(answer["properties"]) == set(Answer.__struct_fields__)
    for refers in re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)):
        assert refers in schema["$defs"]
