"""The settings of a chat as its record has them, in JSON."""

import json
from dataclasses import field, fields
from typing import Any, TypeVar, get_type_hints

from app.base.json_values import json_value, restored
from app.records.turns import data_of
from engine.frozen import frozen
from engine.messages import SamplingParams
from ui.state.chat_options import ChatOptions

T = TypeVar("T")


@frozen
class ChatSettings:
    """`recommended` is what the options were based on; None if a preset replaced it."""

    model_id: str = ""
    options: ChatOptions = field(default_factory=ChatOptions)
    recommended: SamplingParams | None = None


def fields_json(settings: Any) -> str:
    return json.dumps(json_value(settings), ensure_ascii=False)


def read_fields(kind: type[T], text: str) -> T:
    """Read a dataclass whose fields all have defaults; damaged fields get theirs."""
    data = data_of(text)
    hints, found = get_type_hints(kind), {}
    for name in data.keys() & {it.name for it in fields(kind)}:  # type: ignore[arg-type]
        try:
            found[name] = restored(hints[name], data[name])
        except ValueError:
            continue
    return kind(**found)
