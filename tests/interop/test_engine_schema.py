"""The JSON Schema of the engine protocol."""

import json
import re

from byways.cli import main
from byways.interop.request import TYPES, Answer, protocol_schema


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
