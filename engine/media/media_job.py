"""What the worker process is asked."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.media.budget import Budget
from engine.media.file_kind import FileKind
from engine.media.frame_plan import Sampling


@dataclass(frozen=True, slots=True)
class WorkerJob:
    """One file and what of it is wanted: frames of a clip, or `pages` of a document, no side above
    `side` pixels. Their pixels go to the file descriptor `out`, one after the other."""

    path: Path
    kind: FileKind
    sampling: Sampling
    pages: tuple[int, ...]
    side: int
    budget: Budget
    out: int = -1

    def to_json(self) -> str:
        fields = asdict(self) | {"path": str(self.path), "kind": self.kind.value}
        return json.dumps(fields)

    @staticmethod
    def from_json(text: str) -> "WorkerJob":
        fields: dict[str, Any] = json.loads(text)
        sampling = fields.pop("sampling")
        span = sampling.pop("span")
        return WorkerJob(
            **fields
            | {
                "path": Path(fields["path"]),
                "kind": FileKind(fields["kind"]),
                "sampling": Sampling(**sampling, span=tuple(span) if span else None),
                "pages": tuple(fields["pages"]),
                "budget": Budget(**fields["budget"]),
            }
        )
