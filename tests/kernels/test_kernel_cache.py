"""The cache of machine code: two that compile the same, one that is killed, a folder that cannot be written to."""

import errno
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from byways import kernels
from byways.kernels import cache as kernel_cache, compiler
from byways.kernels.cache import KernelCache, is_being_made
from byways.rules import defaults

COMPILE = "from byways.rules import defaults; from byways.kernels import compiled; compiled(defaults.playout)"
LIGHT = f"import sys; {COMPILE}; print(*(name in sys.modules for name in ('numba.np.npyimpl', 'scipy.linalg')))"
HITS = f"{COMPILE}; print(*(sum(stats.values()) for stats in compiled(defaults.playout).stats[1:]))"


def run(code, cache, **more):
    environment = {**os.environ, "BYWAYS_CACHE": str(cache)} | more
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)


def hits_and_misses(cache):
    return tuple(map(int, run(HITS, cache).stdout.split()))


def folder_in(cache, monkeypatch):
    monkeypatch.setenv("BYWAYS_CACHE", str(cache))
    return compiler._place(defaults.playout)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A cache in which the kernel is."""
    cache = tmp_path_factory.mktemp("compiled")
    run(COMPILE, cache)
    return cache


@pytest.fixture
def folder(compiled, tmp_path, monkeypatch):
    """The kernel's folder in a copy of that cache."""
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    return folder_in(tmp_path, monkeypatch)


def test_what_is_compiled_once_is_read_the_next_time(tmp_path, monkeypatch):
    folder = folder_in(tmp_path, monkeypatch)
    assert not kernels.is_kept(defaults.playout)
    assert hits_and_misses(tmp_path) == (0, 1)
    assert kernels.is_kept(defaults.playout)
    assert hits_and_misses(tmp_path) == (1, 0)
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == [], "nothing is left over"
    assert run(LIGHT, tmp_path).stdout == "False False\n", "reading loads neither numba's compiler nor SciPy"


def test_of_two_processes_that_compile_the_same_the_second_waits_and_reads(tmp_path):
    environment = {**os.environ, "BYWAYS_CACHE": str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", HITS], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(2)
    ]
    found = sorted(tuple(map(int, process.communicate(timeout=120)[0].split())) for process in both)
    assert found == [(0, 1), (1, 0)]


def test_a_folder_in_work_is_known_and_its_lock_ends_with_its_process(tmp_path, monkeypatch):
    folder = folder_in(tmp_path, monkeypatch)
    folder.mkdir(parents=True)
    hold = (
        "import time; from pathlib import Path; from byways.kernels.cache import _lock\n"
        f"lock = _lock(Path({str(folder)!r}), wait=True); print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", hold], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        assert is_being_made(folder)
        process.kill()
        process.wait()
    assert not is_being_made(folder)


