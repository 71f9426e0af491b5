"""Where games stand and who sits there now, beside the events."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_COLUMNS = ("engine", "holder", "name")
_events = sa.table("events", *map(sa.column, ("game_id", "number", "kind")), sa.column("data", sa.JSON()))
_seats = sa.table("seats", *map(sa.column, ("game_id", "player", "holder", "name")), sa.column("engine", sa.JSON()))
_occupants = sa.table(
    "occupants", *map(sa.column, ("game_id", "player", "holder", "name")), sa.column("engine", sa.JSON())
)


def upgrade() -> None:
    """Add the columns, which are filled when a game is opened, and the table, which is filled here."""
    op.add_column("games", sa.Column("last_event", sa.Integer()))
    op.add_column("games", sa.Column("ply", sa.Integer()))
    op.add_column("games", sa.Column("to_move", sa.String(32)))
    op.add_column("games", sa.Column("seat_to_move", sa.String(32)))
    op.add_column("games", sa.Column("over", sa.Boolean()))
    op.add_column("games", sa.Column("result", sa.JSON()))
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
    columns = ("game_id", "player", *_COLUMNS)
    op.execute(sa.insert(_occupants).from_select(columns, sa.select(*(_seats.c[name] for name in columns))))
    _follow_events()


def _follow_events() -> None:
    """Let occupants have the names and engines that came later; whoever sat down stands in the seats already."""
    connection = op.get_bind()
    query = sa.select(_events).where(_events.c.kind.in_(("name", "leave")))
    for event in connection.execute(query.order_by(_events.c.game_id, _events.c.number)).all():
        there = (_occupants.c.game_id == event.game_id) & (_occupants.c.player == event.data["by"])
        column = "name" if event.kind == "name" else "engine"
        connection.execute(sa.update(_occupants).where(there).values({column: event.data[column]}))


def downgrade() -> None:
    """Let the seats say who sat down, as they did, and drop the rest."""
    connection = op.get_bind()
    query = sa.select(_events).where(_events.c.kind == "sit").order_by(_events.c.game_id, _events.c.number)
    for event in connection.execute(query).all():
        there = (_seats.c.game_id == event.game_id) & (_seats.c.player == event.data["player"])
        came = {name: event.data[name] for name in ("holder", "name")}
        connection.execute(sa.update(_seats).where(there).values(came))
    op.drop_table("occupants")
    for name in ("result", "over", "seat_to_move", "to_move", "ply", "last_event"):
        op.drop_column("games", name)
