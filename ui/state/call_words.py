"""Texts about a tool call: its state, its arguments, and changes of its tool."""

import json
import unicodedata
from typing import Any

from ui.look.language import tr, translated
from ui.look.numbers import duration_text, seconds_text
from ui.state.called_tool import CalledTool, CallState
from ui.state.tool_terms import Part, ToolChange
from ui.state.turn import Turn, TurnState

_NAME = 200
_INDENT = "    "


def call_title(called: CalledTool) -> str:
    """Return the title of the tool on one line."""
    return _short(translated(called.title) or called.call.name) or tr("Unnamed tool")


def call_name(called: CalledTool) -> str:
    """Return the name that the model calls, on one line; "" for built-in tools, whose title tells
    it."""
    own = called.tool_id and "/" not in called.tool_id
    return "" if own else _short(called.call.name)


def state_caption(called: CalledTool, growing: bool, seconds: float) -> str:
    """Return the state of a call; `seconds` is how long a running call has taken."""
    match called.state:
        case CallState.PROPOSED if growing:
            return tr("Waiting for the answer to finish")
        case CallState.PROPOSED:
            return tr("Suggested") if called.written else tr("Wants to run")
        case CallState.RUNNING if called.awaits:
            return tr("Starting the tool server {server}…").format(server=called.awaits)
        case CallState.RUNNING:
            return tr("Running… {time}").format(time=seconds_text(seconds))
        case CallState.DONE:
            return tr("Done in {time}").format(time=duration_text(called.seconds))
        case CallState.FAILED:
            return tr("Failed after {time}").format(time=duration_text(called.seconds))
        case CallState.DECLINED:
            return tr("Declined")
        case CallState.DROPPED:
            return dropped_caption(called)


def dropped_caption(called: CalledTool) -> str:
    """Return the state of a call that gets no result."""
    return tr("Stopped") if called.started else tr("Not run")


def call_note(called: CalledTool, turn: Turn) -> str:
    """Return an explanation to show below the title, or ""."""
    if called.state is CallState.DROPPED:
        return _dropped(called, turn)
    if called.written and called.state is CallState.PROPOSED:
        return tr("The model wrote this call as text. It runs only if you want it to.")
    return ""


def argument_text(arguments: str) -> str:
    """Return the members of a JSON object, one on each line. Other text is returned as it is, with
    invisible characters escaped."""
    try:
        values = json.loads(arguments)
    except (ValueError, RecursionError):
        return visible(arguments)
    if not isinstance(values, dict):
        return visible(arguments)
    return "\n".join(_argument(name, value) for name, value in values.items())


def result_text(called: CalledTool) -> str:
    """Return the result of a call, or "" before there is one."""
    if called.state not in (CallState.DONE, CallState.FAILED):
        return ""
    return called.result or tr("The tool returned nothing.")


def visible(text: str) -> str:
    """Escape invisible characters and those that change the text direction: a person must see
    exactly what they allow."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _dropped(called: CalledTool, turn: Turn) -> str:
    """Return why a call has no result. Whole sentences, since word order differs by language."""
    if called.started:
        return tr(
            "The tool was started, but stopped before it returned a result. It may have acted."
        )
    if turn.state in (TurnState.STOPPED, TurnState.FAILED):
        return tr("Not run, because the answer was cut short.")
    return tr("Not run, because you continued without it.")


def _argument(name: str, value: Any) -> str:
    # Escaped as JSON: a line break in a name must not look like another argument.
    head = visible(json.dumps(name, ensure_ascii=False)[1:-1])
    if isinstance(value, str) and "\n" in value:
        lines = visible(value).split("\n")
        return f"{head}:\n" + "\n".join(_INDENT + line for line in lines)
    return f"{head}: {visible(json.dumps(value, ensure_ascii=False))}"


def _short(name: str) -> str:
    """Return a name on one line, cut to a maximum length."""
    line = " ".join(name[: 2 * _NAME].split())
    return visible(line if len(line) <= _NAME else f"{line[: _NAME - 1]}…")


def _shown(character: str) -> str:
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
    if character in "\n\t" or not hidden:
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def changes_note(changes: tuple[ToolChange, ...]) -> str:
    """Return why a tool asks again; "" if nothing changed."""
    if not changes:
        return ""
    if changes[0].part is Part.UNKNOWN:
        return tr(
            "You always allowed this tool in an earlier version of Duologue. Decide once more: "
            "from now on, Duologue asks again when a tool changes."
        )
    return tr("This tool has changed since you were last asked about it.")


def changes_text(changes: tuple[ToolChange, ...]) -> str:
    return "\n".join(_lines(change) for change in changes if change.part is not Part.UNKNOWN)


def _lines(change: ToolChange) -> str:
    head = _head(change)
    if change.part is Part.ENVIRONMENT:
        return head
    lines = [f"{head}:"]
    if change.before:
        lines.append(_INDENT + tr("before: {text}").format(text=_shown_change(change.before)))
    if change.now:
        lines.append(_INDENT + tr("now: {text}").format(text=_shown_change(change.now)))
    return "\n".join(lines)


def _head(change: ToolChange) -> str:
    match change.part:
        case Part.COMMAND:
            return tr("Server command")
        case Part.ENVIRONMENT:
            return tr("Server environment variables")
        case Part.TITLE:
            return tr("Tool name")
        case Part.DESCRIPTION:
            return tr("Description for the model")
        case Part.ARGUMENT:
            return _argument_head(change).format(name=visible(change.name))
    return tr("Rules for the arguments")


def _argument_head(change: ToolChange) -> str:
    if not change.before:
        return tr("New argument {name}")
    return tr("Argument {name}") if change.now else tr("Removed argument {name}")


def _shown_change(text: str) -> str:
    """Indent the lines of a text below its entry of the list."""
    return visible(text).replace("\n", f"\n{_INDENT}{_INDENT}")
