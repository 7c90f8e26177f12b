"""The use cases: opening tables, taking seats, acting, undoing, looking. The only place for clock and chance.

Rule of this folder: no Flask, no SQL, no rules of a game. Everything a request may do to a table is a function here; each
writing one is a single transaction, rings the table's doorbell after its commit, and raises `Refused` with the reason.
"""

from companion.core.refusal import Refused
from companion.play.acting import (
    Receipt,
    act,
    amend,
    away,
    change,
    draw_start,
    keep_time,
    redo,
    repeated,
    reseat,
    retract,
    throw,
    undo,
)
from companion.play.again import before, next_of, play_again
from companion.play.box import (
    box_is_locked,
    box_of,
    correct_box,
    forget_box,
    lock_box,
    lock_teaching,
    may_set_box,
    may_teach,
    set_box,
    teaching_is_locked,
)
from companion.play.events import events_json
from companion.play.house import House
from companion.play.keeping import backup_folder, copy_everything, restore_everything
from companion.play.listing import Listed, deleted, forget_name, lobby, remembered_names
from companion.play.look import Look
from companion.play.looking import look, look_at, row_of
from companion.play.tables import (
    close_table,
    delete_table,
    device_at,
    has_been_at,
    leave_seat,
    open_asked,
    open_table,
    reopen_table,
    restore_table,
    seated_at,
    see_table,
    seq_of,
    take_seat,
)
from companion.play.transfer import export_any, export_csv, export_table, import_table
from companion.play.tray import set_tray, tray_of

__all__ = [
    "House",
    "Listed",
    "Look",
    "Receipt",
    "Refused",
    "act",
    "amend",
    "away",
    "backup_folder",
    "before",
    "box_is_locked",
    "box_of",
    "change",
    "close_table",
    "copy_everything",
    "correct_box",
    "delete_table",
    "deleted",
    "device_at",
    "draw_start",
    "events_json",
    "export_any",
    "export_csv",
    "export_table",
    "forget_box",
    "forget_name",
    "has_been_at",
    "import_table",
    "keep_time",
    "leave_seat",
    "lobby",
    "lock_box",
    "lock_teaching",
    "look",
    "look_at",
    "may_set_box",
    "may_teach",
    "next_of",
    "open_asked",
    "open_table",
    "play_again",
    "redo",
    "remembered_names",
    "reopen_table",
    "repeated",
    "reseat",
    "restore_everything",
    "restore_table",
    "retract",
    "row_of",
    "seated_at",
    "see_table",
    "seq_of",
    "set_box",
    "set_tray",
    "take_seat",
    "teaching_is_locked",
    "throw",
    "tray_of",
    "undo",
]
