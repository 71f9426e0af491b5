"""The container file and the systemd unit, as far as a machine without either can check them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from byways.cli.commands import app

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "byways.service").read_text(encoding="utf-8")


def instructions():
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), flags=re.M)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [tuple(line.split(maxsplit=1)) for line in lines if line]


def test_the_container_runs_as_nobody_in_particular_and_keeps_its_data_in_a_volume():
    last = [n for n, (word, _) in enumerate(instructions()) if word == "FROM"][-1]
    said = dict(instructions()[last:])
    assert all(word.isupper() for word, _ in instructions())
    assert said["USER"] not in ("0", "root")
    settings = dict(pair.split("=", 1) for pair in said["ENV"].split())
    assert settings["BYWAYS_DATA"].startswith(said["VOLUME"])
    assert settings["BYWAYS_CACHE"].startswith(said["VOLUME"])
    assert "/health/reading" in said["HEALTHCHECK"]
    assert not any("byways warm" in text for _, text in instructions()), "machine code depends on the processor"


def test_what_is_copied_into_the_image_is_there():
    kept = [line[1:] for line in (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines() if line[0] == "!"]
    assert kept
    assert all((ROOT / name).exists() for name in kept if name != "site-docs"), "which `make docs` makes"


@pytest.mark.parametrize("text", [dict(instructions())["CMD"], re.search(r"ExecStart=(.*)", UNIT)[1]])
def test_the_command_lines_are_understood(text):
    words = re.findall(r"[\w./-]+", text.partition("bin/byways ")[2] or text)
    command, bound, *_ = app.parse_args(words, print_error=False, exit_on_error=False)
    assert command.__name__ == "serve"
    assert bound.arguments["no_browser"]


def test_the_unit_lets_machine_code_be_made_and_kept():
    assert not re.search(r"^MemoryDenyWriteExecute=", UNIT, re.M)
    assert "BYWAYS_CACHE=/var/cache/byways" in UNIT
    assert re.search(r"^CacheDirectory=byways$", UNIT, re.M)
    assert "BYWAYS_DATA=/var/lib/byways" in UNIT
    assert re.search(r"^StateDirectory=byways$", UNIT, re.M)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit_and_finds_it_hardened(tmp_path):
    unit = tmp_path / "byways.service"
    unit.write_text(UNIT.replace("/opt/byways/bin/byways", "/bin/true"), encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True, check=False
    ).stdout
    assert float(re.search(r"Overall exposure level for \S+: ([\d.]+)", said)[1]) < 3
