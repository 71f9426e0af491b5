"""What is built for others: the same bytes each time, everything in it, and of use in an environment of its own."""

import os
import re
import subprocess
import sys
import tomllib
import urllib.request
import venv
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import numpy
import pytest

from byways import __version__
from byways.cli.extras import EXTRAS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = {
    "attr", "attrs", "cyclopts", "docstring_parser", "llvmlite", "markdown_it", "mdurl", "msgspec", "numba", "numpy",
    "numpy.libs", "pygments", "resvg_py", "rich", "rich_rst", "typing_extensions.py",
}  # fmt: skip
pytestmark = pytest.mark.slow


def build(folder):
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return {path.suffix: path for path in folder.iterdir()}


@pytest.fixture(scope="module")
def built(tmp_path_factory, documentation):
    return build(tmp_path_factory.mktemp("built"))  # with the documentation


@pytest.fixture(scope="module")
def environment(built, tmp_path_factory):
    """A new environment with the wheel and the core's dependencies, taken from where they are installed already."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(folder / "bin/python"),
        "install",
        "--no-deps",
        "--no-index",
        "-q",
    ]
    subprocess.run([*pip, str(built[".whl"])], check=True, capture_output=True, text=True)
    here = Path(numpy.__file__).parents[1]
    for name in CORE:
        if (here / name).exists():
            (packages / name).symlink_to(here / name)
    return folder, packages, here


def run(environment, *words, seconds=120, **more):
    folder, _, _ = environment
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BYWAYS_GAMES"))}
    return subprocess.run(
        [folder / "bin/byways", *words],
        text=True,
        capture_output=True,
        timeout=seconds,
        env={**kept, **more},
        cwd=folder,
    )


def test_two_builds_are_equal_byte_for_byte(built, tmp_path):
    again = build(tmp_path)
    assert set(again) == {".whl", ".gz"}
    for suffix, path in again.items():
        assert path.name == built[suffix].name
        assert path.read_bytes() == built[suffix].read_bytes()


def test_the_wheel_holds_all_files_of_the_source_and_the_bill_of_materials(built):
    names = set(zipfile.ZipFile(built[".whl"]).namelist())
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src/byways").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert source - names == set()
    about = f"byways-{__version__}.dist-info"
    assert {f"{about}/sboms/byways.cdx.json", f"{about}/licenses/LICENSE", f"{about}/entry_points.txt"} <= names
    examples = {f"byways/starters/games/{path.name}" for path in (ROOT / "examples").glob("[a-z]*.py")}
    assert examples - names == set()
    more = {name for name in names - source - examples if not name.startswith((about, "byways/site-docs/"))}
    assert more == set()
    assert ((ROOT / "site-docs/index.html").exists()) == ("byways/site-docs/index.html" in names)


def test_the_bill_of_materials_is_up_to_date():
    command = [sys.executable, str(ROOT / "scripts/setup/sbom"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_core_plays_and_analyses(environment):
    assert "cells on each side" in run(environment, "games", "troll").stdout
    assert (
        run(environment, "perft", "troll", "--depth", "2")
        .stdout.splitlines()[-1]
        .split()[-1]
        .replace(",", "")
        .isdigit()
    )
    analysed = run(environment, "match", "troll", "random", "greedy", "--games", "2")
    assert analysed.returncode in (0, 2)
    assert run(environment, "match", "stride", "random", "random", "--games", "2").returncode == 0


def test_the_core_begins_a_game_of_ones_own(environment, tmp_path):
    ran = run(environment, "new-game", "ridges", "--like", "breakthrough", "--folder", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert "rows" in run(environment, "games", "ridges", BYWAYS_GAMES=str(tmp_path / "ridges.py")).stdout


@pytest.mark.parametrize("words", [(), ("serve", "--no-browser"), ("backup", "x"), ("prune", "--finished-before", "9")])
def test_a_command_whose_part_is_missing_says_what_to_install(environment, words):
    ran = run(environment, *words)
    assert ran.returncode == 2
    assert re.fullmatch(
        r'byways: this needs \w+, which is not installed; install it by: pip install "byways\[site\]"\n', ran.stderr
    )


def test_the_site_of_the_wheel_makes_its_database_and_serves(environment, tmp_path):
    folder, packages, here = environment
    (packages / "rest.pth").write_text(f"{here}\n", encoding="utf-8")
    given = [folder / "bin/byways", "serve", "--port", "0", "--no-browser"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with subprocess.Popen(
        given,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**kept, "BYWAYS_DATA": str(tmp_path)},
        cwd=tmp_path,
    ) as served:
        try:
            address = next(found[0] for line in served.stdout if (found := re.search(r"http://\S+?:\d+", line)))
            page = urllib.request.urlopen(address + "/rules/stride", timeout=30).read().decode()
            assert "Stride" in page
            for part in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
                assert urllib.request.urlopen(address + part, timeout=30).status == 200
            assert (tmp_path / "byways.sqlite3").exists()
            asked = [folder / "bin/python", "-c", "import byways; print(byways.__file__)"]
            assert str(packages) in subprocess.run(asked, text=True, capture_output=True, env=kept, check=True).stdout
        finally:
            served.terminate()
            (packages / "rest.pth").unlink()


def test_every_dependency_of_an_extra_is_known_by_its_modules():
    modules = packages_distributions()
    for extra, lines in PROJECT["optional-dependencies"].items():
        if extra in ("all", "dev"):
            continue
        for line in lines:
            name = re.match(r"[\w-]+", line)[0]
            brought = {module for module, owners in modules.items() if name in [owner.lower() for owner in owners]}
            assert brought & set(EXTRAS[extra]), f"{name} of {extra} brings {brought}"


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
