"""Games that browsers have deleted from their lists."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
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
    """Drop the table."""
    op.drop_table("deleted")
