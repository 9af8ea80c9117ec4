"""Opens the windows and dialogs that requests ask for, over the main window."""

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.look.language import tr
from ui.models import models_window
from ui.settings import settings_window
from ui.state.conversation import Conversation
from ui.state.remote_servers import RemoteServer
from ui.state.remote_words import question_words
from ui.state.workspace import Workspace
from ui.widgets import confirm
from ui.widgets.layouts import center_over, raise_window
from ui.window import (
    about_window,
    crash_window,
    folder_sheet,
    manual_window,
    shortcut_list,
    update_window,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.window.window_menu import WindowMenus

T = TypeVar(
    "T", "about_window.AboutWindow", "crash_window.CrashWindow", "update_window.UpdateWindow"
)


class Dialogs(QObject):
    """`menus` returns those with the shortcuts that the settings list."""

    def __init__(
        self, workspace: Workspace, menus: "Callable[[], WindowMenus]", window: QWidget
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._menus = menus
        self._window = window
        workspace.settings_requests.opened.connect(self.open_settings)
        # methods, since the workspace outlives the window and would keep a lambda with it
        workspace.settings_requests.shortcuts_opened.connect(self._open_shortcuts)
        workspace.settings_requests.models_opened.connect(self._open_model_settings)
        workspace.prompts.page_wanted.connect(self._open_prompts)
        workspace.tool_requests.servers_opened.connect(self._open_tools)
        workspace.library_requests.window_opened.connect(self.open_models)
        workspace.library_requests.page_opened.connect(self._open_model)
        workspace.history_requests.folder_settings_opened.connect(self.open_folder)
        workspace.about_requests.opened.connect(self.open_about)
        workspace.about_requests.reports_opened.connect(self.open_reports)
        workspace.conversations.discard_asked.connect(self._ask_to_discard)
        workspace.update_requests.notes_opened.connect(self.open_update)
        workspace.remote.permission_asked.connect(self._ask_to_send)

    def open_settings(self, page: str = "") -> "settings_window.SettingsWindow":
        """Show the settings window, raising it if it is already open."""
        if (settings := self._settings_window()) is None:
            settings = settings_window.SettingsWindow(
                self._workspace, self._window, shortcuts=self._menus().shortcuts
            )
            # The system places windows that are not dialogs, sometimes in a corner.
            center_over(settings, self._window)
        if page:
            settings.show_page(page)
        raise_window(settings)
        return settings

    def open_models(self, page: str = "") -> "models_window.ModelsWindow":
        """Show the models window, raising it if it is already open."""
        page = page or models_window.LIBRARY
        if (models := self._models_window()) is None:
            models = models_window.ModelsWindow(self._workspace, self._window, page=page)
            center_over(models, self._window)
        models.show_page(page)
        if page == models_window.GET:
            models.take_search()
        raise_window(models)
        return models

    def show_manual(self) -> None:
        if found := self._window.findChild(manual_window.ManualWindow):
            raise_window(found)
        else:
            manual_window.ManualWindow(self._workspace.link_opened, self._window).show()

    def show_shortcuts(self) -> None:
        if found := self._window.findChild(shortcut_list.ShortcutList):
            raise_window(found)
            return
        menus, requests = self._menus(), self._workspace.settings_requests
        shortcut_list.ShortcutList(menus.shortcuts, menus.keys, requests, self._window).show()

    def open_folder(self, folder_id: int) -> None:
        """Show the settings of a folder, unless it was deleted."""
        folders = self._workspace.history.source.folders()
        if folder := next((it for it in folders if it.folder_id == folder_id), None):
            folder_sheet.FolderSheet(self._workspace, folder, self._window).open()

    def open_about(self) -> "about_window.AboutWindow":
        return self._shown(about_window.AboutWindow)

    def open_reports(self) -> "crash_window.CrashWindow":
        return self._shown(crash_window.CrashWindow)

    def open_update(self) -> "update_window.UpdateWindow":
        return self._shown(update_window.UpdateWindow)

    def _shown(self, kind: type[T]) -> T:
        """Show the one window of a class, raising it if it is already open."""
        found = (it for it in self._window.findChildren(kind) if it.isVisible())
        dialog = next(found, None) or kind(self._workspace, self._window)
        raise_window(dialog)
        return dialog

    def _open_model(self, model_id: str) -> None:
        self.open_models()
        self._workspace.library.shown.emit(model_id)

    def _models_window(self) -> "models_window.ModelsWindow | None":
        found = self._window.findChildren(models_window.ModelsWindow)
        return next((it for it in found if it.isVisible()), None)

    def _open_shortcuts(self) -> None:
        self.open_settings(settings_window.SHORTCUTS)

    def _open_model_settings(self) -> None:
        self.open_settings(settings_window.MODELS)

    def _open_prompts(self, name: str) -> None:
        self.open_settings(settings_window.PROMPTS).prompts.show_prompt(name)

    def _open_tools(self) -> None:
        self.open_settings(settings_window.TOOLS)

    def _ask_to_discard(self, conversation: Conversation) -> None:
        """Ask whether a temporary chat may be closed with its messages, or a comparison with the
        rest of its list of prompts."""
        about = tr("Its messages are not saved and will be lost.")
        if not conversation.temporary:
            unasked = conversation.unasked_prompts
            about = tr("%n prompt(s) of its list will not be asked.", "", unasked)
        confirm.confirm(
            self._window,
            tr("Close “{title}”?").format(title=conversation.title or tr("Temporary chat")),
            about,
            tr("Close"),
            partial(self._workspace.requests.discarded.emit, conversation.chat_id),
        )

    def _ask_to_send(self, server: RemoteServer) -> None:
        """Ask whether chats may go to a server; anything but a yes is a no."""
        box = confirm.confirm(
            self._window,
            tr("Send this chat to {host}?").format(host=server.host),
            question_words(server.address),
            tr("Send"),
            partial(self._workspace.remote.answered.emit, server.address, True),
        )
        # An answered question is not asked any more.
        refuse = partial(self._workspace.remote.answered.emit, server.address, False)
        box.rejected.connect(refuse)

    def _settings_window(self) -> "settings_window.SettingsWindow | None":
        """Return the open window. A closed one lives on for a moment."""
        found = self._window.findChildren(settings_window.SettingsWindow)
        return next((it for it in found if it.isVisible()), None)
