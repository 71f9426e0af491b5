"""Runs on a Ray cluster: lost workers and nodes, chunks, machines that differ, addresses that do not answer.

Most play by a small stand-in for Ray, in this process; `test_ray_cluster.py` has real ones.
"""

import importlib
import json
import math
import pickle
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from types import ModuleType, SimpleNamespace

import msgspec
import pytest

import byways
from byways.arena.exports import without_times
from byways.arena.run import fingerprint as fingerprints, kept, ray_address, ray_head, runner
from byways.cli import main
from byways.lab.report import report as reports
from byways.lab.report.plan import ReportPlan, level
from byways.workers.pool import ProcessesError

WORDS = ["match", "troll", "plain:simulations=10", "random", "--size", "4", "--games", "12", "--json"]
ERRORS = ("WorkerCrashedError", "NodeDiedError", "OutOfMemoryError", "ObjectLostError", "RaySystemError")


def exceptions():
    """The module of Ray's errors."""
    module = ModuleType("ray.exceptions")
    module.RayError = type("RayError", (Exception,), {})
    for name in ERRORS:
        setattr(module, name, type(name, (module.RayError,), {}))
    return module


@dataclass(eq=False)
class Place:
    """Where the answer to a chunk will be."""

    number: int
    given: tuple


class StandIn(ModuleType):
    """A cluster. Chunks are done when they are waited for, the last first; `losses` says which are lost."""

    def __init__(self):
        super().__init__("ray")
        self.exceptions = exceptions()
        self.cores = 2
        self.losses = lambda number, tasks: None
        self.sent, self.most, self.up, self.events = [], 0, False, []
        self.done = {}

    def is_initialized(self):
        return self.up

    def init(self, address, **given):
        print("Ray says hello")
        self.up = True
        self.events.append((address, given))

    @contextmanager
    def head(self, cores):
        self.events.append(("head", cores))
        yield "127.0.0.1:6379"
        self.events.append("ended")

    def late(self):
        """Tell of a loss, as a thread of Ray's does."""
        thread = threading.Thread(target=print, args=("a node was lost",), name="ray_listen_error_messages")
        thread.start()
        thread.join()

    def shutdown(self):
        print("Ray says goodbye")
        self.up = False
        self.events.append("shutdown")

    def cluster_resources(self):
        return {"CPU": float(self.cores)}

    def put(self, value):
        self.late()
        return value

    def remote(self, function):
        """The function as the cluster calls it."""
        self.function = function

        def send(*given):
            self.sent.append(given[1])
            return Place(len(self.sent) - 1, given)

        def options(**given):
            assert given == {"max_retries": 0, "num_cpus": 1}
            return SimpleNamespace(remote=send)

        return SimpleNamespace(options=options)

    def wait(self, places, num_returns, timeout):
        self.most = max(self.most, len(places))
        if num_returns == 1:
            self.do(places[-1])
        ready = [place for place in places if place.number in self.done]
        return ready, [place for place in places if place not in ready]

    def do(self, place):
        lost = self.losses(place.number, place.given[1])
        self.done[place.number] = lost or self.function(*pickle.loads(pickle.dumps(place.given)))

    def get(self, place):
        answer = self.done.pop(place.number)
        if isinstance(answer, Exception):
            raise answer
        return pickle.loads(pickle.dumps(answer))

    def cancel(self, place, force):
        self.events.append(("cancel", place.number))


@pytest.fixture
def ray(monkeypatch):
    """The stand-in, in place of Ray."""
    made = StandIn()
    monkeypatch.setitem(sys.modules, "ray", made)
    monkeypatch.setitem(sys.modules, "ray.exceptions", made.exceptions)
    monkeypatch.setattr(ray_address, "find_spec", lambda name: name)
    monkeypatch.setattr(ray_address, "_note", lambda: ray_address.Path("nowhere"))
    monkeypatch.setattr(ray_head, "head", made.head)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.delitem(sys.modules, "byways.arena.run.ray", raising=False)
    yield made
    sys.modules.pop("byways.arena.run.ray", None)


def run_on_ray(work, tasks, address, **named):
    module = importlib.import_module("byways.arena.run.ray")
    with module.joined(address):
        yield from module.run_on_ray(work, tasks, **named)


def double(number):
    return 2 * number


def fails_at_3(number):
    if number == 3:
        raise byways.OptionError("some.code", "number {number}", option="number", number=number, allowed="none")
    return number


begun = []


def begin():
    begun.append(1)


# Tasks


