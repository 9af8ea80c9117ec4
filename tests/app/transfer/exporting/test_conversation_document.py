"""Documents of chats and comparisons, as people get them."""

import json
from dataclasses import replace

from app.attachments.kept_files import Files
from app.base.paths import DOT
from app.database.rows import ConversationRecord, Kind, MessageRecord
from app.records.chat_settings import ChatSettings, fields_json
from app.records.rounds import ComparisonSettings, KeptPane, round_record
from app.records.turns import turn_record
from app.transfer.bundle import Bundle
from app.transfer.exporting.conversation_document import document_of
from engine.messages import SkimReport
from ui.state.chat_options import ChatOptions
from ui.state.compared import ComparedPane, ComparedRound, PaneAnswer
from ui.state.export_choice import ExportChoice
from ui.state.pane import PaneSettings
from ui.state.turn import Turn


def record_of(message_id: int, parent: int, text: str, branch: int = 0) -> MessageRecord:
    role = "assistant" if text.islower() else "user"
    return MessageRecord(message_id, 1, branch, parent, role, text)


def test_only_the_shown_version_of_a_message_is_exported(files: Files) -> None:
    messages = (
        record_of(1, 0, "Why?"),
        record_of(2, 1, "so"),
        record_of(3, 1, "thus"),
        record_of(4, 2, "And?"),
    )
    options = ChatOptions(system_prompt="Be brief.")
    record = ConversationRecord(1, title="t", settings=fields_json(ChatSettings(options=options)))
    found = document_of(Bundle(record, messages, {0: (4, 0)}), files, ExportChoice())
    (section,) = found.sections
    assert [it.text for it in section.messages] == ["Why?", "so", "And?"]
    assert found.system_prompt == "Be brief."


def test_dot_is_named_in_any_folder(files: Files) -> None:
    for folder, name in ((DOT, "Dot"), ("/old/resources/dot", "Dot"), ("/m/dot", "dot")):
        data = json.dumps({"model_id": str(folder)})
        messages = (record_of(1, 0, "Why?"), replace(record_of(2, 1, "so"), data=data))
        found = document_of(
            Bundle(ConversationRecord(1), messages, {0: (2, 0)}), files, ExportChoice()
        )
        assert [it.author for it in found.sections[0].messages] == ["You", name]


def test_a_chat_says_that_a_prompt_was_skimmed_with_and_without_numbers(files: Files) -> None:
    answer = Turn("assistant", "so", skim=SkimReport(120, 50, "Dash", 1.5), message_id=2)
    asked = Turn("user", "Why?", message_id=1)
    messages = (
        turn_record(asked, 1, 0, files),
        replace(turn_record(answer, 1, 0, files), parent_id=1),
    )
    bundle = Bundle(ConversationRecord(1), messages, {0: (2, 0)})
    for numbers in (True, False):
        document = document_of(bundle, files, ExportChoice(numbers=numbers))
        assert "Skimmed: 50 of 120 tokens read" in document.sections[0].messages[1].numbers


def test_a_comparison_without_readable_rounds_has_a_section_for_each_pane(files: Files) -> None:
    panes = tuple(KeptPane(at, name, PaneSettings("/m")) for at, name in ((2, "B"), (1, "A")))
    settings = fields_json(ComparisonSettings(panes))
    asked = MessageRecord(9, 1, -1, 0, "round", data=json.dumps({"index": 0}))
    messages = (
        *(record_of(1, 0, "Why?", 1), record_of(2, 1, "first", 1)),
        *(record_of(3, 0, "Why?", 2), record_of(4, 3, "second", 2)),
        asked,
    )
    record = ConversationRecord(1, Kind.COMPARISON, settings=settings)
    found = document_of(Bundle(record, messages, {1: (2, 0), 2: (4, 0)}), files, ExportChoice())
    assert [it.heading for it in found.sections] == ["B", "A"]
    assert [it.text for it in found.sections[0].messages] == ["Why?", "second"]


def test_nothing_reveals_the_models_before_the_vote(files: Files) -> None:
    panes = tuple(KeptPane(at, name, PaneSettings("/m")) for at, name in ((1, "Big"), (2, "Small")))
    answers = [
        PaneAnswer(ComparedPane(it.pane_id, it.name, f"/{it.name}", ChatOptions())) for it in panes
    ]
    compared = ComparedRound("And?", (), answers, order=(2, 1), blind=True)
    messages = []
    for branch, name in ((1, "Big"), (2, "Small")):
        data = json.dumps({"model_id": f"/models/{name}", "error": f"{name} failed.", "round": 1})
        first, asked = (
            record_of(branch * 10, 0, "Why?", branch),
            record_of(branch * 10 + 2, 0, "And?", branch),
        )
        before = record_of(branch * 10 + 1, branch * 10, "before", branch)
        answer = record_of(branch * 10 + 3, branch * 10 + 2, f"answer {branch}", branch)
        asked = replace(asked, parent_id=before.message_id)
        messages += [first, before, asked, replace(answer, data=data)]
    rounds = (record_of(97, 0, "no round", -1), round_record(compared, 1, 98, 1, files))
    record = ConversationRecord(
        1, Kind.COMPARISON, model="Big, Small", settings=fields_json(ComparisonSettings(panes))
    )
    bundle = Bundle(record, (*messages, *rounds), {1: (13, 0), 2: (23, 0)})
    found = document_of(bundle, files, ExportChoice())
    (section,) = found.sections
    assert [it.text for it in section.messages] == ["And?"]
    assert [(it.author, it.text) for it in section.answers] == [
        ("A", "answer 2"),
        ("B", "answer 1"),
    ]
    assert "Big" not in repr(found)
    assert "Small" not in repr(found)
    compared.revealed = True
    voted = replace(bundle, messages=(*messages, round_record(compared, 1, 98, 1, files)))
    assert "Small" in repr(document_of(voted, files, ExportChoice()))
