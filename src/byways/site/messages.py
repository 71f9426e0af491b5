"""The texts to translate: the games' own, and those of the pages' scripts.

`scripts/setup/catalogues` adds what stands in sources and templates.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

from byways.game import Game
from byways.lessons import lessons_of
from byways.options import Choice
from byways.site.forms import players_of

SCRIPTS = Path(__file__).parent / "static"
_SAID = re.compile(r'\b_\(\s*"((?:[^"\\]|\\.)*)"')


def messages_of(game: Game) -> Iterator[tuple[str, str]]:
    """Yield every text that a game has as data, with a remark for translators; texts in functions are left out."""
    yield game.about.summary, "summary"
    yield game.about.credit, "credit"
    for option in game.options:
        yield option.name, "name of an option"
        yield option.help, f"help for the option {option.name}"
        for choice in option.choices if isinstance(option, Choice) else ():
            yield choice, f"a choice of the option {option.name}"
    for player in players_of(game):
        yield player, "a player"
    for reason in game.reasons:
        yield reason, "how a game ends"
    for word, label in game.ui.labels.items():
        yield label, f"button: {word}"
    for number, lesson in enumerate(lessons_of(game), 1):
        yield lesson.title, f"lesson {number}, title"
        for paragraph in lesson.paragraphs:
            yield paragraph, f"lesson {number}, text"
        for name in ("hint", "wrong", "after"):
            yield getattr(lesson, name), f"lesson {number}, {name}"


@functools.cache
def script_texts() -> frozenset[str]:
    """Return the texts of the pages' scripts."""
    found: set[str] = set()
    for script in SCRIPTS.glob("*.js"):
        found.update(_SAID.findall(script.read_text(encoding="utf-8")))
    return frozenset(found)
