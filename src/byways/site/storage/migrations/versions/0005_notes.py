"""The holder of a record, who may annotate it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; records that are there stay nobody's."""
    op.add_column("records", sa.Column("owner", sa.String(64)))
    op.create_index("ix_records_owner", "records", ["owner"])


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("ix_records_owner", "records")
    op.drop_column("records", "owner")
