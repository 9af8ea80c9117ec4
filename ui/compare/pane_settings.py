"""The options of one pane: those of a chat, with the system prompt and the reasoning switch."""

from PySide6.QtCore import QRect, QSignalBlocker, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.messages import ModelInfo
from ui.look import theme
from ui.look.language import tr
from ui.options.option_pages import PAGES
from ui.options.options_popup import OptionsPopup
from ui.state.chat_options import ChatOptions
from ui.state.preset import Presets
from ui.widgets.buttons import CheckBox
from ui.widgets.labels import tooltip

_HEIGHT = 560


class PaneSettingsPopup(OptionsPopup):
    """An OptionsPopup for one pane; `changed` can also name `thinking`."""

    def __init__(
        self,
        value: ChatOptions,
        model: ModelInfo | None = None,
        parent: QWidget | None = None,
        *,
        presets: Presets | None = None,
    ) -> None:
        self.thinking = CheckBox(tr("Think before answering"))
        super().__init__(value, model, parent, presets=presets)
        self.setAccessibleName(tr("Pane settings"))
        # above the other options, like the chip of a chat
        self._pages[0].layout().insertLayout(0, _spaced(self.thinking))  # pyright: ignore
        self.thinking.toggled.connect(self._think)

    def set_value(self, value: ChatOptions) -> None:
        super().set_value(value)
        self._show_thinking()

    def set_model(self, model: ModelInfo | None) -> None:
        super().set_model(model)
        self._show_thinking()

    def _show_thinking(self) -> None:
        model = self._model
        must = model is not None and model.always_thinks
        about = tr("This model always thinks before it answers") if must else ""
        self.thinking.setToolTip(tooltip(about))
        self.thinking.setAccessibleDescription(about)
        self.thinking.setVisible(model is None or model.thinking)
        self.thinking.setEnabled(not must)
        with QSignalBlocker(self.thinking):
            self.thinking.setChecked(must or self.value().thinking)

    def _think(self, on: bool) -> None:
        self.set_value(self.value().with_thinking(on))
        self.changed.emit("thinking", on)

    def show_below(self, anchor: QRect, option: str = "temperature") -> None:
        """Show the popup below `anchor`, a rectangle in global coordinates, and focus the field of
        `option`."""
        screen = self.screen().availableGeometry()
        self.setFixedHeight(min(theme.px(_HEIGHT), screen.height()))
        place = QRect(anchor.bottomLeft(), self.size())
        place.moveTop(min(anchor.bottom() + 4, screen.bottom() - place.height()))
        place.moveLeft(max(min(place.left(), screen.right() - place.width()), screen.left()))
        self.move(place.topLeft())
        self.show_page(next(i for i, rows in enumerate(PAGES.values()) if option in rows))
        self.show()
        self.fields[option].field.setFocus(Qt.FocusReason.PopupFocusReason)


def _spaced(row: QWidget) -> QVBoxLayout:
    """Add the distance that rows have to each other below a row."""
    layout = QVBoxLayout()
    layout.setContentsMargins(0, 0, 0, 10)
    layout.addWidget(row)
    return layout
