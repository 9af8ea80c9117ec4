"""The card of a model's page with the tokens that end its answers."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.messages import ModelProfile, StopToken
from ui.look import theme
from ui.look.language import tr
from ui.models.section import Section
from ui.state.workspace import Workspace
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import clear_layout, hbox
from ui.widgets.plain_field import PlainLine

_FIELD = 220


class StopSection(Section):
    """A typed text is looked up in the model's vocabulary before it is added."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(tr("Stop tokens"))
        self._library = workspace.library
        self._requests = workspace.profile_requests
        self._profile = ModelProfile("")
        self._typed = ""
        self._texts: dict[int, str] = {}
        self.own = plain_label("settings_note")
        self.line = PlainLine()
        self.add = push_button(tr("Add"), tr("Add this stop token"))
        self.problem = plain_label("option_problem")
        self.rows: dict[int, IconButton] = {}
        self._list = QVBoxLayout()
        self._lay_out()
        self.line.textChanged.connect(self._typing)
        self.line.returnPressed.connect(self._look_up)
        self.add.clicked.connect(self._look_up)
        self._library.tried.connect(self._on_tried)
        self._library.profile_changed.connect(self._on_profile)

    def show_model(self, model_id: str) -> None:
        self._profile = self._library.profile(model_id)
        self._texts, self._typed = {}, ""
        self.line.clear()
        self.own.setText(tr("Reading the tokens…"))
        self._typing()
        if model_id in self._library.trials:
            self._on_tried(model_id)
        self._show_rows()

    def _typing(self) -> None:
        self.problem.hide()
        self.add.setEnabled(bool(self.line.text()) and not self._typed)

    def _look_up(self) -> None:
        if self.add.isEnabled():
            self._typed = self.line.text()
            self.add.setEnabled(False)
            self._requests.tried.emit(self._profile, (self._typed,))

    def _remove(self, token: int) -> None:
        left = tuple(it for it in self._profile.stop_ids if it != token)
        self._requests.changed.emit(replace(self._profile, stop_ids=left))

    def _on_profile(self, model_id: str) -> None:
        if model_id == self._profile.model_id:
            self._profile = self._library.profile(model_id)
            self._show_rows()

    def _on_tried(self, model_id: str) -> None:
        if model_id != self._profile.model_id:
            return
        trial = self._library.trials[model_id]
        for stop in (*trial.own_stops, *trial.added_stops, *trial.found_stops):
            self._texts[stop.token] = stop.text
        own = ", ".join(map(_words, trial.own_stops))
        known = tr("The model ends its answers with {tokens}.").format(tokens=own) if own else ""
        show_text(self.own, breakable(known))
        self._take_found(trial.found_stops, trial.missing_stops, trial.problem)
        self._show_rows()

    def _take_found(
        self, found: tuple[StopToken, ...], missing: tuple[str, ...], problem: str
    ) -> None:
        """Add the token that was looked up, or say why there is none."""
        typed, self._typed = self._typed, ""
        if not typed:
            return
        self._typing()
        if found:
            new = [it.token for it in found if it.token not in self._profile.stop_ids]
            ids = (*self._profile.stop_ids, *new)
            self.line.clear()
            self._requests.changed.emit(replace(self._profile, stop_ids=ids))
        elif typed in missing or problem:
            sentence = tr(
                "“{text}” is not one token of this model. Type another token or its number, or use "
                "a stop string in the options of a chat."
            ).format(text=typed)
            self.problem.setText(breakable(sentence))
            self.problem.show()

    def _show_rows(self) -> None:
        clear_layout(self._list)
        self.rows = {}
        for token in self._profile.stop_ids:
            self._list.addWidget(self._row(token))
        for before, button in pairwise([self.add, *self.rows.values()]):
            self.setTabOrder(before, button)

    def _row(self, token: int) -> QWidget:
        row = QWidget(self)
        words = _words(StopToken(token, self._texts.get(token, "")))
        remove = IconButton("x", tr("Remove the stop token {token}").format(token=words), 13)
        remove.clicked.connect(partial(self._remove, token))
        self.rows[token] = remove
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(plain_label("section_value", breakable(words)))
        line.addWidget(remove)
        line.addStretch()
        return row

    def _lay_out(self) -> None:
        self.line.setPlaceholderText(tr("Token or its number"))
        self.line.setAccessibleName(tr("Token that ends an answer, or its number"))
        self.line.setMaxLength(100)
        self.line.setFixedWidth(theme.px(_FIELD))
        self._list.setSpacing(2)
        row = hbox(spacing=8)
        row.addWidget(self.line)
        row.addWidget(self.add)
        row.addStretch()
        self.column.addWidget(self.own)
        self.column.addLayout(row)
        self.column.addWidget(self.problem)
        self.column.addLayout(self._list)


def _words(stop: StopToken) -> str:
    text = stop.text.replace("\n", "\\n").replace("\t", "\\t")
    return f"{text} ({stop.token})" if text else str(stop.token)
