"""A large history for the benchmarks of the window: chats in folders, and what is in them."""

import time
from itertools import count
from pathlib import Path

from PySide6.QtGui import QImage

from app.database.rows import ConversationRecord, MessageRecord
from app.database.store import Store
from engine.messages import Channel, Delta, Finished, FinishReason, Timings, Usage
from tests.bench.window import PIECE
from ui.state.compared_chat import ComparedChat
from ui.state.conversation_entry import Folder
from ui.state.question import Question

IMAGES = 20
LONG = 200
# One chat in ten is in no folder.
_PLAIN = 10
_PER_FOLDER = 50
# Ids that the engine's requests do not reach.
_request_ids = count(1_000_000_000)


def fill_store(store: Store, chats: int) -> tuple[int, int]:
    """Write chats of two messages, most of them in folders. The newest has 200 messages with code
    and tables. Return its id and that of a folder."""
    folders = []
    for number in range(max(1, chats // _PER_FOLDER)):
        folders.append(store.next_id())
        store.save_folder(Folder(folders[-1], f"Folder {number}"))
    chat = 0
    for number in range(chats):
        chat, newest = store.next_id(), number == chats - 1
        inside = folders[number % len(folders)] if number % _PLAIN and not newest else 0
        _save_chat(store, chat, number, time.time() - (chats - number) * 3600, inside, newest)
        if number % 100 == 0:
            assert store.flush(60)
    assert store.flush(60)
    return chat, folders[0]


def _save_chat(
    store: Store, chat: int, number: int, when: float, folder: int, newest: bool
) -> None:
    title = f"Chat {number} about energy"
    record = ConversationRecord(
        chat, title=title, created=when, updated=when, model="Dot", folder_id=folder
    )
    store.save_conversation(record)
    parent = 0
    for at in range(LONG if newest else 2):
        message = store.next_id()
        role, text = ("assistant", PIECE) if at % 2 else ("user", f"Question {at}")
        store.save_message(MessageRecord(message, chat, 0, parent, role, text, created=when))
        parent = message
    store.set_head(chat, 0, parent)


def save_files(folder: Path) -> list[Path]:
    """Save images and, as the last one, a video."""
    from tests.kit.images import long_video

    for number in range(IMAGES):
        image = QImage(800, 600, QImage.Format.Format_RGB32)
        image.fill(number * 12345)
        image.save(str(folder / f"{number}.png"))
    return [*(folder / f"{it}.png" for it in range(IMAGES)), long_video(folder / "v.mp4", 8)]


def fill_comparison(chat: ComparedChat, rounds: int) -> None:
    """Ask all panes `rounds` times, with answers of our own."""
    usage, timings = Usage(prompt=120, generated=300, content=300), Timings(0.5, decode=2.0)
    for number in range(rounds):
        question = Question(f"Question {number}")
        chat.begin_round(question)
        for pane in chat.panes:
            request = next(_request_ids)
            pane.transcript.add_question(question)
            pane.transcript.begin_reply(request, pane.settings.model_id)
            pane.transcript.apply(Delta(request, Channel.CONTENT, PIECE * 2))
            pane.transcript.apply(Finished(request, FinishReason.STOP, usage, timings))
