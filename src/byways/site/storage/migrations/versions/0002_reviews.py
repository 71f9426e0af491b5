"""The contents of records besides their turns, and engines' analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "records",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("winners", sa.JSON()),
        sa.Column("termination", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_records_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_records"),
    )
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


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("analyses")
    op.drop_table("records")
