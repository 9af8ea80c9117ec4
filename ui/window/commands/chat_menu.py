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
            command_id=f"chat_{number}",
            text=tr("Tab {number}").format(number=number),
            keys=(f"Ctrl+{number}",),
            run=partial(window.go_to, number - 1),
            enabled=lambda number=number: len(window.tabs()) >= number,
        )
        for number in range(1, _NUMBERED_TABS + 1)
    ]
    return [
        new(
            command_id="stop",
            text=tr("Stop"),
            keys=("Ctrl+.",),
            run=lambda: window.current_tab().conversation.requests.stopped.emit(),
            enabled=lambda: window.current_tab().busy,
        ),
        new(
            command_id="continue",
            text=tr("Continue the answer"),
            run=lambda: _continue(window),
            enabled=lambda: window.current_tab().can_continue,
        ),
        new(
            command_id="send_next",
            text=tr("Send queued messages"),
            run=lambda: window.current_tab().conversation.requests.next_resumed.emit(),
            enabled=lambda: window.current_tab().conversation.next_messages.pause is not None,
        ),
        new(
            command_id="keep_chat",
            text=tr("Keep this temporary chat"),
            run=lambda: window.workspace.requests.kept.emit(window.current_tab().chat_id),
            enabled=lambda: window.current_tab().temporary,
            line=True,
        ),
        new(
            command_id="rename_chat",
            text=tr("Rename chat"),
            keys=("F2",),
            run=window.chat_keys.rename,
        ),
        new(
            command_id="duplicate_chat",
            text=tr("Duplicate chat"),
            run=lambda: window.workspace.history_requests.duplicated.emit(
                (window.current_tab().chat_id,)
            ),
        ),
        new(
            command_id="delete_chat",
            text=tr("Delete chat"),
            keys=("Shift+Del", "Ctrl+Backspace"),
            run=window.chat_keys.delete,
            fixed=True,
        ),
        new(
            command_id="model",
            text=tr("Model…"),
            keys=("Ctrl+L",),
            run=window.choose_model,
            line=True,
        ),
        new(
            command_id="models",
            text=tr("Models…"),
            keys=("Ctrl+Shift+L",),
            run=lambda: window.workspace.library_requests.window_opened.emit("library"),
            reach=Reach.ALL,
        ),
        new(
            command_id="get_models",
            text=tr("Get models…"),
            keys=("Ctrl+Shift+M",),
            run=lambda: window.workspace.library_requests.window_opened.emit("get"),
            reach=Reach.ALL,
        ),
        new(command_id="tools", text=tr("Tools…"), keys=("Ctrl+T",), run=window.open_tools),
        new(
            command_id="tool_call",
            text=tr("Go to the tool call"),
            keys=("Ctrl+J",),
            run=window.go_to_call,
        ),
        *_reading_commands(window),
        *_screen_commands(window),
        new(
            command_id="next_chat",
            text=tr("Next tab"),
            keys=("Ctrl+Tab", "Meta+Tab"),
            run=lambda: window.step(1),
            line=True,
        ),
        new(
            command_id="previous_chat",
            text=tr("Previous tab"),
            keys=("Ctrl+Shift+Tab", "Meta+Shift+Tab"),
            run=lambda: window.step(-1),
        ),
        *chats,
    ]


def _reading_commands(window: CommandWindow) -> list[Command]:
    reading, requests = window.workspace.reading, window.workspace.reading_requests
    new = partial(Command, menu="/".join((tr("Chat"), tr("Read aloud"))))
    return [
        new(
            command_id="read_aloud",
            text=tr("Read the last answer aloud"),
            run=lambda: _read_aloud(window),
            enabled=lambda: bool(window.current_tab().last_answer),
        ),
        new(
            command_id="pause_reading",
            text=tr("Pause or resume reading"),
            run=requests.pause_toggled.emit,
            enabled=lambda: reading.turn is not None,
        ),
        new(
            command_id="stop_reading",
            text=tr("Stop reading"),
            run=requests.stopped.emit,
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
        new(command_id=name, text=text, run=partial(_capture, window, part))
        for name, (text, part) in parts.items()
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
