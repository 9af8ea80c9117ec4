"""The settings page about models that run on several machines together."""

from PySide6.QtWidgets import QHBoxLayout

from engine.messages import HERE, is_host
from ui.look import theme
from ui.look.language import tr, translated
from ui.settings.settings_page import SettingsPage
from ui.state.library_state import LibraryModel, Place
from ui.state.model_entry import distinct_names
from ui.state.settings import Settings
from ui.state.workspace import Workspace
from ui.widgets.buttons import CheckBox, push_button
from ui.widgets.labels import literal, tooltip
from ui.widgets.layouts import vbox
from ui.widgets.plain_field import FormField, PlainLine

# Pixels.
_TEXT_HEIGHT = 130
_FIELD_WIDTH = 190


class MachinesPage(SettingsPage):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace.settings_requests)
        self._state = workspace.machines
        self._library = workspace.library
        # The hosts and models in use; a list that is being typed stays.
        self._hosts: tuple[str, ...] = ()
        self._spread: tuple[str, ...] = ()
        self.hosts = PlainLine()
        self.hosts.setAccessibleName(tr("Other computers"))
        self.hosts.setPlaceholderText(tr("None"))
        self.hosts.setMinimumWidth(theme.px(_FIELD_WIDTH))
        self.hosts_row = self.add_row(
            tr("Other computers"),
            self.hosts,
            tr(
                "They run a model together with this one, each holding part of it. List "
                "their names for ssh, separated by spaces; localhost is a second process on "
                "this computer, for trying it out. Each needs the same version of Duologue, "
                "ssh from here without a password, and the model in the same folder. What "
                "passes between them is not encrypted: use a network of your own."
            ),
            tr("machines cluster group ssh hosts distributed"),
        )
        self.boxes: dict[str, CheckBox] = {}
        self._models = vbox(spacing=4)
        self.add_row(
            tr("Models on all machines"),
            self._models,
            tr(
                "The next answer of a checked model comes from all machines. Together they "
                "take no images, and neither draft ahead nor skim."
            ),
            tr("machines cluster group spread shard"),
            tall=True,
        )
        self.test = push_button(tr("Test"), tr("Test the machines"))
        self.copy = push_button(tr("Copy models"), tr("Copy the chosen models to the machines"))
        self.stop = push_button(tr("Stop"), tr("Stop the test or the copy"))
        self.result = FormField(tr("Machine test"))
        self.result.setReadOnly(True)
        self.result.setFixedHeight(theme.px(_TEXT_HEIGHT))
        buttons = QHBoxLayout()
        for each in (self.test, self.copy, self.stop):
            buttons.addWidget(each)
        buttons.addStretch()
        note = tr(
            "Asks each machine for its version and memory, and whether the models fit. “Copy "
            "models” copies what is missing to the same folder, and continues a copy that "
            "was stopped."
        )
        words = tr("machines cluster group memory")
        self.add_row(tr("Test"), buttons, note, words)
        self.result_row = self.add_row(tr("Result"), self.result, tall=True)
        self.hosts.editingFinished.connect(self._take_hosts)
        self.test.clicked.connect(self._state.tested)
        self.copy.clicked.connect(self._state.copied)
        self.stop.clicked.connect(self._state.stopped)
        self._state.changed.connect(self._show_test)
        self._library.changed.connect(self._list_models)
        self._list_models()
        self._show_test()

    def _take_hosts(self) -> None:
        found = tuple(self.hosts.text().split())
        wrong = next((it for it in found if not is_host(it)), "")
        self.hosts_row.tell(
            tr(
                "“{text}” is not the name of a computer. Write one such as mac2.local or anna@mac2."
            ).format(text=wrong)
            if wrong
            else ""
        )
        if not wrong and found != self._hosts:
            self._set(machines=found)

    def _show(self, value: Settings) -> None:
        if value.machines != self._hosts:
            self._hosts = value.machines
            self.hosts.setText(" ".join(self._hosts))
        self._spread = value.spread_models
        for model_id, box in self.boxes.items():
            box.setChecked(model_id in self._spread)
        self._show_buttons()

    def _list_models(self) -> None:
        names = {it.model_id: it.name for it in self._library.models if _can_be_spread(it)}
        if list(names) == list(self.boxes):
            return
        for box in self.boxes.values():
            self._models.removeWidget(box)
            box.deleteLater()
        self.boxes = {it: CheckBox(literal(name)) for it, name in distinct_names(names).items()}
        for model_id, box in self.boxes.items():
            box.setToolTip(tooltip(model_id))
            box.setChecked(model_id in self._spread)
            box.clicked.connect(self._take_models)
            self._models.addWidget(box)

    def _take_models(self) -> None:
        # Models that are away at the moment stay.
        others = [it for it in self._spread if it not in self.boxes]
        chosen = [it for it, box in self.boxes.items() if box.isChecked()]
        self._set(spread_models=(*others, *chosen))

    def _show_test(self) -> None:
        self._show_buttons()
        lines = [translated(it) for it in self._state.lines]
        if self._state.runs and not self._state.copies:
            lines.append(tr("Contacting the machines…"))
        self.result.setPlainText("\n".join(lines))
        self.result_row.setVisible(bool(lines))

    def _show_buttons(self) -> None:
        free = not self._state.runs
        self.test.setEnabled(bool(self._hosts) and free)
        elsewhere = any(it != HERE for it in self._hosts)
        self.copy.setEnabled(elsewhere and bool(self._spread) and free)
        self.stop.setVisible(not free)


def _can_be_spread(model: LibraryModel) -> bool:
    """Return False for what cannot be split: Dot, whose layers are its own, and adapters."""
    whole = (Place.ADAPTER, Place.BUILT_IN)
    return model.available and not model.problem and model.place not in whole
