"""The presets at the head of the options: the one in use, and a menu to manage them."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from engine.messages import ModelInfo
from ui.look import theme
from ui.look.language import tr
from ui.options.preset_name import PresetName
from ui.state.chat_options import ChatOptions
from ui.state.preset import Preset, Presets, preset_of
from ui.widgets.buttons import CHEVRON, CHEVRON_EDGE, LinkButton, ToolButton, draw_chevron
from ui.widgets.labels import ElidedLabel, literal
from ui.widgets.layouts import hbox, vbox
from ui.widgets.menu import PopupMenu


class PresetBar(QWidget):
    """`used` has the preset that a person chose. `dialog_wanted` comes before a dialog opens, so
    that a popup can close. `name` is that of the preset used last, which may have been changed
    since."""

    used = Signal(object)
    dialog_wanted = Signal()

    def __init__(
        self,
        presets: Presets,
        options: Callable[[], ChatOptions],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._presets = presets
        self._options = options
        self._model: ModelInfo | None = None
        self._back: Callable[[], None] = lambda: None
        self.name = ""
        self.button = _MenuButton()
        self.naming = PresetName(lambda name: presets.get(name) is not None)
        self.undo = LinkButton(tr("Undo"), tr("Undo the last change of the presets"))
        self._said = ElidedLabel("option_note")
        self._build()
        self.refresh()

    def set_model(self, model: ModelInfo | None) -> None:
        self._model = model

    def refresh(self) -> None:
        """Show the preset in use, after the options or the presets have changed."""
        same = [it.name for it in self._presets.all() if self._matches(it)]
        if self.name not in same:
            self.name = same[0] if same else self.name if self._presets.get(self.name) else ""
        if not self.name:
            text = tr("No preset")
        elif same:
            text = tr("Preset: {name}").format(name=self.name)
        else:
            text = tr("Preset: {name} (changed)").format(name=self.name)
        self.button.tell(text)

    def fill(self, menu: QMenu) -> None:
        menu.clear()
        for preset in self._presets.all():
            action = self._entry(menu, preset.name, lambda it=preset: self._use(it))
            action.setCheckable(True)
            action.setChecked(preset.name == self.name)
        if self._model is not None:
            self._add_recommended(menu, self._model)
        menu.addSeparator()
        self._entry(menu, tr("Save as a new preset…"), self._ask_new)
        if self._model is not None:
            self._add_use(menu, self._model)
        if current := self._presets.get(self.name):
            self._add_current(menu, current)
        menu.addSeparator()
        self._entry(menu, tr("Import…"), lambda: self._leave(self._presets.import_wanted.emit))
        if every := self._presets.all():
            export = self._presets.export_wanted.emit
            self._entry(menu, tr("Export all…"), lambda: self._leave(lambda: export(every)))

    def open_menu(self) -> None:
        menu = PopupMenu(self)
        self.fill(menu)
        menu.popup(self.button.mapToGlobal(QPoint(0, self.button.height())))

    def _add_current(self, menu: QMenu, current: Preset) -> None:
        name = current.name
        save = tr("Save the changes to {name}").format(name=name)
        keep = self._entry(menu, save, lambda: self._overwrite(current))
        keep.setEnabled(not self._matches(current))
        self._entry(menu, tr("Rename {name}…").format(name=name), lambda: self._ask_other(name))
        self._entry(menu, tr("Delete {name}").format(name=name), lambda: self._delete(name))
        export = self._presets.export_wanted.emit
        self._entry(
            menu,
            tr("Export {name}…").format(name=name),
            lambda: self._leave(lambda: export((current,))),
        )
        if self._model is not None:
            self._add_default(menu, name, self._model)

    def _add_recommended(self, menu: QMenu, model: ModelInfo) -> None:
        """Add the recommended sampling to the menu. Thinking is a choice of its own, and stays."""
        options = self._options()
        sampling = replace(model.sampling, thinking=options.thinking)
        text = tr("Sampling as recommended for {model}").format(model=model.name)
        recommended = Preset("", replace(options, sampling=sampling))
        action = self._entry(menu, text, lambda: self._use(recommended))
        action.setEnabled(options.sampling != sampling)

    def _add_use(self, menu: QMenu, model: ModelInfo) -> None:
        text = tr("Use these options for new chats with {model}").format(model=model.name)
        action = self._entry(menu, text, lambda: self._use_for_model(model))
        default = self._presets.default_of(model.model_id)
        action.setEnabled(default is None or not self._matches(default))

    def _add_default(self, menu: QMenu, name: str, model: ModelInfo) -> None:
        menu.addSeparator()
        text = tr("Use {name} for new chats with {model}").format(model=model.name, name=name)
        is_default = self._presets.defaults.get(model.model_id) == name
        action = self._entry(
            menu,
            text,
            lambda: self._presets.set_default(model.model_id, "" if is_default else name),
        )
        action.setCheckable(True)
        action.setChecked(is_default)

    def _entry(self, menu: QMenu, text: str, act: Callable[[], object]) -> QAction:
        # text after a tab would be shown as a shortcut
        action = menu.addAction(literal(text.replace("\t", " ")))
        action.triggered.connect(lambda: act())
        return action

    def _matches(self, preset: Preset) -> bool:
        options = preset_of(preset.name, self._options()).options
        other = bool(preset.model_id and self._model and preset.model_id != self._model.model_id)
        return options == preset.options and not other

    def _use(self, preset: Preset) -> None:
        self.name = preset.name
        self.used.emit(preset)
        self.refresh()

    def _leave(self, act: Callable[[], object]) -> None:
        self.dialog_wanted.emit()
        act()

    def _ask_new(self) -> None:
        self._naming(self._save_new)
        self.naming.ask("", self._model.name if self._model else "")

    def _ask_other(self, name: str) -> None:
        self._naming(lambda new, _: self._rename(name, new))
        self.naming.ask(name)

    def _naming(self, then: Callable[[str, bool], None]) -> None:
        self._end_undo()
        self._then = then

    def _save_new(self, name: str, with_model: bool) -> None:
        model_id = self._model.model_id if with_model and self._model else ""
        self.name = name
        self._presets.save(preset_of(name, self._options(), model_id))

    def _overwrite(self, preset: Preset) -> None:
        changed = preset_of(preset.name, self._options()).options
        model_id = self._model.model_id if preset.model_id and self._model else preset.model_id
        self._presets.save(replace(preset, options=changed, model_id=model_id))

    def _rename(self, name: str, new: str) -> None:
        self.name = new
        if new != name:
            self._presets.rename(name, new)

    def _delete(self, name: str) -> None:
        gone, models = self._presets.delete(name)

        def restore() -> None:
            self.name = name
            self._presets.restore(gone, models)

        self._offer_undo(tr("{name} was deleted.").format(name=name), restore)

    def _use_for_model(self, model: ModelInfo) -> None:
        """Use the options for new chats with a model. Undo also removes the preset that this
        made."""
        presets, former = self._presets, self._presets.defaults.get(model.model_id, "")
        known, name = presets.all(), self.name
        preset = presets.use_for_model(model.model_id, model.name, self._options())

        def undo() -> None:
            self.name = name
            if preset not in known:
                presets.delete(preset.name)
            presets.set_default(model.model_id, former)

        text = tr("New chats with {model} begin with these options.").format(model=model.name)
        self._offer_undo(text, undo)

    def _offer_undo(self, sentence: str, back: Callable[[], None]) -> None:
        self._back = back
        self._said.setText(sentence)
        self._said.show()
        self.undo.show()

    def _go_back(self) -> None:
        self._back()
        self._end_undo()

    def _end_undo(self) -> None:
        self._said.hide()
        self.undo.hide()

    def _build(self) -> None:
        row = hbox(spacing=4)
        row.addWidget(self._said, 1)
        row.addWidget(self.undo)
        column = vbox(self, spacing=2)
        column.addWidget(self.button)
        column.addLayout(row)
        column.addWidget(self.naming)
        self._end_undo()
        self.button.clicked.connect(self.open_menu)
        self.undo.clicked.connect(self._go_back)
        self.naming.given.connect(lambda name, with_model: self._then(name, with_model))
        self.naming.ended.connect(self.button.setFocus)
        self._presets.changed.connect(self.refresh)


class _MenuButton(ToolButton):
    """A button as wide as the popup, with its text on the left and the arrow on the right."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self.setObjectName("preset_button")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()
        theme.look.changed.connect(self._fit)

    def tell(self, text: str) -> None:
        self._text = text
        self.setAccessibleName(text)
        self.setAccessibleDescription(tr("Presets: saved sets of options"))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_chevron(self)
        painter = QPainter(self)
        edge = theme.px(CHEVRON_EDGE)
        painter.setPen(theme.colors().text)
        room = self.rect().adjusted(edge, 0, -theme.px(CHEVRON) - 2 * edge, 0)
        metrics = self.fontMetrics()
        text = metrics.elidedText(self._text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()

    def _fit(self) -> None:
        self.setFixedHeight(theme.px(30))
