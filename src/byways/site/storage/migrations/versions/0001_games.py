"""Games, their seats and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("position", sa.Text()),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("engine", sa.JSON()),
        sa.Column("holder", sa.String(64)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "player", name="pk_seats"),
    )
    op.create_index("ix_seats_holder", "seats", ["holder"])
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


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("events")
    op.drop_table("seats")
    op.drop_table("games")
