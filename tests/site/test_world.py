"""What tests start does not outlive them, however they end."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from site_world import until

MAKE = {
    "postgresql": """
import postgres_world
made = postgres_world.Postgres()
print(int((made.folder / "data" / "postmaster.pid").read_text().split()[0]), made.folder, flush=True)
""",
    "server": """
import pathlib, site_world
made = site_world.Server(pathlib.Path(sys.argv[1]))
print(made.process.pid, "", flush=True)
""",
}


def outlived(what, *arguments):
    """Let a process start something, kill it, and wait until what it started is gone, too."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); {MAKE[what]}\nimport time; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True) as process:
        number, folder = process.stdout.readline().rstrip("\n").split(" ")
        os.kill(int(number), 0)
        process.send_signal(signal.SIGKILL)
        until(lambda: not Path(f"/proc/{number}").exists() or zombie(number), what=f"the end of the {what}")
        until(lambda: not folder or not Path(folder).exists(), what="the end of its folder")


def zombie(number):
    """Whether it is gone but for those who should have waited for it."""
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


@pytest.mark.torture
def test_a_database_does_not_outlive_tests_that_are_killed(postgres):
    outlived("postgresql")


@pytest.mark.torture
def test_a_server_does_not_outlive_tests_that_are_killed(tmp_path):
    outlived("server", str(tmp_path))
