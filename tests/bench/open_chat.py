"""Opening a chat of 200 messages with code, tables and reasoning, until what is seen is painted.

`seen_ms` is the CPU time of the window's thread from the request to the first paint of the chat in
a new tab, the best of five; `then_max_ms` is the longest piece of work after that. `ratio` is
`seen_ms` over the same for a bare QTextBrowser that is given the text of the messages in sight.
uv run python tests/bench/open_chat.py [--quick]
"""

import gc
import json
import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QTextBrowser

from tests.bench import looks
from tests.bench.window import PIECE, WorkGaps
from tests.kit.loop import run_for
from tests.kit.quick import is_quick
from tests.kit.tabs import add_tab
from ui.look import theme
from ui.state.chat import Chat
from ui.window.main_window import MainWindow

MESSAGES = 200
SEEN = 3


def opened(window: MainWindow, number: int, gaps: WorkGaps) -> tuple[float, float]:
    """Return the milliseconds until the chat is painted, and the longest piece after that."""
    chat = Chat(number)
    chat.set_model(looks.DOT)
    for _ in range(MESSAGES // 2 // looks.EXCHANGES + 1):
        looks.fill_transcript(chat.transcript, f"chat {number}")
    gaps.hold(True)
    began = time.thread_time()
    add_tab(window, chat)
    window.grab()
    seen = (time.thread_time() - began) * 1000
    gaps.hold(False)
    run_for(1)
    return seen, gaps.take()["cpu_max_ms"]


def bare() -> float:
    began = time.thread_time()
    browser = QTextBrowser()
    browser.resize(1440, 900)
    browser.setMarkdown(PIECE * SEEN)
    browser.show()
    browser.grab()
    return (time.thread_time() - began) * 1000


def main(quick: bool) -> dict[str, object]:
    app = QApplication(sys.argv[:1])
    gc.disable()
    theme.install_theme(app)
    window = MainWindow()
    window.resize(1440, 900)
    add_tab(window, Chat(1))
    window.show()
    gaps = WorkGaps()
    run_for(1)
    gaps.take()
    found = [opened(window, number + 2, gaps) for number in range(3 if quick else 5)]
    base = min(bare() for _ in range(5))
    window.close()
    seen = min(it for it, _ in found)
    return {
        "seen_ms": round(seen, 1),
        "first_ms": round(found[0][0], 1),
        "then_max_ms": max(it for _, it in found),
        "bare_ms": round(base, 1),
        "ratio": round(seen / base, 2),
    }


if __name__ == "__main__":
    print(json.dumps(main(is_quick(__doc__))))
