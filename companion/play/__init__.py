"""The use cases: opening tables, taking seats, acting, undoing, looking. The only place for clock and chance.

Rule of this folder: no Flask, no SQL, no rules of a game. Everything a request may do to a table is a function here; each
writing one is a single transaction, rings the table's doorbell after its commit, and raises `Refused` with the reason.
"""

from companion.play.acting import Written, act, amend, redo, repeated, reseat, undo
from companion.play.house import House, Refused
from companion.play.look import Look, events_json, look, look_at
from companion.play.tables import (
    Listed,
    close_table,
    delete_table,
    leave_seat,
    lobby,
    open_table,
    remembered_names,
    reopen_table,
    restore_table,
    see_table,
    set_box,
    take_seat,
)
from companion.play.transfer import export_csv, export_table, import_table

__all__ = [
    "House",
    "Listed",
    "Look",
    "Refused",
    "Written",
    "act",
    "amend",
    "close_table",
    "delete_table",
    "events_json",
    "export_csv",
    "export_table",
    "import_table",
    "leave_seat",
    "lobby",
    "look",
    "look_at",
    "open_table",
    "redo",
    "remembered_names",
    "reopen_table",
    "repeated",
    "reseat",
    "restore_table",
    "see_table",
    "set_box",
    "take_seat",
    "undo",
]
