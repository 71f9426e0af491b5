"""The JSON Schema of the engine protocol, and the guide's table of it."""

import json
import re
from pathlib import Path

from byways.cli import main
from byways.interop.answers import Answer, protocol_schema
from byways.interop.request import TYPES


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
