"""The row of chips below a question: how it shall be answered."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.messages import ModelInfo, SamplingParams
from ui.chat_options import ChatOptions
from ui.chip_button import ChipButton
from ui.options_popup import OptionsPopup, with_option


class OptionChips(QWidget):
    """Remembers what was chosen while a model that cannot do it hides the chip for it."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen = ChatOptions()
        self._model: ModelInfo | None = None
        self._think = ChipButton("brain", "Think", "Let the model reason before it answers")
        self._calculator = ChipButton("calculator", "Calculator", "Let the model calculate exactly")
        self._more = ChipButton(
            "sliders-horizontal", "", "Temperature, length, system prompt, stop strings and more"
        )
        self._more.setAccessibleName("Options")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for chip in (self._think, self._calculator, self._more):
            row.addWidget(chip)
        for chip in (self._think, self._calculator):
            chip.setCheckable(True)
            chip.clicked.connect(self._take_toggles)
        self._more.clicked.connect(self._open_popup)
        self.set_value(self._chosen)

    def value(self) -> ChatOptions:
        """As chosen, less what the model cannot do."""
        chosen = replace(self._chosen, calculator=self._chosen.calculator and self._can_calculate())
        if self._can_think():
            return chosen
        sampling = replace(chosen.sampling, thinking=False, thinking_budget=None)
        return replace(chosen, sampling=sampling)

    def set_value(self, options: ChatOptions) -> None:
        self._chosen = options
        self._think.setChecked(options.thinking)
        self._calculator.setChecked(options.calculator)
        sampling = options.sampling
        self._more.set_caption(f"Temp {sampling.temperature:g} · Max {sampling.max_tokens}")
        for popup in self.findChildren(OptionsPopup):
            popup.set_value(options)

    def change(self, **fields: Any) -> None:
        """Change some options; what this model hides of the others stays chosen for the next."""
        self.set_value(replace(self._chosen, **fields))

    def set_thinking(self, thinking: bool) -> None:
        self.set_value(self._chosen.with_thinking(thinking))

    def follow(self, former: SamplingParams, recommended: SamplingParams) -> None:
        """Another model is in use: see ChatOptions.following."""
        self.set_value(self._chosen.following(former, recommended))

    def set_model(self, model: ModelInfo | None) -> None:
        self._model = model
        self._think.setVisible(self._can_think())
        self._calculator.setVisible(self._can_calculate())
        for popup in self.findChildren(OptionsPopup):
            popup.set_model(model)

    def _can_think(self) -> bool:
        return self._model is None or self._model.thinking

    def _can_calculate(self) -> bool:
        return self._model is None or self._model.tools

    def _take_toggles(self) -> None:
        chosen = replace(self._chosen, calculator=self._calculator.isChecked())
        self._take(chosen.with_thinking(self._think.isChecked()))

    def _take(self, options: ChatOptions) -> None:
        self.set_value(options)
        self.changed.emit()

    def _take_option(self, name: str, value: object) -> None:
        self._take(with_option(self._chosen, name, value))

    def _open_popup(self) -> None:
        popup = OptionsPopup(self._chosen, self._model, self)
        popup.changed.connect(self._take_option)
        popup.show_above(QRect(self._more.mapToGlobal(QPoint()), self._more.size()))
