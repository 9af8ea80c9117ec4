"""Actions on a model on this computer, for its row, its menu and its page."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from ui.look.language import tr
from ui.look.numbers import size_text
from ui.look.system_words import show_in_folder_text
from ui.models.model_words import usable
from ui.state.compared_chat import ComparedChat
from ui.state.library_state import LibraryModel, Place
from ui.state.shortcuts import native
from ui.state.workspace import Workspace
from ui.widgets.confirm import confirm
from ui.widgets.labels import breakable
from ui.widgets.menu import PopupMenu


def use(workspace: Workspace, model: LibraryModel) -> None:
    """Ask for a model in the current chat, which loads it, or in the current comparison."""
    if usable(model):
        workspace.model_requests.chosen.emit(model.model_id)


def use_text(workspace: Workspace) -> str:
    compares = isinstance(workspace.conversations.front, ComparedChat)
    return tr("Use in this comparison") if compares else tr("Use in this chat")


def toggle_favorite(workspace: Workspace, model: LibraryModel) -> None:
    workspace.library_requests.favorite_set.emit(model.model_id, not model.favorite)


def show_in_folder(workspace: Workspace, model: LibraryModel) -> None:
    workspace.library_requests.shown_in_folder.emit(model.model_id)


def deletable(model: LibraryModel) -> bool:
    """Return True for models that Duologue has made: no other file is ever deleted."""
    return model.place is Place.OWN and model.available


def ask_to_delete(workspace: Workspace, model: LibraryModel, parent: QWidget) -> QMessageBox | None:
    """Ask before a model is moved to the trash, with its path and size."""
    if not deletable(model):
        return None
    requests, model_id = workspace.library_requests, model.model_id
    return confirm(
        parent,
        tr("Move “{name}” to the trash?").format(name=model.name),
        f"{breakable(model_id)}\n{size_text(model.size)}",
        tr("Move to trash"),
        lambda: requests.deleted.emit(model_id),
    )


def favorite_text(model: LibraryModel) -> str:
    return tr("Remove from favorites") if model.favorite else tr("Add to favorites")


def model_menu(workspace: Workspace, model: LibraryModel, parent: QWidget) -> QMenu:
    """Return the context menu of a row."""
    menu = PopupMenu(parent)

    def add(text: str, keys: str, do: Callable[[], object], *, enabled: bool = True) -> None:
        action = menu.addAction(f"{text}\t{keys}" if keys else text)
        action.setEnabled(enabled)
        action.triggered.connect(lambda: do())

    enter, can = Qt.Key.Key_Return, usable(model)
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    shown = workspace.library.shown
    add(tr("Open page"), native(enter), lambda: shown.emit(model.model_id))
    use_keys = native(control | enter)
    add(use_text(workspace), use_keys, lambda: use(workspace, model), enabled=can)
    menu.addSeparator()
    add(favorite_text(model), native(Qt.Key.Key_Space), lambda: toggle_favorite(workspace, model))
    text = show_in_folder_text()
    add(text, "", lambda: show_in_folder(workspace, model), enabled=model.available)
    menu.addSeparator()
    add(
        tr("Move to trash…"),
        native(shift | Qt.Key.Key_Delete),
        lambda: ask_to_delete(workspace, model, parent),
        enabled=deletable(model),
    )
    return menu


def open_menu(workspace: Workspace, model: LibraryModel, parent: QWidget, at: QPoint) -> QMenu:
    menu = model_menu(workspace, model, parent)
    menu.popup(at)
    return menu