def test_all_tasks_are_done_once_in_growing_chunks_and_slow_ones_travel_alone(ray, monkeypatch):
    assert sorted(run_on_ray(double, range(500), "local")) == [2 * number for number in range(500)]
    sizes = [len(tasks) for tasks in ray.sent]
    assert sizes[:4] == [1] * 4, "as nobody knows yet how long a task takes"
    assert max(sizes) > 50
    assert sum(sizes) == 500
    module = importlib.import_module("byways.arena.run.ray")
    ray.sent.clear()
    clock = iter(range(10_000))
    monkeypatch.setattr(module.time, "perf_counter", lambda: next(clock))
    assert len(list(run_on_ray(double, range(40), "local"))) == 40
    assert {len(tasks) for tasks in ray.sent} == {1}


def test_no_more_than_two_chunks_a_core_are_in_flight_and_tasks_are_read_as_needed(ray):
    read = []

    def tasks():
        for number in range(10_000):
            read.append(number)
            yield number

    ray.cores = 3
    results = run_on_ray(double, tasks(), "local")
    assert len(list(islice(results, 5))) == 5
    assert ray.most == 6
    assert len(read) < 40
    waiting = len(ray.sent) - 5
    results.close()
    assert len([event for event in ray.events if event[0] == "cancel"]) >= waiting - 1
    assert ray.events[-1] == "shutdown"


def test_workers_begin_once_and_a_cluster_without_cores_is_asked_for_some(ray, caplog):
    begun.clear()
    ray.cores = 0
    assert sorted(run_on_ray(double, range(5), "local", begin=begin)) == [0, 2, 4, 6, 8]
    assert begun == [1]
    assert caplog.messages == ["Ray has no core for this now; waiting for a node"]


def test_lost_chunks_are_done_again_and_nothing_twice(ray):
    exceptions = ray.exceptions
    kinds = (exceptions.WorkerCrashedError, exceptions.NodeDiedError, exceptions.ObjectLostError)
    ray.losses = lambda number, tasks: kinds[number % 3]("gone") if number % 4 == 1 else None
    assert sorted(run_on_ray(double, range(300), "local")) == [2 * number for number in range(300)]
    assert sum(map(len, ray.sent)) > 300
    ray.sent.clear()
    ray.losses = lambda number, tasks: exceptions.NodeDiedError("gone") if number < 40 else None
    assert sorted(run_on_ray(double, range(20), "local")) == [2 * number for number in range(20)], "no task's fault"


def test_a_task_that_always_loses_its_worker_is_named(ray):
    ray.losses = lambda number, tasks: ray.exceptions.WorkerCrashedError("killed") if 200 in tasks else None
    found = []
    with pytest.raises(
        ProcessesError, match=r"the worker that did this was lost 3 times \(WorkerCrashedError: killed\): 200"
    ):
        found.extend(run_on_ray(double, range(10_000), "local"))
    alone = [tasks for tasks in ray.sent if 200 in tasks]
    assert [len(tasks) == 1 for tasks in alone] == [False] * 3 + [True] * 3
    assert ray.events[-1] == "shutdown"


def test_what_a_task_raises_is_raised_here_and_a_worker_that_cannot_begin_named_in_one_line(ray):
    found = []
    with pytest.raises(byways.OptionError, match="number 3"):
        found.extend(run_on_ray(fails_at_3, range(4), "local"))
    assert 3 not in found
    ray.losses = lambda number, tasks: ray.exceptions.RaySystemError("No module named 'byways'\nand a traceback")
    with pytest.raises(ProcessesError, match=r"cannot do this: RaySystemError: No module named 'byways'$"):
        list(run_on_ray(double, range(4), "local"))


# Connecting


def test_auto_starts_ray_here_and_stops_it(ray, capsys):
    assert len(list(runner(2, ray="auto")(double, range(3)))) == 3
    started, (address, given), *_ = ray.events
    assert (started, address, given["log_to_driver"]) == (("head", 2), "127.0.0.1:6379", False)
    assert ray.events[-2:] == ["shutdown", "ended"]
    said = capsys.readouterr()
    assert said.out == "", "what Ray prints is no output of ours"
    assert said.err == "Ray says hello\na node was lost\nRay says goodbye\n"


def test_all_runs_of_a_command_share_one_connection(ray):
    run = runner(2, ray="auto")
    for _ in range(2):
        ray.events.clear()
        with kept(run):
            for _ in range(3):
                assert sorted(run(double, range(3))) == [0, 2, 4]
            assert [event[0] for event in ray.events] == ["head", "127.0.0.1:6379"]
        assert ray.events[-2:] == ["shutdown", "ended"]
    ray.events.clear()
    assert [len(list(run(double, range(3)))) for _ in range(2)] == [3, 3]
    assert ray.events.count("ended") == 2, "without a context each run has its own"


