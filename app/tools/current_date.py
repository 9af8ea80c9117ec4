"""The tool that returns the date and time, which models do not know."""

from datetime import UTC, datetime
from typing import Any

from app.tools.tool import ToolContext, ToolError

DESCRIPTION = "Get today's date, the weekday, the time and the time zone."
PARAMETERS = {
    "type": "object",
    "properties": {
        "timezone": {
            "type": "string",
            "description": "An IANA name such as Europe/Berlin. Without it, the local time zone.",
        }
    },
    "additionalProperties": False,
}
# The names that `strftime` gives depend on the system's language.
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def run_current_date(arguments: dict[str, Any], _: ToolContext) -> str:
    name = str(arguments.get("timezone") or "").strip()
    now = datetime.now(UTC)
    if not name:
        local = now.astimezone()
        return in_words(local, local.tzname() or "")
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415  the window needs none

    try:
        return in_words(now.astimezone(ZoneInfo(name)), name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ToolError(
            f"There is no time zone called {name[:60]!r}. It must be an IANA name such as "
            "Europe/Berlin."
        ) from error


def in_words(moment: datetime, zone: str) -> str:
    """Return a time with its time zone as text."""
    offset = moment.strftime("%z")
    apart = f"UTC{offset[:3]}:{offset[3:5]}"
    return f"{WEEKDAYS[moment.weekday()]}, {moment:%Y-%m-%d}, {moment:%H:%M:%S} ({apart}, {zone})"
