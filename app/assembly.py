"""The parts of the running application, wired; the same for a person, a probe and a test."""

from pathlib import Path

from app import settings
from app.bridge import Mailbox
from app.controller import Controller
from app.first_paint import FirstPaint
from app.library import Library
from app.preferences import Preferences
from app.previews import Previews
from engine.engine import Engine
from ui.main_window import MainWindow


class Assembly:
    """Needs a QApplication. The engine starts, and loads Dot, once the window has been painted."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.events = Mailbox()
        self._previewed = Mailbox()
        self.settings = settings.load(home)
        limit = settings.limit_bytes(self.settings.memory_limit_gb)
        self.engine = Engine(self.events.post, memory_limit=limit)
        self._previews = Previews(self._previewed.post)
        self.window = MainWindow()
        self.controller = Controller(self.window, self.engine.submit, self._previews, Library(home))
        self.preferences = Preferences(self.window, home, self.settings)
        self.events.arrived.connect(self.controller.on_events)
        self._previewed.arrived.connect(self.controller.attachments.on_previews)
        self.first_paint = FirstPaint(self.window)
        self.first_paint.painted.connect(self._painted)
        self._engine_started = False

    def show(self) -> None:
        self.controller.new_chat()
        self.window.show()

    def close(self, timeout: float) -> bool:
        """Stop the threads; False where one is still inside a call after `timeout` seconds."""
        self.events.close()
        self._previewed.close()
        previews_ended = self._previews.close(min(timeout, 2.0))
        engine_ended = not self._engine_started or self.engine.stop(timeout)
        return previews_ended and engine_ended

    def _painted(self) -> None:
        self._engine_started = True
        self.engine.start()
        self.controller.load_first()
