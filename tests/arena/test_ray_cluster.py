"""A real Ray cluster plays the games of one machine, even if one of two nodes is killed amid a match."""

import json
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from arena.ray_cluster import NOT_STARTED
from byways.arena.exports import without_times
from byways.arena.run.ray_head import short_folder

ALONE = ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "--mount-proc", "--kill-child"]

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason='Ray is not installed: pip install "byways[ray]"'),
    pytest.mark.skipif(shutil.which("ip") is None, reason="ip, of the package iproute2, is not installed"),
]


@pytest.fixture(scope="module", autouse=True)
def _namespaces():
    if shutil.which("unshare") is None or subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        pytest.skip("this machine lets nobody make a network namespace (unshare), and Ray listens on all interfaces")


@pytest.mark.parametrize(
    ("nodes", "players", "games"),
    [
        pytest.param(1, ("random", "random"), 30, marks=pytest.mark.torture),
        pytest.param(2, ("plain:simulations=1500", "random"), 80, marks=pytest.mark.torture),
    ],
)
def test_a_cluster_plays_the_same_games_even_if_a_node_is_killed(tmp_path, nodes, players, games):
    words = ["match", "troll", *players, "--size", "5", "--games", str(games), "--json"]
    local = subprocess.run(
        [sys.executable, "-m", "byways", *words, "-o", str(tmp_path / "local")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    script = str(Path(__file__).with_name("ray_cluster.py"))
    with tempfile.TemporaryDirectory(prefix="ray-", dir=short_folder(), ignore_cleanup_errors=True) as short:
        command = [*ALONE, sys.executable, script, short, str(nodes), *words, "-o", str(tmp_path / "ray")]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode == NOT_STARTED:
        pytest.skip(f"Ray does not start here: {ran.stderr.strip()[-300:]}")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    print({name: found[name] for name in ("up", "killed", "seconds", "errors")})
    assert found["status"] == 0, found["errors"]
    assert found["output"] == local.stdout
    one, other = (json.loads((tmp_path / name / "match.json").read_text()) for name in ("ray", "local"))
    assert without_times(one) == without_times(other)
    for name in ("games.txt", "games.csv"):
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "local" / name).read_bytes()