@pytest.mark.torture
@pytest.mark.parametrize("point", ["before", "between"])
def test_a_process_that_is_killed_while_it_writes_leaves_no_broken_cache(tmp_path, monkeypatch, point):
    """Before anything is moved into the folder, and after the machine code but before its index."""
    folder = folder_in(tmp_path, monkeypatch)
    die = (
        "import os, signal; whole, moved = os.replace, []\n"
        "def replace(source, target):\n"
        "    if '.making-' in str(source) and '.tmp.' not in str(source):\n"
        f"        if len(moved) == {int(point == 'between')}: os.kill(os.getpid(), signal.SIGKILL)\n"
        "        moved.append(target)\n"
        "    whole(source, target)\n"
        "os.replace = replace\n"
    )
    environment = {**os.environ, "BYWAYS_CACHE": str(tmp_path)}
    killed = subprocess.run([sys.executable, "-c", die + COMPILE], env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not kernels.is_kept(defaults.playout)
    assert any(path.name.startswith(".making-") for path in folder.iterdir()), "it was in the middle of it"
    assert hits_and_misses(tmp_path) == (0, 1)
    assert hits_and_misses(tmp_path) == (1, 0)
    assert not any(path.name.startswith(".making-") for path in folder.iterdir()), "what was left over is gone"


@pytest.mark.torture
def test_a_process_may_be_killed_at_any_moment(tmp_path):
    environment = {**os.environ, "BYWAYS_CACHE": str(tmp_path)}
    for wait in (0.4, 0.6, 0.8, 1.2):
        process = subprocess.Popen([sys.executable, "-c", COMPILE], env=environment)
        time.sleep(wait)
        process.kill()
        process.wait()
    hits_and_misses(tmp_path)
    assert hits_and_misses(tmp_path) == (1, 0)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_machine_code_that_a_power_cut_has_emptied_is_made_anew(tmp_path, folder, suffix):
    (damaged,) = folder.rglob(f"*{suffix}")
    damaged.write_bytes(b"")
    assert hits_and_misses(tmp_path) == (0, 1)
    assert hits_and_misses(tmp_path) == (1, 0)


def test_machine_code_of_a_module_that_no_other_process_can_import_is_made_anew(tmp_path):
    """A module that its loader has not entered in `sys.modules` is called "<dynamic>" by numba."""
    source = tmp_path / "elsewhere.py"
    source.write_text(
        "from byways.kernels import Ints, kernel\n\n\n"
        "@kernel\ndef double(geometry: Ints, state: Ints, action: int) -> None:\n    state[0] = 2 * action\n"
    )
    load = (
        "import importlib.util, numpy, sys; from byways.kernels import compiled\n"
        f"spec = importlib.util.spec_from_file_location('elsewhere', {str(source)!r})\n"
        "module = importlib.util.module_from_spec(spec)\n"
        "{}\n"
        "spec.loader.exec_module(module)\n"
        "machine, state = compiled(module.double), numpy.zeros(1, numpy.int16)\n"
        "machine(state, state, 4)\n"
        "print(state[0], *(sum(stats.values()) for stats in machine.stats[1:]))"
    )
    entered = load.format("sys.modules['elsewhere'] = module")
    found = [run(code, tmp_path / "cache").stdout for code in (load.format(""), load.format(""), entered, entered)]
    assert found == ["8 0 1\n", "8 0 1\n", "8 0 1\n", "8 1 0\n"]


def test_a_cache_that_can_only_be_read_is_read_and_machine_code_of_another_numba_is_not_taken(folder, tmp_path):
    # Tests may run as root, who may write anywhere: so the system's word is put into its mouth
    refuse = (
        "import os, tempfile; from pathlib import Path\n"
        "whole = os.utime\n"
        f"def utime(path, *more, **named):\n"
        f"    if str(path).startswith({str(tmp_path)!r}): raise OSError(30, 'Read-only file system')\n"
        "    whole(path, *more, **named)\n"
        "os.utime = utime\n"
    )
    before = sorted(folder.rglob("*"))
    ran = run(refuse + HITS, tmp_path)
    assert ran.stdout.split() == ["1", "0"]
    assert ran.stderr.count("\n") == 1
    assert f"machine code cannot be kept in {tmp_path} (Read-only file system)" in ran.stderr
    assert sorted(folder.rglob("*")) == before
    assert kernels.is_kept(defaults.playout)
    (index,) = folder.rglob("*.nbi")
    theirs = index.rename(index.with_name(index.name.replace(".py3", ".py2")))
    assert not kernels.is_kept(defaults.playout)
    theirs.rename(index)
    index.write_bytes(pickle.dumps("0.1.0") + index.read_bytes())
    assert not kernels.is_kept(defaults.playout)


def test_a_full_disk_costs_the_keeping_and_not_the_kernel(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv(kernel_cache._SAID, "")  # so that it is put back
    monkeypatch.delenv(kernel_cache._SAID)
    monkeypatch.setattr(kernel_cache, "_troubles", [])
    monkeypatch.setenv("BYWAYS_CACHE", str(tmp_path))

    monkeypatch.setattr(kernel_cache, "read", lambda cache, signature, context: None)

    class Full:
        def __init__(self, folder):
            self.cache_path = str(folder / "sub")
            Path(self.cache_path).mkdir(exist_ok=True)

        def save_overload(self, signature, made):
            Path(self.cache_path, "half.nbc").write_bytes(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")

    for _ in range(2):
        with KernelCache(tmp_path, Full) as cache:
            assert cache.load_overload("signature", None) is None
            cache.save_overload("signature", "machine code")
    assert [record.getMessage().count("No space left on device") for record in caplog.records] == [1], "said once"
    assert kernel_cache.trouble() == "No space left on device"
    assert not list(tmp_path.rglob("*.nbc"))
    assert not list(tmp_path.glob(".making-*"))


def test_processes_that_are_started_afterwards_do_not_say_it_again(tmp_path):
    (tmp_path / "file").touch()
    code = f"import subprocess, sys; {COMPILE}; subprocess.run([sys.executable, '-c', {COMPILE!r}], check=True)"
    ran = run(code, tmp_path / "file")
    assert ran.stderr.count("cannot be kept") == 1
