"""Search finds words, prefixes and phrases in any script."""

import json
from collections.abc import Iterator
from threading import Thread

import pytest
from PySide6.QtCore import QCoreApplication

from app.database.index_words import (
    WINDOW,
    _folded,
    folded,
    has_as_written,
    query,
    separated,
    snippet,
)
from app.database.rows import ConversationRecord, MessageRecord
from app.database.store import Store
from ui.state.conversation_entry import HistoryFilter

TEXTS = {
    "café": "Le café au lait costs 3.50 € in Ünterstadt",
    "chinese": "今天天气很好，我们去公园",
    "japanese": "テキストを読みます and some English",
    "korean": "한국어를 공부합니다",
    "thai": "ผมชอบกินข้าว",
    "code": "in C++ write foo_bar->baz() == 1, not cats",
    "emoji": "well done 🎉 said the databases",
    "quotes": 'she said "hello there world" AND left',
}


@pytest.fixture(scope="module")
def store(tmp_path_factory, qapp: QCoreApplication) -> Iterator[Store]:
    made = Store(tmp_path_factory.mktemp("search"))
    for number, (title, text) in enumerate(TEXTS.items()):
        chat_id = made.next_id()
        made.save_conversation(ConversationRecord(chat_id, title=title, updated=number))
        made.save_message(MessageRecord(made.next_id(), chat_id, content=text, role="assistant"))
    made.flush()
    yield made
    made.close()


def found_titles(store: Store, text: str) -> list[str]:
    return [it.entry.title for it in store.search(text, HistoryFilter()) if it.message_id]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("cafe", ["café"]),
        ("unter", ["café"]),
        ("LAIT costs", ["café"]),
        ("天气", ["chinese"]),
        ("公园", ["chinese"]),
        ("气天", []),
        ("キスト", ["japanese"]),
        ("국어", ["korean"]),
        ("กิน", ["thai"]),
        ("c++", ["code"]),
        ("foo_bar", ["code"]),
        ("->", ["code"]),
        ("==", ["code"]),
        ("🎉", ["emoji"]),
        ("abase", ["emoji"]),
        ('"hello there"', ["quotes"]),
        ('"there hello"', []),
        ('"said', ["quotes", "emoji"]),
        ("said", ["quotes", "emoji"]),
        ("hello, left.", ["quotes"]),
        ("ello orld", ["quotes"]),
        ("nowhere", []),
        ("", []),
        ("   ", []),
    ],
)
def test_search_matches_words_and_prefixes(store, text, titles):
    assert found_titles(store, text) == titles


@pytest.mark.parametrize(
    "text",
    ['"', '""', "*", "AND", "OR NOT", "NEAR(a b)", "a:b", "-x", "^x", "(", "a" * 5000, "\0",
     "\ud83d",
     "x " * 500, "%", "_", "!", "{content}: x", "'; DROP TABLE messages", "\u0301", "ﷺ"],
)  # fmt: skip
def test_odd_input_raises_nothing(store, text, caplog):
    store.search(text, HistoryFilter())
    assert not caplog.records


def test_titles_come_before_messages_with_their_matches_marked(store):
    first, *_ = store.search("caf", HistoryFilter())
    assert (first.message_id, first.snippet, first.marks) == (0, "café", ((0, 3),))
    assert store.search("hines", HistoryFilter())[0].entry.title == "chinese"


def test_a_snippet_is_the_line_around_the_match(store):
    (hit,) = store.search("公园", HistoryFilter())
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["公园"]
    text = "x " * 200 + "the\nNeedle is here" + " y" * 200
    line, marks = snippet(text, query("needle here")) or ("", ())
    assert [line[start:end] for start, end in marks] == ["Needle", "here"]
    assert line[0] == line[-1] == "…" and len(line) < 200 and "\n" not in line


@pytest.mark.parametrize("place", [*range(WINDOW - 6, WINDOW + 7), 3 * WINDOW])
def test_the_first_match_is_found_anywhere_in_a_long_text(place):
    text = f"{'ä' * (place - 1)} Née dle here{' é' * 2 * WINDOW} nee dle"
    for wanted in ("nee", '"nee dle here"', "here nee"):
        hit = snippet(text, query(wanted))
        assert hit
        line, marks = hit
        assert line[slice(*marks[0])].startswith("Née")
    assert snippet(text, query("ee")) is snippet(text, query("le")) is None
    assert has_as_written(text, "née ") and not has_as_written(text, "nee  ")


def test_a_long_text_is_folded_only_up_to_its_first_match():
    text = f"Früh {'ä' * 10 * WINDOW}"
    before = _folded.cache_info()
    snippet(text, query("fruh"))
    after = _folded.cache_info()
    assert after.hits + after.misses - before.hits - before.misses < 2 * WINDOW


def test_reasoning_and_names_of_files_are_found(store):
    chat_id = store.next_id()
    data = json.dumps({"attachments": [{"title": "holiday-Größe.png"}, {"title": 3}, "odd"]})
    store.save_conversation(ConversationRecord(chat_id, title="t"))
    store.save_message(MessageRecord(store.next_id(), chat_id, content="Look", data=data))
    store.save_message(
        MessageRecord(store.next_id(), chat_id, role="assistant", reasoning="a hidden thought")
    )
    store.flush()
    (hit,) = store.search("grosse", HistoryFilter()) or store.search("größe", HistoryFilter())
    assert hit.snippet == "holiday-Größe.png"
    (hit,) = store.search("hidden", HistoryFilter())
    assert hit.snippet == "a hidden thought"


def test_search_runs_on_any_thread(store):
    results: list[list[str]] = []
    thread = Thread(target=lambda: results.append(found_titles(store, "cafe")))
    thread.start()
    thread.join()
    assert results == [["café"]]


def test_folding_keeps_every_position():
    for text in ("İstanbul ﬁne ß Å", "e\u0301a 한국 ｶﾞ", "ΑΣ ς ǅ"):
        assert len(folded(text)) == len(text)
    assert separated("ab天c") == "ab 天 c"
