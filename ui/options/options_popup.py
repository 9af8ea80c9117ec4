"""The popup with the options of a chat that are seldom changed."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRect, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.messages import ModelInfo
from ui.look import theme
from ui.look.language import number, tr, translated
from ui.look.numbers import size_text
from ui.options.option_pages import PAGES, OptionPage
from ui.options.preset_bar import PresetBar
from ui.state.chat_options import ChatOptions, FirstPrompt
from ui.state.preset import Presets
from ui.widgets.buttons import CheckBox
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox, scroll_area, vbox
from ui.widgets.page_tab import make_tab_stop, page_tab
from ui.widgets.popup_card import PopupCard


class KvRow(QWidget):
    """The option for all chats with a model; `chosen` is emitted when a person changes it."""

    chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.box = CheckBox(tr("8-bit conversation cache"))
        self._note = plain_label("option_note")
        self.box.clicked.connect(self.chosen)
        column = vbox(self, spacing=1, margins=(0, 0, 0, 9))
        column.addWidget(self.box)
        column.addWidget(self._note)

    def show_state(self, model: ModelInfo | None, on: bool) -> None:
        can = model is not None and model.kv_8bit_bytes > 0
        self.box.setEnabled(can)
        self.box.setChecked(on and can)
        self._note.setText(note(model))
        self.box.setAccessibleDescription(note(model))


def note(model: ModelInfo | None) -> str:
    """Return the memory saved at the model's full context, or the reason why the option is
    unavailable."""
    if model is None:
        return tr("No model is loaded.")
    if not model.kv_8bit_bytes:
        return translated(model.kv_note) or tr("Not supported by this model.")
    small, plain = (
        size_text(each * model.context) for each in (model.kv_8bit_bytes, model.kv_bytes)
    )
    text = tr("{small} instead of {plain} at {context} tokens, in every chat with this model")
    return text.format(small=small, plain=plain, context=number(model.context))


WIDTH = 350
MAX_HEIGHT = 640
# The fields of ChatOptions that the popup edits; the others are of SamplingParams.
OF_CHAT = ("system_prompt", "overflow", "drafting", "skim")


class OptionsPopup(PopupCard):
    """Edits the options of a chat. Only options that a person changes differ from the given value;
    `changed` has the name of one and its new value. `kv_chosen` has True for an 8-bit conversation
    cache. With `presets`, `preset_chosen` has the one to apply, which `set_value` answers.
    `first_prompt` is the system prompt that the chat would begin with."""

    changed = Signal(str, object)
    kv_chosen = Signal(bool)
    preset_chosen = Signal(object)

    def __init__(
        self,
        value: ChatOptions,
        model: ModelInfo | None = None,
        parent: QWidget | None = None,
        *,
        presets: Presets | None = None,
        first_prompt: FirstPrompt | None = None,
    ) -> None:
        super().__init__("options", tr("Options"), theme.px(WIDTH), parent)
        self._value = value
        self._model = model
        self._first_prompt = first_prompt or FirstPrompt()
        # These are made from top to bottom, since Tab follows the order of creation.
        self.presets = PresetBar(presets, self.value, self) if presets else None
        self._tabs = [page_tab(translated(title), self) for title in PAGES]
        self._pages = [OptionPage(title) for title in PAGES]
        self.kv = KvRow()
        self._pages[0].add(self.kv)
        self.kv.chosen.connect(self.kv_chosen)
        self.fields = {name: row for page in self._pages for name, row in page.rows.items()}
        self._build()
        for name, row in self.fields.items():
            row.field.put(_part(value, name))
            row.field.edited.connect(lambda name=name: self._edited(name))
        if self.presets:
            self.presets.used.connect(self.preset_chosen)
            self.presets.dialog_wanted.connect(self.close)
        self.set_model(model)
        self._show_origin()
        self.show_page(0)

    def value(self) -> ChatOptions:
        return self._value

    def set_value(self, value: ChatOptions) -> None:
        """Show another value. Fields whose option is the same keep what is being typed."""
        former, self._value = self._value, value
        for name, row in self.fields.items():
            if (part := _part(value, name)) != _part(former, name):
                with QSignalBlocker(row.field):
                    row.field.put(part)
                row.show_problem("")
        self._show_kv()
        self._show_origin()
        self._refresh_presets()

    def set_model(self, model: ModelInfo | None) -> None:
        self._model = model
        for page in self._pages:
            page.set_model(model)
        self._show_kv()
        if self.presets:
            self.presets.set_model(model)
        self._refresh_presets()

    def show_page(self, index: int) -> None:
        for position, (tab, page) in enumerate(zip(self._tabs, self._pages, strict=True)):
            tab.setChecked(position == index)
            page.setVisible(position == index)
        make_tab_stop(self._tabs)

    def show_above(self, anchor: QRect) -> None:
        """Open above `anchor`, which is in global coordinates."""
        self.place_above(anchor, min(self._wanted_height(), theme.px(MAX_HEIGHT)))
        self.show()
        # As Tab does, this selects the number, which a typed one then replaces.
        self.fields["temperature"].field.setFocus(Qt.FocusReason.TabFocusReason)

    def _show_kv(self) -> None:
        model = self._model
        self.kv.show_state(model, model is not None and model.model_id in self._value.kv_8bit)

    def _show_origin(self) -> None:
        """Say where the system prompt was set, if it is the one that the chat began with."""
        first, text = self._first_prompt, self._value.system_prompt
        note = translated(first.origin) if text == first.text else tr("Changed for this chat")
        self.fields["system_prompt"].explain(note if first.text else "")

    def _refresh_presets(self) -> None:
        if self.presets:
            self.presets.refresh()

    def _build(self) -> None:
        heads = hbox(spacing=4, margins=(12, 10, 12, 6))
        for index, tab in enumerate(self._tabs):
            # so that the arrow keys turn the page
            tab.setAutoExclusive(True)
            tab.clicked.connect(lambda _=False, index=index: self._turn_to(index))
            heads.addWidget(tab)
        heads.addStretch()
        inside = QWidget()
        inside.setObjectName("option_pages")
        stack = QVBoxLayout(inside)
        stack.setContentsMargins(16, 4, 16, 12)
        for page in self._pages:
            stack.addWidget(page)
        stack.addStretch()
        column = QVBoxLayout(self)
        # inside the painted border
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        if self.presets:
            top = QVBoxLayout()
            top.setContentsMargins(12, 10, 12, 0)
            top.addWidget(self.presets)
            column.addLayout(top)
        column.addLayout(heads)
        column.addWidget(scroll_area(inside), 1)

    def _turn_to(self, index: int) -> None:
        self.show_page(index)
        shown = (row.field for row in self._pages[index].rows.values() if not row.isHidden())
        next(shown).setFocus(Qt.FocusReason.OtherFocusReason)

    def _wanted_height(self) -> int:
        """Return the height of the highest page, so that the tabs do not move."""
        heads = self._tabs[0].sizeHint().height() + 18
        if self.presets:
            heads += self.presets.sizeHint().height() + 10
        return heads + 20 + max(page.sizeHint().height() for page in self._pages)

    def _edited(self, name: str) -> None:
        """Take a field's value, or show the problem beside it and keep the last valid value."""
        row = self.fields[name]
        try:
            self._value = with_option(self._value, name, row.field.take())
        except ValueError as error:
            sentence = translated(str(error)).replace(name, row.field.accessibleName(), 1)
            row.show_problem(tr("Not applied: {sentence}.").format(sentence=sentence))
            return
        row.show_problem("")
        self._show_origin()
        self._refresh_presets()
        self.changed.emit(name, _part(self._value, name))


def with_option(options: ChatOptions, name: str, value: object) -> ChatOptions:
    """Return `options` with one of them changed. Raises ValueError for an invalid value."""
    if name in OF_CHAT:
        return replace(options, **{name: value})
    return replace(options, sampling=replace(options.sampling, **{name: value}))


def _part(options: ChatOptions, name: str) -> Any:
    return getattr(options if name in OF_CHAT else options.sampling, name)
