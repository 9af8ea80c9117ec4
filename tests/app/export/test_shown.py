"""The path of a conversation that is shown, as it is written to be read."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from app.export.bundle import Bundle
from app.export.shown import shown
from app.store.chat_settings import ChatSettings, written
from app.store.files import Files
from app.store.records import ConversationRecord, Kind, MessageRecord
from app.store.rounds import ComparisonSettings, KeptPane
from ui.exchange.export_choice import ExportChoice
from ui.state.chat_options import ChatOptions
from ui.state.pane import PaneSettings


@pytest.fixture
def files(qapp: QObject, tmp_path: Path) -> Iterator[Files]:
    made = Files(tmp_path)
    yield made
    made.close()


def said(message_id: int, parent: int, text: str, branch: int = 0) -> MessageRecord:
    role = "assistant" if text.islower() else "user"
    return MessageRecord(message_id, 1, branch, parent, role, text)


def test_of_versions_the_one_that_is_shown(files: Files) -> None:
    messages = (said(1, 0, "Why?"), said(2, 1, "so"), said(3, 1, "thus"), said(4, 2, "And?"))
    options = ChatOptions(system_prompt="Be brief.")
    record = ConversationRecord(1, title="t", settings=written(ChatSettings(options=options)))
    found = shown(Bundle(record, messages, {0: (4, 0)}), files, ExportChoice())
    (section,) = found.sections
    assert [it.text for it in section.messages] == ["Why?", "so", "And?"]
    assert found.system_prompt == "Be brief."


def test_of_a_comparison_each_pane_under_its_name(files: Files) -> None:
    panes = tuple(KeptPane(at, name, PaneSettings("/m")) for at, name in ((2, "B"), (1, "A")))
    settings = written(ComparisonSettings(panes))
    asked = MessageRecord(9, 1, -1, 0, "round", data=json.dumps({"index": 0}))
    messages = (
        *(said(1, 0, "Why?", 1), said(2, 1, "first", 1)),
        *(said(3, 0, "Why?", 2), said(4, 3, "second", 2)),
        asked,
    )
    record = ConversationRecord(1, Kind.COMPARISON, settings=settings)
    found = shown(Bundle(record, messages, {1: (2, 0), 2: (4, 0)}), files, ExportChoice())
    assert [it.heading for it in found.sections] == ["B", "A"]
    assert [it.text for it in found.sections[0].messages] == ["Why?", "second"]
