"""`byways engine-check`, with programs that break the protocol in one way each; and the protocol's schema."""

import json
import re
import sys
from pathlib import Path

import pytest

import byways
from byways.cli import main
from byways.interop.answers import Answer, protocol_schema
from byways.interop.engine_check import NEEDED, WELCOME, check
from byways.interop.request import TYPES

GOOD = """
import json, sys
def answer(line):
    try:
        asked = json.loads(line)
    except ValueError as error:
        return {"id": None, "errors": [{"field": "", "code": "json", "message": str(error)}]}
    if asked.get("cancel"):
        return {}
    if asked["game"] == "no-such-game":
        return {"id": asked["id"], "errors": [{"field": "game", "code": "unknown", "message": "I know no such game"}]}
    best = asked["legal"][0]
    choices = [{"turn": best, "value": 0.5, "visits": 1}]
    return {"id": asked["id"], "done": True, "best": best, "value": 0.5, "choices": choices}
for line in sys.stdin:
    found = answer(line)
    if found:
        print(json.dumps(found), flush=True)
"""
VARIANT = byways.find("troll").variant({"size": 4})


@pytest.fixture
def found(tmp_path):
    """A function that checks a script; the problems by the first words of the check."""

    def look(script):
        path = tmp_path / "bot.py"
        path.write_text(script)
        return [finding for finding, _ in check([sys.executable, "-S", str(path)], VARIANT)]

    return look


def test_a_good_program_passes(found):
    findings = found(GOOD)
    assert [finding.problem for finding in findings] == [""] * (len(NEEDED) + len(WELCOME))
    assert [finding.needed for finding in findings] == [True] * len(NEEDED) + [False] * len(WELCOME)


BROKEN = {
    "crash": ("raise SystemExit(5)", "a legal turn", "it ended with status 5"),
    "nonsense": (GOOD.replace("json.dumps(found)", "'Hello'"), "a legal turn", "'Hello', which is no answer"),
    "id": (GOOD.replace('asked["id"], "done"', 'str(asked["id"])[:5], "done"'), "a legal turn", "whose id is not"),
    "illegal": (
        GOOD.replace('best = asked["legal"][0]', 'best = asked["legal"][0] if len(asked["turns"]) < 3 else "a1"'),
        "a whole game", r"after \w\d \w\d \w\d.* it answered 'a1': a1 ",
    ),
    "stays": (GOOD + "\nimport time; time.sleep(60)", "the input has ended", "it was still there 2 s later"),
    "value": (GOOD.replace('"best": best, "value": 0.5', '"best": best, "value": 7'), "a value", "its value is 7"),
    "choices": (GOOD.replace('[{"turn": best', '[{"turn": "b1b"'), "a value", "the first of its choices is 'b1b'"),
    "json": (GOOD.replace('"id": None', '"id": 0'), "no JSON", "the id of what cannot be read is null"),
    "codes": (GOOD.replace('"code": "json", ', ""), "no JSON", "needs a code and a message"),
    "unknown": (GOOD.replace('"field": "game"', '"field": "x"'), "a game that is not there", '"field": "game"'),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_is_said_in_words(found, kind):
    script, name, problem = BROKEN[kind]
    findings = [finding for finding in found(script) if finding.problem]
    assert len(findings) == 1
    assert name in findings[0].name
    assert re.search(problem, findings[0].problem), findings[0].problem


def test_the_command_prints_a_line_for_each_check(tmp_path, capsys):
    path = tmp_path / "bot.py"
    path.write_text(GOOD.replace('"id": None', '"id": 0'))
    command = f"{sys.executable} -S {path}"
    assert main(["engine-check", command, "--size", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ok       answer a request with a legal turn"
    assert lines[6].startswith('missing  answer a line that is no JSON with errors and go on: it answered \'{"id": 0')
    path.write_text("import sys; sys.exit('no ideas')")
    assert main(["engine-check", command, "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "ok": False,
        "checks": [{"name": "answer a request with a legal turn", "needed": True, "problem": "it ended with status 1"}],
    }
    assert main(["engine-check", command]) == 1
    assert "    no ideas" in capsys.readouterr().err
    assert main(["engine-check", "no-such-program"]) == 2
    assert capsys.readouterr().err == "byways: there is no program 'no-such-program'\n"


@pytest.mark.slow
def test_byways_own_engine_passes():
    findings = [finding for finding, _ in check([sys.executable, "-m", "byways", "engine"], VARIANT)]
    assert [finding.problem for finding in findings] == [""] * (len(NEEDED) + len(WELCOME))


def test_the_schema_names_every_field(capsys):
    assert main(["engine", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema == json.loads(json.dumps(protocol_schema()))
    request, answer = schema["$defs"]["Request"], schema["$defs"]["Answer"]
    assert set(request["properties"]) == set(TYPES)
    assert request["required"] == ["id"]
    assert request["properties"]["level"]["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": 10}
    assert set(answer["properties"]) == set(Answer.__struct_fields__)
    for refers in re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)):
        assert refers in schema["$defs"]


def test_the_guide_names_every_field_of_a_request():
    guide = (Path(__file__).parents[2] / "docs/guides/engine.md").read_text(encoding="utf-8")
    table = guide.partition("## Requests")[2].partition("## Answers")[0]
    assert {name for name in TYPES if f"`{name}`" not in table} == set()
