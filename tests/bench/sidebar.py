"""The first paint of the history, with and without folders.

The history alone is built over a store of 10,000 chats, of which 9,000 are in 200 folders, and over
one with as many chats in no folder. `folders_ms` and `plain_ms` are the CPU times of the thread of
the window from the source to the paint, the best of all runs. `ratio` is one over the other.
uv run python tests/bench/sidebar.py [--quick]
"""

import gc
import json
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.database.rows import ConversationRecord, MessageRecord
from app.database.store import Store
from tests.kit.loop import run_for
from tests.kit.quick import is_quick
from ui.history.history_list import HistoryList
from ui.look import theme
from ui.state.conversation_entry import Folder
from ui.state.workspace import Workspace

CHATS, FOLDERS = 10_000, 200


def fill_store(store: Store, folders: int) -> None:
    """Write chats of one message; each tenth is in no folder."""
    ids = []
    for number in range(folders):
        ids.append(store.next_id())
        store.save_folder(Folder(ids[-1], f"Folder {number}"))
    for number in range(CHATS):
        when = time.time() - (CHATS - number) * 3600
        chat, message = store.next_id(), store.next_id()
        record = ConversationRecord(chat, title=f"Chat {number}", created=when, updated=when)
        inside = ids[number % folders] if folders and number % 10 else 0
        store.save_conversation(replace(record, model="Dot", folder_id=inside))
        store.save_message(MessageRecord(message, chat, 0, 0, "user", "Hello", created=when))
        store.set_head(chat, 0, message)
        if number % 500 == 0:
            assert store.flush(60)
    assert store.flush(60)


def painted(store: Store) -> float:
    """Return the milliseconds until a new list of the history is painted."""
    gc.collect()
    workspace = Workspace()
    began = time.thread_time()
    shown = HistoryList(workspace)
    shown.resize(260, 800)
    shown.history.set_source(store)
    shown.show()
    shown.grab()
    found = (time.thread_time() - began) * 1000
    run_for(0.05)
    shown.close()
    shown.deleteLater()
    return found


def main(quick: bool) -> dict[str, float]:
    app = QApplication(sys.argv[:1])
    gc.disable()
    theme.install_theme(app)
    result: dict[str, float] = {}
    for name, folders in (("plain", 0), ("folders", FOLDERS)):
        with tempfile.TemporaryDirectory() as home:
            store = Store(Path(home))
            fill_store(store, folders)
            times = [painted(store) for _ in range(5 if quick else 15)]
            store.close()
        result |= {f"{name}_first_ms": round(times[0], 1), f"{name}_ms": round(min(times), 1)}
    return result | {"ratio": round(result["folders_ms"] / result["plain_ms"], 2)}


if __name__ == "__main__":
    print(json.dumps(main(is_quick(__doc__))))
