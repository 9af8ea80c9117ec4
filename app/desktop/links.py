"""Open links of answers in the browser, after asking."""

from PySide6.QtCore import QObject, Qt, QUrl, QUrlQuery
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from engine import offline
from ui.look.language import tr
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.pane import PaneState
from ui.state.requests import MessageRequests
from ui.state.workspace import Workspace

_ENCODED = QUrl.ComponentFormattingOption.FullyEncoded
_WEB = ("http", "https")
_MAX_SHOWN = 400
_MAX_NAME = 40


class Links(QObject):
    """Asks, over a window, whether to open the links that are pressed in open conversations."""

    def __init__(self, workspace: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        workspace.conversations.follow(self._follow)
        workspace.link_opened.connect(self._ask)

    def _follow(self, conversation: Conversation) -> None:
        if isinstance(conversation, Chat):
            self._connect(conversation.message_requests)
        elif isinstance(conversation, ComparedChat):
            conversation.pane_added.connect(self._follow_pane)
            for pane in conversation.panes:
                self._follow_pane(pane)

    def _follow_pane(self, pane: PaneState) -> None:
        self._connect(pane.message_requests)

    def _connect(self, requests: MessageRequests) -> None:
        requests.link_opened.connect(self._ask)

    def _ask(self, link: str) -> None:
        ask_to_open(link, self._window)


def ask_to_open(link: str, window: QWidget) -> None:
    """Show where a link leads before it opens, since a model wrote it."""
    url = _openable(link)
    if url.isEmpty():
        return
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(_question(url))
    parts = (_shown(url), _warning(url), _offline())
    box.setInformativeText("\n\n".join(part for part in parts if part))
    box.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.accepted.connect(lambda: QDesktopServices.openUrl(url))
    box.open()


def _openable(link: str) -> QUrl:
    """Return the link as a URL, empty unless it is a web or mail address. Of a mail address only
    the addressee and the subject are kept: some programs attach files that an address names."""
    url = QUrl(link)
    if url.scheme() in _WEB and url.host():
        return url
    if url.scheme() != "mailto" or not url.path():
        return QUrl()
    subject = QUrlQuery(url).queryItemValue("subject", _ENCODED)
    mail = f"mailto:{url.path(_ENCODED)}"
    return QUrl(f"{mail}?subject={subject}" if subject else mail)


def _question(url: QUrl) -> str:
    """Name the host as it is looked up: letters of other scripts can look like Latin ones."""
    if url.scheme() == "mailto":
        return tr("Write an email to {address}?").format(address=_cut(url.path(_ENCODED)))
    return tr("Open {host} in the browser?").format(host=url.host(_ENCODED))


def _shown(url: QUrl) -> str:
    return _cut(url.toString(_ENCODED))


def _warning(url: QUrl) -> str:
    if name := url.userInfo(_ENCODED):
        words = tr("“{name}” in this address is a user name. The site is {host}.")
        return words.format(name=name[:_MAX_NAME], host=url.host(_ENCODED))
    if url.host() != url.host(_ENCODED):
        words = tr("The name of this site contains letters that are not Latin: {host}.")
        return words.format(host=url.host())
    return ""


def _offline() -> str:
    if offline.is_strict():
        return tr("Strict offline is on for Duologue. The program that opens this may connect.")
    return ""


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
