"""All tables."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _make_games()
    _make_what_games_have()
    _make_what_browsers_do()


def _make_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("position", sa.Text()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("terms", sa.JSON()),
        sa.Column("deadline", sa.DateTime(timezone=True)),
        sa.Column("last_event", sa.Integer()),
        sa.Column("ply", sa.Integer()),
        sa.Column("to_move", sa.String(32)),
        sa.Column("seat_to_move", sa.String(32)),
        sa.Column("over", sa.Boolean()),
        sa.Column("result", sa.JSON()),
        sa.Column("board", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("engine", sa.JSON()),
        sa.Column("holder", sa.String(64)),
        sa.Column("name", sa.String(40)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "player", name="pk_seats"),
    )
    op.create_index("ix_seats_holder", "seats", ["holder"])
    op.create_table(
        "occupants",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("engine", sa.JSON()),
        sa.Column("holder", sa.String(64)),
        sa.Column("name", sa.String(40)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_occupants_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "player", name="pk_occupants"),
    )
    op.create_index("ix_occupants_holder", "occupants", ["holder"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_events_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_events"),
        sa.UniqueConstraint("game_id", "key", name="uq_events_game_id_key"),
    )


def _make_what_games_have() -> None:
    op.create_table(
        "records",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("winners", sa.JSON()),
        sa.Column("termination", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_records_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_records"),
    )
    op.create_index("ix_records_owner", "records", ["owner"])
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.String(32), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_analyses_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "ply", name="pk_analyses"),
    )
    op.create_table(
        "messages",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_messages_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_messages"),
        sa.UniqueConstraint("game_id", "key", name="uq_messages_game_id_key"),
    )


def _make_what_browsers_do() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.create_table(
        "daily",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("score", sa.Integer()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.PrimaryKeyConstraint("game", "day", "holder", "number", name="pk_daily"),
        sa.UniqueConstraint("game", "day", "holder", "key", name="uq_daily_game_day_holder_key"),
    )
    op.create_index("ix_daily_holder", "daily", ["holder"])
    op.create_table(
        "practice",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("holder", "what", "number", name="pk_practice"),
    )
    op.create_table(
        "deleted",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("last_event", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_deleted_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "holder", name="pk_deleted"),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in (
        *("deleted", "practice", "daily", "keys", "messages", "analyses", "records", "events", "occupants"),
        *("seats", "games"),
    ):
        op.drop_table(name)
