"""What tests of several commands use."""

import pytest
from cli_world import RECORD

from byways.cli import main


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return str(path)


@pytest.fixture
def run(capsysbinary):
    def call(*arguments: str):
        status = main(arguments)
        out, err = capsysbinary.readouterr()
        return status, out.decode(), err.decode()

    return call
