"""How the database is laid out: its migrations, and what a database of ours has.

A migration is only ever added. What an older version made is brought forward; what a newer one made is refused
(`companion.store.checking`), because writing to it by old habits would lose what is new.
"""

from __future__ import annotations

from companion.store.schema_evenings import make_befores, make_evenings
from companion.store.sqlite import Database, Migrations

migrations = Migrations("companion")
APPLICATION_ID = 0x42474350
"""What stands in the header of our files since 0.2; a file of 0.1 has 0 there."""


@migrations()
def m001_first(db: Database) -> None:
    """Tables, their log, devices at tables, box profiles, settings."""
    db.table("plays").create(
        {
            "code": str,
            "game": str,
            "options": str,
            "box": str,
            "seats": str,
            "opened_at": str,
            "unlisted": int,
            "closed_at": str,
            "deleted_at": str,
        },
        pk="code",
        not_null={"game", "options", "box", "seats", "opened_at", "unlisted"},
        strict=True,
    )
    db.table("events").create(
        {
            "code": str,
            "seq": int,
            "at": str,
            "device": int,
            "via": str,
            "key": str,
            "change": str,
            "seat": int,
            "of": int,
            "body": str,
        },
        pk=("code", "seq"),
        not_null={"at", "device", "via", "change"},
        foreign_keys=[("code", "plays", "code")],
        strict=True,
    )
    db.table("events").create_index(["code", "key"], unique=True)
    db.table("devices").create(
        {"code": str, "device": str, "number": int, "seat": int, "since": int, "seen_at": str},
        pk=("code", "device"),
        not_null={"number", "since", "seen_at"},
        foreign_keys=[("code", "plays", "code")],
        strict=True,
    )
    db.table("boxes").create({"game": str, "profile": str}, pk="game", not_null={"profile"}, strict=True)
    db.table("settings").create({"name": str, "value": str}, pk="name", not_null={"value"}, strict=True)


@migrations()
def m002_keys(db: Database) -> None:
    """Keys of what is no event of the log: closing and reopening."""
    db.table("keys").create(
        {"code": str, "key": str, "seq": int},
        pk=("code", "key"),
        not_null={"seq"},
        foreign_keys=[("code", "plays", "code")],
        strict=True,
    )


@migrations()
def m003_summaries(db: Database) -> None:
    """What a list shows of a table, so that no list folds a log: see `Store.summaries`."""
    db.conn.execute("ALTER TABLE plays ADD COLUMN touched_at TEXT")
    db.conn.execute("ALTER TABLE plays ADD COLUMN summary TEXT")
    db.conn.execute("ALTER TABLE plays ADD COLUMN summary_seq INTEGER")
    db.conn.execute("UPDATE plays SET touched_at = (SELECT max(at) FROM events WHERE events.code = plays.code)")
    db.conn.execute("CREATE INDEX idx_devices_device ON devices (device, seen_at)")
    db.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")


@migrations()
def m004_evenings(db: Database) -> None:
    """People and plays; those of the tables that are there are worked out by `companion.play.logbook` at the start."""
    make_evenings(db)


@migrations()
def m005_befores(db: Database) -> None:
    """How people and plays were before they were changed: see `companion.store.befores`."""
    make_befores(db)


@migrations()
def m006_devices(db: Database) -> None:
    """The devices of a table by number, and those that sit: no look at a table reads all that ever acted there."""
    db.conn.execute("CREATE INDEX idx_devices_number ON devices (code, number)")
    db.conn.execute("CREATE INDEX idx_devices_seated ON devices (code, number) WHERE seat IS NOT NULL")


COLUMNS: dict[str, frozenset[str]] = {
    "plays": frozenset({"code", "game", "options", "box", "seats", "opened_at", "unlisted", "closed_at", "deleted_at"}),
    "events": frozenset({"code", "seq", "at", "device", "via", "key", "change", "seat", "of", "body"}),
    "devices": frozenset({"code", "device", "number", "seat", "since", "seen_at"}),
    "boxes": frozenset({"game", "profile"}),
    "settings": frozenset({"name", "value"}),
}
"""What every database of ours has had since the first version."""


def names() -> tuple[str, ...]:
    """The migrations this version knows, oldest first."""
    return tuple(migration.name for migration in migrations.pending(Database(memory=True)))