def test_a_head_that_dies_at_its_start_is_tried_again_with_other_ports_and_then_named(monkeypatch):
    commands = []

    def dies(command):
        commands.append([word for word in command if "port=" in word])
        return [sys.executable, "-c", "print('the port is taken'); raise SystemExit(1)"]

    monkeypatch.setattr(ray_head, "_command", dies)
    with pytest.raises(ProcessesError, match=r"in 3 tries \(the port is taken\)"), ray_head.head(2):
        pass
    ports = [word.partition("=")[2] for words in commands for word in words]
    assert len(commands) == ray_head.TRIES
    assert len(ports) == 3 * 5
    assert all(len(set(words)) == 5 for words in commands)


def test_the_sockets_of_a_head_have_short_names_wherever_files_of_a_while_are_kept(monkeypatch, tmp_path):
    deep = tmp_path / ("a" * 60)
    deep.mkdir()
    folders = []

    def dies(command):
        folders.extend(word.partition("=")[2] for word in command if word.startswith("--temp-dir="))
        return [sys.executable, "-c", "raise SystemExit(1)"]

    monkeypatch.setattr(ray_head, "_command", dies)
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    for wanted in (str(deep), ""):
        monkeypatch.setenv("RAY_TMPDIR", wanted)
        with pytest.raises(ProcessesError), ray_head.head(2):
            pass
    socket_name = "/session_2026-01-01_00-00-00_000000_1234567/sockets/plasma_store"
    assert len(folders) == 2 * ray_head.TRIES
    assert all(len(folder + socket_name) <= 107 for folder in folders)  # what the system takes


def test_a_ray_that_this_process_has_joined_stays(ray):
    ray.up, ray.late = True, lambda: None
    assert len(list(run_on_ray(double, range(3), "local"))) == 3
    assert ray.events == []


def test_the_json_is_the_same_on_ray_and_runs_go_on_there(ray, capsys, tmp_path):
    assert main(WORDS) == 0
    here = capsys.readouterr().out
    ray.losses = lambda number, tasks: ray.exceptions.WorkerCrashedError("killed") if number in (2, 5) else None
    assert main([*WORDS, "--ray", "auto", "-o", str(tmp_path)]) == 0
    assert "Ray" not in (there := capsys.readouterr().out)
    assert there == here
    sent = len(ray.sent)
    assert main([*WORDS, "-o", str(tmp_path)]) == 0
    assert main([*WORDS, "--ray", "auto", "-o", str(tmp_path)]) == 0
    assert len(ray.sent) == sent, "a finished run answers at once"


def test_a_report_and_an_exploration_are_the_same_on_ray(ray, tmp_path, monkeypatch):
    monkeypatch.setattr(
        reports, "plan_for", lambda variant, seed, *, quick: ReportPlan(seed, quick, 50, (level(1, 4),))
    )
    report = ["report", "troll", "--size", "4", "--quick", "-o"]
    explore = ["explore", "troll", "--vary", "size=4,5", "--level", "1", "--batch", "2", "--budget", "4", "-o"]
    for words, name in ((report, "report.json"), (explore, "explore.json")):
        assert main([*words, str(tmp_path / name / "here"), "--jobs", "1"]) == 0
        sent = len(ray.sent)
        assert main([*words, str(tmp_path / name / "there"), "--ray", "auto"]) == 0
        assert len(ray.sent) > sent
        here, there = (json.loads((tmp_path / name / at / name).read_text()) for at in ("here", "there"))
        assert without_times(here) == without_times(there)


def test_what_is_no_address_is_refused_and_without_the_extra_it_is_said_what_to_install(ray, capsys, monkeypatch):
    for address in ("ray", "ray://head:10001", "head:", ":6379", "head:0", "head:70000"):
        assert main([*WORDS, "--ray", address]) == 2
        said = f'byways: {address!r} is no address of a Ray cluster: it must be "auto" or HOST:PORT of its head\n'
        assert capsys.readouterr().err == said
    monkeypatch.setattr(ray_address, "find_spec", lambda name: None)
    assert main([*WORDS, "--ray", "auto"]) == 2
    said = 'byways: this needs ray, which is not installed; install it by: pip install "byways[ray]"\n'
    assert capsys.readouterr().err == said


