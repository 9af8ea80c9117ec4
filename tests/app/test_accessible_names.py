"""Check names and roles for screen readers in every part of the wired window."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QWidget,
)

from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    Generate,
    Timings,
    ToolCall,
    ToolInvocation,
    Traced,
    TracedToken,
    Usage,
)
from tests.kit.attachments import photo
from tests.kit.desk import Desk
from tests.kit.tabs import new_comparison, open_list
from ui.compare.differences import DifferencesWindow
from ui.compare.results_window import ResultsWindow
from ui.inspect.inspect_window import InspectWindow
from ui.media.media_view import MediaView
from ui.settings.settings_window import PAGES, SettingsWindow
from ui.state.crash_reports import CrashReport
from ui.state.question import Question
from ui.state.updates import Release, UpdateStatus, UpdateStep
from ui.tabs.chat_tab import ChatTab
from ui.window.licences_window import LicencesWindow
from ui.window.manual_window import ManualWindow
from ui.window.palette import CommandPalette
from ui.window.shortcut_list import ShortcutList

ANSWER = "See **this**:\n\n```python\nx = 1\n```\n\nIt is so."
TOKENS = (TracedToken(1, "See", Channel.CONTENT), TracedToken(2, "this", Channel.CONTENT))
NAME, ABOUT = QAccessible.Text.Name, QAccessible.Text.Description
BUTTONS = (
    QAccessible.Role.Button,
    QAccessible.Role.ButtonMenu,
    QAccessible.Role.ButtonDropDown,
    QAccessible.Role.CheckBox,
    QAccessible.Role.RadioButton,
    QAccessible.Role.Switch,
    QAccessible.Role.Link,
)


def interface(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def focusable(root: QWidget) -> list[QWidget]:
    """Return the visible widgets that keyboard or mouse can focus."""
    return [
        it
        for it in [root, *root.findChildren(QWidget)]
        if it.isVisibleTo(root)
        and it.isEnabled()
        and not it.focusProxy()
        and not it.objectName().startswith("qt_")
        and (it.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(it, QAbstractButton))
    ]


def faults(root: QWidget) -> list[str]:
    """Return what a screen reader user would miss, one line for each problem."""
    found, said = [], Counter()
    for widget in focusable(root):
        about = interface(widget)
        kind = f"{type(widget).__name__} {widget.objectName()}"
        name = about.text(NAME).strip()
        if not name:
            found.append(f"no name: {kind} in {type(widget.parent()).__name__}")
        if not fits(widget, about.role()):
            found.append(f"role {about.role().name}: {kind} {name!r}")
        if isinstance(widget, QLabel):
            found.append(f"a label takes the keyboard: {kind} {name!r}")
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not about.state().focusable:
            found.append(f"not told to take the keyboard: {kind} {name!r}")
        said[id(group(widget, root)), name, about.text(ABOUT)] += 1
    found += [
        f"{count} are called {key[1]!r}, {key[2]!r}" for key, count in said.items() if count > 1
    ]
    return found


def fits(widget: QWidget, role: QAccessible.Role) -> bool:
    if isinstance(widget, QAbstractButton):
        return role in BUTTONS
    return role not in (QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Border)


def group(widget: QWidget, root: QWidget) -> QWidget:
    """The next around it that has a name of its own."""
    around = widget.parentWidget()
    while around is not None and around is not root and not around.accessibleName():
        around = around.parentWidget()
    return around or root


@pytest.fixture(autouse=True)
def large_window(desk: Desk) -> None:
    desk.window.complete()
    desk.window.resize(1440, 900)


def answer_requests(desk: Desk, *, tool: bool = False) -> None:
    for it in desk.generated():
        desk.say(Delta(it.request_id, Channel.REASONING, "Let me see."))
        desk.say(Delta(it.request_id, Channel.CONTENT, ANSWER))
        if tool:
            desk.say(ToolCall(it.request_id, ToolInvocation("calculator", '{"a": 1}', "a")))
        reason = FinishReason.TOOL_CALLS if tool else FinishReason.LENGTH
        desk.say(Traced(it.request_id, "plain", "<user>What", Channel.CONTENT, TOKENS))
        usage, timings = Usage(prompt=9, generated=3), Timings(ttft=0.1, prefill=0.1, decode=0.2)
        desk.say(Finished(it.request_id, reason, usage, timings))
    desk.sent[:] = [it for it in desk.sent if not isinstance(it, Generate)]


def ask_twice(desk: Desk, tab: ChatTab) -> None:
    desk.ask(tab, Question("What is it?", (photo("a.png"), photo("b.png"))))
    answer_requests(desk)
    desk.ask(tab, "And what is that?")
    answer_requests(desk)


def test_a_chat_with_answers_is_accessible(desk: Desk) -> None:
    assert faults(desk.window) == []
    ask_twice(desk, desk.tab)
    for title in ("a.png", "b.png", "c.png"):
        desk.tab.conversation.draft.add(photo(title))
    for index in range(desk.tab.view.count):
        desk.tab.view.scroll_to(index)
        desk.tab.view.message(index)
        assert faults(desk.window) == []
    desk.tab.view.open_find()
    assert faults(desk.window) == []


def test_a_waiting_call_is_accessible(desk: Desk) -> None:
    desk.ask(desk.tab, "What is 1 + 1?")
    answer_requests(desk, tool=True)
    desk.tab.view.message(-1)
    assert faults(desk.window) == []


def test_the_popups_of_the_composer_are_accessible(desk: Desk) -> None:
    for button in buttons(desk.tab.composer, "Options", "Tools"):
        button.click()
        popup = QApplication.activePopupWidget()
        assert popup is not None
        assert faults(popup) == []
        popup.close()


def test_the_settings_are_accessible(desk: Desk) -> None:
    desk.window.workspace.settings_requests.opened.emit()
    dialog = desk.window.findChild(SettingsWindow)
    assert dialog is not None
    for page in PAGES:
        dialog.show_page(page)
        assert faults(dialog) == []


def test_shortcuts_inspection_and_the_preview_are_accessible(desk: Desk) -> None:
    ask_twice(desk, desk.tab)
    desk.window.dialogs.show_shortcuts()
    turn = desk.tab.transcript.turns[1]
    desk.tab.chat.message_requests.inspected.emit(turn)
    for kind in (ShortcutList, InspectWindow):
        window = desk.window.findChild(kind)
        assert window is not None
        assert faults(window) == []
        window.close()
    desk.tab.chat.attachment_requests.opened.emit(desk.tab.transcript.turns[0].attachments[0])
    view = desk.window.findChild(MediaView)
    assert view is not None
    assert faults(view) == []
    view.shut()


def test_the_command_palette_is_accessible(desk: Desk) -> None:
    desk.window.open_palette()
    palette = desk.window.findChild(CommandPalette)
    assert palette is not None
    assert faults(palette) == []
    palette.close()


def test_the_manual_is_accessible(desk: Desk) -> None:
    desk.window.dialogs.show_manual()
    manual = desk.window.findChild(ManualWindow)
    assert manual is not None
    assert faults(manual) == []


def test_the_windows_about_the_program_are_accessible(desk: Desk) -> None:
    workspace, dialogs = desk.workspace, desk.window.dialogs
    workspace.crash_reports.set_reports((CrashReport("1", "now", "Text", True),))
    release = Release("9.1", "https://github.com/a/b", "- New", "duologue.deb", 10)
    workspace.updates.set_status(UpdateStatus(UpdateStep.DOWNLOADING, release))
    about = dialogs.open_about()
    about.licences.click()
    licences = desk.window.findChild(LicencesWindow)
    assert licences is not None
    for window in (about, licences, dialogs.open_reports(), dialogs.open_update()):
        assert faults(window) == []
        window.close()


def test_a_comparison_and_its_windows_are_accessible(desk: Desk) -> None:
    tab = new_comparison(desk)
    tab.add_pane(tab.panes[-1].settings)
    assert len(tab.panes) == 3
    assert faults(desk.window) == []
    desk.controller.comparisons.ask(tab.chat, Question("What is it?"))
    answer_requests(desk)
    assert faults(desk.window) == []
    tab.differences_wanted.emit()
    tab.results_wanted.emit()
    for kind in (DifferencesWindow, ResultsWindow):
        window = desk.window.findChild(kind)
        assert window is not None
        assert faults(window) == []
        window.close()
    tab.open_settings(tab.panes[0])
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert faults(popup) == []
    popup.close()


def test_a_list_of_prompts_is_accessible(desk: Desk, tmp_path: Path) -> None:
    tab = new_comparison(desk)
    path = tmp_path / "list.txt"
    path.write_text("One?\n\nTwo?\n")
    dialog = open_list(tab, path)
    assert dialog is not None
    assert faults(dialog) == []
    dialog.start.click()
    assert faults(desk.window) == []


def buttons(root: QWidget, *names: str) -> list[QAbstractButton]:
    found = [it for it in root.findChildren(QAbstractButton) if it.isVisibleTo(root)]
    chosen = [it for it in found if it.accessibleName().startswith(names)]
    assert len(chosen) == len(names), [it.accessibleName() for it in found]
    return chosen
