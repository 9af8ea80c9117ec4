"""Gaps of the event loop while the look changes, in a window with six panes and three more tabs.

Each chat has 34 exchanges with code and tables; the panes have 204 answers together. Dark, light
and a step of the zoom are put on in turn; `cpu_max_ms` is the most that the thread of the window
worked between two runs of a timer after that, `own_max_ms` the longest gap without time in which it
had no core. `tab_ms` is the same for the first tab that comes to the front after a change. `ratio`
is the longest work of a change over that of showing such a window for the first time.
uv run python tests/bench/looks.py [--quick]
"""

import gc
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QWidget

from app.desktop.system_look import SystemLook
from engine.messages import FinishReason, ModelInfo, Timings, Usage
from tests.bench.window import PIECE, WorkGaps
from tests.kit.loop import run_for
from tests.kit.quick import is_quick
from tests.kit.tabs import add_tab
from ui.look import theme
from ui.look.appearance import DARK, LIGHT, Appearance
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.window.main_window import MainWindow

DOT = ModelInfo("/m/dot", "Dot", "dot", True, True, True, 4096, 1, 0.1)
CHATS, PANES, EXCHANGES = 3, 6, 34
LOOKS = (
    ("dark", Appearance(scheme=DARK)),
    ("light", Appearance(scheme=LIGHT)),
    ("zoom", Appearance(scheme=LIGHT, zoom=110)),
)
SETTLED = 2.0


def fill_transcript(transcript: Transcript, name: str) -> None:
    """`name` makes its answers differ from those of other transcripts."""
    usage, timings = Usage(prompt=120, generated=300, content=300), Timings(0.5, decode=2.0)
    for number in range(EXCHANGES):
        transcript.add_question(Question(f"Question {number}"))
        transcript.add(
            Turn(
                "assistant",
                f"Answer {number} of {name}.\n\n{PIECE * 2}",
                "some reasoning",
                model_id=DOT.model_id,
                usage=usage,
                timings=timings,
                reason=FinishReason.STOP,
            )
        )


def filled_window() -> MainWindow:
    window = MainWindow()
    window.resize(1440, 900)
    for number in range(CHATS):
        chat = Chat(number + 1)
        chat.set_model(DOT)
        fill_transcript(chat.transcript, f"chat {number}")
        add_tab(window, chat)
        window.show()
        run_for(0.3)
    compared = ComparedChat(CHATS + 1)
    compared.set_names({DOT.model_id: DOT.name})
    compared.learn(DOT)
    for _ in range(PANES):
        compared.add_pane(PaneSettings(DOT.model_id))
    for number, pane in enumerate(compared.panes):
        fill_transcript(pane.transcript, f"pane {number}")
    add_tab(window, compared)
    return window


def main(quick: bool) -> dict[str, object]:
    app = QApplication(sys.argv[:1])
    # The program collects garbage on its own schedule, never inside a change of the look.
    gc.disable()
    theme.install_theme(app)
    look_of_system = SystemLook(app)
    look_of_system.read()
    gaps = WorkGaps()
    window = filled_window()
    run_for(SETTLED)
    first = gaps.take()["cpu_max_ms"]
    result: dict[str, object] = {"widgets": len(QApplication.allWidgets()), "first_ms": first}
    worst: list[float] = []
    rounds = 1 if quick else 5
    tabs = window.tabs()
    for _ in range(rounds):
        for name, look in LOOKS:
            # as the preferences do
            theme.wear(app, look)
            look_of_system.dress_native_parts()
            run_for(SETTLED)
            found = gaps.take()
            kept = result.setdefault(name, {})
            assert isinstance(kept, dict)
            for key in ("cpu_max_ms", "own_max_ms"):
                kept[key] = max(kept.get(key, 0.0), found[key])
            worst.append(found["cpu_max_ms"])
            window.go_to(0)
            run_for(0.5)
            result["tab_ms"] = max(float(str(result.get("tab_ms", 0))), gaps.take()["cpu_max_ms"])
            window.go_to(len(tabs) - 1)
            run_for(0.5)
            gaps.take()
    closing: QWidget = window
    closing.close()
    result["ratio"] = round(max(worst) / first, 2)
    return result


if __name__ == "__main__":
    print(json.dumps(main(is_quick(__doc__))))
