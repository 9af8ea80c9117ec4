"""Estimates the height of a message from its text, before it is laid out."""

from ui.state.turn import Turn

_CHARACTER = 7.2
_LINE = 23
_BLOCK = 9
_IMAGES = 200
_CALL = 120
_AROUND_REPLY = 34
_AROUND_QUESTION = 20
_QUESTION_SHARE = 0.8


def estimated_height(turn: Turn, width: int) -> int:
    """Takes no longer for long texts than counting their lines."""
    if turn.role == "user":
        text = _text_height(turn.content, width * _QUESTION_SHARE) if turn.content else 0
        return _AROUND_QUESTION + text + (_IMAGES if turn.attachments else 0)
    folded = _LINE if turn.reasoning else 0
    return _AROUND_REPLY + _text_height(turn.content, width) + folded + _CALL * len(turn.tool_calls)


def _text_height(text: str, width: float) -> int:
    lines = text.count("\n") + 1
    wrapped = len(text) * _CHARACTER / max(1.0, width)
    # most lines of an answer are short ones of a list or a piece of code, or empty
    return int(_LINE * max(wrapped + lines / 3, lines) + _BLOCK)
