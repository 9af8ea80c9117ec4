"""The page of the settings about the engine: a value goes in, `take` changes it."""

from dataclasses import replace

from PySide6.QtWidgets import (
    QButtonGroup,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui import theme
from ui.language import tr
from ui.state.settings import LANGUAGES, LOG_LEVELS, Settings
from ui.widgets.check_box import CheckBox
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.plain_label import plain_label

USUAL_GB = 8.0


class GeneralPage(QWidget):
    """Only what a person changes differs from the value put in."""

    def __init__(self, value: Settings) -> None:
        super().__init__()
        self._limit, self._level = value.memory_limit_gb, value.log_level
        self.automatic = CheckBox(tr("Automatic"))
        self.memory = QDoubleSpinBox(minimum=0.1, maximum=4096, singleStep=1, decimals=1)
        self.log_level = QButtonGroup(self)
        self.language = ChoiceRow(tr("Language"), _languages())
        self.language.choose(value.language)
        self._lay_out()
        self._fill()
        self._connect()

    def take(self, value: Settings) -> Settings:
        """`value` with what this page sets."""
        return replace(
            value,
            memory_limit_gb=self._limit,
            log_level=self._level,
            language=self.language.value(),
        )

    def _fill(self) -> None:
        self._chosen_gb = USUAL_GB if self._limit is None else self._limit
        self.automatic.setChecked(self._limit is None)
        self._show_memory(self._limit is None)
        self.log_level.button(LOG_LEVELS.index(self._level)).setChecked(True)

    def _connect(self) -> None:
        self.automatic.toggled.connect(self._show_memory)
        self.automatic.toggled.connect(self._take_memory)
        self.memory.valueChanged.connect(self._take_memory)
        self.log_level.idClicked.connect(self._take_level)

    def _take_memory(self) -> None:
        if self.automatic.isChecked():
            self._limit = None
        else:
            self._limit = self._chosen_gb = round(self.memory.value(), 1)

    def _show_memory(self, automatic: bool) -> None:
        """No number while it is automatic: the engine chooses it, and this dialog knows none."""
        self.memory.setDisabled(automatic)
        # the lowest value is shown as this, where it is not empty
        self.memory.setSpecialValueText(tr("automatic") if automatic else "")
        self.memory.setValue(self.memory.minimum() if automatic else self._chosen_gb)

    def _take_level(self, index: int) -> None:
        self._level = LOG_LEVELS[index]

    def _lay_out(self) -> None:
        self.memory.setSuffix(" " + tr("GB"))
        self.memory.lineEdit().setTextMargins(7, 0, 7, 0)
        self.memory.setMinimumWidth(theme.px(120))
        self.memory.setAccessibleName(tr("Memory for models"))
        memory = QHBoxLayout()
        memory.setSpacing(12)
        memory.addWidget(self.memory)
        memory.addWidget(self.automatic)
        memory.addStretch()
        levels = QHBoxLayout()
        levels.setSpacing(4)
        for index, level in enumerate(LOG_LEVELS):
            self.log_level.addButton(_choice(_level_text(level)), index)
            levels.addWidget(self.log_level.button(index))
        levels.addStretch()
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(2)
        _add_row(grid, 0, tr("Memory for models"), memory)
        note = tr("Takes effect when Duologue is started again.")
        grid.addWidget(plain_label("option_note", note), 1, 1)
        grid.setRowMinimumHeight(2, 12)
        _add_row(grid, 3, tr("Log level"), levels)
        told = tr("What is written to the terminal. Takes effect at once.")
        grid.addWidget(plain_label("option_note", told), 4, 1)
        grid.setRowMinimumHeight(5, 12)
        language = QHBoxLayout()
        language.addWidget(self.language)
        _add_row(grid, 6, tr("Language"), language)
        grid.addWidget(plain_label("option_note", note), 7, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(grid)
        column.addStretch()


def _languages() -> dict[str, str]:
    """Each in its own words, so that it is found in a window of another."""
    return dict(zip(LANGUAGES, (tr("System"), "English", "Deutsch"), strict=True))


def _choice(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAccessibleName(tr("Log level {level}").format(level=text))
    button.setProperty("kind", "page_tab")
    button.setCheckable(True)
    return button


def _add_row(grid: QGridLayout, row: int, title: str, editors: QHBoxLayout) -> None:
    grid.addWidget(QLabel(title), row, 0)
    grid.addLayout(editors, row, 1)


def _level_text(level: str) -> str:
    texts = (tr("Debug"), tr("Info"), tr("Warning"), tr("Error"))
    return texts[LOG_LEVELS.index(level)]
