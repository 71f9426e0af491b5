"""Hex with a mistake in it: the example's source, in which a part does something else."""

import inspect
import re

from examples import hex

SOURCE = inspect.getsource(hex)
ENDLESS = "    while True:\n        pass\n"
IN_C = '    import re\n    re.match("(a+)+$", "a" * 40 + "b")\n'  # it keeps Python's lock for years


def rule(name, body, source=SOURCE):
    """Hex in which a kernel has another body."""
    heads = {
        "setup": "geometry: Ints, state: Ints) -> None",
        "legal_actions": "geometry: Ints, state: Ints, out: Ints) -> int",
        "apply": "geometry: Ints, state: Ints, action: int) -> None",
    }
    mine = f'@kernel\ndef my_{name}({heads[name]}:\n    """Do something else."""\n{body}'
    return other(f"rules=replace(GAME.rules, {name}=my_{name})", mine, source)


def other(fields, before="", source=SOURCE):
    """Hex with other fields."""
    imports = source.replace("\nfrom byways", "\nfrom dataclasses import replace\n\nfrom byways", 1)
    return f"{imports}\n\n{before}\n\nGAME = replace(GAME, {fields})\n"


def named(name, source):
    """The same game under another name, as every test needs it: pages are kept by it."""
    return re.sub(r'name="hex"', f'name="{name}"', source, count=1)


def line_of(source, text):
    """The number of the line in which a text stands for the first time."""
    return source[: source.index(text)].count("\n") + 1
