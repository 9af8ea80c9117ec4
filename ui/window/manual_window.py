"""The window that shows the manual: its sections on the left, its text on the right."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QLocale, QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QDialog, QListWidget, QVBoxLayout, QWidget

from ui.conversation.find_bar import FindBar
from ui.conversation.message_body import MessageBody
from ui.look import theme
from ui.look.language import tr
from ui.state.shortcuts import with_native_keys
from ui.widgets.layouts import hbox, resize_window, scroll_area, vbox
from ui.widgets.own_window import begin_window

MANUAL = theme.RESOURCES / "manual.md"
SIZE = QSize(880, 700)
# Pixels of the list of sections; a longer title may widen it, up to a third of the window.
CONTENTS_WIDTH = 210
MARGIN = 20
LAST_LEVEL = 2


def manual_path() -> Path:
    """Return the manual in the language of the window, or the English one if there is none."""
    code = QLocale.languageToCode(QLocale().language())
    translated = MANUAL.with_stem(f"{MANUAL.stem}_{code}")
    return translated if translated.exists() else MANUAL


class ManualWindow(QDialog):
    """Shows the manual that ships with the application. `link_opened` is emitted with the address
    of a link that is pressed; nothing is fetched."""

    def __init__(self, link_opened: SignalInstance, parent: QWidget) -> None:
        super().__init__(parent)
        begin_window(self, tr("Manual"))
        self.contents = QListWidget()
        self.find_bar = FindBar()
        self.text = MessageBody()
        self.area = scroll_area(self._page())
        # The text would be laid out at two widths in turn, with the bar and without.
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._match = -1
        self._lay_out()
        self._connect(link_opened)
        self._fit()
        theme.look.changed.connect(self._fit)
        self.contents.setFocus(Qt.FocusReason.OtherFocusReason)
        # Once the window is shown: the text would be laid out twice before it has its width.
        QTimer.singleShot(0, self, self._write)

    def show_section(self, title: str) -> None:
        """Scroll to a section; without effect until it is written."""
        for block in self._sections():
            if block.text() == title:
                top = self.text.document().documentLayout().blockBoundingRect(block).top()
                self.area.verticalScrollBar().setValue(self.text.y() + int(top) - MARGIN)

    def _write(self) -> None:
        self.text.append_markdown(with_native_keys(manual_path().read_text(encoding="utf-8")))
        self.text.finish()

    def _sections(self) -> Iterator[QTextBlock]:
        block = self.text.document().begin()
        while block.isValid():
            if 0 < block.blockFormat().headingLevel() <= LAST_LEVEL:
                yield block
            block = block.next()

    def _list_sections(self) -> None:
        """List the sections once the text is written."""
        if not self.text.pending and not self.contents.count():
            self.contents.addItems([block.text() for block in self._sections()])
            self._fit()

    def _seek(self) -> None:
        self._match = -1
        self._step(True)

    def _step(self, forward: bool) -> None:
        """Select the next or the previous match, and go on at the other end after the last."""
        matches = list(self._matches())
        if matches:
            self._match = (self._match + (1 if forward else -1)) % len(matches)
            self.text.setTextCursor(matches[self._match])
            self.area.ensureVisible(0, self.text.y() + self.text.cursorRect().bottom())
        self.find_bar.show_count(self._match + 1, len(matches), False)

    def _matches(self) -> Iterator[QTextCursor]:
        words, document = self.find_bar.field.text(), self.text.document()
        cursor = document.find(words) if words else QTextCursor()
        while not cursor.isNull():
            yield cursor
            cursor = document.find(words, cursor)

    def _end_find(self) -> None:
        if self.find_bar.field.text():
            self.find_bar.field.clear()
        else:
            self.close()

    def _page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.addWidget(self.text)
        column.addStretch()
        return page

    def _lay_out(self) -> None:
        self.contents.setObjectName("manual_contents")
        self.contents.setAccessibleName(tr("Sections"))
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setAccessibleName(tr("Manual"))
        for field in (self.find_bar, self.find_bar.field):
            field.setAccessibleName(tr("Find in the manual"))
        self.find_bar.close_button.hide()
        right = vbox(spacing=0)
        right.addWidget(self.find_bar)
        right.addWidget(self.area, 1)
        row = hbox(self, spacing=0)
        row.addWidget(self.contents)
        row.addLayout(right, 1)
        resize_window(self, SIZE)

    def _connect(self, link_opened: SignalInstance) -> None:
        self.contents.currentTextChanged.connect(self.show_section)
        self.contents.itemClicked.connect(lambda item: self.show_section(item.text()))
        self.find_bar.sought.connect(self._seek)
        self.find_bar.stepped.connect(self._step)
        self.find_bar.closed.connect(self._end_find)
        self.text.grown.connect(self._list_sections)
        self.text.link_activated.connect(link_opened)

    def _fit(self) -> None:
        wanted = self.contents.sizeHintForColumn(0) + theme.px(MARGIN)
        least = theme.px(CONTENTS_WIDTH)
        self.contents.setFixedWidth(max(least, min(wanted, self.width() // 3)))
