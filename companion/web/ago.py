"""How long ago something was, as people say it."""

from __future__ import annotations

from datetime import datetime

from companion.core.text import T, Text

MINUTE, HOUR, DAY = 60, 3600, 86400
JUST_NOW_S = 2 * MINUTE


def seconds_since(at: str, now: datetime) -> int:
    """Whole seconds from ``at`` (ISO 8601) to now; 0 where a clock was set back in between."""
    return max(0, int((now - datetime.fromisoformat(at)).total_seconds()))


def ago(seconds: int) -> Text:
    """So many seconds, 0 or more, as time gone by: "just now", "20 min ago", "yesterday", "5 days ago"."""
    if seconds < JUST_NOW_S:
        return T("just now")
    if seconds < HOUR:
        return T("{n} min ago", n=seconds // MINUTE)
    if seconds < DAY:
        return T("{n} h ago", n=seconds // HOUR)
    return T("yesterday") if seconds < 2 * DAY else T("{n} days ago", n=seconds // DAY)


def minutes(seconds: float) -> str:
    """A span as a clock shows it: 0:07, 12:30, 1:02:30."""
    whole = int(seconds)
    hours, left = divmod(whole, 3600)
    return f"{hours}:{left // 60:02}:{left % 60:02}" if hours else f"{left // 60}:{left % 60:02}"
