"""The tabs that a window makes of conversations."""

from pathlib import Path
from typing import Protocol, cast, overload

from app.chats.controller import Controller
from ui.compare.compare_tab import CompareTab
from ui.compare.run_dialog import RunDialog
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow


class Parts(Protocol):
    """An assembly, or a desk."""

    window: MainWindow
    controller: Controller


def new_chat(parts: Parts) -> ChatTab:
    chat = parts.controller.conversations.new_chat()
    return cast("ChatTab", parts.window.tab(chat.chat_id))


def new_comparison(parts: Parts) -> CompareTab:
    chat = parts.controller.conversations.new_comparison()
    return cast("CompareTab", parts.window.tab(chat.chat_id))


def open_tab(parts: Parts, conversation_id: int, message_id: int = 0) -> Tab | None:
    found = parts.controller.conversations.open(conversation_id, message_id)
    return parts.window.tab(found.chat_id) if found else None


def fork(parts: Parts, tab: ChatTab, index: int) -> ChatTab:
    chat = parts.controller.conversations.fork(tab.chat, index)
    return cast("ChatTab", parts.window.tab(chat.chat_id))


@overload
def add_tab(window: MainWindow, conversation: Chat) -> ChatTab: ...
@overload
def add_tab(window: MainWindow, conversation: ComparedChat) -> CompareTab: ...
def add_tab(window: MainWindow, conversation: Conversation) -> Tab:
    """Open a conversation in front, and return its tab."""
    window.workspace.conversations.add(conversation)
    return window.tab(conversation.chat_id)


def show_tab(window: MainWindow, chat_id: int) -> None:
    window.workspace.conversations.show(window.tab(chat_id).conversation)


def close_tab(window: MainWindow, chat_id: int) -> None:
    window.workspace.conversations.remove(window.tab(chat_id).conversation)


def chat_tabs(window: MainWindow) -> list[ChatTab]:
    return [tab for tab in window.tabs() if isinstance(tab, ChatTab)]


def open_list(tab: CompareTab, path: Path) -> RunDialog | None:
    """Open a list of prompts, and return the dialog that offers to run it."""
    tab.chat.list_requests.opened.emit(path)
    return next((it for it in tab.findChildren(RunDialog) if it.isVisible()), None)
