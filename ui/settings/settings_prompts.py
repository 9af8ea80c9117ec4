"""The settings page about stored prompts: a list, and the prompt that is being edited below it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QWidget,
)

from ui.look.language import number, tr
from ui.settings.prompt_examples import examples
from ui.state.one_line_text import LONGEST_NAME
from ui.state.prompt_variables import variables
from ui.state.settings import Settings
from ui.state.stored_prompts import LONGEST_TEXT, StoredPrompt, StoredPrompts
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import vbox
from ui.widgets.plain_field import FormField, PlainLine
from ui.widgets.undo_strip import UndoStrip

# Milliseconds without typing after which a prompt is saved.
_PAUSE_MS = 500


class PromptsPage(QWidget):
    """Edits the prompts in place: a change is saved soon, and when the page is left."""

    def __init__(self, prompts: StoredPrompts) -> None:
        super().__init__()
        self._prompts = prompts
        self._name = ""
        self._gone: StoredPrompt | None = None
        self._words: list[str] = []
        # listed even if it does not have the words that are searched for
        self._added = ""
        self._filling = False
        self.list = QListWidget()
        self.name, self.text = PlainLine(), FormField(tr("Prompt text"))
        self.new = push_button(tr("New"), tr("Add a prompt"))
        self.duplicate = push_button(tr("Duplicate"))
        self.delete = push_button(tr("Delete"), tr("Delete the chosen prompt"))
        self.take_in = push_button(tr("Import…"))
        self.export = push_button(tr("Export all…"))
        self.examples = push_button(tr("Add examples"))
        self.undo = UndoStrip(tr("Restore the prompt"), self)
        self.about = plain_label("settings_note")
        self.problem = plain_label("option_problem")
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._lay_out()
        self._connect()
        self._fill()

    def put(self, value: Settings) -> None:
        """Do nothing: prompts are no settings."""

    def mark_words(self, words: list[str]) -> Sequence[QWidget]:
        """Show only the prompts with all of these words; return the list if there are any."""
        if words != self._words:
            self._words, self._added = words, ""
            self._fill()
        return [self.list] if words and self.list.count() else []

    def show_prompt(self, name: str) -> None:
        """Choose a prompt to edit, with its name selected; with "", leave the page as it is."""
        self._save()
        if self._prompts.get(name):
            self._added = name
            self._fill(name)
            self.name.setFocus(Qt.FocusReason.OtherFocusReason)
            self.name.selectAll()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._save()

    def _fill(self, name: str = "") -> None:
        """List the prompts, and show the one with this name, the one shown before, or the first."""
        found = self._prompts.matching(" ".join(self._words))
        added = self._prompts.get(self._added)
        if added and added not in found:
            found.append(added)
        found.sort(key=lambda it: it.name.casefold())
        names = [it.name for it in found]
        self._filling = True
        self.list.clear()
        for each in names:
            QListWidgetItem(each, self.list)
        wanted = next((it for it in (name, self._name) if it in names), "")
        self.list.setCurrentRow(names.index(wanted) if wanted else min(0, len(names) - 1))
        self._filling = False
        self._show()

    def _show(self) -> None:
        """Show the chosen prompt. One that is being typed stays."""
        item = self.list.currentItem()
        name = item.text() if item else ""
        if name != self._name or not name:
            self._name = name
            prompt = self._prompts.get(name) or StoredPrompt("", "")
            self._filling = True
            self.name.setText(prompt.name)
            self.text.setPlainText(prompt.text)
            self._filling = False
            self.problem.hide()
        for part in (self.name, self.text, self.duplicate, self.delete):
            part.setEnabled(bool(name))
        self.export.setEnabled(bool(self._prompts.all()))
        self.examples.setVisible(not self._prompts.all())
        self._tell_about()

    def _tell_about(self) -> None:
        asked = variables(self.text.toPlainText())
        if asked:
            names = ", ".join(it.name for it in asked)
            self.about.setText(tr("Asks for: {names}.").format(names=names))
        else:
            self.about.setText(
                tr(
                    "Type / at the beginning of a line in a question to insert a prompt. "
                    "{{name}} asks for a text, {{language:English}} offers one, "
                    "{{tone:formal|friendly}} offers a choice; {{clipboard}} and {{date}} are "
                    "filled in."
                )
            )

    def _edited(self) -> None:
        if not self._filling:
            self._pause.start()
            self._tell_about()

    def _save(self) -> None:
        """Save the prompt that is being edited, or say why that is not possible."""
        self._pause.stop()
        former = self._prompts.get(self._name)
        if former is None or self._filling:
            return
        name = " ".join(self.name.text().split())
        text = self.text.toPlainText().strip("\n")
        problem = self._problem(name, text)
        show_text(self.problem, problem)
        if not problem and StoredPrompt(name, text) != former:
            before, self._name = self._name, name
            if before == self._added:
                self._added = name
            self._prompts.change(before, StoredPrompt(name, text))

    def _problem(self, name: str, text: str) -> str:
        if not name:
            return tr("Not saved: type a name.")
        if name != self._name and self._prompts.get(name):
            return tr(
                "Not saved: there is already a prompt called {name}. Choose another name."
            ).format(name=name)
        if len(text) > LONGEST_TEXT:
            most = number(LONGEST_TEXT)
            return tr(
                "Not saved: a prompt has at most {most} characters. Shorten the text."
            ).format(most=most)
        return "" if text.strip() else tr("Not saved: type the text of the prompt.")

    def _choose(self) -> None:
        """Save the prompt that was shown, then show the chosen one."""
        if not self._filling:
            item = self.list.currentItem()
            name = item.text() if item else ""
            self._save()
            self._fill(name)

    def _add(self) -> None:
        self._save()
        text = tr("Write the prompt here.")
        self._add_one(StoredPrompt(tr("New prompt"), text))
        # so that typing replaces it
        self.text.selectAll()

    def _copy(self) -> None:
        self._save()
        if prompt := self._prompts.get(self._name):
            name = tr("{name} (copy)").format(name=prompt.name)[:LONGEST_NAME]
            self._add_one(StoredPrompt(name, prompt.text))

    def _add_one(self, prompt: StoredPrompt) -> None:
        added = self._prompts.add(prompt)
        if added:
            self.show_prompt(added[0].name)
        elif self._prompts.full:
            self.problem.setText(tr("There is no room for more prompts. Delete some first."))
            self.problem.show()
        else:
            self.show_prompt(prompt.name)

    def _delete(self) -> None:
        self._pause.stop()
        if self._prompts.get(self._name):
            self.undo.tell(tr("{name} was deleted.").format(name=self._name))
            self._gone = self._prompts.delete(self._name)

    def _restore(self) -> None:
        if self._gone:
            self._prompts.add(self._gone)
            self._fill(self._gone.name)
            self._gone = None

    def _add_examples(self) -> None:
        self._prompts.add(*examples())

    def _export(self) -> None:
        self._save()
        self._prompts.export_wanted.emit(self._prompts.all())

    def _changed(self) -> None:
        self._fill()

    def _connect(self) -> None:
        self._prompts.changed.connect(self._changed)
        self.list.currentRowChanged.connect(self._choose)
        self.name.textEdited.connect(self._edited)
        self.text.textChanged.connect(self._edited)
        self.name.editingFinished.connect(self._save)
        self._pause.timeout.connect(self._save)
        self.new.clicked.connect(self._add)
        self.duplicate.clicked.connect(self._copy)
        self.delete.clicked.connect(self._delete)
        self.take_in.clicked.connect(self._prompts.import_wanted)
        self.export.clicked.connect(self._export)
        self.examples.clicked.connect(self._add_examples)
        self.undo.undone.connect(self._restore)

    def _lay_out(self) -> None:
        self.list.setAccessibleName(tr("Stored prompts"))
        self.list.setObjectName("prompt_names")
        self.name.setAccessibleName(tr("Prompt name"))
        self.name.setPlaceholderText(tr("Prompt name"))
        self.name.setMaxLength(LONGEST_NAME)
        self.text.setPlaceholderText(tr("Prompt text"))
        for part in (self.list, self.text):
            # the page scrolls only if not even their least heights have room
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        above, below = QHBoxLayout(), QHBoxLayout()
        for row, parts in (
            (above, (self.new, self.duplicate, self.delete)),
            (below, (self.examples, self.take_in, self.export)),
        ):
            row.setSpacing(8)
            for part in parts:
                row.addWidget(part)
        above.addStretch()
        below.insertStretch(0)
        column = vbox(self, spacing=8, margins=(0, 0, 8, 0))
        column.addWidget(self.list, 2)
        column.addLayout(above)
        for part in (self.undo, self.name, self.text, self.problem, self.about):
            column.addWidget(part, 3 if part is self.text else 0)
        column.addLayout(below)
