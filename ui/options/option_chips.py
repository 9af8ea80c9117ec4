"""The row of chips below a question: the options of its answer."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.messages import ModelInfo
from ui.look import theme
from ui.look.language import number, tr
from ui.options.options_popup import OptionsPopup, with_option
from ui.options.tools_chip import ToolsChip
from ui.state.chat_options import ChatOptions, ChosenOptions, usable
from ui.state.preset import Preset, Presets
from ui.state.tool_entry import ToolEntry
from ui.widgets.chip_button import ChipButton

# Below these widths of a composer the caption shows fewer values, and none.
NARROW, NARROWEST = 540, 480


class OptionChips(QWidget):
    """Shows the options and changes them. A chip is hidden while the model cannot do what it is
    for, but what was chosen stays. `changed` comes when a person changed something."""

    changed = Signal()
    permission_reset = Signal(str)
    servers_requested = Signal()

    def __init__(self, options: ChosenOptions | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.options = options or ChosenOptions(self)
        self._presets: Presets | None = None
        self._width = theme.px(NARROW)
        self._model: ModelInfo | None = None
        self._think = ChipButton("brain", tr("Think"), _think())
        self._tools = ToolsChip()
        self._more = ChipButton(
            "sliders-horizontal",
            "",
            tr("Temperature, length, system prompt, stop strings and more"),
        )
        self._more.setAccessibleName(tr("Options"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for chip in (self._think, self._tools, self._more):
            row.addWidget(chip)
        self._think.setCheckable(True)
        self._think.clicked.connect(lambda on: self._take(self.options.value.with_thinking(on)))
        self._tools.chosen.connect(
            lambda tools: self._take(replace(self.options.value, tools=tools))
        )
        self._tools.files_chosen.connect(
            lambda files: self._take(replace(self.options.value, files=files))
        )
        self._tools.permission_reset.connect(self.permission_reset)
        self._tools.servers_requested.connect(self.servers_requested)
        self._more.clicked.connect(self._open_popup)
        self.options.changed.connect(self._show)
        self._show()

    def value(self) -> ChatOptions:
        """Return the chosen options without missing tools and what the model does not support."""
        return usable(self.options.value, self._model, self._tools.usable())

    def set_presets(self, presets: Presets) -> None:
        self._presets = presets

    def set_room(self, width: int) -> None:
        """Set the width of the whole row; a narrow one shortens the captions."""
        self._width = width
        self._show_caption()

    def set_model(self, model: ModelInfo | None) -> None:
        self._model = model
        self._tools.set_able(self._can_call())
        self._show_think()
        for popup in self.findChildren(OptionsPopup):
            popup.set_model(model)

    def set_tools(self, entries: tuple[ToolEntry, ...], permissions: dict[str, str]) -> None:
        """Set the tools to choose from; `permissions` are ALWAYS or NEVER by tool id."""
        self._tools.set_tools(entries, permissions)
        self._tools.set_able(self._can_call())

    def open_tools(self) -> bool:
        """Open the list of tools; return False if the model supports none."""
        if self._can_call():
            self._tools.open()
        return self._can_call()

    def _show(self) -> None:
        options = self.options.value
        self._think.setChecked(options.thinking or self._must_think())
        self._tools.set_chosen(options.tools, options.files)
        self._tools.set_able(self._can_call())
        self._show_caption()
        for popup in self.findChildren(OptionsPopup):
            popup.set_value(options)

    def _show_caption(self) -> None:
        sampling = self.options.value.sampling
        caption = tr("Temp {temperature} · Max {tokens}")
        if self._width < theme.px(NARROWEST):
            caption = ""
        elif self._width < theme.px(NARROW):
            caption = tr("Temp {temperature}")
        self._more.set_caption(
            caption.format(
                temperature=number(sampling.temperature, None), tokens=sampling.max_tokens
            )
        )

    def _show_think(self) -> None:
        must = self._must_think()
        self._think.setVisible(self._can_think())
        self._think.setChecked(must or self.options.value.thinking)
        self._think.setEnabled(not must)
        about = tr("This model always reasons before it answers") if must else _think()
        self._think.setToolTip(about)
        self._think.setAccessibleDescription(about)

    def _must_think(self) -> bool:
        """Return True if the model's template cannot switch reasoning off."""
        model = self._model
        return model is not None and model.thinking and not model.thinking_switch

    def _can_think(self) -> bool:
        return self._model is None or self._model.thinking

    def _can_call(self) -> bool:
        return self._model is None or self._model.tools

    def _take(self, options: ChatOptions) -> None:
        self.options.set(options)
        self.changed.emit()

    def _take_option(self, name: str, value: object) -> None:
        self._take(with_option(self.options.value, name, value))

    def _use(self, preset: Preset) -> None:
        self.options.set(replace(preset.options, files=self.options.value.files))
        self.options.preset_chosen.emit(preset)
        self.changed.emit()

    def _choose_kv(self, on: bool) -> None:
        if self._model is not None:
            self.options.kv_chosen.emit(self._model.model_id, on)

    def _open_popup(self) -> None:
        popup = OptionsPopup(self.options.value, self._model, self, presets=self._presets)
        popup.preset_chosen.connect(self._use)
        popup.changed.connect(self._take_option)
        popup.kv_chosen.connect(self._choose_kv)
        popup.show_above(QRect(self._more.mapToGlobal(QPoint()), self._more.size()))


def _think() -> str:
    return tr("Let the model reason before it answers")