def test_an_address_that_does_not_answer_is_said_in_one_line(ray, capsys, monkeypatch):
    monkeypatch.setattr(ray_address, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(ray_address, "_ASKING", (sys.executable, "-S", "-c", "print(1, flush=True); input()"))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        assert main([*WORDS, "--ray", address]) == 1
        assert capsys.readouterr().err == f"byways: Ray at {address}: no answer within 0.2 s\n"
        monkeypatch.setenv("RAY_ADDRESS", address)
        assert main([*WORDS, "--ray", "auto"]) == 1
    assert main([*WORDS, "--ray", address]) == 1
    assert capsys.readouterr().err.endswith(f"byways: Ray at {address}: Connection refused\n")
    assert ray.events == []


def test_the_limit_leaves_time_for_the_rest():
    assert ray_address.ANSWER_SECONDS < 10


@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
def test_what_speaks_otherwise_is_not_ray(monkeypatch):
    monkeypatch.setattr(ray_address, "ANSWER_SECONDS", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            while True:
                connection, _ = server.accept()
                with connection:
                    connection.recv(1000)
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n")

        threading.Thread(target=serve, daemon=True).start()
        with pytest.raises(ProcessesError, match="no answer within 1 s"):
            ray_address.found(f"127.0.0.1:{server.getsockname()[1]}")


@pytest.mark.parametrize(
    ("asking", "reason"),
    [
        ("print(1); print(2)", None),
        ("print(1, flush=True); import time; time.sleep(600)", "no answer within 0.5 s"),
        ("import sys; sys.exit('there is no Ray')", "it ended with status 1"),
    ],
)
def test_a_head_is_asked_by_a_process_of_its_own(monkeypatch, asking, reason):
    monkeypatch.setattr(ray_address, "ANSWER_SECONDS", 0.5 if "sleep" in asking else 100.0)
    monkeypatch.setattr(ray_address, "_ASKING", (sys.executable, "-S", "-c", asking))
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        if reason:
            with pytest.raises(ProcessesError, match=f"Ray at {address}: {reason}"):
                ray_address.found(address)
        else:
            assert ray_address.found(address) == address


def test_auto_passes_over_the_note_of_a_head_that_is_gone(monkeypatch, tmp_path):
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    (tmp_path / "ray").mkdir()
    assert ray_address.found("auto") == "local"
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    (tmp_path / "ray" / "ray_current_cluster").write_text(f"127.0.0.1:{port}")
    assert ray_address.found("auto") == "local"


# Fingerprints


@pytest.mark.parametrize("part", ["byways", "kernels", "arithmetic"])
def test_workers_that_differ_are_refused(ray, monkeypatch, part):
    module = importlib.import_module("byways.arena.run.ray")
    here = fingerprints.fingerprint()
    there = msgspec.structs.replace(here, **{part: "another"})
    answers = iter([here, *[there] * 100])
    monkeypatch.setattr(module, "fingerprint", lambda: next(answers))
    with pytest.raises(
        ProcessesError, match=rf"plays other games: its {part} is another, not .* \(--mixed allows it\)"
    ):
        list(run_on_ray(double, range(3), "local"))
    assert len(list(run_on_ray(double, range(3), "local", mixed=True))) == 3


def test_a_fingerprint_depends_on_code_and_arithmetic(monkeypatch, tmp_path):
    one = fingerprints.fingerprint()
    assert one == fingerprints.fingerprint.__wrapped__()
    assert one.differs(one) is None
    erf = math.erf
    monkeypatch.setattr(fingerprints.math, "erf", lambda x: math.nextafter(erf(x), 2) if x == 1 / 256 else erf(x))
    assert one.differs(fingerprints.fingerprint.__wrapped__()) == "arithmetic"
    monkeypatch.undo()
    (tmp_path / "mine.py").write_text("GAME = None")
    monkeypatch.setenv("BYWAYS_GAMES", f"{tmp_path / 'mine.py'},not.there,{tmp_path / 'neither.py'}")
    other = fingerprints.fingerprint.__wrapped__()
    assert one.differs(other) == "kernels"
    (tmp_path / "mine.py").write_text("GAME = 1")
    assert other.differs(fingerprints.fingerprint.__wrapped__()) == "kernels"


def test_a_run_goes_on_only_with_the_same_arithmetic(tmp_path, capsys, monkeypatch):
    words = ["match", "troll", "random", "random", "--size", "4", "--games", "2", "-o", str(tmp_path)]
    assert main(words) == 0
    other = fingerprints.Fingerprint(byways.__version__, fingerprints.fingerprint().kernels, "another")
    monkeypatch.setattr(fingerprints, "fingerprint", lambda: other)
    assert main(words) == 1
    assert "holds a run of a machine that calculates otherwise" in capsys.readouterr().err
    assert main([*words, "--mixed"]) == 1, "what was begun by one kind of machine stays so"


def test_everything_that_plays_is_in_the_fingerprint():
    script = "import sys, byways.arena.run, byways.arena.players; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    folders = {name.split(".")[1] for name in loaded if name.count(".") > 1 and name.startswith("byways.")}
    assert folders - set(fingerprints.PLAYING) <= {"statistics", "lab", "draw", "solve"}
    assert len(folders) > 4
