"""The tables of the site's database. Changing them means adding a migration.

A game is a row, its seats as they were at the start, and an append-only list of events numbered from 1: turns, undoing
some of them, sitting down, offers and answers, the end. The number of an event being unique decides every race. What
lists of games ask for is folded from them once and kept beside the game: columns and its occupants, written with each
event. They count where `last_event` is the number of the last event there is. A game that came as a record
keeps what the record says besides its turns; analyses belong to a game and its turns up to a ply. What a browser does
with a day's puzzle, or practises, is an append-only list too.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("position", Text),  # where it began, if not at the start
    Column("created", DateTime(timezone=True), nullable=False),
    Column("terms", JSON),  # see `GameSettings`; null where nothing was agreed
    Column("deadline", DateTime(timezone=True), index=True),  # when the clock of who is to move runs out
    Column("last_event", Integer),  # of which the following columns tell; null where nobody has folded the game yet
    Column("ply", Integer),  # how many turns stand
    Column("to_move", String(32)),  # the player to move; null where nobody is
    Column("seat_to_move", String(32)),  # and the seat that plays it; null for dice too
    Column("over", Boolean),
    Column("result", JSON),  # of a finished game; null while it is being counted
    Column("board", Text),  # the number of the event of which it tells, and the position then
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("engine", JSON),  # see `EngineLimits`; null for a person
    Column("holder", String(64), index=True),  # hash of the secret of the browser that plays here
    Column("name", String(40)),  # how the person was called who sat down
)

occupants = Table(
    "occupants",  # who sits on the seats now
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("engine", JSON),
    Column("holder", String(64), index=True),
    Column("name", String(40)),
)

events = Table(
    "events",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),  # "turn", "undo" …: see `timeline.events`
    Column("data", JSON, nullable=False),  # {"turn": text}, {"ply": how many turns stay} …
    Column("at", DateTime(timezone=True), nullable=False),
    Column("key", String(64)),  # chosen by the client, so that resending is safe
    UniqueConstraint("game_id", "key"),
)

records = Table(
    "records",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("line", JSON, nullable=False),  # the turns with marks, comments and variations, as in a record's JSON
    Column("people", JSON, nullable=False),
    Column("tags", JSON, nullable=False),
    Column("winners", JSON),  # null where the game is not finished
    Column("termination", String(32), nullable=False),
    Column("owner", String(64), index=True),  # hash of the secret of the browser that may write notes in it
)

analyses = Table(
    "analyses",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("line", String(32), nullable=False),  # a hash of the turns up to there: some may have been undone since
    Column("seconds", Float, nullable=False),
    Column("data", JSON, nullable=False),  # what the engine said
)

messages = Table(
    "messages",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", String(32), nullable=False),  # the seat that said it
    Column("text", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("key", String(64)),  # chosen by the client, so that resending is safe
    UniqueConstraint("game_id", "key"),
)

daily = Table(
    "daily",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),  # as in 2026-11-21, in UTC
    Column("holder", String(64), primary_key=True, index=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # what a browser did that day, from 1
    Column("kind", String(16), nullable=False),  # "try", "hint" …: see `daily.attempts`
    Column("data", JSON, nullable=False),
    Column("score", Integer),  # of a finished sheet
    Column("at", DateTime(timezone=True), nullable=False),
    Column("key", String(64)),  # chosen by the client, so that resending is safe
    UniqueConstraint("game", "day", "holder", "key"),
)

practice = Table(
    "practice",  # what a browser practises: see `daily.run` and `review.exercises`
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("what", String(40), primary_key=True),  # a run, or a game of which mistakes are mended
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the puzzle or the turn; the first counts
    Column("kind", String(16), nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
)

deleted = Table(
    "deleted",  # games that browsers have deleted from their lists, until something happens in them
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("last_event", Integer, nullable=False),  # the number of the last event then; 0 for none
    Column("at", DateTime(timezone=True), nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", String(64), nullable=False),  # a secret of the server, the same for all its processes
)
