"""`byways warm`: what it says when all is compiled."""

import json

import pytest

import byways
from byways.interop import warm


@pytest.mark.parametrize(("kernels", "said"), [(["forcing"], "1 kernel is"), (["forcing", "key"], "2 kernels are")])
def test_it_says_how_many_kernels_are_ready(run, monkeypatch, tmp_path, kernels, said):
    rules = byways.find("troll").kernels
    monkeypatch.setenv("BYWAYS_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "kernels", lambda: [getattr(rules, name) for name in kernels])
    status, out, _ = run("warm", "--json")
    assert status == 0
    assert json.loads(out)["kernels"] == len(kernels)
    assert run("warm")[1].startswith(f"{said} ready")
