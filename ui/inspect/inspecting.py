"""The windows that show how answers came about, and what they need to know."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.inspect.inspect_window import InspectWindow
from ui.state.turn import Turn
from ui.state.workspace import Workspace


class Inspecting(QObject):
    """Opens inspect windows over `parent`, and shows the channel formats in them."""

    def __init__(self, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._engine = workspace.engine
        self._requests = workspace.model_requests
        # the detected formats of models that were loaded, by id
        self._detected: dict[str, str] = {}
        self._engine.model_changed.connect(self._learn)
        self._engine.loaded_changed.connect(self._learn)
        self._engine.formats_changed.connect(self._show_formats)

    def open(self, turn: Turn, title: str) -> None:
        window = InspectWindow(turn, title, self._parent)
        window.format_chosen.connect(self._requests.format_chosen)
        window.show()
        self._show_formats()

    def _learn(self) -> None:
        known = (self._engine.model, *self._engine.loaded)
        self._detected |= {it.model_id: it.channel_format for it in known if it}
        self._show_formats()

    def _show_formats(self) -> None:
        for window in self._parent.findChildren(InspectWindow):
            detected = self._detected.get(window.model_id, "")
            window.set_formats(
                list(self._engine.format_names), self._engine.chosen_formats, detected
            )
