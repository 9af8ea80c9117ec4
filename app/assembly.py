"""The application with its window: the same for a person, a probe and a test."""

from functools import cached_property
from pathlib import Path

from PySide6.QtCore import Qt

from app.base.collector import Collector
from app.chats.session import Session
from app.core import STORE, Core
from app.desktop import desktop
from app.desktop.first_paint import FirstPaint
from app.settings.settings_file import LoadedSettings
from engine.sentences import say_all
from ui.window.main_window import MainWindow


class Assembly(Core):
    """Needs a QApplication. The engine starts and loads Dot once the window has been painted."""

    def __init__(self, home: Path, loaded: LoadedSettings | None = None) -> None:
        """`loaded` are the settings of `home`, if they have been loaded."""
        super().__init__(home, loaded)
        self.window = MainWindow(self.workspace)
        self.collector = Collector(self.window, lambda: bool(self.workspace.conversations.busy))
        self.session = Session(
            self.window,
            self.store,
            self.controller.conversations,
            self.requests.models,
            self.controller.recorder,
        )
        self._closed = False
        self.first_paint = FirstPaint(self.window)
        # after what else waits for the paint, which this would hold up for a moment
        self.first_paint.painted.connect(self._painted, Qt.ConnectionType.QueuedConnection)
        self.events.arrived.connect(self.collector.on_events)
        self.workspace.conversations.closed.connect(self.collector.expect_garbage)

    @cached_property
    def desktop(self) -> "desktop.Desktop":
        """Built after the first paint, or when first asked for."""
        made = desktop.Desktop(
            self.window,
            self.requests.replies,
            self.preferences,
            self.store,
            self.settle,
            self.attachments.add_image,
        )
        self.store.problem_changed.connect(made.quitter.name_rest)
        return made

    def complete(self) -> None:
        if not self._complete:
            super().complete()
            self.exchange.imports.tabs_came.connect(self.session.open_imported)

    def show(self) -> None:
        if not self.session.restore():
            self.controller.conversations.new_chat()
        self.session.follow()
        self.window.show()
        if notices := say_all(self.store.notices):
            self.workspace.notices.show(notices, "error", STORE if self.store.problem else "")

    def keep(self) -> None:
        """Write everything to disk, as far as possible; a quit may follow."""
        self.settle()
        self.store.flush()
        self.desktop.quitter.expect()

    def settle(self) -> None:
        """Hand all that is open, and how it is shown, to the store."""
        super().settle()
        self.session.save()

    def close(self, timeout: float) -> bool:
        self._closed = True
        ended = super().close(timeout)
        self.collector.close()
        return ended

    def _painted(self) -> None:
        # Nothing would end what a window starts that is painted after its end.
        if self._closed:
            return
        _ = self.desktop
        self.window.complete()
        self.session.restore_others()
        used = self.store.used_files()
        if used is not None:
            self._previews.collect(used)
        self.start_engine()
