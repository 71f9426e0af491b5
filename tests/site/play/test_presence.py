"""Who is at a game's board, counted over the pages of this process and what other processes tell."""

from collections.abc import Sized

from room_world import APART, begin
from site_world import ADA, BOB

from byways.site.play import attendance, presence
from byways.site.play.presence import Presence
from byways.site.storage.game_store import Store


class Clock:
    now = 100.0

    def monotonic(self):
        return self.now


def made(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(presence, "time", clock)
    return clock, Presence()


def test_pages_are_counted_and_somebody_is_there_while_one_of_them_is_awake(monkeypatch):
    _, there = made(monkeypatch)
    assert there.note("ada", 1, 1)
    assert not there.note("ada", 1, 0), "a second page of hers makes no difference"
    assert there.note("ada", 0, -1)
    assert there.all == {"ada": False}
    assert not there.note("ada", -1, 0)
    assert there.note("ada", -1, 0)
    assert there.all == {}


def test_who_is_at_another_process_is_there(monkeypatch):
    clock, there = made(monkeypatch)
    assert there.hear("other", {"bob": False})
    assert not there.hear("third", {"bob": False})
    assert there.note("bob", 1, 1)
    assert there.all == {"bob": True}
    assert there.local == {"bob": True}
    there.note("bob", -1, -1)
    clock.now += 1
    assert there.gone_for("bob") is None
    there.hear("other", {})
    assert there.gone_for("bob") is None
    assert there.hear("third", {})
    clock.now += 5
    assert there.gone_for("bob") == 5
    assert there.gone_for("eve") == 6, "who has never been here: since the game was opened"


def test_a_silent_process_is_forgotten(monkeypatch):
    clock, there = made(monkeypatch)
    there.hear("other", {"bob": True})
    clock.now += presence.FORGOTTEN
    assert not there.forget()
    there.hear("third", {"eve": True})
    clock.now += 1
    assert there.forget()
    assert there.all == {"eve": True}
    assert there.gone_for("bob") == 0


def test_only_who_hears_the_other_processes_for_long_knows_who_is_gone(monkeypatch, tmp_path):
    clock, _ = made(monkeypatch)
    monkeypatch.setattr("byways.site.storage.game_store.time", clock)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    assert store.heard(60), "SQLite has one process"
    store.shared = True
    assert not store.heard(60)
    store.heard_since = clock.now
    assert not store.heard(60)
    clock.now += 60
    assert store.heard(60)


async def test_nothing_is_kept_of_strangers_who_have_left(rooms):
    room = await begin(rooms, seats=APART)
    for number in range(1_000):
        attendance.note(room, f"cookie {number}", 1, 1)
    assert len(room.presence.all) == 1_000
    for number in range(1_000):
        attendance.note(room, f"cookie {number}", -1, -1)
        attendance.hear(room, "other", {BOB: True})
    attendance.note(room, ADA, 1, 1)
    attendance.note(room, ADA, -1, -1)
    attendance.hear(room, "other", {})
    assert room.presence.gone_for(BOB) < 60
    assert {len(kept) for kept in vars(room.presence).values() if isinstance(kept, Sized)} <= {0, 2}
