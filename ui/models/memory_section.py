"""The part of a model's page about its fit: memory in parts for a chosen context, advice, speed."""

from PySide6.QtWidgets import QWidget

from engine.messages import Fit, MemoryParts, ModelCost, ModelInfo
from ui.look.language import tr, translated
from ui.look.numbers import context_text, size_text, speed_text
from ui.models.memory_bar import MemoryBar, MemoryLegend
from ui.models.memory_parts import chosen_longest, chosen_parts, context_choices
from ui.models.model_words import TIGHT, FitLevel
from ui.models.section import Section
from ui.state.library_state import LibraryModel
from ui.widgets.buttons import CheckBox
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.labels import plain_label, short_label, show_text
from ui.widgets.layouts import hbox, vbox

KV_BITS = 8


class MemorySection(Section):
    def __init__(self) -> None:
        super().__init__(tr("Memory"))
        self._model: LibraryModel | None = None
        self._cost: ModelCost | None = None
        self._choices: list[int] = []
        self.context = CalmComboBox()
        self.context.setAccessibleName(tr("Conversation length"))
        self.quantized = CheckBox(tr("8-bit cache"))
        self.verdict = plain_label("fit_verdict")
        self.bar = MemoryBar()
        self.legend = MemoryLegend()
        self.advice = plain_label("settings_note")
        self.speed = plain_label("settings_note")
        self._controls = QWidget()
        self._lay_out()
        self.context.currentIndexChanged.connect(self._compute)
        self.quantized.toggled.connect(self._compute)

    def show_model(self, model: LibraryModel, info: ModelInfo | None = None) -> None:
        """Show the fit of a model. Of the same model, the chosen context stays. `info` has the cost
        as it was measured, while the model is loaded."""
        same = self._model is not None and self._model.model_id == model.model_id
        chosen = self._context() if same else 0
        self._model = model
        self.setVisible(model.fit is not None)
        if model.fit is None:
            return
        predicted = model.facts.cost if model.facts else None
        self._cost = cost = info.cost if info and info.cost else predicted
        self._put_choices(model.fit, model.facts.context if model.facts else 0, chosen)
        self._controls.setVisible(cost is not None)
        self.quantized.setEnabled(cost is not None and cost.quantized is not None)
        if not same:
            self.quantized.setChecked(bool(model.fit.kv_bits))
        self._compute()

    def _put_choices(self, fit: Fit, most: int, chosen: int) -> None:
        self._choices = context_choices(fit, most)
        self.context.blockSignals(True)
        self.context.clear()
        for length in self._choices:
            self.context.addItem(tr("{count} tokens").format(count=context_text(length)))
        wanted = chosen if chosen in self._choices else fit.context
        if wanted in self._choices:
            self.context.setCurrentIndex(self._choices.index(wanted))
        self.context.blockSignals(False)

    def _context(self) -> int:
        place = self.context.currentIndex()
        return self._choices[place] if 0 <= place < len(self._choices) else 0

    def _compute(self) -> None:
        """Show the parts for the chosen conversation."""
        model = self._model
        if model is None or model.fit is None:
            return
        fit, cost = model.fit, self._cost
        context, bits = self._context() or fit.context, self._bits()
        parts = chosen_parts(fit, cost, context, bits)
        self.bar.show_parts(parts, fit.free)
        self.legend.show_parts(parts, context, fit.free)
        most = model.facts.context if model.facts else fit.context
        longest = chosen_longest(fit, cost, most or fit.context, bits)
        self.verdict.setText(_verdict(parts, fit.free, longest))
        same = (context, bits) == (fit.context, fit.kv_bits)
        show_text(self.advice, "\n".join(map(translated, fit.advice)) if same else "")
        show_text(self.speed, _speed(fit))

    def _bits(self) -> int:
        return KV_BITS if self.quantized.isChecked() and self.quantized.isEnabled() else 0

    def _lay_out(self) -> None:
        row = hbox(self._controls, spacing=8)
        about = short_label(text=tr("For a conversation of"), kind="note")
        about.setBuddy(self.context)
        row.addWidget(about)
        row.addWidget(self.context)
        row.addSpacing(8)
        row.addWidget(self.quantized)
        row.addStretch()
        texts = vbox(spacing=4)
        for label in (self.verdict, self.advice, self.speed):
            texts.addWidget(label)
        self.column.addWidget(self._controls)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.legend)
        self.column.addLayout(texts)


def _verdict(parts: MemoryParts, free: int, longest: int) -> str:
    if parts.total <= free:
        tight = parts.total > TIGHT * free
        level = translated((FitLevel.TIGHT if tight else FitLevel.FITS).value)
        room = tr("{size} stays free.").format(size=size_text(free - parts.total))
        return f"{level}. {room} " + _longest(longest)
    over = tr("Too large by {size}.").format(size=size_text(parts.total - free))
    return f"{over} " + (
        _longest(longest) if longest else tr("Not even a short conversation fits.")
    )


def _longest(longest: int) -> str:
    text = tr("The longest context that fits: {context} tokens.")
    return text.format(context=context_text(longest))


def _speed(fit: Fit) -> str:
    if fit.speed is None:
        return ""
    measured = tr("Speed: {speed}, measured on this computer.")
    expected = tr("Expected speed: about {speed}, from the memory bandwidth.")
    return (measured if fit.measured else expected).format(speed=speed_text(fit.speed))
