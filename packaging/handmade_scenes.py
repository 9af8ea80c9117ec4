"""Scenes of answers no local model writes, built by hand event by event for screenshots."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QWidget

from app.assembly import Assembly
from app.base.paths import DOT
from app.database.rows import ConversationRecord, MessageRecord
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    Media,
    MediaKind,
    Timings,
    Usage,
)
from tests.kit.loop import run_for, run_until
from tests.kit.tabs import new_chat, new_comparison
from ui.compare.compare_tab import CompareTab
from ui.compare.differences import DifferencesWindow
from ui.compare.results_window import ResultsWindow
from ui.conversation.find_bar import FindBar
from ui.conversation.message_folds import FoldHeader
from ui.settings.settings_window import PAGES, SettingsWindow
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import TurnState
from ui.state.workspace import Workspace
from ui.tabs.chat_tab import ChatTab
from ui.window.shortcut_list import ShortcutList

REASONING = """The picture has three shapes. The question is how the area of the round one grows \
with its radius, so I need the formula, a table and a short program.

Check: for r = 2 the area is 4π ≈ 12.57."""
ANSWER = r"""## The area of a circle

The circle on the left has the radius $r$. Its area is $A = \pi r^2$, and
**twice the radius is four times the area**:

$$
\frac{A(2r)}{A(r)} = \frac{\pi (2r)^2}{\pi r^2} = 4
$$

| Radius | Area | Times the first |
|-------:|-----:|:---------------:|
| 1 cm   | 3.14 | 1 |
| 2 cm   | 12.57 | 4 |
| 4 cm   | 50.27 | 16 |

```python
import math

def area(radius: float) -> float:
    '''Of a circle.'''
    if radius < 0:
        raise ValueError("no such radius")
    return math.pi * radius**2  # in square centimetres
```

- [x] the formula
- [ ] a proof, which is longer:
  1. cut the circle into *thin* slices
  2. lay them side by side

> A circle is a round straight line with a hole in the middle.

