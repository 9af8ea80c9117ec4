"""The settings page about keyboard shortcuts."""

from collections.abc import Iterable, Sequence

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QWidget

from ui.look.language import tr, translated
from ui.settings.setting_fields import keys_field
from ui.state.requests import SettingsRequests
from ui.state.settings import Settings
from ui.state.shortcuts import Shortcut, accepted, problem
from ui.widgets.buttons import push_button
from ui.widgets.command_table import CommandTable
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import hbox, vbox


class ShortcutsPage(QWidget):
    """A command is chosen in the table, and its keys are pressed in the field below. Unusable keys
    of the settings file stay in it until a person sets keys here."""

    def __init__(self, requests: SettingsRequests, shortcuts: Iterable[Shortcut]) -> None:
        super().__init__()
        self._requests = requests
        self._shortcuts = {it.command_id: it for it in shortcuts}
        self._keys: dict[str, str] = {}
        self.table = CommandTable(self._shortcuts.values(), self._keys)
        self.title = QLabel()
        self.field = keys_field()
        self.reset = push_button(tr("Reset"), tr("Restore the default keys"))
        self.remove = push_button(tr("No keys"), tr("Remove the keys"))
        self.reset_all = push_button(
            tr("Reset all"), tr("Restore the default keys of all commands")
        )
        self.problem = plain_label("option_problem")
        self._lay_out()
        self.table.chosen.connect(self._show)
        self.field.keySequenceChanged.connect(self._pressed)
        self.reset.clicked.connect(self._reset)
        self.remove.clicked.connect(lambda: self._give(""))
        self.reset_all.clicked.connect(self._reset_all)
        self._show("")

    def put(self, value: Settings) -> None:
        keys, _ = accepted(self._shortcuts.values(), value.keys)
        if keys != self._keys:
            self._keys = keys
            self.table.set_keys(keys)

    def mark_words(self, words: list[str]) -> Sequence[QWidget]:
        """Show only the commands with all of these words; return the table if there are any."""
        self.table.search.setText(" ".join(words))
        found = any(not self.table.table.isRowHidden(row) for row in range(len(self._shortcuts)))
        return [self.table] if words and found else []

    def _show(self, command_id: str) -> None:
        shortcut = self._shortcuts.get(command_id)
        free = shortcut is not None and not shortcut.fixed
        for widget in (self.field, self.reset, self.remove):
            widget.setEnabled(free)
        self._write("")
        if shortcut is None:
            self.title.setText(tr("Choose a command to change its keys."))
        elif shortcut.fixed:
            self.title.setText(tr("These keys belong to text editing and cannot be changed."))
        else:
            self.title.setText(tr("Keys for “{command}”:").format(command=shortcut.text))
        self.field.setAccessibleName(self.title.text())
        self._tell("")

    def _pressed(self, sequence: QKeySequence) -> None:
        keys = sequence.toString(QKeySequence.SequenceFormat.PortableText)
        if keys:
            self._give(keys)

    def _give(self, keys: str) -> None:
        command_id = self.table.current()
        sentence = problem(self._shortcuts.values(), self._keys, command_id, keys)
        self._tell(sentence)
        if sentence:
            self._write("")
            return
        self._set({**self._keys, command_id: keys})
        self._write(keys)

    def _reset(self) -> None:
        """Restore the default keys, unless another command has them now."""
        command_id = self.table.current()
        others = {it: keys for it, keys in self._keys.items() if it != command_id}
        for usual in self._shortcuts[command_id].usual:
            if sentence := problem(self._shortcuts.values(), others, command_id, usual):
                self._tell(sentence)
                return
        self._tell("")
        self._set(others)
        self._write("")

    def _reset_all(self) -> None:
        self._tell("")
        self._set({})
        self._write("")

    def _set(self, keys: dict[str, str]) -> None:
        self._keys = keys
        self.table.set_keys(keys)
        self._requests.changed.emit({"keys": tuple(keys.items())})

    def _write(self, keys: str) -> None:
        self.field.blockSignals(True)
        self.field.setKeySequence(QKeySequence(keys))
        self.field.blockSignals(False)

    def _tell(self, sentence: str) -> None:
        show_text(self.problem, translated(sentence))

    def _lay_out(self) -> None:
        line = hbox(spacing=8)
        line.addWidget(self.field, 1)
        line.addWidget(self.reset)
        line.addWidget(self.remove)
        line.addWidget(self.reset_all)
        column = vbox(self, spacing=8)
        column.addWidget(self.table, 1)
        column.addWidget(self.title)
        column.addLayout(line)
        column.addWidget(self.problem)
