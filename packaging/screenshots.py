"""Drives the real window and saves screenshots, light and dark, to check before a release.

uv run python packaging/screenshots.py FOLDER [--scale 2] [--size 900x600] [--zoom 200]
    [--language de] [--contrast] [--scenes compare ...]
"""

import argparse
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", default="2", help="device pixels for one of the window's")
    parser.add_argument("--size", default="", help="of the window, as 900x600")
    parser.add_argument("--zoom", type=int, default=100, help="in percent")
    parser.add_argument("--language", default="en", help="a code such as de")
    parser.add_argument("--contrast", action="store_true", help="high contrast")
    parser.add_argument("--scenes", nargs="+", default=())
    return parser.parse_args()


if __name__ == "__main__":
    # Must be set before Qt is imported.
    os.environ["QT_SCALE_FACTOR"] = arguments().scale
    if not (os.environ.get("DISPLAY") or sys.platform == "darwin"):
        screen = ROOT / "packaging" / "offscreen.json"
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen}"

from PIL import Image
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.assembly import Assembly
from app.desktop.translation import install_translators
from connection_scenes import ConnectionScenes
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    MediaCost,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from feature_scenes import FeatureScenes
from handmade_scenes import HandmadeScenes
from model_scenes import ModelScenes
from tests.kit.attachments import options
from tests.kit.loop import run_for, run_until
from tests.kit.tabs import new_chat
from ui.composer.thumbnail import Thumbnail
from ui.conversation.message_folds import FoldHeader
from ui.inspect.inspect_window import InspectWindow
from ui.look import theme
from ui.look.appearance import OFF, ON
from ui.options.option_fields import SchemaField
from ui.options.options_popup import OptionsPopup
from ui.options.tools_popup import ToolsPopup
from ui.settings.settings_window import TOOLS, SettingsWindow
from ui.state.called_tool import CallState
from ui.state.question import Question
from ui.state.settings import ALWAYS, McpServer, Settings
from ui.state.tool_entry import ServerState, ServerStatus, ToolEntry
from ui.state.workspace import Workspace
from ui.window.manual_window import ManualWindow

SAMPLES = ROOT / "resources" / "samples"
SCENES = (
    "first_start",
    "image_with_reasoning",
    "video",
    "attachments",
    "calls",
    "suggestion",
    "cut_short",
    "next_messages",
    "temporary",
    "at_once",
    "windows",
    "models",
    "error",
)
HANDMADE = ("markdown", "find", "versions", "history", "compare", "results", "appearance")
FEATURES = ("folders", "prompts", "lists", "full", "dragging", "long_name", "notices")
CONNECTIONS = ("server", "machines", "skim", "palette", "remote")
SCHEMES = (Qt.ColorScheme.Dark, Qt.ColorScheme.Light)


