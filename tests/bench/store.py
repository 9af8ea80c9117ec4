"""10,000 conversations of 20 messages: open one, list, search, and the start of the application
against one with an empty store.

uv run python tests/bench/store.py [--quick]
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication

from app.database.rows import ConversationRecord, FileUse, MessageRecord
from app.database.store import Store
from tests.kit.quick import is_quick
from ui.state.conversation_entry import HistoryFilter

MESSAGES = 20
WORDS_IN_MESSAGE = 100
BATCH = 100
DAY = 86_400
CHINESE = "今天天气很好我们一起去公园看电影学习日本語のテキスト"


class Words:
    """Random words with the frequencies of a language: the n-th is used 1/n as often as the
    first."""

    def __init__(self, random_: random.Random) -> None:
        letters = "etaoinshrdlucmfwypvbgkqjxz"
        self.all = [
            "".join(random_.choices(letters, range(26, 0, -1), k=random_.randint(2, 11)))
            for _ in range(40_000)
        ]
        self._weights = list(accumulate(1 / (rank + 1) for rank in range(len(self.all))))
        self._random = random_

    def often(self, count: int) -> list[str]:
        return self._random.choices(self.all, cum_weights=self._weights, k=count)

    def text(self, count: int) -> str:
        words = self.often(count)
        if self._random.random() < 0.05:
            words.insert(0, "".join(self._random.choices(CHINESE, k=20)))
        return " ".join(words)


def fill_store(store: Store, words: Words, count: int) -> None:
    for done in range(count):
        conversation_id = store.next_id()
        when = time.time() - (count - done) * DAY / 30
        title = words.text(4)
        model = ("Dot", "Qwen3-VL-4B", "Gemma-4")[done % 3]
        store.save_conversation(
            ConversationRecord(
                conversation_id, title=title, created=when, updated=when, model=model
            )
        )
        parent = 0
        for number in range(MESSAGES):
            message_id = store.next_id()
            files = (FileUse(f"{message_id:064x}", "image"),) if done % 7 == number == 0 else ()
            role = "assistant" if number % 2 else "user"
            text = words.text(WORDS_IN_MESSAGE)
            store.save_message(
                MessageRecord(
                    message_id, conversation_id, 0, parent, role, text, created=when, files=files
                )
            )
            parent = message_id
        store.set_head(conversation_id, 0, parent)
        if done % BATCH == 0:
            assert store.flush(60)
    assert store.flush(60)


def queries(words: Words, random_: random.Random, count: int) -> Iterator[str]:
    """Yield queries as people type: prefixes, several words, phrases, CJK and words without a
    match."""
    for number in range(count):
        word, next_one = words.often(2)
        other = random_.choice(words.all)
        yield (
            word[: random_.randint(1, len(word))],
            word,
            f"{word} {other[:3]}",
            other,
            f'"{word} {next_one}',
            CHINESE[number % 20 : number % 20 + 2],
            f"{other}zzq",
            f"{word}++",
        )[number % 8]


def timed(function: Callable[[], object], times: int) -> list[float]:
    """Return the milliseconds that the call takes."""
    found = []
    for _ in range(times):
        started = time.perf_counter()
        function()
        found.append((time.perf_counter() - started) * 1000)
    return sorted(found)


def figures(found: list[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(found), 2),
        "p99": round(found[int(len(found) * 0.99)], 2),
        "max": round(found[-1], 2),
    }


def first_paint(home: Path) -> float:
    """Return the seconds from the start of the application to its first paint."""
    command = [sys.executable, "-m", "app", "--probe"]
    environment = os.environ | {"DUOLOGUE_HOME": str(home)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-500:]
    return json.loads(done.stdout.splitlines()[-1])["painted_s"]


def ratio_of_starts(full: Path, empty: Path, count: int) -> dict[str, float]:
    """Compare starts with a full and an empty store in turns, so that other load affects both
    alike."""
    pairs = [(first_paint(full), first_paint(empty)) for _ in range(count + 1)][1:]
    filled, bare = (min(times) for times in zip(*pairs, strict=True))
    return {"ratio": round(filled / bare, 3), "painted_s": filled, "painted_empty_s": bare}


def measure(home: Path, count: int, starts: int) -> dict:
    random_ = random.Random(8)
    words = Words(random_)
    store = Store(home / "full")
    began = time.perf_counter()
    fill_store(store, words, count)
    filled = time.perf_counter() - began
    ids = store.conversation_ids()
    figure: dict = {
        "conversations": len(ids),
        "messages_per_s": round(count * MESSAGES / filled),
        "megabytes": round(store.database_path.stat().st_size / 1e6),
        "open_ms": figures(timed(lambda: store.messages(random_.choice(ids)), 200)),
        "list_ms": figures(timed(lambda: store.entries(HistoryFilter()), 50)),
        "list_with_picture_ms": figures(
            timed(lambda: store.entries(HistoryFilter(has_image=True, model="Dot")), 20)
        ),
        "last_page_ms": figures(timed(lambda: store.entries(HistoryFilter(), count - 200), 20)),
    }
    asked = iter(list(queries(words, random_, 400)))
    figure["search_ms"] = figures(timed(lambda: store.search(next(asked), HistoryFilter()), 400))
    asked = iter(list(queries(words, random_, 80)))
    picked = HistoryFilter(model="Dot", has_image=True)
    figure["search_filtered_ms"] = figures(timed(lambda: store.search(next(asked), picked), 80))
    assert store.close(60)
    figure["store_opens_ms"] = figures(timed(lambda: Store(home / "full").close(), 5))
    print(json.dumps(figure))
    return figure | ratio_of_starts(home / "full", home / "empty", starts)


def main() -> None:
    quick = is_quick(__doc__)
    _app = QCoreApplication([])
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(measure(Path(home), *((1000, 2) if quick else (10_000, 10)))))


if __name__ == "__main__":
    main()
