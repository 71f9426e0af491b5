"""Files: what is in them is found out, and nothing is ever half written."""

import io
import os
import stat
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from record_samples import ODD

import byways
from byways import records, registry
from byways.errors import LimitError, OptionError, PositionError, RecordError
from byways.records import Limits, Record
from byways.rules.options import File

RECORD = '[Game "troll"]\n[Options "size=4"]\n\n1. b2 b3 *\n'


@pytest.fixture
def file(tmp_path):
    def write(content: str | bytes):
        path = tmp_path / "file"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize("start", ["", "\ufeff", " \r\n\n", "%x\n", "; x\n"])
def test_a_text_a_json_or_a_position_is_known_for_what_it_is(file, start):
    record = Record.from_text(start.strip("\ufeff") + RECORD)
    assert records.load(file(start + RECORD)) == record
    if not start.strip("\ufeff \r\n"):
        assert records.load(file(start + record.to_json())) == record
        assert records.load(file(start + "[ " + record.to_json() + "]")) == record
        assert records.load(file(start + str(record.final()))) == record.final()


def test_games_are_numbered_from_one(file):
    path = file(RECORD + RECORD.replace("b3", "c3"))
    assert [game.turns[1] for game in records.read_file(path)] == ["b3", "c3"]
    assert isinstance(found := records.load(path, 2), Record)
    assert found.turns == ("b2", "c3")
    with pytest.raises(RecordError, match="there are 2 games"):
        records.load(path)
    for number in (0, 3, -1):
        with pytest.raises(RecordError, match=f"there is no game {number}; there are 2"):
            records.load(path, number)
    assert records.read_file(file("[]")) == []


@pytest.mark.parametrize(
    ("content", "error", "reason"),
    [
        ("", RecordError, "expected a record"),
        ("1. b2 b3", RecordError, "expected a record"),
        ("chess size=4\n....", RecordError, "expected a record"),
        (b"\xff\xfe\x00", RecordError, "line 1, column 1: this is not UTF-8"),
        ('[Game "troll"]\n{ä'.encode() + b"\xe4}", RecordError, "line 2, column 3: this is not UTF-8"),
        ("[]", RecordError, "it contains no game"),
        (" [ ", RecordError, "this is not JSON"),
        ("[[", RecordError, "Expected `object`, got `array`"),
        ("troll size=4\n....", PositionError, "expected 4 rows"),
        ("troll size=99\n....", OptionError, "size"),
        (RECORD.replace("b3", "b2"), RecordError, "line 4, column 7: b2 is occupied"),
    ],
)
def test_broken_files(file, content, error, reason):
    with pytest.raises(error, match=reason):
        records.load(file(content))


def test_a_missing_file_is_an_os_error_and_a_huge_one_not_even_read_to_its_end(file, tmp_path):
    with pytest.raises(FileNotFoundError):
        records.load(tmp_path / "none")
    for content in ("x" * 101, "troll" + " " * 100, '[Game "troll"]' + " " * 100):
        with pytest.raises(LimitError) as caught:
            records.load(file(content), limits=Limits(size=100))
        assert caught.value.fields["limit"] == "size"
    with pytest.raises(LimitError):
        records.load("/dev/zero")


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(RECORD.encode())))
    assert [game.turns for game in records.read_file("-")] == [("b2", "b3")]


def test_a_server_opens_no_file_that_a_record_names(request):
    opened = []
    with_data = replace(
        ODD,
        about=replace(ODD.about, name="oddfile"),
        options=(*ODD.options, File("tiles", "", "a file")),
        numbers=lambda options: opened.append(options["tiles"]) or (),
    )
    byways.register(with_data)
    request.addfinalizer(lambda: registry.forget(with_data.name))
    secret = "tiles=/secret"
    for text in (
        f'[Game "oddfile"] [Options "{secret}"]',
        f'[Game "oddfile"] [Position "\n\x0b\n  ODDFILE {secret}\nturns: 3"]',
        '{"byways":1,"game":"oddfile","options":{"tiles":"/secret"}}',
    ):
        read = records.read_json if text.startswith("{") else records.read_text
        with pytest.raises(LimitError) as caught:
            read(text, Limits(files=False))
        assert caught.value.fields["limit"] == "files"
        assert set(opened) <= {""}
        assert read(text)[0].start.options["tiles"] == "/secret"
        assert opened.pop() == "/secret"
        opened.clear()


def test_writing_replaces_the_whole_file_but_a_link_stays_a_link_and_a_device_a_device(tmp_path):
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    records.write_file(path, RECORD)
    path.chmod(0o640)
    records.write_file(path, RECORD * 2)
    assert path.read_text() == RECORD * 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["game.txt"]
    link.symlink_to(path)
    records.write_file(link, RECORD)
    assert link.is_symlink()
    assert path.read_text() == RECORD
    records.write_file("/dev/null", RECORD)
    assert not stat.S_ISREG(os.stat("/dev/null").st_mode)


def test_where_something_can_be_written_is_known_and_a_failed_write_changes_nothing(tmp_path, monkeypatch):
    records.check_writable(tmp_path / "game.txt")
    records.check_writable("/dev/null")
    assert os.listdir(tmp_path) == []
    for path, error in ((tmp_path, IsADirectoryError), (tmp_path / "no" / "game.txt", FileNotFoundError)):
        for attempt in (records.check_writable, lambda path: records.write_file(path, RECORD)):
            with pytest.raises(error) as caught:
                attempt(path)
            assert caught.value.filename == str(path)
    path = tmp_path / "game.txt"
    path.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        records.write_file(path, "\ud800")
    monkeypatch.setattr(os, "fsync", lambda handle: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        records.write_file(path, RECORD)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["game.txt"]
