"""What docs/guides/your-own-game.md shows, step by step, as its reader does it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = (Path(__file__).parents[1] / "docs/guides/your-own-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
SHELL = re.findall(r"^    (byways .*)$", GUIDE, re.M)
pytestmark = pytest.mark.slow


class Reader:
    """Somebody who does in a folder what the page says."""

    def __init__(self, folder):
        self.folder, self.file = folder, folder / "ridges.py"
        self.environment = {name: value for name, value in os.environ.items() if name != "BYWAYS_GAMES"}

    def run(self, *words):
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=280, check=False
        )

    def byways(self, line):
        return self.run("-m", "byways", *line.split()[1:])

    def put(self, block):
        """Put functions in the place of those of the same names; new ones before GAME."""
        text = self.file.read_text()
        for kernel in re.split(r"^(?=@kernel\n)", block, flags=re.M)[1:]:
            name = re.search(r"def (\w+)", kernel)[1]
            there = re.search(rf"^@kernel\ndef {name}\(.*?\n(?=\n\n)", text, re.M | re.S)
            at, to = there.span() if there else (text.index("GAME = Game("),) * 2
            text = text[:at] + kernel.rstrip() + "\n" + ("" if there else "\n\n") + text[to:]
        self.file.write_text(text)

    def exchange(self, pattern, text):
        changed, times = re.subn(pattern, lambda _: text, self.file.read_text(), flags=re.M)
        assert times == 1, pattern
        self.file.write_text(changed)


def test_the_page_leads_to_a_game_with_everything(tmp_path):
    reader = Reader(tmp_path)
    new, tried, check, listed, match = SHELL
    assert tried == "byways try ridges.py"
    assert reader.byways(new).returncode == 0
    assert "def allows" in BLOCKS[0]
    reader.put(BLOCKS[0])
    reader.exchange(r"^from byways\.cells import .*$", re.search(r"`(from byways\.cells import [^`]*)`", GUIDE)[1])
    broken = reader.byways(check)
    assert broken.returncode == 1
    expected = re.search(r"^```text\n(.*?) …\n```", GUIDE, re.M | re.S)[1]
    assert " ".join(expected.split()) in " ".join(broken.stdout.split())
    reader.put(BLOCKS[1])
    reader.exchange(r"^CONNECTION = 1.*$", "CONNECTION, BLOCKED = 1, 2")
    reader.exchange(r"cells import directions", "cells import cells, directions")
    reader.exchange(r"turns import finish", "turns import NOBODY, finish")
    for line in BLOCKS[2].strip().splitlines():
        reader.exchange(rf"^    {line.strip().partition('=')[0]}=.*$", line)
    whole = reader.byways(check)
    assert (whole.returncode, whole.stdout) == (0, "all 23 checks passed\n"), whole.stdout
    assert "`all 23 checks passed`" in GUIDE
    reader.environment["BYWAYS_GAMES"] = str(reader.file)
    assert "cells on each side" in reader.byways(listed).stdout
    assert "4 games:" in reader.byways(match).stdout
    for block in BLOCKS[3:]:
        ran = reader.run("-c", block)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout
