"""Opening the inspect windows, which are imported late."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.inspect import inspect_window
from ui.state.turn import Turn
from ui.state.workspace import Workspace


class Inspecting(QObject):
    """Opens inspect windows over `parent`, and shows the channel formats in them."""

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._engine = workspace.engine
        self._requests = workspace.model_requests
        # The detected formats of models that were loaded, by id.
        self._detected: dict[str, str] = {}
        self._engine.model_changed.connect(self._learn)
        self._engine.loaded_changed.connect(self._learn)
        self._engine.formats_changed.connect(self._show_formats)
        self._opened = False
        self._learn()

    def open(self, turn: Turn, title: str) -> None:
        self._opened = True
        inspect_window.InspectWindow(turn, title, self._requests, self._parent).show()
        self._show_formats()

    def _learn(self) -> None:
        known = (self._engine.model, *self._engine.loaded)
        self._detected |= {it.model_id: it.channel_format for it in known if it}
        self._show_formats()

    def _show_formats(self) -> None:
        if not self._opened:
            return
        for window in self._parent.findChildren(inspect_window.InspectWindow):
            detected = self._detected.get(window.model_id, "")
            window.set_formats(
                list(self._engine.format_names), self._engine.chosen_formats, detected
            )
