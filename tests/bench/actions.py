"""The longest work of the window's thread for each action, in a window with a large history.

The real application runs off screen, with the engine and Dot, over a store of 10,000 chats, nine of
ten in folders. Each action is taken as a person takes it, and the event loop runs on until it has
settled. The figure is the CPU time of the thread between two runs of a timer, so other programs of
the machine do not count. `ratio` is the worst of all over 100 ms; `looks_ms` are the changes of the
look and the zoom with six panes in front, for which looks.py has the limit. A quick run leaves them
out, with the zoomed windows, and has fewer chats and answers.
uv run python tests/bench/actions.py [--quick] [--only WORD]
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

from PySide6.QtWidgets import QApplication

from app.assembly import Assembly
from app.database.store import Store
from tests.bench.filled_history import IMAGES, fill_comparison, fill_store, save_files
from tests.bench.window import WorkGaps, touch_mouse
from tests.kit.loop import run_for, run_until
from tests.kit.program_application import program_application
from tests.kit.tabs import new_chat, new_comparison
from ui.compare.compare_tab import CompareTab
from ui.compare.results_window import ResultsWindow
from ui.conversation.find_bar import FindBar
from ui.look import theme
from ui.settings.settings_window import SettingsWindow
from ui.state.pane import MOST_PANES
from ui.state.question import Question
from ui.state.stored_prompts import StoredPrompt
from ui.widgets.chip_button import ChipButton
from ui.window.commands.all_commands import commands

LIMIT_MS = 100
# Prompts of a comparison with six panes: 204 answers.
ROUNDS, QUICK_ROUNDS = 34, 6
# Seconds of the event loop after an action, at least and at most.
SETTLED, LONGEST = 0.05, 3.0
# CPU seconds of the thread in a slice of the time that count as nothing to do.
SLICE, IDLE = 0.05, 0.004
LOOKS = ("zoom_in", "zoom_reset", "scheme_dark", "scheme_light")


class Actions:
    """Takes actions and measures each; a slow one is taken once, as a person does."""

    def __init__(
        self, parts: Assembly, newest: int, folder: int, files: list[Path], rounds: int
    ) -> None:
        self._parts, self._window, self._files = parts, parts.window, files
        self._rounds = rounds
        self._commands = {it.command_id: it.run for it in commands(parts.window)}
        self._newest, self._folder = newest, folder
        self._gaps = WorkGaps()
        self.found: dict[str, float] = {}

    def take(self, name: str, act: Callable[[], object]) -> None:
        touch_mouse(self._window)
        run_for(SLICE)
        self._gaps.take()
        act()
        settle()
        self.found[name] = max(self.found.get(name, 0.0), self._gaps.take()["cpu_max_ms"])

    def command(self, name: str, shown: str = "") -> None:
        self.take(shown or name, self._commands[name])

    def run(self, only: str, *, quick: bool) -> None:
        # looks.py has a quick run of its own, and the zoomed windows are those of `_windows`
        long = () if quick else (self._looks, self._zoomed)
        for part in (
            self._chats,
            self._long_chat,
            self._history,
            self._folders,
            self._composer,
            self._comparison,
            self._windows,
            *long,
        ):
            if only in part.__name__:
                part()

    def _chats(self) -> None:
        window, parts = self._window, self._parts
        self.take("open 200 messages", lambda: parts.controller.conversations.open(self._newest))
        self.command("new_chat")
        ask = window.current_tab().conversation.requests.submitted
        self.take("send", lambda: ask.emit(Question("Count from 1 to 29.")))
        self.command("stop")
        run_until(lambda: not window.current_tab().busy)
        settle()
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
        self.command("new_temporary_chat")

    def _long_chat(self) -> None:
        self._parts.controller.conversations.open(self._newest)
        settle()
        tab = self._window.current_chat()
        self.command("find")
        bar = tab.front_view.findChild(FindBar)
        assert bar is not None
        for text in ("e", "width"):
            self.take(f"find {text!r}", partial(bar.field.setText, text))
        self.command("find_previous")
        scroll = tab.front_view.verticalScrollBar()
        self.take("go to the top", lambda: scroll.setValue(scroll.minimum()))
        self.take("scroll a page", lambda: scroll.setValue(scroll.value() + scroll.pageStep()))
        self.command("duplicate_chat")
        self.command("close_chat", "close 200 messages")
        self.command("reopen_chat", "reopen 200 messages")
        requests = self._window.current_chat().chat.message_requests
        self.take("fork", lambda: requests.forked.emit(180))

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

    def _folders(self) -> None:
        workspace = self._parts.workspace
        requests, history = workspace.history_requests, workspace.history
        self.take("open a folder", lambda: history.open_folder(self._folder, True))
        self.take("move a chat", lambda: requests.moved.emit((self._newest,), self._folder))
        self.take("undo a move", requests.undone.emit)
        many = tuple(history.source.conversation_ids()[:100])
        self.take("move 100 chats", lambda: requests.moved.emit(many, self._folder))
        self.take("undo 100 moves", requests.undone.emit)
        self.take("new folder", lambda: requests.folder_added.emit("New", (self._newest,)))
        self.take("rename a chat", lambda: requests.renamed.emit(self._newest, "Other words"))
        self.take("pin a chat", lambda: requests.pinned.emit((self._newest,), True))
        opened = requests.folder_settings_opened
        self.take("folder settings", lambda: opened.emit(self._folder))
        self._close_others()
        self.take("close a folder", lambda: history.open_folder(self._folder, False))

    def _composer(self) -> None:
        tab = new_chat(self._parts)
        prompts, editor = tab.conversation.prompts, tab.composer.editor
        listed = [StoredPrompt(f"Prompt {it}", "{{a}} and {{b:1|2}}") for it in range(100)]
        assert prompts is not None
        prompts.add(*listed)
        self.take("type a slash", partial(editor.insertPlainText, "/"))
        self.take("prompt form", lambda: tab.conversation.prompt_sought.emit(listed[0]))
        self._close_others()
        self.take("type a letter", partial(editor.insertPlainText, "e"))
        self.take("paste 50,000 letters", partial(editor.insertPlainText, "some words " * 4500))
        self.take("options", tab.composer.findChildren(ChipButton)[-1].click)
        self._close_others()
        offered = tab.chat.attachment_requests.files_offered
        self.take(f"attach {IMAGES} images", lambda: offered.emit(self._files[:IMAGES]))
        self.take("attach a video", lambda: offered.emit(self._files[IMAGES:]))
        shown = tab.conversation.draft.attachments[0]
        self.take("preview", lambda: tab.chat.attachment_requests.opened.emit(shown))
        self._close_others()

    def _filled_panes(self) -> CompareTab:
        """Return a comparison in front with six panes, full of answers."""
        tab = new_comparison(self._parts)
        while len(tab.chat.panes) < MOST_PANES:
            tab.add_pane(tab.chat.panes[-1].settings)
        fill_comparison(tab.chat, self._rounds)
        settle()
        return tab

    def _comparison(self) -> None:
        window = self._window
        self.command("new_compare")
        tab = window.current_tab()
        assert isinstance(tab, CompareTab)
        while len(tab.chat.panes) < MOST_PANES:
            name, settings = f"add pane {len(tab.chat.panes)}", tab.chat.panes[-1].settings
            self.take(name, partial(tab.add_pane, settings))
        tab = self._filled_panes()
        self.take("from six panes", partial(window.step, -1))
        self.take("to six panes", partial(window.step, 1))
        self.command("differences")
        self._close_others()
        self.command("results")
        results = tab.findChild(ResultsWindow)
        assert results is not None
        self.take("charts", results.show_charts)
        self._close_others()
        self.take("remove a pane", lambda: tab.remove(tab.panes[-1]))
        self.take("undo its removal", tab.undo.go_back)
        self.take("move a pane", lambda: tab.move_pane(tab.panes[0], 3))
        self.take("hide names", lambda: tab.comparison.set_blind(True))
        self.command("paste_list")
        self._close_others()
        self.command("export", "export a comparison")
        self._close_others()
        self.command("close_chat", "close six panes")
        self.command("reopen_chat", "reopen six panes")

    def _looks(self) -> None:
        self._filled_panes()
        for name in LOOKS:
            self.command(name)
            self.take(f"tab after {name}", partial(self._window.step, -1))
            self._window.step(1)
            settle()

    def _windows(self) -> None:
        names = ("palette", "model", "tools", "models", "get_models", "stats", "manual")
        for name in (*names, "shortcuts", "about"):
            self.command(name)
            self._close_others()
        self.command("models")
        library = self._parts.workspace.library
        self.take("a model's page", partial(library.shown.emit, library.models[0].model_id))
        self._close_others()
        self._settings("settings")

    def _settings(self, name: str) -> None:
        self.command("settings", name)
        settings = self._window.findChild(SettingsWindow)
        assert settings is not None
        for page in settings.tabs:
            self.take(f"{name}: {page}", partial(settings.show_page, page))
        self._close_others()

    def _zoomed(self) -> None:
        for _ in range(12):
            self._commands["zoom_in"]()
        settle()
        assert theme.appearance().zoom == 200
        self._settings("settings at 200 %")
        for name in ("models", "get_models", "palette", "export_chat"):
            self.command(name, f"{name} at 200 %")
            self._close_others()
        self._commands["zoom_reset"]()
        settle()

    def _close_others(self) -> None:
        shown = [it for it in QApplication.topLevelWidgets() if it.isVisible()]
        for widget in shown:
            if widget is not self._window:
                widget.close()
        if len(shown) > 1:
            settle()


def settle() -> None:
    """Run the event loop until little is done in it."""
    end = time.monotonic() + LONGEST
    run_for(SETTLED)
    while time.monotonic() < end:
        worked = time.thread_time()
        run_for(SLICE)
        if time.thread_time() - worked < IDLE:
            return


def measure(home: Path, only: str, *, quick: bool) -> dict[str, object]:
    chats, rounds = (2000, QUICK_ROUNDS) if quick else (10_000, ROUNDS)
    store = Store(home)
    newest, folder = fill_store(store, chats)
    store.close()
    files = save_files(home)
    parts = Assembly(home)
    parts.window.resize(1440, 900)
    parts.show()
    run_until(lambda: parts.requests.models.current is not None)
    settle()
    actions = Actions(parts, newest, folder, files, rounds)
    actions.run(only, quick=quick)
    parts.close(30)
    found = dict(sorted(actions.found.items(), key=lambda it: -it[1]))
    looks = {name: found.pop(name) for name in LOOKS if name in found}
    worst = next(iter(found))
    ratio = round(found[worst] / LIMIT_MS, 2)
    return {"chats": chats, "ms": found, "looks_ms": looks, "worst": worst, "ratio": ratio}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", metavar="WORD")
    args = parser.parse_args()
    _application = program_application()
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(measure(Path(home), args.only, quick=args.quick)))


if __name__ == "__main__":
    main()