class Photographer:
    def __init__(self, folder: Path, home: Path, size: str = "") -> None:
        self.folder = folder
        self.parts = Assembly(home)
        self.handmade = HandmadeScenes(self.parts, SAMPLES, self._save_both)
        self.features = FeatureScenes(self.parts, self._save_both)
        self.connections = ConnectionScenes(self.parts, self._save_both)
        if size:
            self.parts.window.resize(*(int(side) for side in size.split("x")))
        self.parts.show()
        run_until(lambda: self.parts.requests.models.current is not None)

    def first_start(self) -> None:
        run_for(1)

    def image_with_reasoning(self) -> None:
        self._try_sample(1)
        self._unfold()
        self._ask("What color is the background?")

    def video(self) -> None:
        self._try_sample(3)

    def attachments(self) -> None:
        """Show attachments before sending, one over the budget and one inside the text; then a
        video preview."""
        tab = new_chat(self.parts)
        composer = tab.composer
        photo = self.parts.home / "photo.png"
        photo.parent.mkdir(exist_ok=True)
        Image.new("RGB", (5000, 3000), "seagreen").save(photo)
        tab.conversation.attachment_requests.files_offered.emit(
            [SAMPLES / "moving-circle.mp4", SAMPLES / "stars.png", photo]
        )
        run_until(lambda: len(composer.draft.attachments) == 3)
        composer.editor.insertPlainText("What is in ")
        QTest.keyClick(self._thumbnails()[1], Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        composer.editor.insertPlainText(" ?")
        run_until(lambda: all(isinstance(it.cost, MediaCost) for it in self._thumbnails()))
        self._save_both("composer")
        tab.conversation.attachment_requests.opened.emit(composer.draft.attachments[0])

    def _thumbnails(self) -> list[Thumbnail]:
        return self.parts.window.current_chat().composer.findChildren(Thumbnail)

    def calls(self) -> None:
        """Show a call that needs permission, its editor, its inspection window, and its result."""
        tab = new_chat(self.parts)
        tab.chat.options.change(tools=("calculator",))
        tab.conversation.requests.submitted.emit(Question("What is 17 plus 25?"))
        run_until(lambda: bool(tab.view.asking))
        [card] = tab.view.asking
        self._save_both("call_asks")
        card.buttons.edit.click()
        self._save_both("call_edited")
        card.editor.cancel.click()
        tab.chat.message_requests.inspected.emit(tab.transcript.turns[-1])
        window = self.parts.window.findChildren(InspectWindow)[-1]
        self._save_both("inspect_prompt", window)
        window.show_page(1)
        window.tokens.step(1)
        self._save_both("inspect_tokens", window)
        window.close()
        card.buttons.run.click()
        self._settle()

    def suggestion(self) -> None:
        """Show calls that current models do not make on demand: one written as text, one that
        fails."""
        tab = new_chat(self.parts)
        tab.transcript.add_question(Question("Read my notes, and calculate."))
        tab.transcript.begin_reply(-1)
        tab.transcript.apply(Delta(-1, Channel.CONTENT, 'I would call calculator("6*7").'))
        failing = ToolInvocation("read_file", '{"name": "notes.txt"}', "failed")
        written = ToolInvocation("calculator", '{"expression": "6*7"}', "written")
        tab.transcript.apply(ToolCall(-1, failing))
        tab.transcript.apply(ToolCall(-1, written, 'calculator("6*7")'))
        tab.transcript.apply(Finished(-1, FinishReason.STOP, Usage(), Timings()))
        sentence = "Error: no file that you chose is called notes.txt."
        tab.transcript.change_call(
            "failed", state=CallState.FAILED, result=sentence, seconds=0.2, title="Read file"
        )
        tab.transcript.change_call("written", title="Calculator")

    def cut_short(self) -> None:
        """Show token probabilities, and an answer that can be continued."""
        tab = new_chat(self.parts)
        sampling = replace(tab.chat.options.usable.sampling, max_tokens=14, top_logprobs=4)
        tab.chat.options.change(sampling=sampling)
        self._ask("Count from 1 to 29.")
        self._unfold()

    def next_messages(self) -> None:
        """Show messages that wait because the answer was stopped."""
        tab = new_chat(self.parts)
        tab.conversation.requests.submitted.emit(Question("Count from 1 to 29."))
        for text in ("What color is the triangle?", "Which numbers of these are even?"):
            tab.chat.next_messages.add(tab.chat.as_next(Question(text)))
        run_until(lambda: bool(tab.transcript.turns[-1].content))
        tab.conversation.requests.stopped.emit()
        self._settle()

    def temporary(self) -> None:
        self.parts.workspace.requests.new_temporary_chat.emit()
        chat = self.parts.window.current_chat().chat
        chat.requests.sample_chosen.emit(self.parts.workspace.built_in.samples[1])
        self._settle()

    def at_once(self) -> None:
        """Show three chats in the middle of answering together."""
        asked = "Count from 1 to 29.", "Tell me a story.", "Count from 1 to 20."
        live = self.parts.window.stats_panel.live
        self.parts.window.show_stats_panel(True)
        for scheme in SCHEMES:
            _apply(scheme)
            tabs = [new_chat(self.parts) for _ in asked]
            for tab, text in zip(tabs, asked, strict=True):
                tab.conversation.requests.submitted.emit(Question(text))
            run_until(
                lambda tab=tabs[-1]: live.isVisible() and "3" in tab.transcript.turns[-1].content
            )
            # the numbers come a few times a second
            run_for(0.4)
            # a view that holds its paint between two frames would be empty
            run_until(tabs[-1].view.viewport().updatesEnabled, every=0)
            self._save(f"at_once-{scheme.name.lower()}", self.parts.window)
            self._settle()

    def windows(self) -> None:
        """Show the dialogs over the window: options, settings, the model menu."""
        popup = OptionsPopup(new_chat(self.parts).chat.options.usable)
        popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        popup.show_above(QRect(QPoint(400, 880), popup.size()))
        for page in range(3):
            popup.show_page(page)
            self._save_both(f"options_{page}", popup)
        schema = popup.fields["json_schema"].field
        assert isinstance(schema, SchemaField)
        schema.put("{")
        self._save_both("options_problem", popup)
        popup.close()
        self._settings()
        self._tools()
        self._manual()
        menu = self.parts.window.header.model_menu.menu()
        menu.popup(QPoint(100, 100))
        self._save_both("model_menu", menu)
        menu.close()

    def _manual(self) -> None:
        self.parts.window.dialogs.show_manual()
        manual = self.parts.window.findChild(ManualWindow)
        assert manual is not None
        run_until(lambda: manual.contents.count() > 0)
        self._save_both("manual", manual)
        manual.close()

    def _settings(self) -> None:
        servers = (
            McpServer("files", "npx", ("-y", "a-server", "/home/me/my notes")),
            McpServer("web search", "uvx", ("a-search",)),
        )
        tool = ToolEntry("files/list", "files_list", "List folder", "Lists a folder.", "files")
        problem = "The program uvx was not found. Install it, or type its whole path."
        statuses = (
            ServerStatus("files", ServerState.READY, (tool,)),
            ServerStatus("web search", ServerState.FAILED, problem=problem),
        )
        value = Settings(servers=servers, permissions=(("calculator", ALWAYS),))
        workspace = Workspace()
        workspace.settings.set_value(value)
        workspace.settings.set_statuses(statuses)
        dialog = SettingsWindow(workspace, self.parts.window)
        dialog.show()
        self._save_both("settings", dialog)
        dialog.show_page(TOOLS)
        self._save_both("settings_tools", dialog)
        dialog.tools.list.rows[0].edit.click()
        self._save_both("settings_server", dialog)
        dialog.tools.editor.discard.click()
        dialog.tools.list.take_in.click()
        self._save_both("settings_import", dialog)
        dialog.close()

    def _tools(self) -> None:
        composer = self.parts.window.current_chat().composer
        files = (Path("notes.txt"), Path("shopping.md"))
        options(composer).change(tools=("calculator", "read_file"), files=files)
        composer.open_tools()
        popup = composer.findChildren(ToolsPopup)[-1]
        self._save_both("tools", popup)
        popup.close()

    def models(self) -> None:
        """Show the pages of the models window."""
        ModelScenes(self._save_both, self.parts.window).take()

    def error(self) -> None:
        new_chat(self.parts)
        bad = self.parts.home / "notes.png"
        bad.parent.mkdir(exist_ok=True)
        bad.write_text("milk, eggs")
        self._ask("word " * 2500)
        self.parts.window.current_chat().conversation.attachment_requests.files_offered.emit([bad])
        self.parts.window.workspace.model_requests.chosen.emit(str(self.parts.home))
        run_for(1)

    def take(self, scene: str) -> None:
        self._take(scene)
        while self.parts.workspace.notices.newest:
            self.parts.workspace.notices.dismiss()

    def _take(self, scene: str) -> None:
        if scene in HANDMADE:
            getattr(self.handmade, scene)()
            return
        if scene in FEATURES:
            getattr(self.features, scene)()
            return
        if scene in CONNECTIONS:
            getattr(self.connections, scene)()
            return
        getattr(self, scene)()
        if scene not in ("at_once", "windows", "models"):
            self._save_both(scene)

    def _save_both(self, name: str, widget: QWidget | None = None) -> None:
        for scheme in SCHEMES:
            _apply(scheme)
            run_for(0.4)
            self._save(f"{name}-{scheme.name.lower()}", widget or self.parts.window)

    def _save(self, name: str, widget: QWidget) -> None:
        widget.grab().save(str(self.folder / f"{name}.png"))

    def _unfold(self) -> None:
        for header in self.parts.window.current_chat().findChildren(FoldHeader):
            header.setChecked(True)

    def _try_sample(self, index: int) -> None:
        tab = new_chat(self.parts)
        tab.conversation.requests.sample_chosen.emit(
            self.parts.window.workspace.built_in.samples[index]
        )
        self._settle()

    def _ask(self, text: str) -> None:
        self.parts.window.current_chat().conversation.requests.submitted.emit(Question(text))
        self._settle()

    def _settle(self) -> None:
        tab = self.parts.window.current_chat()
        run_for(0.3)
        run_until(lambda: not tab.transcript.busy)
        run_for(0.5)


def _apply(scheme: Qt.ColorScheme) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application, scheme)


def main() -> None:
    args = arguments()
    args.folder.mkdir(parents=True, exist_ok=True)
    application = QApplication(sys.argv[:1])
    install_translators(application, args.language)
    theme.install_theme(application)
    with tempfile.TemporaryDirectory() as home:
        photographer = Photographer(args.folder, Path(home), args.size)
        wanted = theme.appearance()
        contrast = ON if args.contrast else OFF
        theme.wear(application, replace(wanted, zoom=args.zoom, high_contrast=contrast))
        for scene in args.scenes or (*SCENES, *HANDMADE, *FEATURES, *CONNECTIONS):
            photographer.take(scene)
        photographer.parts.close(30)


if __name__ == "__main__":
    main()
