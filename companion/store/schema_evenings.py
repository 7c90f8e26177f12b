"""How people and plays are laid out: what is kept of an evening after it."""

from __future__ import annotations

from companion.store.sqlite import Database


def make_evenings(db: Database) -> None:
    """People, and the log of plays with its seats.

    ``plays`` has been the name of the tables since the first version, so what was played is in ``log_plays``.
    """
    db.table("people").create(
        {
            "id": int,
            "uid": str,
            "name": str,
            "color": str,
            "symbol": str,
            "hidden": int,
            "deleted_at": str,
            "merged_into": int,
            "made_at": str,
        },
        pk="id",
        not_null={"uid", "name", "color", "symbol", "hidden", "made_at"},
        strict=True,
    )
    db.table("people").create_index(["uid"], unique=True)
    db.table("log_plays").create(
        {
            "id": int,
            "uid": str,
            "code": str,
            "seq": int,
            "game": str,
            "title": str,
            "state": str,
            "unlisted": int,
            "day": str,
            "started_at": str,
            "minutes": int,
            "place": str,
            "note": str,
            "course": str,
            "deleted_at": str,
            "made_at": str,
        },
        pk="id",
        not_null={"uid", "game", "state", "unlisted", "place", "note", "made_at"},
        strict=True,
    )
    db.table("log_plays").create_index(["uid"], unique=True)
    db.table("log_plays").create_index(["code"], unique=True)
    db.table("log_seats").create(
        {
            "play": int,
            "seat": int,
            "person": int,
            "name": str,
            "color": str,
            "score": int,
            "place": int,
            "won": int,
            "lost": int,
            "start": int,
            "lines": str,
        },
        pk=("play", "seat"),
        not_null={"person", "name", "color", "won", "lost", "start", "lines"},
        foreign_keys=[("play", "log_plays", "id"), ("person", "people", "id")],
        strict=True,
    )
    db.table("log_seats").create_index(["person"])


def make_befores(db: Database) -> None:
    """The states before of people and plays."""
    db.table("log_befores").create(
        {"id": int, "kind": str, "number": int, "replaced_at": str, "body": str},
        pk="id",
        not_null={"kind", "number", "replaced_at", "body"},
        strict=True,
    )
    db.table("log_befores").create_index(["kind", "number"])
