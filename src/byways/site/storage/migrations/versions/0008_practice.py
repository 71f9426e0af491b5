"""What browsers practise: mistakes of their own games, and puzzles against the clock."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
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


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("practice")
