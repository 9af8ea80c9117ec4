"""The models that Duologue recommends: a list that ships with each release."""

import json
import os
from pathlib import Path

from app.base.json_values import restored
from app.base.paths import RESOURCES
from engine.frozen import frozen
from engine.model_facts import ModelFacts
from ui.state.hub_state import HubModel

LIST = RESOURCES / "recommended.json"
# Memory of computers, in GiB, for which there are lists.
CLASSES = (8, 16, 24, 32, 64)
# The share of the memory that macOS lets models use, roughly.
MODELS_SHARE = 0.7


@frozen
class Recommendation:
    """A model for computers with `memory` GiB and more. `size` is in bytes.

    What only the hub and a measurement can tell is empty until packaging/recommend.py has run:
    `revision` is a commit, `index_sha256` the checksum of the index of its weights, `peak` the
    memory in bytes that was measured, `facts` what its files tell.
    """

    repository: str
    memory: int
    size: int
    vision: bool
    licence: str
    revision: str = ""
    index_sha256: str = ""
    peak: int = 0
    facts: ModelFacts | None = None

    def as_model(self) -> HubModel:
        return HubModel(
            self.repository,
            revision=self.revision,
            facts=self.facts,
            size=self.size,
            licence=self.licence,
            peak=self.peak,
            sees=self.vision,
        )


def load_recommendations(path: Path = LIST) -> list[Recommendation]:
    """Return the list, best first in each class. Raises OSError or ValueError."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return restored(list[Recommendation], found["models"])


def memory_class(limit: int | None = None) -> int:
    """Return the class of this computer by its memory, and by the bytes that models may use if a
    person has set a limit."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if limit is not None:
        memory = min(memory, round(limit / MODELS_SHARE))
    # Some memory is missing from what the system reports.
    fitting = [it for it in CLASSES if it * 0.9 * (1 << 30) <= memory]
    return fitting[-1] if fitting else CLASSES[0]
