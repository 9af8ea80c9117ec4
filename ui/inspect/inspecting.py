"""The windows that show how answers came about, and what they need to know."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.messages import ModelInfo
from ui.inspect.inspect_window import InspectWindow
from ui.state.turn import Turn


class Inspecting(QObject):
    """`format_chosen` has a model id and the name of a format, or "" for the detected one."""

    format_chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._names: list[str] = []
        self._chosen: dict[str, str] = {}
        self._detected: dict[str, str] = {}

    def learn(self, models: list[ModelInfo]) -> None:
        """Store the detected formats of models that were loaded."""
        for model in models:
            self._detected[model.model_id] = model.channel_format
        self._tell()

    def set_formats(self, names: list[str], chosen: dict[str, str]) -> None:
        self._names, self._chosen = list(names), dict(chosen)
        self._tell()

    def open(self, turn: Turn, title: str) -> None:
        window = InspectWindow(turn, title, self._parent)
        window.format_chosen.connect(self.format_chosen)
        window.show()
        self._tell()

    def _tell(self) -> None:
        for window in self._parent.findChildren(InspectWindow):
            detected = self._detected.get(window.model_id, "")
            window.set_formats(self._names, self._chosen, detected)
