"""The part of a model's page that says which features work with it, and why others do not."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine.frozen import frozen
from engine.messages import ModelFacts, ModelInfo
from ui.look import theme
from ui.look.language import tr, translated
from ui.models.section import Section
from ui.state.library_state import LibraryModel
from ui.widgets.labels import breakable, plain_label, short_label
from ui.widgets.layouts import clear_layout

_ICON = 14


@frozen
class Feature:
    """A feature of Duologue. `works` is True if it works with a model, None if that is known only
    once the model is loaded."""

    name: str
    works: bool | None
    note: str = ""


def features_of(facts: ModelFacts, info: ModelInfo | None) -> list[Feature]:
    """Return the features with a model. `info` is known while the model is loaded."""
    return [
        _images(facts),
        _videos(facts),
        _thinking(facts, info),
        _tools(facts, info),
        _batching(info),
        _quantized_cache(facts, info),
        Feature(tr("Continue a stopped answer"), True),
    ]


class FeatureSection(Section):
    def __init__(self) -> None:
        super().__init__(tr("Works with this model"))
        self.features: list[Feature] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(2, 1)
        self.column.addLayout(self._grid)

    def show_model(self, model: LibraryModel, info: ModelInfo | None) -> None:
        features = features_of(model.facts, info) if model.facts else []
        self.setVisible(bool(features))
        if features == self.features:
            return
        self.features = features
        clear_layout(self._grid)
        for row, feature in enumerate(features):
            self._add_row(row, feature)

    def _add_row(self, row: int, feature: Feature) -> None:
        mark = Mark(feature.works, self)
        name = short_label(text=feature.name)
        note = plain_label("settings_note", breakable(feature.note))
        mark.setAccessibleName(f"{feature.name}: {mark.accessibleName()}")
        for column, part in enumerate((mark, name, note)):
            self._grid.addWidget(part, row, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setAlignment(note, Qt.AlignmentFlag(0))


class Mark(QLabel):
    """An icon for yes, no or unknown."""

    def __init__(self, works: bool | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._works = works
        texts = {True: tr("yes"), False: tr("no"), None: tr("not known yet")}
        self.setAccessibleName(texts[works])
        self._tint()
        theme.look.changed.connect(self._tint)

    def _tint(self) -> None:
        c, size = theme.colors(), theme.px(_ICON)
        icons = {True: ("check", c.green), False: ("x", c.faint), None: ("ellipsis", c.faint)}
        self.setPixmap(theme.pixmap(*icons[self._works], size))
        self.setFixedSize(QSize(size, size + theme.px(3)))


def _images(facts: ModelFacts) -> Feature:
    note = "" if facts.vision else tr("This is a text-only model.")
    return Feature(tr("Images"), facts.vision, note)


def _videos(facts: ModelFacts) -> Feature:
    if facts.video or not facts.vision:
        note = "" if facts.video else tr("This is a text-only model.")
        return Feature(tr("Videos"), facts.video, note)
    return Feature(tr("Videos"), True, tr("They are sent as images."))


def _thinking(facts: ModelFacts, info: ModelInfo | None) -> Feature:
    name = tr("Thinking switch")
    if not (info or facts).thinking:
        return Feature(name, False, tr("The model does not think before it answers."))
    if info and not info.thinking_switch:
        return Feature(name, False, tr("The model always thinks."))
    return Feature(name, True if info else None, "" if info else _unknown())


def _tools(facts: ModelFacts, info: ModelInfo | None) -> Feature:
    if (info or facts).tools:
        return Feature(tr("Tools"), True)
    note = tr("Its chat template does not support tools.")
    if facts.tools:
        note = tr("Duologue cannot offer them to this model.")
    return Feature(tr("Tools"), False, note)


def _batching(info: ModelInfo | None) -> Feature:
    name = tr("Several answers at once")
    if info is None:
        return Feature(name, None, _unknown())
    return Feature(
        name, info.batched, "" if info.batched else tr("Answers are written one after the other.")
    )


def _quantized_cache(facts: ModelFacts, info: ModelInfo | None) -> Feature:
    name = tr("8-bit cache")
    if info:
        return Feature(name, info.kv_8bit_bytes > 0, translated(info.kv_note))
    if facts.cost and facts.cost.quantized is None:
        return Feature(name, False, tr("The family has no 8-bit cache."))
    return Feature(name, None, _unknown())


def _unknown() -> str:
    return tr("Known once the model is loaded.")
