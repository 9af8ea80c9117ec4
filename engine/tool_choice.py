"""A request's choice of tool calls: free, forbidden, or required."""

from enum import StrEnum

from engine.frozen import frozen


class ToolUse(StrEnum):
    """NONE keeps the tools in the prompt, which stays cached, but the model cannot call them.
    REQUIRED makes the answer begin with a call."""

    AUTO = "auto"
    NONE = "none"
    REQUIRED = "required"


@frozen
class ToolChoice:
    """`name` is the only tool that a REQUIRED call may have, "" for any. With `single`, the reply
    ends after its first call."""

    use: ToolUse = ToolUse.AUTO
    name: str = ""
    single: bool = False
