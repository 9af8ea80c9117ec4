"""Parse untrusted JSON, with a bounded number of values and depth of nesting."""

import json
from typing import Any

from engine.sentences import say

# A list in a list takes 3 bytes in the file and 72 in memory.
MAX_VALUES = 2_000_000
MAX_DEPTH = 100


def parsed(data: bytes, most: int = MAX_VALUES) -> Any:
    """Return the value of a JSON text with at most `most` values. Raises ValueError with a reason
    for people to read."""
    if data.count(b",") + data.count(b"[") + data.count(b"{") > most:
        raise ValueError(say("it contains too many values"))
    try:
        value = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(say("it is not UTF-8 text")) from error
    except json.JSONDecodeError as error:
        raise ValueError(say("line {line} is not valid JSON", line=error.lineno)) from error
    except RecursionError as error:
        raise ValueError(say("it is nested too deeply")) from error
    except ValueError as error:
        raise ValueError(say("it contains a number with too many digits")) from error
    check_depth(value)
    return value


def check_depth(value: Any) -> None:
    """Raise ValueError with a reason for people to read if a value is nested too deeply: what
    walks through it would come to the end of Python's stack."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [item for parent in level for item in _items(parent)]
        if not level:
            return
    raise ValueError(say("it is nested too deeply"))


def _items(value: Any) -> Any:
    """Return the lists and objects directly inside a list or object."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (item for item in inner if isinstance(item, dict | list))
