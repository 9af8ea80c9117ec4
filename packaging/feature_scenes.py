"""Scenes of folders, stored prompts, pasted lists and charts, for screenshots."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.assembly import Assembly
from app.base.file_manager import with_file
from engine.messages import say
from tests.kit.loop import run_for, run_until
from tests.kit.tabs import new_chat, new_comparison
from ui.compare.compare_tab import CompareTab
from ui.compare.paste_dialog import PasteDialog
from ui.compare.results_window import ResultsWindow
from ui.composer.add_menu import open_add_menu
from ui.composer.prompt_form import PromptForm
from ui.look.theme import RESOURCES
from ui.state.notice import Notice
from ui.state.prompt_list import PromptProgress, RunState
from ui.state.question import Question
from ui.state.stored_prompts import StoredPrompt
from ui.window.folder_sheet import FolderSheet

PROMPTS = (
    StoredPrompt("Explain an error", "What does this error mean, and how do I fix it?"),
    StoredPrompt("Summarize", "Summarize in three sentences: {{clipboard}}"),
    StoredPrompt("Translate", "Put this into {{language:German|French}}, {{tone}}: {{text}}"),
)
LIST = "What is a circle?\nWhat is a square?\nHow many sides does a triangle have?"
LONG_NAME = "Qwen3-VL-235B-A22B-Thinking-abliterated-mixed-4-6bit-DWQ"
READING = "Reading a long PDF: page 12 of 240…"

Save = Callable[..., None]


class FeatureScenes:
    """Builds scenes. `save` takes a name and optionally the widget to draw instead of the
    window."""

    def __init__(self, parts: Assembly, save: Save) -> None:
        self._parts, self._save = parts, save

    def folders(self) -> None:
        """Show an open folder in the sidebar, and its settings."""
        history, store = self._parts.workspace.history, self._parts.store
        requests = self._parts.workspace.history_requests
        assert store.flush()
        ids = tuple(history.source.conversation_ids()[:2])
        requests.folder_added.emit("Recipes for the summer", ids)
        requests.folder_added.emit("Trips", ())
        run_until(lambda: len(history.source.folders()) == 2)
        folder = history.source.folders()[0]
        rows = self._parts.window.sidebar.list
        rows.expand(rows.history.index_of_folder(folder.folder_id))
        self._save("folders")
        requests.folder_settings_opened.emit(folder.folder_id)
        sheet = self._parts.window.findChildren(FolderSheet)[-1]
        self._save("folder_sheet", sheet)
        sheet.reject()

    def prompts(self) -> None:
        """Show the stored prompts after a slash, the form of one, and their page."""
        stored = self._parts.workspace.prompts
        stored.add(*PROMPTS)
        composer = new_chat(self._parts).composer
        self._parts.window.activateWindow()
        run_until(self._parts.window.isActiveWindow)
        composer.take_focus()
        QTest.keyClicks(composer.editor, "/")
        self._save("slash_prompts")
        composer.editor.clear()
        composer.slash.insert(PROMPTS[2])
        form = composer.findChildren(PromptForm)[-1]
        self._save("prompt_form", form)
        form.close()
        settings = self._parts.window.dialogs.open_settings("prompts")
        settings.prompts.show_prompt("Translate")
        self._save("prompts_page", settings)
        settings.close()
        menu = open_add_menu(composer, composer.conversation.attachment_requests)
        # it closes when the look changes
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self._save("add_menu", menu)
        menu.close()

    def lists(self) -> None:
        """Show pasted prompts, a run that goes on, and charts of the results."""
        found = (it for it in self._parts.window.tabs() if isinstance(it, CompareTab))
        tab = next(found, None) or new_comparison(self._parts)
        tab.paste_wanted.emit()
        dialog = tab.findChildren(PasteDialog)[-1]
        self._save("paste_empty", dialog)
        dialog.text.setPlainText(LIST)
        run_until(lambda: len(dialog.prompts) == 3)
        self._save("paste", dialog)
        dialog.reject()
        self._parts.workspace.conversations.show(tab.conversation)
        tab.chat.show_progress(PromptProgress(RunState.RUNNING, 1, 3, text="What is a square?"))
        self._save("run_strip")
        tab.results_wanted.emit()
        results = tab.findChildren(ResultsWindow)[-1]
        results.show_charts()
        run_for(0.5)
        self._save("charts", results)
        results.close()

    def full(self) -> None:
        """Show a temporary comparison with all that can stand around its answers."""
        self._parts.workspace.requests.new_temporary_comparison.emit()
        tab = self._parts.window.current_tab()
        assert isinstance(tab, CompareTab)
        tab.conversation.requests.submitted.emit(Question("Count from 1 to 29."))
        for number in range(4):
            text = f"What color is triangle {number} of these?"
            tab.chat.next_messages.add(tab.chat.as_next(Question(text)))
        run_until(lambda: bool(tab.front_transcript.turns[-1].content))
        tab.conversation.requests.stopped.emit()
        run_until(lambda: not tab.busy)
        assert tab.next_list is not None
        tab.next_list.rows[-1].remove.click()
        notice = Notice(READING, action="Cancel", stays=True)
        self._parts.workspace.notices.tell(notice)
        self._save("full")

    def dragging(self) -> None:
        """Show the window while files are dragged over it."""
        new_chat(self._parts)
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(RESOURCES / "samples" / "stars.png"))])
        window, at = self._parts.window, QPoint(500, 300)
        buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        entered = QDragEnterEvent(at, Qt.DropAction.CopyAction, mime, buttons, keys)
        QApplication.sendEvent(window, entered)
        self._save("dragging")
        QApplication.sendEvent(window, QDragLeaveEvent())

    def long_name(self) -> None:
        """Show a long name of a model, and its load, in the header of two widths."""
        window, engine = self._parts.window, self._parts.workspace.engine
        size = window.size()
        new_chat(self._parts)
        window.show_stats_panel(False)
        known = engine.model
        assert known is not None
        model = replace(known, model_id="/models/long", name=LONG_NAME)
        for width, height in ((720, 480), (1440, 900)):
            window.resize(width, height)
            engine.set_model(model)
            self._save(f"long_name_{width}")
            engine.set_loading({model.model_id: (20_000_000_000, 47_000_000_000)})
            self._save(f"long_name_loading_{width}")
            engine.set_loading({})
        engine.set_model(known)
        window.resize(size)

    def notices(self) -> None:
        """Show the notices with a button: a deleted chat, and an exported file."""
        workspace, store = self._parts.workspace, self._parts.store
        chat = new_chat(self._parts).chat
        chat.requests.submitted.emit(Question("What is a circle?"))
        run_until(lambda: bool(chat.transcript.turns[1:]) and not chat.busy)
        assert store.flush()
        exported = Notice(say("Exported to {name}.", name="What is a circle.pdf"))
        workspace.notices.tell(with_file(exported, self._parts.home))
        self._save("notice_exported")
        workspace.history_requests.deleted.emit((chat.chat_id,))
        self._save("notice_deleted")
