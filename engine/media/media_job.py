"""The job that a worker process is sent, and its JSON form."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.frozen import frozen
from engine.media.budget import Budget
from engine.media.file_kind import FileKind, KnownFile
from engine.media.frame_plan import FrameSampling


@frozen
class WorkerJob:
    """Decode frames of a video or animated image, or the `pages` of a document, no side above
    `side` pixels. The worker writes their pixels, one after the other, to the file descriptor
    `out`."""

    file: KnownFile
    sampling: FrameSampling
    pages: tuple[int, ...]
    side: int
    budget: Budget
    out: int = -1

    def to_json(self) -> str:
        file = {"path": str(self.file.path), "kind": self.file.kind.value}
        return json.dumps(asdict(self) | {"file": file})

    @staticmethod
    def from_json(text: str) -> "WorkerJob":
        fields: dict[str, Any] = json.loads(text)
        file, sampling = fields.pop("file"), fields.pop("sampling")
        span = sampling.pop("span")
        return WorkerJob(
            **fields
            | {
                "file": KnownFile(Path(file["path"]), FileKind(file["kind"])),
                "sampling": FrameSampling(**sampling, span=tuple(span) if span else None),
                "pages": tuple(fields["pages"]),
                "budget": Budget(**fields["budget"]),
            }
        )
