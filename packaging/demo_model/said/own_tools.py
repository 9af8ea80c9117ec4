"""The app's date and file tools as a model sees them, kept here so that training needs no Qt.

tests/packaging_test/test_tool_talk.py compares them with the app's.
"""

from datetime import datetime
from typing import Any

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def in_words(moment: datetime, zone: str) -> str:
    """Return a time with its time zone as the app's date tool writes it."""
    offset = moment.strftime("%z")
    apart = f"UTC{offset[:3]}:{offset[3:5]}"
    return f"{WEEKDAYS[moment.weekday()]}, {moment:%Y-%m-%d}, {moment:%H:%M:%S} ({apart}, {zone})"


def _definition(name: str, description: str, properties: dict[str, Any]) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "additionalProperties": False}
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


DATE = _definition(
    "current_date",
    "Get today's date, the weekday, the time and the time zone.",
    {
        "timezone": {
            "type": "string",
            "description": "An IANA name such as Europe/Berlin. Without it, the local time zone.",
        }
    },
)
FILE = _definition(
    "read_file",
    "Read a text file that the user picked for this chat. Without a name, list those files.",
    {
        "name": {"type": "string", "description": "The name of a file, as it is listed."},
        "offset": {
            "type": "integer",
            "minimum": 0,
            "description": "How many characters to skip, to read on in a long file.",
        },
    },
)
