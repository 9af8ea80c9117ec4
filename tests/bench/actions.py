"""The longest work of the window's thread for each action, in a window with a large history.

The real application runs off screen, with the engine and Dot, over a store of 10,000 chats. Each
action is taken as a person takes it, and the event loop runs on until it has settled. The figure is
the CPU time of the thread between two runs of a timer, so other programs of the machine do not
count. `ratio` is the worst of all over 100 ms.
uv run python tests/bench/actions.py [--quick]
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.__main__ import SWITCH_INTERVAL
from app.assembly import Assembly
from app.database.rows import ConversationRecord, MessageRecord
from app.database.store import Store
from tests.bench.window import PIECE, WorkGaps
from tests.kit.loop import run_for, run_until
from tests.kit.tabs import new_chat, new_comparison
from ui.look import theme
from ui.settings.settings_window import SettingsWindow
from ui.state.question import Question
from ui.window.commands.all_commands import commands

IMAGES = 20
LIMIT_MS = 100
SETTLED = 0.5


def fill_store(store: Store, count: int) -> int:
    """Write chats of two messages; the newest, which is returned, has 200 with code and tables."""
    chat = 0
    for number in range(count):
        when = time.time() - (count - number) * 3600
        messages = 200 if number == count - 1 else 2
        chat = store.next_id()
        title = f"Chat {number} about energy"
        store.save_conversation(
            ConversationRecord(chat, title=title, created=when, updated=when, model="Dot")
        )
        parent = 0
        for at in range(messages):
            message = store.next_id()
            role, text = ("assistant", PIECE) if at % 2 else ("user", f"Question {at}")
            store.save_message(MessageRecord(message, chat, 0, parent, role, text, created=when))
            parent = message
        store.set_head(chat, 0, parent)
        if number % 100 == 0:
            assert store.flush(60)
    assert store.flush(60)
    return chat


def save_files(folder: Path) -> list[Path]:
    """Save images and, as the last one, a video."""
    from tests.kit.images import long_video

    for number in range(IMAGES):
        image = QImage(800, 600, QImage.Format.Format_RGB32)
        image.fill(number * 12345)
        image.save(str(folder / f"{number}.png"))
    return [*(folder / f"{it}.png" for it in range(IMAGES)), long_video(folder / "v.mp4", 8)]


class Actions:
    """Takes actions and measures each; a slow one is taken once, as a person does."""

    def __init__(self, parts: Assembly, newest: int, files: list[Path]) -> None:
        self._parts, self._window, self._files = parts, parts.window, files
        self._commands = {it.command_id: it.run for it in commands(parts.window)}
        self._newest = newest
        self._gaps = WorkGaps()
        self.found: dict[str, float] = {}

    def take(self, name: str, act: Callable[[], object]) -> None:
        run_for(SETTLED)
        self._gaps.take()
        act()
        run_for(SETTLED)
        self.found[name] = max(self.found.get(name, 0.0), self._gaps.take()["cpu_max_ms"])

    def command(self, name: str) -> None:
        self.take(name, self._commands[name])

    def run(self) -> None:
        self._chats()
        self._history()
        self._attachments()
        self._comparison()
        self._windows()

    def _chats(self) -> None:
        window, parts = self._window, self._parts
        self.take("open 200 messages", lambda: parts.controller.conversations.open(self._newest))
        self.command("new_chat")
        ask = window.current_tab().conversation.requests.submitted
        self.take("send", lambda: ask.emit(Question("Count from 1 to 29.")))
        self.command("stop")
        run_until(lambda: not window.current_tab().busy)
        self.take("switch tab", partial(window.step, 1))
        self.take("switch back", partial(window.step, -1))
        self.command("export_chat")
        self._close_others()
        replies = [it for it in window.current_chat().transcript.turns if it.role != "user"]
        inspect = window.current_chat().chat.message_requests.inspected
        self.take("inspect", lambda: inspect.emit(replies[-1]))
        self._close_others()
        self.command("close_chat")
        self.command("reopen_chat")

    def _history(self) -> None:
        window, parts = self._window, self._parts
        self.take("open search", window.open_search)
        field = window.sidebar.search.field
        for text in ("e", "en", "ene", ""):
            self.take(f"search {text!r}", partial(field.setText, text))
        self.command("sidebar")
        self.take("unfold the sidebar", self._commands["sidebar"])
        requests = parts.workspace.history_requests
        self.take("delete", lambda: requests.deleted.emit((self._newest,)))
        self.take("undo", requests.undone.emit)

    def _attachments(self) -> None:
        new_chat(self._parts)
        offered = self._window.current_chat().chat.attachment_requests.files_offered
        self.take(f"attach {IMAGES} images", lambda: offered.emit(self._files[:IMAGES]))
        self.take("attach a video", lambda: offered.emit(self._files[IMAGES:]))

    def _comparison(self) -> None:
        tab = new_comparison(self._parts)
        for number in range(3):
            settings = tab.chat.panes[-1].settings
            self.take(f"add pane {number}", lambda settings=settings: tab.add_pane(settings))

    def _windows(self) -> None:
        for name in ("palette", "model", "tools", "models", "get_models", "stats"):
            self.command(name)
            self._close_others()
        self.command("models")
        library = self._parts.workspace.library
        self.take("a model's page", partial(library.shown.emit, library.models[0].model_id))
        self._close_others()
        self.command("settings")
        settings = self._window.findChild(SettingsWindow)
        assert settings is not None
        for name in settings.tabs:
            self.take(f"settings: {name}", partial(settings.show_page, name))
        self._close_others()

    def _close_others(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and widget is not self._window:
                widget.close()
        run_for(0.1)


def measure(home: Path, count: int) -> dict[str, object]:
    store = Store(home)
    newest = fill_store(store, count)
    store.close()
    files = save_files(home)
    parts = Assembly(home)
    parts.window.resize(1440, 900)
    parts.show()
    run_until(lambda: parts.requests.models.current is not None)
    run_for(2)
    actions = Actions(parts, newest, files)
    actions.run()
    parts.close(30)
    found = dict(sorted(actions.found.items(), key=lambda it: -it[1]))
    worst = next(iter(found))
    ratio = round(found[worst] / LIMIT_MS, 2)
    return {"chats": count, "ms": found, "worst": worst, "ratio": ratio}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    sys.setswitchinterval(SWITCH_INTERVAL)
    application = QApplication(sys.argv[:1])
    theme.install_theme(application)
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(measure(Path(home), 2000 if quick else 10_000)))


if __name__ == "__main__":
    main()
