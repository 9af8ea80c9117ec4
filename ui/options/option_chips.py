"""The row of chips below a question: the options of its answer."""

from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import number, tr
from ui.options import options_popup
from ui.options.tools_chip import ToolsChip
from ui.state.chosen_options import ChosenOptions
from ui.widgets.chip_button import ChipButton
from ui.widgets.layouts import hbox
from ui.widgets.popup_card import PopupCard

# Until a popup is on the screen, so that a menu opens above it.
_SHOWN_MS = 100
# Below these widths of a composer the caption shows no value, and then is left out.
NARROW, NARROWEST = 540, 480
# Pixels of a composer beside the chips.
_BESIDE = 150


class OptionChips(QWidget):
    """Shows the options and changes them. A chip is hidden while the model cannot do what it is
    for, but what was chosen stays."""

    def __init__(self, options: ChosenOptions) -> None:
        super().__init__()
        self.options = options
        self._width = theme.px(NARROW)
        self._think = ChipButton("brain", tr("Think"), _think())
        self._tools = ToolsChip(options.tools)
        self._more = ChipButton(
            "sliders-horizontal",
            "",
            tr("Temperature, length, system prompt, stop strings and more"),
        )
        self._more.setAccessibleName(tr("Options"))
        row = hbox(self, spacing=6)
        for chip in (self._think, self._tools, self._more):
            row.addWidget(chip)
        self._think.setCheckable(True)
        self._think.clicked.connect(options.set_thinking)
        self._tools.chosen.connect(lambda tools: options.change(tools=tools))
        self._tools.files_chosen.connect(lambda files: options.change(files=files))
        self._more.clicked.connect(self._open_popup)
        self._more.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._more.customContextMenuRequested.connect(self._open_presets)
        options.changed.connect(self._show)
        options.abilities_changed.connect(self._show_abilities)
        self._show()
        self._show_abilities()

    def set_room(self, width: int) -> None:
        """Set the width of the whole row; a narrow one shortens the captions."""
        self._width = width
        self._show_caption()

    def open_tools(self) -> bool:
        """Open the list of tools; return False if the model supports none."""
        if self.options.can_call:
            self._tools.open()
        return self.options.can_call

    def _show(self) -> None:
        options = self.options.value
        self._think.setChecked(options.thinking or self.options.must_think)
        self._tools.set_chosen(options.tools, options.files)
        self._tools.set_able(self.options.can_call)
        self._show_caption()
        for popup in self._popups():
            popup.set_value(options)

    def _show_caption(self) -> None:
        caption = tr("Options · Temp {temperature}")
        if self._width < theme.px(NARROWEST):
            caption = ""
        elif self._width < theme.px(NARROW):
            caption = tr("Options")
        temperature = number(self.options.value.sampling.temperature, None)
        self._more.set_caption(caption.format(temperature=temperature))
        self._fit()

    def _fit(self) -> None:
        """Show the icons alone if there is no room for all captions."""
        chips = [it for it in (self._think, self._tools, self._more) if not it.isHidden()]
        for chip in chips:
            chip.set_alone(False)
        wanted = sum(it.sizeHint().width() for it in chips) + theme.px(_BESIDE)
        for chip in chips:
            chip.set_alone(wanted > self._width)

    def _show_abilities(self) -> None:
        """Show what the model can do and which tools there are."""
        self._tools.set_able(self.options.can_call)
        self._show_think()
        self._fit()
        for popup in self._popups():
            popup.set_model(self.options.model)

    def _show_think(self) -> None:
        must = self.options.must_think
        self._think.setVisible(self.options.can_think)
        self._think.setChecked(must or self.options.value.thinking)
        self._think.setEnabled(not must)
        about = tr("This model always thinks before it answers") if must else _think()
        self._think.setToolTip(about)
        self._think.setAccessibleDescription(about)

    def _take_option(self, name: str, value: object) -> None:
        self.options.set(options_popup.with_option(self.options.value, name, value))

    def _choose_kv(self, on: bool) -> None:
        if self.options.model is not None:
            self.options.kv_chosen.emit(self.options.model.model_id, on)

    def _popups(self) -> "list[options_popup.OptionsPopup]":
        """Return the popup, if it is open. Only then is its module needed."""
        return [
            it for it in self.findChildren(PopupCard) if isinstance(it, options_popup.OptionsPopup)
        ]

    def _open_presets(self) -> None:
        """Open the menu of the presets, without a way through the popup."""
        presets = self._open_popup().presets
        if presets is not None:
            QTimer.singleShot(_SHOWN_MS, presets, presets.open_menu)

    def _open_popup(self) -> "options_popup.OptionsPopup":
        options = self.options
        popup = options_popup.OptionsPopup(
            options.value,
            options.model,
            self,
            presets=options.presets,
            first_prompt=options.first_prompt,
        )
        popup.preset_chosen.connect(options.use)
        popup.changed.connect(self._take_option)
        popup.kv_chosen.connect(self._choose_kv)
        popup.show_above(QRect(self._more.mapToGlobal(QPoint()), self._more.size()))
        return popup


def _think() -> str:
    return tr("Let the model reason before it answers")
