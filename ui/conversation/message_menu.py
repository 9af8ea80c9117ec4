"""The context menu of a message: copying and its actions."""

import sys
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from ui.conversation.message_actions import MessageActions
from ui.conversation.message_attachments import SentAttachment
from ui.conversation.message_widget import MessageWidget
from ui.look.language import tr
from ui.state.turn import Turn
from ui.widgets.menu import PopupMenu
from ui.widgets.text_body import TextBody


def message_menu(
    message: MessageWidget, at: QPoint, actions: MessageActions | None = None
) -> QMenu:
    """Return the menu for a press at `at`, inside the message."""
    menu = PopupMenu(message)
    sent = message.childAt(at)
    if isinstance(sent, SentAttachment):
        _add_views(menu, sent)
    _add(menu, tr("Copy"), message.copy_selected, bool(message.selected_text()))
    if address := _address(message, at):
        _add(menu, tr("Copy link address"), lambda: _to_clipboard(address))
    answer = message.answer
    if answer is not None and message.turn.content:
        menu.addSeparator()
        _add(menu, tr("Copy answer as Markdown"), lambda: _to_clipboard(answer.markdown()))
        _add(menu, tr("Copy answer as text"), lambda: _copy_as_text(answer))
        if actions is None:
            _add(menu, tr("Read aloud"), message.read_aloud)
    elif message.turn.content:
        _add(menu, tr("Copy message"), lambda: _to_clipboard(message.turn.content))
    if message.turn.traces and not message.turn.growing:
        _add(menu, tr("Inspect prompt and tokens"), message.inspect)
    menu.addSeparator()
    _add(menu, tr("Select all"), message.select_all)
    if actions:
        menu.addSeparator()
        if isinstance(sent, SentAttachment):
            _add_pin(menu, message.turn, sent, actions)
        actions.fill(message.turn, menu)
    return menu


def _add_views(menu: QMenu, sent: SentAttachment) -> None:
    """Add the ways to see an attachment as a whole."""
    requests, attachment = sent.requests, sent.attachment
    _add(menu, tr("Preview"), lambda: requests.opened.emit(attachment))
    if sys.platform == "darwin":
        _add(menu, tr("Quick Look"), lambda: requests.quick_looked.emit(attachment))
    _add(menu, tr("Open in default app"), lambda: requests.opened_outside.emit(attachment))
    menu.addSeparator()


def _add_pin(menu: QMenu, turn: Turn, sent: SentAttachment, actions: MessageActions) -> None:
    which = turn.attachments.index(sent.attachment)
    action = menu.addAction(tr("Always send, even when older messages are omitted"))
    action.setCheckable(True)
    action.setChecked(which in turn.pinned)
    action.toggled.connect(partial(actions.pin, turn, which))


def _add(menu: QMenu, text: str, done: Callable[[], None], enabled: bool = True) -> None:
    action = menu.addAction(text)
    action.triggered.connect(lambda: done())
    action.setEnabled(enabled)


def _address(message: MessageWidget, at: QPoint) -> str:
    child = message.childAt(at)
    text = child.parentWidget() if child else None
    if child is None or not isinstance(text, TextBody):
        return ""
    return text.anchorAt(child.mapFrom(message, at))


def _copy_as_text(answer: TextBody) -> None:
    QGuiApplication.clipboard().setMimeData(answer.whole_data())


def _to_clipboard(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
