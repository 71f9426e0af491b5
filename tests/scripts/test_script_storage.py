"""What the browser keeps goes through one script (tested in storage.test.js), which knows the boards that there are."""

import re
from pathlib import Path

import byways
from byways.draw import BOARDS

SCRIPTS = Path(byways.__file__).parent / "site" / "static"
STORAGE = SCRIPTS / "common" / "storage.js"


def test_one_script_touches_what_the_browser_keeps_and_knows_the_boards_that_are_drawn():
    touching = [path for path in SCRIPTS.rglob("*.js") if re.search("localStorage|sessionStorage", path.read_text())]
    assert touching == [STORAGE]
    listed = re.search(r'board: choice\("byways-board", (.*)\)', STORAGE.read_text())[1]
    assert re.findall(r'"(\w+)"', listed) == list(BOARDS)
