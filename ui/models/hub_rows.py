"""Rows of models on the hub: name, what it is, how it fits, and a button to get it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from ui.look import theme
from ui.look.language import translated
from ui.models.ability_row import AbilityRow
from ui.models.get_button import GetButton
from ui.models.hub_words import fit_line, known_facts, lines, owner, short_name, spoken
from ui.state.hub_state import HubModel
from ui.state.workspace import Workspace
from ui.widgets.buttons import LinkButton
from ui.widgets.labels import breakable, plain_label, short_label, show_text, tooltip
from ui.widgets.layouts import hbox, vbox
from ui.widgets.tinted_icon import TintedIcon

BUTTON_WIDTH = 140
_LEAST_NAME = 120
# pixels that its frame takes beside a name
_BESIDE = 4


class NameLink(LinkButton):
    """The name of a model, shortened in the middle where its row is narrow."""

    def __init__(self) -> None:
        super().__init__("", "")
        self._name = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_name(self, name: str) -> None:
        self._name = name
        self.setAccessibleName(name)
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._name) + theme.px(_BESIDE)
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        least = QSize(theme.px(_LEAST_NAME), self.sizeHint().height())
        return least.boundedTo(self.sizeHint())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room = self.width() - theme.px(_BESIDE) + 1
        middle = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(self._name, middle, room))


class HubRow(QFrame):
    """`opened` has the repository."""

    opened = Signal(str)

    def __init__(self, workspace: Workspace, model: HubModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hub_row")
        self.model = model
        self.name = NameLink()
        self.owner = short_label("settings_note")
        self.lock = TintedIcon("lock", 13)
        self.facts = plain_label("settings_note")
        self.problem = plain_label("hub_row_problem")
        self.abilities = AbilityRow()
        self.fit = short_label("fit_verdict")
        self.get = GetButton(workspace)
        self.name.clicked.connect(self._open)
        self._lay_out()
        self.show_model(model)

    def show_model(self, model: HubModel) -> None:
        self.model = model
        self.setAccessibleName(spoken(model))
        self.name.show_name(short_name(model))
        self.name.setAccessibleDescription(spoken(model))
        self.owner.setText(owner(model))
        self.lock.setVisible(model.gated)
        self.facts.setText("\n".join(map(breakable, lines(model))))
        problem = translated(model.problem or model.unread)
        show_text(self.problem, breakable(problem))
        self.abilities.show_facts(known_facts(model))
        self.fit.setText(fit_line(model))
        self.fit.setToolTip(tooltip(translated(model.problem)))
        self.get.show_model(model)

    def _open(self) -> None:
        self.opened.emit(self.model.repository)

    def _lay_out(self) -> None:
        title = hbox(spacing=6)
        for part in (self.name, self.owner, self.lock):
            title.addWidget(part)
        title.addStretch(1)
        left = vbox(spacing=2)
        left.addLayout(title)
        for part in (self.facts, self.abilities, self.problem):
            left.addWidget(part)
        self.fit.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.get.setMinimumWidth(theme.px(BUTTON_WIDTH))
        right = vbox(spacing=6)
        right.addWidget(self.get, 0, Qt.AlignmentFlag.AlignRight)
        right.addWidget(self.fit)
        right.addStretch()
        row = hbox(self, spacing=14, margins=(0, 9, 0, 9))
        row.addLayout(left, 1)
        row.addLayout(right)


class HubRows(QWidget):
    """`opened` has the repository of a row whose page is wanted."""

    opened = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.rows: list[HubRow] = []
        self._column = vbox(self, spacing=2, margins=(0, 0, 10, 0))
        self._column.addStretch()

    def set_models(self, models: Sequence[HubModel]) -> None:
        """Show these models; rows that stay are only filled anew if they changed."""
        if [row.model.repository for row in self.rows] != [it.repository for it in models]:
            self._rebuild(models)
            return
        for row, model in zip(self.rows, models, strict=True):
            if row.model != model:
                row.show_model(model)

    def in_sight(self, area: QScrollArea) -> list[HubModel]:
        """Return the models whose rows can be seen in a scroll area around this widget."""
        top = self.mapFrom(area.viewport(), QPoint())
        shown = QRect(top, area.viewport().size())
        return [row.model for row in self.rows if row.geometry().intersects(shown)]

    def _rebuild(self, models: Sequence[HubModel]) -> None:
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = [HubRow(self._workspace, model, self) for model in models]
        for place, row in enumerate(self.rows):
            row.opened.connect(self.opened)
            self._column.insertWidget(place, row)
