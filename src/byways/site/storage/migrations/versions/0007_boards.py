"""What stands on the boards of games, for lists that show them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, which is filled with the next event of a game, or when it is opened."""
    op.add_column("games", sa.Column("board", sa.Text()))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("games", "board")
