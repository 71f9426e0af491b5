"""The documentation: built without a warning, every page found from the navigation, every public name explained."""

import importlib
import inspect
import re
import tomllib
from pathlib import Path

import pytest

import byways
from byways.games import BUILT_IN

ROOT = Path(__file__).parents[2]
IMPORTED = re.compile(r"^from (byways\.[\w.]+) import ([\w, ]+)$", re.MULTILINE)
NAMED = re.compile(r"`(byways\.[a-z_.]+)\.(\w+)[`(]")
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
def test_notebooks_are_pages_with_what_they_showed(documentation):
    page = (documentation / "notebooks/first-steps/index.html").read_text(encoding="utf-8")
    assert "a1 is a corner and flips nothing" in page
    pictures = re.findall(r'<img [^>]*src="([^"]+\.svg)"', page)
    assert len(pictures) >= 3
    assert all((documentation / "notebooks/first-steps" / picture).is_file() for picture in pictures)
    assert "simulations in" in page
    assert (documentation / "notebooks/first-steps/first-steps.ipynb").is_file()


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


@pytest.mark.slow
def test_every_name_that_readers_are_told_to_import_is_in_the_reference(documentation):
    reference = " ".join(path.read_text(encoding="utf-8") for path in (documentation / "reference").rglob("*.html"))
    pages = [ROOT / "README.md", *sorted((ROOT / "docs/guides").glob("*.md"))]
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages)
    told = {(module, name.strip()) for module, names in IMPORTED.findall(text) for name in names.split(",")}
    told |= set(NAMED.findall(text))
    missing = set()
    for module, name in told:
        thing = getattr(importlib.import_module(module), name, None)  # None: a module
        if (inspect.isclass(thing) or inspect.isfunction(thing)) and thing.__module__.startswith("byways."):
            homes = {f"{thing.__module__}.{thing.__qualname__}", f"{module}.{name}"}
            if not any(f'id="{home}"' in reference for home in homes):
                missing.add(f"{module}.{name}")
    assert len(told) > 40
    assert missing == set()


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
