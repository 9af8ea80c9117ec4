"""Paints the rows of the models on this computer: two lines, abilities as icons, a star."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.look import theme
from ui.look.language import translated
from ui.models.library_table import ABILITIES, FIT, MODEL, NAME, SECOND_LINE, STAR, level_color
from ui.models.model_words import abilities, fit_level, fit_text, usable
from ui.state.library_state import LibraryModel
from ui.widgets.row_list import Index, paint_line

ROW_HEIGHT = 46
# of the second line of a name
LINE_FONT = 11
_ICON, _STAR = 15, 16
_GAP = 7
# The opacity of the star of a model that is no favorite.
_FAINT = 0.4
# pixels at both sides of a cell
INSET = 6
_TOP, _BOTTOM = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom


class LibraryRows(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = _model(index)
        painter.save()
        view = self.parent()
        focused = isinstance(view, QWidget) and view.hasFocus()
        # not smoothed: at a fractional scale, lines would be left between the cells
        selected = _paint_ground(painter, option, focused=focused)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = option.rect.adjusted(theme.px(INSET), 0, -theme.px(INSET), 0)
        paint = _PAINTED.get(index.column())
        if paint and (index.column() != FIT or model.fit):
            paint(painter, area, index, selected)
        else:
            _paint_text(painter, area, index, selected)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme.px(ROW_HEIGHT))


def _model(index: Index) -> LibraryModel:
    return index.data(MODEL)


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem, *, focused: bool) -> bool:
    """Paint the ground of a cell, and return True if its row is selected and has the keyboard. A
    row that is selected while the keyboard is elsewhere has a paler ground."""
    c = theme.colors()
    rect: QRect = option.rect
    state: QStyle.StateFlag = option.state
    chosen = bool(state & QStyle.StateFlag.State_Selected)
    if chosen:
        painter.fillRect(rect, QColor(c.selected if focused else c.hover))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(rect, QColor(c.code))
    painter.setPen(QPen(QColor(c.line), 1))
    painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    return chosen and focused


def _paint_star(painter: QPainter, area: QRect, index: Index, selected: bool) -> None:
    model = _model(index)
    c, size = theme.colors(), theme.px(_STAR)
    spot = QRect(0, 0, size, size)
    spot.moveCenter(area.center())
    empty = c.selected_text if selected else c.faint
    name, color = ("star-filled", c.accent) if model.favorite else ("star", empty)
    painter.setOpacity(1 if model.favorite else _FAINT)
    painter.drawPixmap(spot, theme.pixmap(name, color, size))


def _paint_name(painter: QPainter, area: QRect, index: Index, selected: bool) -> None:
    model = _model(index)
    c = theme.colors()
    dim = c.selected_text if selected else c.dim
    text = c.selected_text if selected else c.text if usable(model) else c.faint
    area = area.adjusted(0, theme.px(5), 0, -theme.px(6))
    paint_line(painter, area, model.name, 13, text, _TOP, QFont.Weight.Medium)
    paint_line(painter, area, index.data(SECOND_LINE), LINE_FONT, dim, _BOTTOM)


def _paint_abilities(painter: QPainter, area: QRect, index: Index, selected: bool) -> None:
    model = _model(index)
    c, size = theme.colors(), theme.px(_ICON)
    color = c.selected_text if selected else c.dim if usable(model) else c.faint
    left = area.left()
    for icon, _ in abilities(model.facts):
        spot = QRect(left, area.center().y() - size // 2, size, size)
        painter.drawPixmap(spot, theme.pixmap(icon, color, size))
        left += size + theme.px(_GAP)


def _paint_fit(painter: QPainter, area: QRect, index: Index, selected: bool) -> None:
    model = _model(index)
    if model.fit is None:
        return
    c, level = theme.colors(), fit_level(model.fit)
    area = area.adjusted(0, theme.px(5), 0, -theme.px(6))
    color = c.selected_text if selected else level_color(level) if usable(model) else c.faint
    dim = c.selected_text if selected else c.dim if usable(model) else c.faint
    paint_line(painter, area, translated(level.value), 12, color, _TOP, QFont.Weight.Medium)
    paint_line(painter, area, fit_text(model.fit), 11, dim, _BOTTOM)


def _paint_text(painter: QPainter, area: QRect, index: Index, selected: bool) -> None:
    c = theme.colors()
    greyed = index.data(Qt.ItemDataRole.ForegroundRole)
    color = c.selected_text if selected else greyed.name() if greyed else c.text
    painter.setFont(theme.font(12))
    painter.setPen(QColor(color))
    text = str(index.data() or "")
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, index.data(Qt.ItemDataRole.TextAlignmentRole), shown)


_PAINTED = {STAR: _paint_star, NAME: _paint_name, ABILITIES: _paint_abilities, FIT: _paint_fit}
