"""A window that is dragged from: what it gives is told it line by line, as JSON.

{"urls": [...]} or {"image": PATH} is what the next drag holds; {"grab": PATH} saves the screen.
Each line is answered by one: "ready", and after a drag by "dropped" or "refused".
"""

import json
import sys

from PySide6.QtCore import QMimeData, QObject, QPoint, QSocketNotifier, Qt, QUrl
from PySide6.QtGui import QDrag, QGuiApplication, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

TITLE = "drag source"
SIDE = 120


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def mime_of(told: dict) -> QMimeData:
    data = QMimeData()
    if "urls" in told:
        data.setUrls([QUrl(url) for url in told["urls"]])
    if "image" in told:
        data.setImageData(QImage(told["image"]))
    return data


class Source(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.told: dict = {}
        self.setWindowTitle(TITLE)
        self.setFixedSize(SIDE, SIDE)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        drag = QDrag(self)
        drag.setMimeData(mime_of(self.told))
        done = drag.exec(Qt.DropAction.CopyAction)
        say("refused" if done == Qt.DropAction.IgnoreAction else "dropped")


class Orders(QObject):
    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._source = source
        self._lines = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._lines.activated.connect(self._read)

    def _read(self) -> None:
        line = sys.stdin.readline()
        if not line:
            QGuiApplication.quit()
            return
        told = json.loads(line)
        if "grab" in told:
            QGuiApplication.primaryScreen().grabWindow(0).save(told["grab"])
        else:
            self._source.told = told
        say("ready")


def main() -> None:
    application = QApplication(sys.argv)
    source = Source()
    source.move(QPoint(0, 0))
    source.show()
    Orders(source)
    say("ready")
    application.exec()


if __name__ == "__main__":
    main()