See [the article](https://en.wikipedia.org/wiki/Area_of_a_circle); a print of it is about $5."""
OTHERS = (
    ANSWER,
    "The area grows with the **square** of the radius: $A = \\pi r^2$.\n\nTwice the radius is four "
    "times the area, and three times the radius nine times.\n\n- 1 cm: 3.14 cm²\n- 2 cm: 12.57 cm²",
    "The area grows with the **square** of the diameter: $A = \\pi d^2 / 4$.\n\nTwice the diameter "
    "is four times the area, and half of it a quarter.\n\n- 1 cm: 0.79 cm²\n- 2 cm: 3.14 cm²",
)
QUESTION = "How does the area of the circle grow with its radius?"
CONVERSATIONS = (
    ("Plants in the garden video", 3),
    ("A chart of batch sizes", 0.1),
    ("Refactoring the tokenizer", 1),
    ("Trip to Lisbon in March", 4),
    ("Invoices to a table", 20),
    ("A haiku about caches and gardens", 70),
)

Save = Callable[..., None]


class HandmadeScenes:
    """Builds scenes. `save` takes a name and optionally the widget to draw instead of the
    window."""

    def __init__(self, parts: Assembly, samples: Path, save: Save) -> None:
        self._parts, self._samples, self._save = parts, samples, save
        self._request = -1000

    def markdown(self) -> None:
        """Show an image, reasoning and an answer with every kind of Markdown, then its end."""
        tab = new_chat(self._parts)
        tab.transcript.add_question(Question(QUESTION, (self._image(),)))
        tab.conversation.set_title(QUESTION)
        self._answer(tab.transcript, ANSWER, REASONING)
        run_until(lambda: not tab.view.message(-1).unfinished)
        run_for(0.5)
        tab.view.scroll_to(0)
        self._save("markdown")
        tab.view.scroll_to_end()
        self._save("markdown_end")
        for header in tab.findChildren(FoldHeader):
            header.setChecked(True)
        tab.view.scroll_to(0)
        self._save("markdown_reasoning")
        self._growing(tab)

    def _growing(self, tab: ChatTab) -> None:
        self._request -= 1
        tab.transcript.add_question(Question("And of a sphere?"))
        tab.transcript.begin_reply(self._request)
        text = "Of a sphere it is $4 \\pi r^2$:\n\n```python\ndef surface(radius):\n    ret"
        tab.transcript.apply(Delta(self._request, Channel.CONTENT, text))
        tab.view.scroll_to_end()
        self._save("markdown_growing")
        tab.transcript.apply(_end(self._request))

    def versions(self) -> None:
        """Show an edited question, a truncated answer, and another answer being edited."""
        tab = new_chat(self._parts)
        transcript = tab.transcript
        transcript.add_question(Question("What is a circle?"))
        self._answer(transcript, "All points at one distance from a point.")
        transcript.branch_after(-1)
        transcript.add_question(Question(QUESTION))
        self._answer(transcript, "Half of its base times its height.")
        transcript.add_question(Question("And of a square?"))
        self._answer(transcript, "The square of its")
        transcript.turns[-1].state, transcript.turns[-1].interrupted = TurnState.STOPPED, True
        transcript.turn_changed.emit(3)
        self._save("versions")
        tab.chat.edit(transcript.turns[2])
        self._save("question_edited")

    def history(self) -> None:
        """Show the history: pinned, by date, and search results."""
        store = self._parts.store
        for number, (title, days) in enumerate(CONVERSATIONS):
            conversation_id, when = store.next_id(), store.now() - days * 86_400
            model = ("Dot", "Qwen3-VL-4B", "Gemma-3-12B")[number % 3]
            store.save_conversation(
                ConversationRecord(
                    conversation_id,
                    title=title,
                    created=when,
                    updated=when,
                    pinned=number == 0,
                    model=model,
                )
            )
            message = f"{title}: what I would like to know."
            store.save_message(
                MessageRecord(store.next_id(), conversation_id, content=message, created=when)
            )
        assert store.flush()
        run_for(0.5)
        self._save("history")
        sidebar = self._parts.window.sidebar
        sidebar.search.field.setText("garden")
        run_for(1)
        self._save("history_search")
        sidebar.search.field.clear()

    def find(self) -> None:
        tab = self._parts.window.current_chat()
        tab.view.open_find()
        bar = tab.view.findChildren(FindBar)[0]
        bar.field.setText("radius")
        run_for(0.3)
        self._save("find")
        bar.field.setText("hypotenuse")
        self._save("find_nothing")
        bar.closed.emit()

    def compare(self) -> None:
        """Show two panes, then six, with votes, differences and results."""
        tab = new_comparison(self._parts)
        self._save("compare_empty")
        self._round(tab, QUESTION, (self._image(),))
        self._save("compare_two")
        tab.differences_wanted.emit()
        self._save("differences", self._opened(tab, DifferencesWindow))
        model = tab.panes[0].settings.model_id
        for count in range(3, 7):
            tab.add_pane(PaneSettings(model, ChatOptions(system_prompt="Be brief." * count)))
        self._save("compare_six_behind")
        self._round(tab, "And of a square?")
        self._save("compare_six")

    def results(self) -> None:
        tab = next(it for it in self._parts.window.tabs() if isinstance(it, CompareTab))
        tab.comparison.vote(0, tab.panes[0].pane_id)
        tab.comparison.vote(1, tab.panes[3].pane_id)
        self._save("compare_voted")
        tab.results_wanted.emit()
        self._save("results", self._opened(tab, ResultsWindow))
        tab.comparison.set_blind(True)
        self._round(tab, "And of a triangle?")
        self._save("compare_blind")
        tab.comparison.set_blind(False)

    def appearance(self) -> None:
        """Show the settings for appearance and shortcuts."""
        window = self._parts.window
        workspace = Workspace()
        workspace.settings.set_value(self._parts.settings)
        workspace.history.set_source(self._parts.store)
        dialog = SettingsWindow(workspace, window, shortcuts=window.menus.shortcuts)
        dialog.show()
        for page in PAGES:
            dialog.show_page(page)
            self._save(f"settings_{page}", dialog)
        dialog.close()
        window.dialogs.show_shortcuts()
        self._save("shortcuts", self._opened(window, ShortcutList))

    def _round(self, tab: CompareTab, text: str, attached: tuple[Attachment, ...] = ()) -> None:
        tab.chat.begin_round(Question(text, attached))
        for number, pane in enumerate(tab.panes):
            pane.transcript.add_question(Question(text, attached))
            self._answer(pane.transcript, OTHERS[number % 3], REASONING if number == 0 else "")
        panes = tab.panes
        run_until(lambda: not any(pane.view.message(-1).unfinished for pane in panes))
        run_for(0.5)

    def _answer(self, transcript: Transcript, text: str, reasoning: str = "") -> None:
        self._request -= 1
        transcript.begin_reply(self._request, str(DOT))
        for channel, whole in ((Channel.REASONING, reasoning), (Channel.CONTENT, text)):
            for at in range(0, len(whole), 40):
                transcript.apply(Delta(self._request, channel, whole[at : at + 40]))
        transcript.apply(_end(self._request, len(text) // 4))

    def _image(self) -> Attachment:
        path = self._samples / "three-shapes.png"
        return Attachment(Media(MediaKind.IMAGE, path), QImage(str(path)), path.name, "448 × 448")

    def _opened(self, inside: QWidget, kind: type[QDialog]) -> QDialog:
        return inside.findChildren(kind)[-1]


def _end(request: int, tokens: int = 20) -> Finished:
    usage = Usage(prompt=1814, cached=120, generated=tokens, content=tokens)
    return Finished(request, FinishReason.STOP, usage, Timings(ttft=0.41, prefill=1.4, decode=5.4))
