"""What is built for others: the same bytes each time, everything in it, and of use in an environment of its own."""

import os
import re
import shutil
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
    "numpy.libs", "pygments", "rich", "rich_rst", "typing_extensions.py",
}  # fmt: skip
MOST_MEGABYTES = 315
BLOCK = 4096  # bytes that even a small file takes on the disk
pytestmark = pytest.mark.slow


def build(folder, *more, source=ROOT):
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *more]
    subprocess.run(command, cwd=source, check=True, capture_output=True, text=True)
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
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin/python", "install", "--no-deps", "--no-index", "-q")
    subprocess.run([*pip, built[".whl"]], check=True, capture_output=True, text=True)
    here = Path(numpy.__file__).parents[1]
    for name in CORE:
        if (here / name).exists():
            (packages / name).symlink_to(here / name)
    return folder, packages, here


def run(environment, *words, seconds=120, typed="", **more):
    folder, _, _ = environment
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BYWAYS_GAMES"))}
    given = {"text": True, "capture_output": True, "input": typed, "timeout": seconds, "cwd": folder}
    return subprocess.run([folder / "bin/byways", *words], env={**kept, **more}, **given)


def test_two_builds_are_equal_byte_for_byte(built, tmp_path):
    (again,) = build(tmp_path, "-t", "sdist").values()
    assert again.name == built[".gz"].name
    assert again.read_bytes() == built[".gz"].read_bytes()


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
    more = {name for name in names - source - examples if not name.startswith(about)}
    assert more == {"byways/site-docs.tar.xz"}


def test_what_is_copied_into_a_container_makes_the_same_wheel(built, tmp_path):
    for name in kept_for_the_container():
        kept, copy = ROOT / name, tmp_path / "source" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if kept.is_dir():
            shutil.copytree(kept, copy, ignore=shutil.ignore_patterns("__pycache__"))
        elif kept.exists():
            shutil.copyfile(kept, copy)
    made = build(tmp_path / "made", "-t", "wheel", source=tmp_path / "source")[".whl"]
    assert made.name == built[".whl"].name
    assert made.read_bytes() == built[".whl"].read_bytes()


def kept_for_the_container():
    lines = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    return [line[1:] for line in lines if line.startswith("!")]


def on_disk(folder):
    """The bytes that a folder, or a file, takes on a disk of small blocks."""
    paths = [folder, *folder.rglob("*")]
    return sum(-(-path.stat().st_size // BLOCK) * BLOCK if path.is_file() else BLOCK for path in paths)


def test_the_core_and_all_it_needs_stay_small(environment):
    _, packages, here = environment
    brought = [path for path in here.iterdir() if path.name in CORE]
    own = [path for path in packages.iterdir() if path.name.startswith("byways")]
    about = [path for path in here.glob("*.dist-info") if path.name.partition("-")[0].lower() in CORE]
    megabytes = sum(map(on_disk, {*brought, *own, *about})) / 2**20
    assert megabytes < MOST_MEGABYTES, "du -sm of a fresh environment without pip"


def test_the_bill_of_materials_is_up_to_date():
    command = [sys.executable, str(ROOT / "scripts/setup/sbom"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


def test_the_core_plays_and_analyses_and_begins_a_game_of_ones_own(environment, tmp_path):
    assert "cells on each side" in run(environment, "games", "troll").stdout
    counted = run(environment, "perft", "troll", "--depth", "2").stdout.split()[-1]
    assert counted.replace(",", "").isdigit()
    analysed = run(environment, "match", "troll", "random", "greedy", "--games", "2")
    assert analysed.returncode in (0, 2)
    assert run(environment, "match", "stride", "random", "random", "--games", "2").returncode == 0
    ran = run(environment, "new-game", "ridges", "--like", "breakthrough", "--folder", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert "rows" in run(environment, "games", "ridges", BYWAYS_GAMES=str(tmp_path / "ridges.py")).stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        ((), "site"),
        (("serve", "--no-browser"), "site"),
        (("backup", "x"), "site"),
        (("prune", "--finished-before", "9"), "site"),
        (("show", "-", "--png", "--out", "board.png"), "png"),
        (("match", "troll", "random", "random", "--ray", "auto"), "ray"),
    ],
)
def test_a_command_whose_part_is_missing_says_what_to_install(environment, words, extra):
    ran = run(environment, *words, typed="troll size=4\n....\n.OX.\n.XO.\n....\nto move: black\n")
    assert ran.returncode == 2
    sentence = rf'byways: this needs \w+, which is not installed; install it by: pip install "byways\[{extra}\]"\n'
    assert re.fullmatch(sentence, ran.stderr)
    assert not (environment[0] / "board.png").exists()


def test_the_site_of_the_wheel_makes_its_database_and_serves(environment, tmp_path):
    folder, packages, here = environment
    (packages / "rest.pth").write_text(f"{here}\n", encoding="utf-8")
    given = [folder / "bin/byways", "serve", "--port", "0", "--no-browser"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    streams = {"text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "cwd": tmp_path}
    with subprocess.Popen(given, env={**kept, "BYWAYS_DATA": str(tmp_path)}, **streams) as served:
        try:
            address = next(found[0] for line in served.stdout if (found := re.search(r"http://\S+?:\d+", line)))
            page = urllib.request.urlopen(address + "/rules/stride", timeout=30).read().decode()
            assert "Stride" in page
            for part in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
                assert urllib.request.urlopen(address + part, timeout=30).status == 200
            manual = urllib.request.urlopen(address + "/docs/guides/protocols/", timeout=30).read().decode()
            assert "process:python bot.py" in manual
            assert (tmp_path / "byways.sqlite3").exists()
            asked = [folder / "bin/python", "-c", "import byways; print(byways.__file__)"]
            assert str(packages) in subprocess.run(asked, text=True, capture_output=True, env=kept, check=True).stdout
        finally:
            served.terminate()
            (packages / "rest.pth").unlink()


def normal(name):
    """A distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_dependency_of_an_extra_is_known_by_its_modules():
    modules = packages_distributions()
    for extra, lines in PROJECT["optional-dependencies"].items():
        if extra in ("all", "dev"):
            continue
        for line in lines:
            name = re.match(r"[\w-]+", line)[0]
            brought = {module for module, owners in modules.items() if name in [normal(owner) for owner in owners]}
            assert brought & set(EXTRAS[extra]), f"{name} of {extra} brings {brought}"


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
