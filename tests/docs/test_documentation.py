"""The documentation: built without a warning, every page found from the navigation, every public name explained."""

import inspect
import re
import tomllib
from pathlib import Path

import pytest

import byways
from byways.games import BUILT_IN

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))


def listed(entries):
    """Yield the pages of the navigation."""
    for entry in entries:
        for value in entry.values():
            yield from [value] if isinstance(value, str) else listed(value)


@pytest.mark.slow
def test_it_is_built_strictly_with_every_game_drawn(documentation):
    for game in BUILT_IN:
        page = (documentation / f"games/{game}/index.html").read_text(encoding="utf-8")
        assert len(re.findall(rf'<img [^>]*src="\.\./{game}/\d+\.svg"', page)) >= 8
        assert "```" not in page
    assert (documentation / "search.json").stat().st_size > 100_000


@pytest.mark.slow
def test_no_page_is_left_out_of_the_navigation(documentation):
    pages = {path.relative_to(ROOT / "build/docs").as_posix() for path in (ROOT / "build/docs").rglob("*.md")}
    found = set(listed(CONFIG["project"]["nav"]))
    assert found <= pages
    left = {page for page in pages - found if not page.startswith("decisions/")}
    assert left == set(), "these are in no list of zensical.toml"


@pytest.mark.slow
def test_every_public_name_is_in_the_reference(documentation):
    named = " ".join(path.read_text(encoding="utf-8") for path in (documentation / "reference").rglob("*.html"))
    for name in byways.__all__:
        if name != "__version__":
            thing = getattr(byways, name)
            home = "byways.registry.names" if name == "games" else f"{thing.__module__}.{thing.__qualname__}"
            assert re.search(
                rf'id="({re.escape(home)}|byways\.batch\.{name}|byways\.(records|game|draw)\.{name})"', named
            ), home


def test_every_public_name_has_a_docstring():
    def unexplained(thing, path):
        if not inspect.getdoc(thing):
            yield path
        if inspect.isclass(thing):
            fields = getattr(thing, "__dataclass_fields__", ())  # their docstrings stand below them
            for name, member in vars(thing).items():
                if (
                    name not in fields
                    and not name.startswith("_")
                    and (callable(member) or isinstance(member, property))
                ):
                    own = member.fget if isinstance(member, property) else member
                    if not inspect.getdoc(own) and not any(hasattr(base, name) for base in thing.__mro__[1:]):
                        yield f"{path}.{name}"

    names = [name for name in byways.__all__ if name != "__version__"]
    assert [path for name in names for path in unexplained(getattr(byways, name), name)] == []
