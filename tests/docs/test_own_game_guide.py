"""What docs/guides/your-own-game.md shows, step by step, as its reader does it."""

import re
import sys

import pytest

from byways import registry
from byways.cli import main
from docs.pages import GUIDES, blocks

GUIDE, BLOCKS = GUIDES["your-own-game"], blocks("your-own-game")
SHELL = re.findall(r"^    (byways .*)$", GUIDE, re.M)


class Module:
    """The module of the game that a reader edits."""

    def __init__(self, file):
        self.file = file

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


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_stays")
def test_the_page_leads_to_a_game_with_everything(tmp_path, monkeypatch, capsys):
    def byways(line):
        return main(line.split()[1:]), capsys.readouterr().out

    module = Module(tmp_path / "ridges.py")
    new, tried, check, listed, match = SHELL
    assert tried == "byways try ridges.py"
    assert byways(new)[0] == 0
    assert "def allows" in BLOCKS[0]
    module.put(BLOCKS[0])
    module.exchange(r"^from byways\.cells import .*$", re.search(r"`(from byways\.cells import [^`]*)`", GUIDE)[1])
    status, said = byways(check)
    expected = re.search(r"^```text\n(.*?) …\n```", GUIDE, re.M | re.S)[1]
    assert status == 1
    assert " ".join(expected.split()) in " ".join(said.split())
    module.put(BLOCKS[1])
    module.exchange(r"^CONNECTION = 1.*$", "CONNECTION, BLOCKED = 1, 2")
    module.exchange(r"cells import directions", "cells import cells, directions")
    module.exchange(r"turns import finish", "turns import NOBODY, finish")
    for line in BLOCKS[2].strip().splitlines():
        module.exchange(rf"^    {line.strip().partition('=')[0]}=.*$", line)
    registry._load.cache_clear()  # as a new process does
    assert byways(check) == (0, "all 23 checks passed\n")
    assert "`all 23 checks passed`" in GUIDE
    monkeypatch.setenv(registry.VARIABLE, str(module.file))
    registry._load.cache_clear()
    assert "cells on each side" in byways(listed)[1]
    assert "4 games:" in byways(match)[1]
    monkeypatch.delitem(sys.modules, "byways.interop.gymnasium", raising=False)  # which knows the games of its import
    for block in BLOCKS[3:]:
        exec(block, {})
        assert capsys.readouterr().out
