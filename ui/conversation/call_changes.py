"""Tell in words how a tool differs from the one that a person was asked about."""

from ui.conversation.call_captions import visible
from ui.look.language import tr
from ui.state.tool_terms import Part, ToolChange

_INDENT = "    "


def changes_note(changes: tuple[ToolChange, ...]) -> str:
    """Return why a tool asks again; "" if nothing changed."""
    if not changes:
        return ""
    if changes[0].part is Part.UNKNOWN:
        return tr(
            "You always allowed this tool in an earlier version of Duologue. Decide once more: "
            "from now on, the tool asks again when it changes."
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
        lines.append(_INDENT + tr("before: {text}").format(text=_shown(change.before)))
    if change.now:
        lines.append(_INDENT + tr("now: {text}").format(text=_shown(change.now)))
    return "\n".join(lines)


def _head(change: ToolChange) -> str:
    match change.part:
        case Part.COMMAND:
            return tr("The command of the server")
        case Part.ENVIRONMENT:
            return tr("The environment variables of the server")
        case Part.TITLE:
            return tr("The name of the tool")
        case Part.DESCRIPTION:
            return tr("The description for the model")
        case Part.ARGUMENT:
            return _argument(change).format(name=visible(change.name))
    return tr("The rules for the arguments")


def _argument(change: ToolChange) -> str:
    if not change.before:
        return tr("New argument {name}")
    return tr("Argument {name}") if change.now else tr("Removed argument {name}")


def _shown(text: str) -> str:
    """Lines of the text are not lines of this list."""
    return visible(text).replace("\n", f"\n{_INDENT}{_INDENT}")
