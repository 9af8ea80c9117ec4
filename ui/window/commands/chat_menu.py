"""The commands of the menu Chat."""

from functools import partial

from ui.look.language import tr
from ui.state.screen_part import ScreenPart
from ui.window.commands.command import Command, CommandWindow, Reach

# The tabs that have a key.
_NUMBERED_TABS = 9


def chat_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Chat"))
    go = partial(Command, menu="/".join((tr("Chat"), tr("Go to"))))
    chats = [
        go(
            f"chat_{number}",
            tr("Tab {number}").format(number=number),
            partial(window.go_to, number - 1),
            keys=(f"Ctrl+{number}",),
            enabled=lambda number=number: len(window.tabs()) >= number,
        )
        for number in range(1, _NUMBERED_TABS + 1)
    ]
    return [
        new(
            "stop",
            tr("Stop"),
            lambda: window.current_tab().conversation.requests.stopped.emit(),
            keys=("Ctrl+.",),
            enabled=lambda: window.current_tab().busy,
        ),
        new(
            "continue",
            tr("Continue the answer"),
            lambda: _continue(window),
            enabled=lambda: window.current_tab().can_continue,
        ),
        new(
            "send_next",
            tr("Send queued messages"),
            lambda: window.current_tab().conversation.requests.next_resumed.emit(),
            enabled=lambda: window.current_tab().conversation.next_messages.pause is not None,
        ),
        new(
            "keep_chat",
            tr("Keep this temporary chat"),
            lambda: window.workspace.requests.kept.emit(window.current_tab().chat_id),
            enabled=lambda: window.current_tab().temporary,
            line=True,
        ),
        new("rename_chat", tr("Rename chat"), window.chat_keys.rename, keys=("F2",)),
        new(
            "duplicate_chat",
            tr("Duplicate chat"),
            lambda: window.workspace.history_requests.duplicated.emit(
                (window.current_tab().chat_id,)
            ),
        ),
        new(
            "delete_chat",
            tr("Delete chat"),
            window.chat_keys.delete,
            keys=("Shift+Del", "Ctrl+Backspace"),
            fixed=True,
        ),
        new("model", tr("Model…"), window.choose_model, keys=("Ctrl+L",), line=True),
        new(
            "models",
            tr("Models…"),
            lambda: window.workspace.library_requests.window_opened.emit("library"),
            keys=("Ctrl+Shift+L",),
            reach=Reach.ALL,
        ),
        new(
            "get_models",
            tr("Get models…"),
            lambda: window.workspace.library_requests.window_opened.emit("get"),
            keys=("Ctrl+Shift+M",),
            reach=Reach.ALL,
        ),
        new("tools", tr("Tools…"), window.open_tools, keys=("Ctrl+T",)),
        new("tool_call", tr("Go to the tool call"), window.go_to_call, keys=("Ctrl+J",)),
        *_reading_commands(window),
        *_screen_commands(window),
        new(
            "next_chat",
            tr("Next tab"),
            lambda: window.step(1),
            keys=("Ctrl+Tab", "Meta+Tab"),
            line=True,
        ),
        new(
            "previous_chat",
            tr("Previous tab"),
            lambda: window.step(-1),
            keys=("Ctrl+Shift+Tab", "Meta+Shift+Tab"),
        ),
        *chats,
    ]


def _reading_commands(window: CommandWindow) -> list[Command]:
    reading, requests = window.workspace.reading, window.workspace.reading_requests
    new = partial(Command, menu="/".join((tr("Chat"), tr("Read aloud"))))
    return [
        new(
            "read_aloud",
            tr("Read the last answer aloud"),
            lambda: _read_aloud(window),
            enabled=lambda: bool(window.current_tab().last_answer),
        ),
        new(
            "pause_reading",
            tr("Pause or resume reading"),
            requests.pause_toggled.emit,
            enabled=lambda: reading.turn is not None,
        ),
        new(
            "stop_reading",
            tr("Stop reading"),
            requests.stopped.emit,
            enabled=lambda: reading.turn is not None,
        ),
    ]


def _screen_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu="/".join((tr("Chat"), tr("Ask about the screen"))))
    parts = {
        "capture_area": (tr("Capture an area of the screen"), ScreenPart.AREA),
        "capture_window": (tr("Capture a window"), ScreenPart.WINDOW),
        "capture_screen": (tr("Capture the whole screen"), ScreenPart.SCREEN),
    }
    return [
        new(name, text, partial(_capture, window, part)) for name, (text, part) in parts.items()
    ]


def _read_aloud(window: CommandWindow) -> None:
    turns = reversed(window.current_tab().front_transcript.turns)
    if turn := next((it for it in turns if it.role == "assistant"), None):
        window.workspace.reading_requests.started.emit(turn)


def _continue(window: CommandWindow) -> None:
    if window.current_tab().can_continue:
        window.current_tab().go_on()


def _capture(window: CommandWindow, part: ScreenPart) -> None:
    window.current_tab().conversation.attachment_requests.screen_captured.emit(part)
