"""A model on a loopback hub, and a download of it without Qt."""

import random
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from app.hub.access import HubAccess
from app.hub.fetcher import Fetch, FetchProgress, FetchState
from app.hub.patience import Patience
from tests.kit.loopback_hub import LoopbackHub

REPOSITORY = "mlx-community/Dot-4bit"
BIG, SMALL = "model-00001.safetensors", "model-00002.safetensors"
# Nothing waits longer than it must; a stalled server is noticed soon.
IMPATIENT = Patience(
    connect=5, stall=0.4, first_pause=0.02, longest_pause=0.05, longest_wish=0.1, reserve=0
)
# A blocked read would outlast every test.
ENDLESS = Patience(connect=60, stall=600, reserve=0)
_ENDED = (FetchState.PAUSED, FetchState.FAILED, FetchState.DONE)


def model_contents(size: int = 400_000) -> dict[str, bytes]:
    """Return the files of a model, `size` bytes of weights in the big one."""
    noise = random.Random(7)
    return {
        BIG: noise.randbytes(size),
        SMALL: noise.randbytes(size // 4),
        "config.json": b'{"model_type": "llama"}',
        "tokenizer.json": noise.randbytes(size // 8),
        "README.md": b"# Dot",
        "LICENSE": b"MIT",
        "modeling.py": b"raise SystemExit",
        "pytorch_model.bin": b"pickle",
        "original/consolidated.safetensors": b"twice",
    }


WANTED = {BIG, SMALL, "config.json", "tokenizer.json", "README.md", "LICENSE"}


def wanted_size(contents: dict[str, bytes]) -> int:
    return sum(len(data) for name, data in contents.items() if name in WANTED)


class Fetching:
    """Starts fetches into `models`, one after the other."""

    def __init__(self, hub: LoopbackHub, models: Path, token: str = "") -> None:
        self.hub, self.models = hub, models
        self.access = HubAccess(hub.url, token=token)
        self.progress: list[FetchProgress] = []
        self._posted = Event()
        self.fetch: Fetch | None = None

    def start(self, revision: str = "", patience: Patience = IMPATIENT) -> Fetch:
        self.progress.clear()
        former = self.fetch
        self.fetch = Fetch(
            REPOSITORY,
            revision,
            self.models,
            self.access,
            self._take,
            former=former,
            patience=patience,
        )
        self.fetch.start()
        return self.fetch

    def run(self, revision: str = "", patience: Patience = IMPATIENT) -> FetchProgress:
        """Return the end of a fetch."""
        fetch = self.start(revision, patience)
        assert fetch.join(30)
        assert self.last.state in _ENDED
        return self.last

    def wait(self, condition: Callable[[], Any], limit: float = 20) -> None:
        """Wait until a condition holds, checked after each progress and often besides."""
        for _ in range(int(limit / 0.01)):
            if condition():
                return
            self._posted.wait(0.01)
            self._posted.clear()
        raise TimeoutError("the condition does not hold")

    def stop_midway(self, fraction: float = 0.5) -> int:
        """Stop once so much of the model has been sent; return the bytes that are missing."""
        fetch, size = self.start(patience=ENDLESS), wanted_size(model_contents())
        self.wait(lambda: self.hub.sent() >= size * fraction)
        fetch.stop()
        assert fetch.join(10)
        return size - self.arrived()

    def arrived(self) -> int:
        """Return the bytes of files on disk."""
        staging = self.staging
        return sum(
            it.stat().st_size
            for it in (staging.iterdir() if staging.is_dir() else ())
            if it.is_file() and it.name != "plan.json"
        )

    @property
    def last(self) -> FetchProgress:
        return self.progress[-1]

    @property
    def sentences(self) -> list[str]:
        """Return all sentences that were told, without repetition."""
        return list(dict.fromkeys(it.sentence for it in self.progress if it.sentence))

    @property
    def staging(self) -> Path:
        return self.models / "mlx-community" / ".Dot-4bit.downloading"

    @property
    def model(self) -> Path:
        return self.models / REPOSITORY

    def contents(self) -> dict[str, bytes]:
        """Return the downloaded files, without the note of where they came from."""
        files = (it for it in self.model.rglob("*") if it.is_file())
        names = {it.relative_to(self.model).as_posix(): it.read_bytes() for it in files}
        return {name: data for name, data in names.items() if not name.startswith(".duologue")}

    def _take(self, progress: FetchProgress) -> None:
        self.progress.append(progress)
        self._posted.set()
