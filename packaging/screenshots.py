"""Drive the real window and save what it shows, light and dark, to look at before a release.

uv run python packaging/screenshots.py FOLDER
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
if not (os.environ.get("DISPLAY") or sys.platform == "darwin"):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "2"

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.assembly import Assembly
from ui import theme
from ui.message_fold import FoldHeader


def wait(until: Callable[[], bool], limit: float = 60.0) -> None:
    """Run the event loop until the condition holds."""
    loop, timer, end = QEventLoop(), QTimer(), time.monotonic() + limit
    timer.timeout.connect(lambda: loop.quit() if until() or time.monotonic() > end else None)
    timer.start(20)
    loop.exec()


def rest(seconds: float) -> None:
    end = time.monotonic() + seconds
    wait(lambda: time.monotonic() > end)


class Photographer:
    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.parts = Assembly(home)
        self.parts.show()
        wait(lambda: self.parts.controller.model is not None)

    def first_start(self) -> None:
        rest(1)

    def picture_with_reasoning(self) -> None:
        self._try_sample(1)
        for header in self.parts.window.current_chat().findChildren(FoldHeader):
            header.setChecked(True)
        self._ask("What color is the background?")

    def clip(self) -> None:
        self._try_sample(3)

    def calculator(self) -> None:
        tab = self.parts.controller.new_chat()
        options = tab.composer.options()
        tab.composer.set_options(type(options)(calculator=True))
        self._ask("What is 17 plus 25?")

    def error(self) -> None:
        self.parts.controller.new_chat()
        bad = self.parts.home / "notes.png"
        bad.parent.mkdir(exist_ok=True)
        bad.write_text("milk, eggs")
        self._ask("word " * 2500)
        self.parts.window.current_chat().offer_files([bad])
        self.parts.window.model_chosen.emit(str(self.parts.home))
        rest(1)

    def save(self, name: str) -> None:
        rest(0.4)
        self.parts.window.grab().save(str(self.folder / f"{name}.png"))

    def _try_sample(self, index: int) -> None:
        tab = self.parts.controller.new_chat()
        tab.sample_chosen.emit(self.parts.controller.samples[index])
        self._settle()

    def _ask(self, text: str) -> None:
        self.parts.controller.ask(self.parts.window.current_chat(), text, ())
        self._settle()

    def _settle(self) -> None:
        tab = self.parts.window.current_chat()
        rest(0.3)
        wait(lambda: not tab.transcript.busy)
        rest(0.5)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication(sys.argv[:1])
    theme.install(application)
    with tempfile.TemporaryDirectory() as home:
        photographer = Photographer(folder, Path(home))
        scenes = ["first_start", "picture_with_reasoning", "clip", "calculator", "error"]
        for scene in scenes:
            getattr(photographer, scene)()
            for scheme in (Qt.ColorScheme.Dark, Qt.ColorScheme.Light):
                theme.apply(application, scheme)
                photographer.save(f"{scene}-{scheme.name.lower()}")
        photographer.parts.close(30)


if __name__ == "__main__":
    main()
