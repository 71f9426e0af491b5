"""Settings of games, names on seats, chat messages, and keys that all processes share."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and make the tables."""
    op.add_column("games", sa.Column("terms", sa.JSON()))
    op.add_column("games", sa.Column("deadline", sa.DateTime(timezone=True)))
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.add_column("seats", sa.Column("name", sa.String(40)))
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
    op.create_table(
        "keys",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )


def downgrade() -> None:
    """Drop the tables and the columns."""
    op.drop_table("keys")
    op.drop_table("messages")
    op.drop_column("seats", "name")
    op.drop_index("ix_games_deadline", "games")
    op.drop_column("games", "deadline")
    op.drop_column("games", "terms")
