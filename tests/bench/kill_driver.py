"""The program as kills.py runs it: it does one thing again and again, and says what it accepted
and showed, on stdout, at once."""

import json
import random
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QTimer

from app import assembly, core
from app.database import schema
from engine.engine import Engine
from engine.messages import Command, Generate, SamplingParams
from tests.kit.driver_output import tell
from tests.kit.program_application import program_application
from ui.state.chat import Chat
from ui.state.question import Question

LONG = SamplingParams(max_tokens=3000)
IMPORTED = 400


def slow_migration(connection: sqlite3.Connection) -> None:
    for _ in range(20):
        connection.execute("UPDATE messages SET data = data || ' '")
        time.sleep(0.02)
    connection.execute("UPDATE messages SET data = rtrim(data)")


class TellingEngine(Engine):
    def submit(self, command: Command) -> None:
        if isinstance(command, Generate):
            asked = [it.content for it in command.messages if it.role == "user"]
            tell(accepted=asked[-1], begun=True)
        super().submit(command)


class Driver:
    def __init__(self, parts: assembly.Assembly, mode: str, model: Path) -> None:
        self._requests = parts.requests
        self._conversations = parts.controller.conversations
        self._parts = parts
        self._model = str(model)
        self._count = 0
        self._run = f"{time.time_ns():x}"
        self._timer = QTimer(interval=50)
        doing = {
            "streaming": self._stream,
            "editing": self._edit,
            "importing": self._import,
            "migrating": lambda: None,
        }
        self._timer.timeout.connect(doing[mode])
        self._chat = self._new_chat() if mode in ("streaming", "editing") else None
        self._timer.start()

    def _new_chat(self) -> Chat:
        chat = self._conversations.new_chat()
        self._requests.models.choose(chat, self._model)
        chat.options.change(sampling=LONG)
        transcript = chat.transcript

        def shown(index: int) -> None:
            turn = transcript.turns[index]
            if turn.role == "assistant" and turn.message_id:
                tell(shown=turn.message_id, length=len(turn.content) + len(turn.reasoning))

        transcript.turn_changed.connect(shown)
        return chat

    def _question(self) -> str:
        self._count += 1
        return f"Question {self._run}.{self._count}: why?"

    def _stream(self) -> None:
        assert self._chat
        if not self._chat.transcript.busy:
            self._chat.requests.submitted.emit(Question(self._question()))

    def _edit(self) -> None:
        """Edit, regenerate or delete messages as people do, about every 50 ms."""
        assert self._chat
        transcript, replies = self._chat.transcript, self._requests.replies
        if not transcript.turns:
            self._chat.requests.submitted.emit(Question(self._question()))
            return
        act = random.random()
        last = transcript.last_question
        if act < 0.3 and last is not None:
            self._chat.edit(transcript.turns[last])
            self._chat.requests.edit_submitted.emit()
            self._chat.draft.end_edit()
            self._chat.requests.submitted.emit(Question(self._question()))
        elif act < 0.5 and last is not None:
            self._chat.message_requests.regenerated.emit(last, random.randint(1, 3), "")
        elif act < 0.6 and len(transcript.turns) > 4:
            replies.stop(transcript)
            removed = transcript.delete(len(transcript.turns) - 1)
            if random.random() < 0.5:
                transcript.restore(removed)
        elif act < 0.7:
            replies.stop(transcript)
        elif not transcript.busy:
            self._chat.requests.submitted.emit(Question(self._question()))

    def _import(self) -> None:
        self._timer.stop()
        file = self._parts.home.parent / "conversations.json"
        if not file.exists():
            file.write_text(json.dumps([_exported(number) for number in range(IMPORTED)]))
        self._parts.exchange.imports.take(file)
        tell(begun=True)


def _exported(number: int) -> dict[str, Any]:
    """Return a conversation as ChatGPT exports it."""
    mapping: dict[str, Any] = {"root": {"id": "root", "parent": None, "children": ["0"]}}
    for place in range(10):
        role = "assistant" if place % 2 else "user"
        mapping[str(place)] = {
            "id": str(place),
            "parent": str(place - 1) if place else "root",
            "children": [str(place + 1)] if place < 9 else [],
            "message": {
                "id": f"{number}-{place}",
                "author": {"role": role},
                "create_time": 1.7e9 + number,
                "content": {"content_type": "text", "parts": [f"Text {number} {place} " * 40]},
            },
        }
    return {
        "title": f"Imported {number}",
        "create_time": 1.7e9 + number,
        "update_time": 1.7e9 + number,
        "conversation_id": f"c{time.time_ns()}-{number}",
        "mapping": mapping,
        "current_node": "9",
    }


def main() -> None:
    home, mode, migrations, model = sys.argv[1:5]
    schema.MIGRATIONS = (*schema.MIGRATIONS, *[slow_migration] * int(migrations))
    application = program_application()
    if mode == "migrating":
        tell(begun=True)
    core.Engine = TellingEngine
    parts = assembly.Assembly(Path(home))
    parts.show()
    tell(opened=True)
    _driver = Driver(parts, mode, Path(model))
    application.exec()


if __name__ == "__main__":
    main()
