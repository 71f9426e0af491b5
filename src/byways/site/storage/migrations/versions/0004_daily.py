"""Browsers' attempts at the puzzles of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
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


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("daily")
